//! The Universal Game Interface, and the Universal Chess Interface: the same with a few other words.

use super::{Heard, Setup, Speech, Task};
use crate::engine::info::{self, Info};
use crate::engine::options::{Offered, set_option};
use crate::openings::Opening;
use crate::rules::CHESS960;
use crate::settings::{EngineSettings, Limit, Protocol};
use std::fmt::Write;

#[derive(Debug)]
pub(super) struct Native {
    is_uci: bool,
    /// Whether the reply that it expects is wanted.
    ponders: bool,
    seed_is_fixed: bool,
    offered: Vec<Offered>,
}

impl Native {
    pub(super) fn new(settings: &EngineSettings) -> Self {
        Self {
            is_uci: settings.protocol == Protocol::Uci,
            ponders: settings.ponder,
            seed_is_fixed: settings.option("Seed").is_some(),
            offered: Vec::new(),
        }
    }

    fn offers(&self, name: &str) -> Option<&Offered> {
        self.offered.iter().find(|option| option.is(name))
    }
}

impl Speech for Native {
    fn hello(&self) -> String {
        if self.is_uci { "uci\n" } else { "ugi\n" }.to_owned()
    }

    fn greeted(&mut self, line: &str) -> Result<bool, String> {
        self.offered.extend(Offered::parse(line));
        Ok(line == if self.is_uci { "uciok" } else { "ugiok" })
    }

    fn offered(&self) -> &[Offered] {
        &self.offered
    }

    fn setup(&mut self, settings: &EngineSettings, game: &str) -> Result<Setup, String> {
        let mut setup = Setup::new(&self.offered, &settings.options, game, set_option)?;
        if game == CHESS960 {
            if self.offers("UCI_Chess960").is_some() {
                setup.commands.push_str("setoption name UCI_Chess960 value true\n");
            } else if self.offers("Game").is_none() {
                return Err(format!("it does not play {game}: it offers no option UCI_Chess960"));
            }
        }
        if self.ponders && self.offers("Ponder").is_some() {
            setup.commands.push_str("setoption name Ponder value true\n");
        }
        Ok(setup)
    }

    fn ask_ready(&self) -> String {
        "isready\n".to_owned()
    }

    fn is_ready(&self, line: &str) -> Result<bool, String> {
        Ok(line == "readyok")
    }

    fn begin_game(&mut self, seed: u64, out: &mut String) {
        if let Some(option) = self.offers("Seed").filter(|_| !self.seed_is_fixed) {
            out.extend(option.command(&option.number(seed).to_string()));
        }
        out.push_str(if self.is_uci { "ucinewgame\nisready\n" } else { "uginewgame\nisready\n" });
    }

    fn think(&mut self, task: &Task<'_>, ponder: bool, out: &mut String) -> Result<Option<String>, String> {
        task.position.write_command(out);
        out.push_str(if ponder { "\ngo ponder" } else { "\ngo" });
        write_limits(out, task, self.is_uci);
        out.push('\n');
        Ok(None)
    }

    fn hear(&mut self, line: &str, thought: &str) -> Heard {
        if let Some(rest) = line.strip_prefix("bestmove") {
            let mut words = rest.split_whitespace();
            let m = words.next().unwrap_or_default();
            let named = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
            let expected = named.or_else(|| info::expected(thought, m)).filter(|_| self.ponders);
            let expected = expected.filter(|m| !matches!(*m, "0000" | "(none)"));
            return Heard::Best(m.to_owned(), expected.map(str::to_owned));
        }
        match line {
            line if info::is_main_line(line) => Heard::Thought,
            line if info::is_resignation(line) => Heard::Resigns,
            _ => Heard::Nothing,
        }
    }

    fn info(&self, thought: &str) -> Info {
        Info::parse(thought)
    }

    fn query(&self, position: &Opening, question: &str) -> Option<String> {
        Some(format!("{}\nquery {question}", position.command()))
    }

    fn game_over(&self, position: &Opening, result: &str) -> Option<String> {
        Some(format!("{}\ngameover {result}\nisready\n", position.command()))
    }
}

/// What bounds a search, as words behind `go`.
fn write_limits(text: &mut String, task: &Task<'_>, is_uci: bool) {
    let own = task.clock();
    let _ = match own.limit {
        Limit::Nodes(nodes) => write!(text, " nodes {nodes}"),
        Limit::Depth(depth) => write!(text, " depth {depth}"),
        Limit::MoveTime(time) => write!(text, " movetime {}", time.as_millis().max(1)),
        Limit::Clock(_) => {
            let names = if is_uci {
                [("wtime", "winc"), ("btime", "binc")]
            } else {
                [("p1time", "p1inc"), ("p2time", "p2inc")]
            };
            // An opponent without a clock has none to show.
            for (clock, (time, _)) in task.clocks.iter().zip(names) {
                let _ = clock.shown().map(|(left, _)| write!(text, " {time} {left}"));
            }
            for (clock, (_, increment)) in task.clocks.iter().zip(names) {
                let _ = clock.shown().map(|(_, added)| write!(text, " {increment} {added}"));
            }
            own.moves_to_go.map_or(Ok(()), |moves| write!(text, " movestogo {moves}"))
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::PlayerClock;
    use crate::settings::Clock;
    use games::Player;
    use std::time::Duration;

    fn clock(text: &str) -> PlayerClock {
        PlayerClock::new(Limit::Clock(Clock::parse(text).unwrap()), Duration::from_millis(5))
    }

    fn go(clocks: [PlayerClock; 2], mover: Player, is_uci: bool) -> String {
        let mut text = "go".to_owned();
        write_limits(&mut text, &Task { position: &Opening::default(), clocks: &clocks, mover }, is_uci);
        text
    }

    #[test]
    fn the_commands_follow_the_protocols() {
        let nodes = PlayerClock::new(Limit::Nodes(7), Duration::ZERO);
        let table = [
            ([clock("1+0.01"), clock("2")], false, "go p1time 1000 p2time 2000 p1inc 10 p2inc 0"),
            ([clock("40/1+0.01"), clock("2")], true, "go wtime 1000 btime 2000 winc 10 binc 0 movestogo 40"),
            ([clock("1"), nodes.clone()], false, "go p1time 1000 p1inc 0"),
            ([nodes, clock("1")], false, "go nodes 7"),
            ([clock("0+0.1"), clock("0+0.1")], false, "go p1time 100 p2time 100 p1inc 100 p2inc 100"),
        ];
        for (clocks, is_uci, expected) in table {
            assert_eq!(go(clocks, Player::P1, is_uci), expected);
        }
        let fixed = PlayerClock::new(Limit::MoveTime(Duration::from_millis(50)), Duration::ZERO);
        let depth = PlayerClock::new(Limit::Depth(3), Duration::ZERO);
        assert_eq!(depth.allowance(), None);
        assert_eq!(go([depth.clone(), fixed.clone()], Player::P2, true), "go movetime 50");
        assert_eq!(go([depth, fixed], Player::P1, true), "go depth 3");
    }

    #[test]
    fn who_does_not_know_chess960_is_refused() {
        let settings = super::super::tests::engine("protocol = \"uci\"\nnodes = 1");
        let setup = |lines: &[&str]| {
            let mut native = Native::new(&settings);
            lines.iter().for_each(|line| assert_eq!(native.greeted(line), Ok(false)));
            native.setup(&settings, CHESS960).map(|setup| setup.commands)
        };
        assert!(setup(&["option name Hash type spin"]).unwrap_err().contains("UCI_Chess960"));
        let commands = setup(&["option name UCI_Chess960 type check default false"]);
        assert_eq!(commands, Ok("setoption name UCI_Chess960 value true\n".to_owned()));
    }
}
