//! What an engine is set to before its first game. Whatever it cannot be set to is told before the match begins:
//! engines only murmur about it, or say nothing, and play as something else than was asked for.

use super::options::{Offered, Say};
use serde::{Deserialize, Serialize};

/// More remarks of an engine than this are not passed on.
const REMARKS: usize = 5;
/// A remark is cut to this many characters.
const LONGEST_REMARK: usize = 200;

/// An option of an engine, as it was set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineOption {
    pub name: String,
    pub value: String,
    /// Whether it holds for every engine, so that one that does not offer it may go without.
    pub inherited: bool,
}

impl EngineOption {
    /// One that was set for an engine by itself.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), inherited: false }
    }
}

/// The commands that set the options, and what there is to say about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// `setoption` commands, each with its newline.
    pub commands: String,
    /// What the user should know, a sentence each.
    pub warnings: Vec<String>,
    /// Names and values that have been set, in quotes: an engine that repeats one of them refuses it.
    quoted: Vec<String>,
}

impl Setup {
    /// Makes the commands from what the engine offers: the game first, because it may decide what else there is.
    /// What sets these options, and the game, of an engine that offers those.
    ///
    /// # Errors
    /// A sentence, if it does not play the game, or an option cannot be set so.
    pub fn new(offered: &[Offered], options: &[EngineOption], game: &str, say: Say) -> Result<Self, String> {
        let offers = |name: &str| offered.iter().find(|option| option.is(name));
        let is_game = |option: &&EngineOption| option.name.eq_ignore_ascii_case("game");
        let mut setup = Self::default();
        if let (None, Some(option)) = (options.iter().find(is_game), offers("Game")) {
            let command = option.command_by(game, say);
            setup.add(&command.map_err(|error| format!("it does not play '{game}': {error}"))?, "", game);
        }
        let (games, others): (Vec<&EngineOption>, Vec<_>) = options.iter().partition(is_game);
        for EngineOption { name, value, inherited } in games.into_iter().chain(others) {
            match offers(name) {
                Some(option) => setup.add(&option.command_by(value, say)?, name, value),
                None if *inherited => {
                    setup.warnings.push(format!("it does not offer option {name}, which is left out"));
                }
                None => {
                    let all: Vec<_> = offered.iter().map(|option| option.name.as_str()).collect();
                    let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
                    return Err(format!("option {name}: it does not offer that; its options: {all}"));
                }
            }
        }
        Ok(setup)
    }

    fn add(&mut self, command: &str, name: &str, value: &str) {
        self.commands.push_str(command);
        let words = [name, value].into_iter().filter(|word| !word.is_empty());
        self.quoted.extend(words.map(|word| format!("'{}'", word.to_ascii_lowercase())));
    }

    /// Hears a remark of the engine while it is being set up.
    ///
    /// # Errors
    /// If it refuses what it was set to: what can be wrong may depend on other options (a strategy does not play
    /// every game), so that what was offered does not tell.
    pub fn hear(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        let remark: String = text.chars().take(LONGEST_REMARK).collect();
        let lower = text.to_ascii_lowercase();
        if self.quoted.iter().any(|word| lower.contains(word.as_str())) {
            return Err(format!("it refuses an option: {remark}"));
        }
        if !self.commands.is_empty() && self.warnings.len() < REMARKS {
            self.warnings.push(format!("it says of its options: {remark}"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::set_option;
    use super::*;

    fn offered() -> Vec<Offered> {
        let lines = [
            "option name Hash type spin default 16 min 1 max 64",
            "option name Game type combo default qubic var qubic var gomoku var draughts",
            "option name Strategy type combo default best var best var random",
        ];
        lines.iter().filter_map(|line| Offered::parse(line)).collect()
    }

    fn setup(game: &str, options: &[(&str, &str, bool)]) -> Result<Setup, String> {
        let option = |&(name, value, inherited): &(&str, &str, bool)| EngineOption {
            name: name.into(),
            value: value.into(),
            inherited,
        };
        Setup::new(&offered(), &options.iter().map(option).collect::<Vec<_>>(), game, set_option)
    }

    #[test]
    fn the_game_comes_first() {
        let commands = |options| setup("qubic", options).unwrap().commands;
        let expected = "setoption name Game value qubic\nsetoption name Hash value 2\n";
        assert_eq!(commands(&[("hash", "2", false)]), expected);
        assert_eq!(commands(&[("Hash", "2", false), ("game", "Qubic", false)]), expected);
    }

    #[test]
    fn what_cannot_be_set_is_refused_in_words() {
        for inherited in [false, true] {
            assert!(setup("qubic", &[("Hash", "0", inherited)]).unwrap_err().contains("from 1 to 64"));
        }
        let refusal = setup("chess", &[]).unwrap_err();
        assert!(refusal.contains("does not play 'chess'") && refusal.contains("qubic, gomoku"), "{refusal}");
        let refusal = setup("qubic", &[("Foo", "1", false)]).unwrap_err();
        assert!(refusal.contains("option Foo") && refusal.contains("Hash, Game, Strategy"), "{refusal}");
        let nothing = Setup::new(&[], &[], "chess", set_option).unwrap();
        assert_eq!(nothing, Setup::default(), "an engine of one game needs not be told");
    }

    #[test]
    fn an_inherited_option_that_is_not_offered_is_left_out_with_a_warning() {
        let setup = setup("qubic", &[("Foo", "1", true)]).unwrap();
        assert_eq!(setup.commands, "setoption name Game value qubic\n");
        assert!(matches!(&setup.warnings[..], [warning] if warning.contains("option Foo")));
    }

    #[test]
    fn refusals_are_told_from_remarks() {
        let mut setup = setup("gomoku", &[("Strategy", "random", false)]).unwrap();
        assert_eq!(setup.hear("Strategy random uses one thread"), Ok(()));
        assert_eq!(setup.warnings.len(), 1);
        assert!(setup.hear("strategy 'random' does not play gomoku").is_err());
        assert!(setup.hear("no option is named 'Strategy'").is_err());
    }

    #[test]
    fn remarks_are_bounded() {
        let mut setup = setup("gomoku", &[]).unwrap();
        for _ in 0..1000 {
            setup.hear(&"x".repeat(5000)).unwrap();
        }
        assert!(setup.warnings.concat().len() < 2000);
    }
}
