//! `fourscore solve --game gomoku` on boards of up to 8 x 8, freestyle or standard, where the value is a draw as a rule: the searches for a draw
//! and for black's win by turns, each turn larger than the one before.

use super::SolveArguments;
use super::due::{Due, EVERY};
use super::gomoku_kept::Keeper;
use super::progress::Show;
use games::gomoku::{Gomoku, Square, text};
use games::{Game, Side};
use indicatif::HumanCount;
use search::Control;
use solve::gomoku::pairing::draw::{DrawSearch, DrawVerdict, Example};
use solve::gomoku::pairing::holds::HoldLimits;
use solve::gomoku::proof::parts::{End, Parts};
use std::io::Write;
use std::path::PathBuf;

/// Positions of the first search for a draw, and expansions of the first one for black's win; four times as many in each
/// further turn. 7 x 7 needs three turns; a win by threats is found in the first one.
const FIRST: (u64, u64) = (1_000, 5);

/// What marks the pairs on the drawn board, one after the other: 32 pairs fill 8 x 8.
const MARKS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The search by turns.
pub(super) struct Small<'a> {
    keeper: &'a Keeper<'a>,
    /// When it is to be kept how far the search is. For that it stops, and counts positions again; a short one does not.
    due: Due,
    draws: DrawSearch,
    limits: HoldLimits,
    out: Option<PathBuf>,
}

impl<'a> Small<'a> {
    /// The search, where draws can be proven, with what is kept of an earlier one; a shard, or a win in time, is black's alone.
    pub(super) fn new(start: &Gomoku, arguments: &SolveArguments, keeper: &'a Keeper<'a>) -> Option<Self> {
        let mut draws =
            DrawSearch::new(start).filter(|_| arguments.shard.is_none() && arguments.within.is_none())?;
        draws.remember(keeper.get(|kept| kept.draws.clone()));
        let limits = HoldLimits { positions: arguments.limits().expansions, bytes: arguments.limits().bytes };
        Some(Self { keeper, due: Due::after(EVERY), draws, limits, out: arguments.out.clone() })
    }

    /// Searches by turns; `prove` goes on with black's win up to so many expansions. How that ended, or `None` for a draw.
    pub(super) fn run(
        &mut self,
        control: &Control,
        parts: &mut Parts,
        prove: &mut dyn FnMut(&mut Parts, u64) -> End,
    ) -> Option<End> {
        let (mut turn, mut win, most) = (FIRST, End::Stopped, self.limits.positions);
        loop {
            let draw = self.search(turn.0, control);
            if draw == DrawVerdict::Draw {
                return None;
            }
            if win == End::Stopped && !control.must_stop() {
                win = prove(parts, turn.1);
            }
            let decided = win == End::Proven || (win == End::Refuted && draw == DrawVerdict::NotFound);
            let full = turn.0 >= most && turn.1 >= most;
            if decided || full || control.must_stop() {
                return Some(if decided { win } else { End::Stopped });
            }
            turn = (turn.0.saturating_mul(4), turn.1.saturating_mul(4));
        }
    }

    /// Searches for a draw up to so many positions, and keeps now and then what it knows.
    fn search(&mut self, positions: u64, control: &Control) -> DrawVerdict {
        let show = Show::new("searching");
        let limits = HoldLimits { positions: positions.min(self.limits.positions), ..self.limits };
        loop {
            let mut due = false;
            let verdict = self.draws.run(limits, &mut |side, stones, cost| {
                show.say(format!(
                    "{} holds by a pairing after {stones} stones? {} positions, {} searched for a pairing",
                    name(side),
                    HumanCount(cost.positions),
                    HumanCount(cost.searches)
                ));
                due = self.due.is_now();
                due || control.must_stop()
            });
            self.due.keep(|| keep(self.keeper, &self.draws));
            if !due || verdict != DrawVerdict::Stopped || control.must_stop() {
                show.clear();
                return verdict;
            }
        }
    }

    /// Keeps what is known of draws.
    pub(super) fn keep(&self) -> anyhow::Result<()> {
        keep(self.keeper, &self.draws)
    }

    /// Says what the search for a draw has cost.
    pub(super) fn cost(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let cost = self.draws.cost();
        writeln!(
            output,
            "pairings: {} positions, {} classes held; {} searched for a pairing, {} choices in them",
            HumanCount(cost.positions),
            HumanCount(cost.held),
            HumanCount(cost.searches),
            HumanCount(cost.choices)
        )?;
        Ok(())
    }

    /// Says how the draw is proven.
    pub(super) fn report(&mut self, start: &Gomoku, output: &mut impl Write) -> anyhow::Result<()> {
        writeln!(output, "value: draw (proven): neither player can win")?;
        for side in [Side::Second, Side::First] {
            if let Some(stones) = self.draws.stones(side) {
                let when = match stones {
                    0 => "from here on".to_owned(),
                    1 => "after at most 1 more stone of his".to_owned(),
                    _ => format!("after at most {stones} more stones of his"),
                };
                writeln!(output, "{} holds: by a pairing {when}", name(side))?;
            }
        }
        if let Some(example) = self.draws.example() {
            let line: Vec<String> = example.moves.iter().map(Square::to_string).collect();
            let after = if line.is_empty() { "here".to_owned() } else { format!("after {}", line.join(" ")) };
            let holder = name(start.to_move().other());
            writeln!(
                output,
                "{holder}'s pairing {after}: takes the other side one of two equal marks, he takes the other"
            )?;
            writeln!(output, "{}", drawn(start, &example))?;
        }
        if let Some(out) = &self.out {
            writeln!(
                output,
                "{} is not written: certificates exist for wins of black only, and this is a draw",
                out.display()
            )?;
        }
        Ok(())
    }
}

fn keep(keeper: &Keeper<'_>, draws: &DrawSearch) -> anyhow::Result<()> {
    keeper.keep(|kept| kept.draws = draws.remembered().clone())
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// The board at the end of the example, its pairs marked.
fn drawn(start: &Gomoku, example: &Example) -> String {
    let mut end = start.clone();
    example.moves.iter().for_each(|&m| end.play(m));
    let mark = |square| {
        let number = example.pairs.iter().position(|pair| pair.contains(&square))?;
        MARKS.get(number).map(|&mark| char::from(mark))
    };
    text::marked(&end, None, &mark)
}
