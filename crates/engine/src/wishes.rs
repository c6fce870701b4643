//! Options: what they hold, which are announced, and what is to be said of those without effect: when a search is near, for a later option may
//! change it.

use super::registry::Selection;
use super::{Engine, Refusal};
use games::Notation;
use std::sync::Arc;
use strategies::options::NOTATION;
use strategies::settings::{OptionSpec, Settings, Value};

/// What was asked for by options, as far as it is not in force or something was said of it.
#[derive(Default)]
pub(crate) struct Wishes {
    /// The strategy asked for, which plays whenever the game is one that it plays.
    strategy: Option<String>,
    no_strategy: Option<String>,
    /// Why the rules asked for are not in force.
    no_rules: Option<String>,
    /// The remarks made, as long as they hold.
    remarked: Vec<String>,
}

impl Engine {
    /// The games and strategies that it announces.
    pub const fn offered(&self) -> &Selection<'static> {
        &self.offered
    }

    /// Announces only this game, or this strategy.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn offer_only(&mut self, game: Option<&str>, strategy: Option<&str>) -> Result<(), Refusal> {
        self.offered = self.games.select(game, strategy)?;
        Ok(())
    }

    pub fn settings(&self) -> Arc<Settings> {
        Arc::clone(&self.settings)
    }

    /// How moves are read and written.
    pub fn notation(&self) -> Notation {
        Notation::from_name(&self.settings.get(&NOTATION)).unwrap_or_default()
    }

    /// Sets an option. A strategy, or rules, that do not go with the game are kept until they do.
    ///
    /// # Errors
    /// If there is no such option, the value is not allowed, or a job runs.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        self.refuse_if_busy("setoption")?;
        let spec = self.games.option(name)?;
        match spec.parse(value.unwrap_or_default())? {
            Some(value) => self.apply(spec, value),
            None => {
                self.session.clear_tables();
                Ok(())
            }
        }
    }

    fn apply(&mut self, spec: &OptionSpec, value: Value) -> Result<(), Refusal> {
        match (spec.name, &value) {
            ("Game", Value::Text(game)) if game != self.session.board().game() => {
                self.session = (self.games.game(game)?.open)(self.games);
            }
            ("Strategy", Value::Text(strategy)) => self.wishes.strategy = Some(strategy.clone()),
            _ => {}
        }
        Arc::make_mut(&mut self.settings).set(spec.name, value);
        if spec.name == "Game" || self.games.rows().iter().any(|row| row.rules.contains(spec)) {
            self.wishes.no_rules = self.session.set_rules(&self.settings).err();
        }
        if let ("Game" | "Strategy", Some(wanted)) = (spec.name, &self.wishes.strategy) {
            self.wishes.no_strategy = self.session.select_strategy(wanted).err();
        }
        Ok(())
    }

    /// What of the options has no effect as they are now and has not been said since it came to be so.
    pub fn remarks(&mut self) -> Vec<String> {
        if self.busy.is_some() {
            return Vec::new();
        }
        let hold: Vec<_> = self.unserved().into_iter().chain(self.without_effect()).collect();
        let new = hold.iter().filter(|remark| !self.wishes.remarked.contains(remark)).cloned().collect();
        self.wishes.remarked = hold;
        new
    }

    /// Why the strategy and the rules that were asked for are not in force, and what is.
    pub fn unserved(&self) -> Option<String> {
        let Wishes { no_strategy, no_rules, .. } = &self.wishes;
        let strategy = no_strategy.iter().map(|why| format!("{why}; {} plays", self.session.strategy().name));
        let rules = no_rules.iter().map(|why| format!("{why}; the rules before are in force"));
        strategy.chain(rules).reduce(|one, other| format!("{one}; {other}"))
    }

    /// The options that this game or this strategy does not heed.
    fn without_effect(&self) -> Vec<String> {
        let (game, info) = (self.session.board().game(), self.session.strategy());
        let (games, changed) = (self.games.rows().iter(), |spec: &OptionSpec| self.settings.is_changed(spec));
        let rules =
            games.filter(|row| row.name != game).flat_map(|row| row.rules).filter(|rule| changed(rule));
        let rules = rules.map(|rule| format!("{} has no effect on the game {game}", rule.name));
        let unsupported = [
            ("Threads", info.abilities.threads, "uses one thread"),
            ("MultiPV", info.abilities.multi_pv, "reports only its choice"),
            ("Learn", info.abilities.learns, "does not learn"),
            ("Memory", info.abilities.learns, "has no memory"),
        ];
        let unsupported = unsupported
            .into_iter()
            .filter(|&(option, able, _)| !able && self.games.option(option).is_ok_and(changed));
        let strategy = unsupported
            .map(|(option, _, words)| format!("strategy {} {words}: {option} has no effect", info.name));
        rules.chain(strategy).collect()
    }
}
