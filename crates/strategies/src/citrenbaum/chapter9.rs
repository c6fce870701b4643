//! The results of chapter 9 found again by self-play: games of the 1107 program against itself, with its reasons.
//!
//! The thesis reports three kinds of games (a tie, several related pairs at once, a win of the second player) and says
//! in words what openings are worth. Here games are played from many openings of four plies, all drawn from one seed,
//! so that every figure and every example can be had again.

use super::view::View;
use super::{general, planar, related_pair};
use crate::learning::Memory;
use crate::playing::{self, Turn};
use crate::settings::{Settings, Value};
use crate::{Context, Row, alpha_beta, random};
use games::qubic::lines::{CELLS, STRONG, bit};
use games::qubic::{Cell, Qubic};
use games::{Game, Notation, Outcome, Played, Side};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Control, Limits};
use std::fmt::Write;

/// How strong the two first moves of a side are: taken from the sixteen strong cells, or from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    Strong,
    Weak,
}

impl Opening {
    pub const ALL: [Self; 2] = [Self::Strong, Self::Weak];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
        }
    }

    const fn cells(self) -> u64 {
        match self {
            Self::Strong => STRONG,
            Self::Weak => !STRONG,
        }
    }
}

/// A finished game with the reason of every move.
#[derive(Clone, Debug)]
pub struct ChapterGame {
    pub played: Played<Qubic>,
    /// A reason for each move.
    pub reasons: Vec<String>,
}

impl ChapterGame {
    pub fn outcome(&self) -> Option<Outcome> {
        self.played.outcome()
    }

    /// The ply (from 1) at which the winner, without a related pair before, made two independent ones at once with a
    /// move that was no force, and used one on his next move: the accident of the thesis's second game.
    pub fn double_pairs(&self) -> Option<usize> {
        let Some(Outcome::Win(winner)) = self.outcome() else { return None };
        let mut positions = vec![*self.played.start()];
        for m in self.played.moves() {
            positions.push(positions.last().copied().unwrap_or_default().after(m));
        }
        // The winner's view: before his move, after it, and after his next.
        (1..positions.len().saturating_sub(2)).find(|&n| {
            let before = View::of(&positions[n - 1]);
            let after = View::of(&positions[n]).swapped();
            positions[n - 1].to_move() == winner
                && after.wins() | after.dangers() == 0
                && before.major_cell().is_none()
                && after.has_independent_pairs()
                && View::of(&positions[n + 2]).swapped().wins().count_ones() >= 2
        })
    }

    /// The game as a text of one move a line, with its result and last position.
    pub fn to_text(&self, title: &str) -> String {
        let mut text = format!("# {title}\n");
        let result = match self.outcome() {
            Some(Outcome::Win(Side::First)) => "X wins",
            Some(Outcome::Win(Side::Second)) => "O wins",
            Some(Outcome::Draw) => "tie",
            None => "unfinished",
        };
        let _ = writeln!(text, "# result: {result}");
        let mut position = *self.played.start();
        for (n, (m, reason)) in self.played.moves().zip(&self.reasons).enumerate() {
            let side = if position.to_move() == Side::First { 'X' } else { 'O' };
            let cell = position.move_text(m, Notation::Coordinates);
            let _ = writeln!(text, "{side}{:<2} {cell}  {reason}", n / 2 + 1);
            position.play(m);
        }
        let _ = writeln!(text, "# position: {}", position.to_text());
        text
    }
}

/// The registry rows that matches are played with here.
pub const PLAYERS: [&Row<Qubic>; 5] =
    [&related_pair::ROW, &planar::ROW, &general::ROW, &alpha_beta::QUBIC, &random::row()];

/// Plays a game on from these moves; the players are by colour.
pub fn play(players: [&Row<Qubic>; 2], start: &[Cell], seed: u64) -> ChapterGame {
    play_limited(players, start, seed, &Limits::default())
}

/// Plays a game on from these moves, with limits for programs that would search on without.
fn play_limited(players: [&Row<Qubic>; 2], start: &[Cell], seed: u64, limits: &Limits<Qubic>) -> ChapterGame {
    let mut played = Played::new(Qubic::default());
    let mut reasons = Vec::new();
    for &m in start {
        if played.play(m).is_ok() {
            reasons.push("Opening".to_owned());
        }
    }
    let mut strategies = players.map(|row| (row.make)());
    let settings = players.map(|row| settings_of(row, seed));
    let (control, memory) = (Control::new(), Memory::none());
    let record = playing::play(played, usize::MAX, &mut |played| {
        let side = played.position().to_move().index();
        let mut context =
            Context { control: &control, settings: &settings[side], memory: &memory, report: &mut |_| () };
        let choice = strategies[side].choose(played, limits, &mut context);
        reasons.push(choice.reason.clone());
        choice.best().map_or(Turn::Stop, Turn::Move)
    });
    ChapterGame { played: record.game, reasons }
}

/// A program's options at their defaults, with this seed and a small table.
fn settings_of(row: &Row<Qubic>, seed: u64) -> Settings {
    let mut settings = Settings::defaults(row.options);
    settings.set("Seed", Value::Integer(i64::try_from(seed >> 1).unwrap_or_default()));
    settings.set("Hash", Value::Integer(1));
    settings
}

/// Draws the four opening plies, the first player's two moves of one kind and the second's of the other.
fn draw_opening(first: Opening, second: Opening, random: &mut impl Rng) -> Vec<Cell> {
    let mut order: Vec<usize> = (0..CELLS).collect();
    order.shuffle(random);
    let mut taken = 0;
    let mut moves = Vec::new();
    for kind in [first, second, first, second] {
        let cell = order.iter().copied().find(|&cell| (kind.cells() & !taken) & bit(cell) != 0);
        if let Some(cell) = cell {
            taken |= bit(cell);
            moves.extend(Cell::new(cell));
        }
    }
    moves
}

/// Games of `planar` against itself from openings of these kinds.
pub fn games(first: Opening, second: Opening, count: u64, seed: u64) -> impl Iterator<Item = ChapterGame> {
    (0..count).map(move |n| {
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ n << 8 ^ (first as u64) << 1 ^ second as u64);
        let start = draw_opening(first, second, &mut random);
        play([&planar::ROW, &planar::ROW], &start, seed)
    })
}

/// Results of some games: wins of the first player, wins of the second, ties.
pub fn tally<'a>(games: impl Iterator<Item = &'a ChapterGame>) -> [usize; 3] {
    games.fold([0; 3], |mut sums, game| {
        match game.outcome() {
            Some(Outcome::Win(Side::First)) => sums[0] += 1,
            Some(Outcome::Win(Side::Second)) => sums[1] += 1,
            _ => sums[2] += 1,
        }
        sums
    })
}

/// Openings of four random plies, the balanced ground of matches.
pub fn random_openings(count: u64, seed: u64) -> impl Iterator<Item = Vec<Cell>> {
    (0..count).map(move |n| {
        let mut cells: Vec<usize> = (0..CELLS).collect();
        cells.shuffle(&mut ChaCha8Rng::seed_from_u64(seed ^ (n << 8) ^ 0x64));
        cells.into_iter().take(4).filter_map(Cell::new).collect()
    })
}

/// Games between two programs from such openings, each played twice, with colours exchanged. The result is the first
/// program's wins, its losses and ties.
pub fn duel(rows: [&Row<Qubic>; 2], pairs: u64, seed: u64, limits: &Limits<Qubic>) -> [usize; 3] {
    let mut sums = [0; 3];
    for (n, start) in (0..).zip(random_openings(pairs, seed)) {
        let play = |rows| tally(std::iter::once(&play_limited(rows, &start, seed.wrapping_add(n), limits)));
        let ([won, lost, ties], [lost_too, won_too, ties_too]) = (play(rows), play([rows[1], rows[0]]));
        sums = [sums[0] + won + won_too, sums[1] + lost + lost_too, sums[2] + ties + ties_too];
    }
    sums
}

/// A ply (from 1) as the thesis counts it: `X9 (ply 17)`.
pub fn side_and_ply(ply: usize) -> String {
    format!("{}{} (ply {ply})", if ply % 2 == 1 { 'X' } else { 'O' }, ply.div_ceil(2))
}

/// The three example games of the thesis's kinds, each with its file name: the first of each kind among these games.
pub fn examples(games: &[ChapterGame]) -> Vec<(&'static str, String)> {
    let find = |wanted: &dyn Fn(&ChapterGame) -> bool| games.iter().find(|game| wanted(game));
    let tie = find(&|game| game.outcome() == Some(Outcome::Draw));
    let double =
        find(&|game| game.outcome() == Some(Outcome::Win(Side::First)) && game.double_pairs().is_some());
    let second = find(&|game| {
        game.outcome() == Some(Outcome::Win(Side::Second))
            && game.reasons.iter().any(|r| r == "Continues TFS")
    });
    let mut found = Vec::new();
    if let Some(game) = tie {
        found.push(("tie.txt", game.to_text("A tie game of planar against itself")));
    }
    if let Some(game) = double {
        let ply = game.double_pairs().unwrap_or_default();
        let title = format!(
            "Planar against itself: {} makes several independent related pairs at once",
            side_and_ply(ply)
        );
        found.push(("related-pairs.txt", game.to_text(&title)));
    }
    if let Some(game) = second {
        found.push(("second-player.txt", game.to_text("The second player wins: planar against itself")));
    }
    found
}
