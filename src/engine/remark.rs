//! What is said about an option that has been set without effect.

use super::{Engine, session};
use crate::strategy::settings::OptionSpec;

impl Engine {
    /// What the strategy chosen does not support of what is set, after `name` has been set.
    pub(super) fn remark(&self, name: &str) -> Option<String> {
        let game = self.session.board().game();
        let is_rule = |spec: &OptionSpec| spec.name == name;
        if session::all_rules().any(is_rule) && !session::rules_of(game).iter().any(is_rule) {
            return Some(format!("{name} has no effect on the game {game}"));
        }
        let values = self.options.values();
        let info = self.session.strategy();
        let unsupported = [
            ("Threads", info.abilities.threads, values.integer("Threads") > 1, "uses one thread"),
            ("MultiPV", info.abilities.multi_pv, values.integer("MultiPV") > 1, "reports only its choice"),
            ("Learn", info.abilities.learns, values.flag("Learn"), "does not learn"),
            ("Memory", info.abilities.learns, !values.text("Memory").is_empty(), "has no memory"),
        ];
        let words: Vec<_> = unsupported
            .iter()
            .filter(|(option, able, wanted, _)| !able && *wanted && (name == *option || name == "Strategy"))
            .map(|(option, _, _, words)| format!("strategy {} {words}: {option} has no effect", info.name))
            .collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}
