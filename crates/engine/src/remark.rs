//! What is to be said about options that are set without effect: when a search is near, for a later option may change it.

use super::options::Options;
use super::{Engine, session};

impl Engine {
    /// What of the options has no effect as they are now and has not been said since it came to be so.
    pub fn remarks(&mut self) -> Vec<String> {
        if self.busy.is_some() {
            return Vec::new();
        }
        let hold: Vec<_> = self.unserved().into_iter().chain(self.without_effect()).collect();
        let new = hold.iter().filter(|remark| !self.remarked.contains(remark)).cloned().collect();
        self.remarked = hold;
        new
    }

    /// Why the strategy and the rules that were asked for are not in force, and what is.
    #[must_use]
    pub fn unserved(&self) -> Option<String> {
        let [no_strategy, no_rules] = &self.refused;
        let strategy = no_strategy.iter().map(|why| format!("{why}; {} plays", self.session.strategy().name));
        let rules = no_rules.iter().map(|why| format!("{why}; the rules before are in force"));
        strategy.chain(rules).reduce(|one, other| format!("{one}; {other}"))
    }

    /// The options that this game or this strategy does not heed.
    fn without_effect(&self) -> Vec<String> {
        let (game, info) = (self.session.board().game(), self.session.strategy());
        let values = self.options.values();
        let own = session::rules_of(game);
        let rules = session::all_rules()
            .filter(|rule| !own.contains(rule) && values.is_changed(rule))
            .map(|rule| format!("{} has no effect on the game {game}", rule.name));
        let unsupported = [
            ("Threads", info.abilities.threads, "uses one thread"),
            ("MultiPV", info.abilities.multi_pv, "reports only its choice"),
            ("Learn", info.abilities.learns, "does not learn"),
            ("Memory", info.abilities.learns, "has no memory"),
        ];
        let unsupported = unsupported.into_iter().filter(|&(option, able, _)| {
            !able && Options::find(option).is_ok_and(|spec| values.is_changed(spec))
        });
        let strategy = unsupported
            .map(|(option, _, words)| format!("strategy {} {words}: {option} has no effect", info.name));
        rules.chain(strategy).collect()
    }
}
