//! Score 4, the program of M. J. Doake's thesis "An Experiment in Machine Learning Using the Game of Three Dimensional
//! Noughts and Crosses" (St Andrews, 1972): it plays by a list of patterns, which it learns by backtracking lost and won
//! games. `docs/papers/doake-1972.md` says what is as in the thesis and what is not.

pub mod backtrack;
pub mod choice;
pub mod deep;
pub(crate) mod knowledge;
pub(crate) mod lessons;
pub(crate) mod memory;
pub mod patterns;
pub mod printed;
pub mod reading;
pub mod search;
pub(crate) mod sums;
pub(crate) mod words;

use super::options::{MEMORY, NOTATION};
use super::settings::{Settings, choice, integer, options, text};
use super::{Abilities, Choice, Context, Lesson, Report, Row, Strategy};
use crate::learning::Memory;
use ::search::{Limits, Score};
use choice::{Best, Chooser, Decision, Why};
use games::qubic::lines::{STRONG, cells};
use games::qubic::{Cell, Qubic};
use games::{Game, Notation, Outcome, Played, Side};
use knowledge::{Kept, Origin, load, or_thesis, read};
use lessons::{Capacity, Views};
use patterns::{Lists, Owner};
use reading::Reading;
use search::{Found, search_all};
use sums::Sums;
use words::Words;

pub(crate) const ROW: Row<Qubic> = Row {
    name: "score-four",
    summary: "Doake 1972: plays by patterns that it learns from its wins and losses",
    make: || Box::new(ScoreFour::default()),
    options: ScoreFourOptions::OPTIONS,
    abilities: Abilities { learns: true, ..Abilities::NONE },
};

/// Said of a choice that `searchmoves` excludes.
const NOT_ASKED: &str = "its own choice was not among the moves asked for";
const FIRST_MOVE: &str = "first move: a strong square at random";

options! {
    /// What Score 4 is asked for.
    pub(crate) struct ScoreFourOptions {
        /// Score 4 by the listing with its defects, by the prose of the thesis, or with its defects mended; or what came
        /// before it: one score for attack and defence, or three plies valued by counters.
        reading: String = choice("ScoreFour.Reading", "faithful", Reading::NAMES),
        /// What Score 4 knows before it has a Memory: rules, thesis, the path of a memory to read, or auto (rules with
        /// Learn, else thesis).
        patterns: String = text("ScoreFour.Patterns", "auto"),
        /// How many patterns TEST may hold, the four of the rules among them; 32 in the original.
        test_capacity: usize = integer("ScoreFour.TestCapacity", 32, 4, 10_000),
        /// How many patterns SUTEST may hold; 20 in the original.
        sutest_capacity: usize = integer("ScoreFour.SutestCapacity", 20, 0, 10_000),
        /// How many lines an entry of SUTEST may have: as the reading has it, up to 2, or up to 3.
        early_lines: String = choice("ScoreFour.EarlyLines", "reading", &["reading", "2", "3"]),
        /// For experiments: which patterns on the board are answered at once; all of them in the original.
        answers: String = choice("ScoreFour.Answers", "all", &["all", "own-first", "own", "threes"]),
        /// From which side a game is learned: the sides that were played, or always the winner's or loser's.
        view: String = choice("ScoreFour.View", "played", &["played", "winner", "loser"]),
    }
}

/// The program. Between moves it keeps only MARGE and what it has read from its memory.
#[derive(Default)]
pub(crate) struct ScoreFour {
    kept: Kept<Lists>,
    /// What the counter scoring system found at earlier plies, and for which side.
    marge: Vec<(usize, Side, Best)>,
}

impl Strategy<Qubic> for ScoreFour {
    fn recall(&mut self, settings: &Settings, memory: &Memory) -> Vec<String> {
        let origin = Origin::of(ScoreFourOptions::of(settings).patterns, settings, memory);
        self.kept.recall(origin, || or_thesis(load(settings, memory), Lists::thesis))
    }

    fn choose(
        &mut self,
        game: &Played<Qubic>,
        limits: &Limits<Qubic>,
        context: &mut Context<'_, Qubic>,
    ) -> Choice<Qubic> {
        for words in self.recall(context.settings, context.memory) {
            (context.report)(Report::Words(words));
        }
        let side = game.position().to_move();
        let notation = Notation::from_name(&context.settings.get(&NOTATION)).unwrap_or_default();
        let empty = Lists::rules();
        let lists = self.kept.known().unwrap_or(&empty);
        let mut marge = last_marge(&self.marge, game.plies(), side);
        let (own, other) = game.position().own_and_other();
        let reading = Reading::of(&ScoreFourOptions::of(context.settings));
        let seed = context.seed();
        let decision = Chooser::new(own, other, lists, reading)
            .choose(&mut marge, |blank| first_move(seed, game, blank));
        let words = Words::new(lists, notation);
        let decision = decision.map(|decision| (decision.square, score(&decision), words.reason(&decision)));
        self.marge.retain(|&(ply, ..)| ply < game.plies());
        self.marge.push((game.plies(), side, marge));
        allowed(decision, game, limits)
    }

    fn evaluation(&self, game: &Played<Qubic>, settings: &Settings) -> Option<String> {
        let memory = Memory::read_only(&settings.get(&MEMORY), "qubic", ROW.name);
        let (lists, warning) = or_thesis(load(settings, &memory), Lists::thesis);
        let notation = Notation::from_name(&settings.get(&NOTATION)).unwrap_or_default();
        let mut text = warning.map_or_else(String::new, |warning| format!("{warning}\n"));
        let reading = Reading::of(&ScoreFourOptions::of(settings));
        text.push_str(&picture(game, &lists, reading, notation));
        Some(text)
    }

    fn after_move(&mut self, game: &Played<Qubic>, _memory: &mut Memory) {
        self.kept.after_move(game);
    }

    fn after_game(
        &mut self,
        game: &Played<Qubic>,
        _outcome: Outcome,
        settings: &Settings,
        memory: &mut Memory,
    ) -> Result<Vec<Lesson>, String> {
        let played = self.kept.end_game(memory)?;
        let mut lists = load(settings, memory)?;
        lists.games = lists.games.saturating_add(1);
        let lessons = match backtrack::analyse(game) {
            None => vec![Lesson::Remark("nothing to backtrack: nobody has filled a line".to_owned())],
            Some(analysis) => {
                let options = ScoreFourOptions::of(settings);
                let views = match options.view.as_str() {
                    "winner" => Views { won: true, lost: false },
                    "loser" => Views { won: false, lost: true },
                    _ => Views::of(played, analysis.winner),
                };
                let reading = Reading::of(&options);
                let capacity = Capacity { test: options.test_capacity, sutest: options.sutest_capacity };
                lessons::learn(&mut lists, game, &analysis, views, reading, capacity)
            }
        };
        memory.save(&lists).map_err(|error| error.to_string())?;
        Ok(lessons)
    }

    fn games_learned(&self, memory: &Memory) -> Result<Option<u32>, String> {
        Ok(Some(read(memory)?.map_or(0, |lists: Lists| lists.games)))
    }
}

/// What was computed last for this side before this ply.
fn last_marge(marges: &[(usize, Side, Best)], ply: usize, side: Side) -> Best {
    let earlier = marges.iter().rev().find(|&&(at, whose, _)| at < ply && whose == side);
    earlier.map_or_else(Best::default, |&(.., best)| best)
}

/// A blank strong square by the multiplicative generator that the thesis's library function may have been, which is not
/// known: 16807 modulo 2^31 - 1, its first twenty numbers unused.
fn first_move(seed: u64, game: &Played<Qubic>, blank: u64) -> Option<usize> {
    const MODULUS: u64 = (1 << 31) - 1;
    if blank & STRONG == 0 {
        return None;
    }
    // The two sides of one game must not draw the same numbers.
    let mixed = (seed ^ (game.plies() as u64) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut l = (mixed >> 20) % (MODULUS - 1) + 1;
    for _ in 0..20 {
        l = l * 16_807 % MODULUS;
    }
    loop {
        l = l * 16_807 % MODULUS;
        let square = cells(STRONG).nth(((l * 16) >> 31) as usize)?;
        if blank >> square & 1 == 1 {
            return Some(square);
        }
    }
}

fn score(decision: &Decision) -> Score {
    match decision.why {
        Why::OnTheBoard(Found::Three { owner: Owner::Own, .. }) => Score::Win { in_plies: 1 },
        _ => Score::Heuristic(decision.points.saturating_mul(100)),
    }
}

/// A square with its score and the reason for it as a choice. One that was not asked about gives way to the first that was.
fn allowed(
    decision: Option<(usize, Score, String)>,
    game: &Played<Qubic>,
    limits: &Limits<Qubic>,
) -> Choice<Qubic> {
    let moves = limits.root_moves(game);
    let chosen = decision.and_then(|(square, score, why)| Some((Cell::new(square)?, score, why)));
    match chosen.filter(|(cell, ..)| moves.contains(cell)) {
        Some((cell, score, why)) => Choice::plain(cell, score, why),
        // `choose` is only called with at least one move.
        None => Choice::plain(moves[0], Score::Heuristic(0), NOT_ASKED),
    }
}

/// The patterns on the board, each drawn on the four layers.
fn picture(game: &Played<Qubic>, lists: &Lists, reading: Reading, notation: Notation) -> String {
    let (own, other) = game.position().own_and_other();
    let sums = Sums::new(own, other);
    let words = Words::new(lists, notation);
    let mut text =
        format!("{} patterns and {} earlier ones are known\n", lists.test.len(), lists.sutest.len());
    for found in search_all(&sums, &lists.test, reading.meeting) {
        let (lines, squares) = match found {
            Found::Three { line, square, .. } => (vec![line], vec![square]),
            Found::Pattern { place, .. } => (place.lines().collect(), place.squares()),
        };
        text.push_str(&format!("{}\n{}", words.found(&found), words.draw(&sums, &lines, &squares)));
    }
    text.truncate(text.trim_end().len());
    text
}
