//! What the engine says, as replies to the client: `info` and `done`.

use super::command::{Command, parse};
use super::{Event, Info, Server, in_quotes, text};
use crate::Engine;
use crate::protocol::lines::Line;
use crate::protocol::serve;
use search::Score;

/// Estimates stay within so many men; beyond, clients read how many plies a win is away.
const ESTIMATE_MAX: f64 = 89.99;
/// A win in `n` plies is so many men, less a hundredth of a man for each ply.
const WIN: f64 = 100.0;
/// A win is never said to be so far away that it looks like an estimate.
const PLIES_MAX: u32 = 900;

impl serve::Server for Server {
    fn parts(&mut self) -> (&mut Engine, &mut String) {
        (&mut self.engine, &mut self.pending)
    }

    fn take_line(&mut self, line: &Line) -> bool {
        let command = line.command(parse, Command::Malformed);
        if command == Command::Quit {
            return true;
        }
        if let Err(sentence) = self.execute(command) {
            self.say(&format!("error message={}", in_quotes(&sentence)));
        }
        false
    }

    fn take_event(&mut self, event: Event) {
        match event {
            Event::BestMove(best) => {
                let own = text::translate(self.position, best.as_slice());
                self.say(&done_line(&own, &self.expected(best.as_deref())));
            }
            Event::Info(info) if info.rank == 1 => {
                self.say(&info_line(&info, &text::translate(self.position, &info.pv)));
                self.line = info.pv;
            }
            Event::Message(words) => {
                words.lines().for_each(|words| self.say(&format!("info message={}", in_quotes(words))));
            }
            Event::Last(event) => self.take_event(*event),
            // Asked for by `init` alone.
            Event::Ready => self.say("ready"),
            Event::Info(_) | Event::Response(_) | Event::Text(_) | Event::Finished => {}
        }
    }
}

impl Server {
    /// The line expected, if it begins with the move chosen.
    fn expected(&self, best: Option<&str>) -> Vec<String> {
        if self.line.first().map(String::as_str) == best {
            text::translate(self.position, &self.line)
        } else {
            Vec::new()
        }
    }
}

/// The move chosen, and the reply expected. Where the game is over there is no move: `0-0`.
fn done_line(best: &[String], expected: &[String]) -> String {
    let m = best.first().map_or("0-0", String::as_str);
    match expected.get(1) {
        Some(reply) => format!("done move={m} ponder={reply}"),
        None => format!("done move={m}"),
    }
}

fn info_line(info: &Info, pv: &[String]) -> String {
    let (progress, seconds) = (&info.progress, info.time.as_secs_f64());
    // In millions a second; below a microsecond the rate says nothing.
    let rate = if seconds > 1e-6 { progress.nodes as f64 / seconds / 1e6 } else { 0.0 };
    format!(
        "info depth={} mean-depth={} score={:.2} nodes={} time={seconds:.2} nps={rate:.2} pv={}",
        progress.depth,
        progress.depth,
        score(info.score),
        progress.nodes,
        in_quotes(&pv.join(" ")),
    )
}

/// A score in men.
fn score(score: Score) -> f64 {
    let away = |plies: u32| WIN - f64::from(plies.min(PLIES_MAX)) / 100.0;
    match score {
        Score::Win { in_plies } => away(in_plies),
        Score::Loss { in_plies } => -away(in_plies),
        Score::Draw => 0.0,
        Score::Heuristic(hundredths) => (f64::from(hundredths) / 100.0).clamp(-ESTIMATE_MAX, ESTIMATE_MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_in_men() {
        for (value, men) in [
            (Score::Heuristic(-150), -1.5),
            (Score::Heuristic(40_000), 89.99),
            (Score::Win { in_plies: 3 }, 99.97),
            (Score::Loss { in_plies: 2 }, -99.98),
            (Score::Win { in_plies: 5_000 }, 91.0),
            (Score::Draw, 0.0),
        ] {
            assert!((score(value) - men).abs() < 1e-9, "{value:?}");
        }
    }
}
