//! Rote learning in series: what 53,000 positions and more are worth, with and without forgetting, looked up at every ply or where the
//! look-ahead ends, and beside generalization.

use super::super::item::{
    Block, Found, Run,
    Verdict::{Agrees, Answered},
    cells,
};
use super::super::said::Makers;
use super::series::{Kind, SECOND_SERIES, alphabetical};
use super::{contest, masters, scoring};
use crate::progress::progress_bar;
use games::Played;
use games::draughts::Draughts;
use search::{Control, Limits};
use std::sync::Arc;
use strategies::playing::Ending;
use strategies::samuel::look_ahead::plies::Plies;
use strategies::samuel::look_ahead::think::{SearchSettings, Thought, think_recalling};
use strategies::samuel::modes::openings::random_opening;
use strategies::samuel::modes::self_play::{Contestant, play_with, turn};
use strategies::samuel::rote::memory::Rote;
use strategies::samuel::rote::table::{Changes, Noted, Rules, Table};
use strategies::samuel::rote::{Recall, stored};
use strategies::samuel::terms::Subject as _;
use strategies::samuel::terms::scoring::Scoring;
use strategies::settings::{Settings, Value};

pub(super) const MAKERS: Makers = &[
    ("forgetting", |run| forgetting(run)),
    ("looked up", |run| looked_up(run)),
    ("openings by rote", |_| openings()),
    ("rote and generalization, after it is stable", |run| both(run)),
    ("rote and generalization, term by term", |_| term_by_term()),
];

/// After so many moves new positions are merged, and all grow older, as in the paper.
const MERGE: u64 = 20;
/// Ages at which some 53,000 positions are kept.
const NEW_AGE: i64 = 3_300;
const OLDEST: i64 = 6_600;
const NEVER: i64 = 1 << 40;

/// Who fills a memory: its polynomial, and the break points.
struct Filler {
    settings: Settings,
    scoring: Scoring<Draughts>,
    plies: Plies,
    every: bool,
}

impl Filler {
    fn new(polynomial: &str, plies: Plies) -> anyhow::Result<Self> {
        let (mut settings, scoring) = scoring(polynomial)?;
        for (name, ply) in [
            ("Samuel.MinimumPly", plies.minimum),
            ("Samuel.ExchangePly", plies.exchange),
            ("Samuel.JumpPly", plies.jump),
        ] {
            settings.set(name, Value::Integer(ply as i64));
        }
        settings.set("Samuel.FewPiecesPlies", Value::Integer(0));
        Ok(Self { settings, scoring, plies, every: true })
    }

    fn think(&self, game: &Played<Draughts>, table: &Table, control: &Control) -> Thought<Draughts> {
        let search = SearchSettings { plies: self.plies, deepens: false, pruning: true };
        let recall = Some(Recall::new(table, self.every));
        think_recalling(game, &self.scoring, search, &Limits::default(), control, recall, &mut |_| {})
    }

    /// A player by it, with this memory.
    fn player(&self, table: Option<&Table>) -> Contestant<Draughts> {
        let mut settings = self.settings.clone();
        let name = if self.every { "every" } else { "ends" };
        settings.set("Samuel.RoteUse", Value::Text(name.to_owned()));
        let player = Contestant::with(settings.clone(), self.scoring.clone());
        match table {
            None => player,
            Some(table) => {
                player.remembering(Arc::new(Rote::empty(&settings, &self.scoring).holding(table.clone())))
            }
        }
    }
}

/// A memory that is being filled.
struct Filling {
    table: Table,
    noted: Vec<Noted>,
    used: Vec<u128>,
    moves: u64,
    all: Changes,
}

impl Filling {
    fn new(new_age: i64, oldest: i64) -> Self {
        let rules = Rules { capacity: 1 << 24, record: 1 << 24, new_age, oldest, moves: MERGE };
        let table = Table::new(rules, Draughts::record);
        Self { table, noted: Vec::new(), used: Vec::new(), moves: 0, all: Changes::default() }
    }

    fn note(&mut self, game: &Played<Draughts>, thought: &Thought<Draughts>, least: usize) {
        self.used.extend_from_slice(&thought.recalled.used);
        if let (Some((score, ply)), Some(position)) = (thought.found(least), game.position().standard()) {
            self.noted.push(Noted { position, score: stored(score), ply: ply as u32 });
        }
        self.moves += 1;
        if self.moves.is_multiple_of(MERGE) {
            let changes = self.table.merge(&self.used, &self.noted, 1);
            self.all.new += changes.new;
            self.all.forgotten += changes.forgotten;
            self.used.clear();
            self.noted.clear();
        }
    }

    /// Games of the program against itself, after six moves at random, until so many positions have come.
    fn play(&mut self, run: &Run, filler: &Filler, positions: u64) {
        let bar = progress_bar(positions as usize, 0, "positions");
        for number in 1.. {
            let opening = random_opening(number, 6, run.seed);
            let record = play_with(opening, 2000, false, &mut |game| {
                let thought = filler.think(game, &self.table, &Control::new());
                self.note(game, &thought, filler.plies.minimum);
                turn(&thought, true, &Control::new())
            });
            bar.set_position(self.all.new);
            if record.ending == Ending::Stopped || self.all.new >= positions {
                break;
            }
        }
        bar.finish_and_clear();
    }
}

/// The look-ahead of one ply that follows jumps.
const ONE: Plies = Plies { minimum: 1, exchange: 1, jump: 1, decided: 11, last: 20 };

fn forgetting(run: &Run) -> anyhow::Result<Found> {
    let filler = Filler::new("four", ONE)?;
    let mut rows = Vec::new();
    for (name, new_age, oldest, positions) in [
        ("the first 53,000", 0, NEVER, 53_000),
        ("forgetting", NEW_AGE, OLDEST, 400_000),
        ("all 400,000", 0, NEVER, 400_000),
    ] {
        let mut filling = Filling::new(new_age, oldest);
        filling.play(run, &filler, positions);
        let (with, without) = (filler.player(Some(&filling.table)), filler.player(None));
        let score = contest(run, &with, &without, 1)?;
        let tally = with.tally().all();
        rows.push(cells![
            name,
            filling.all.new,
            filling.table.len(),
            format!("{:.2} %", 100.0 * tally.hit_rate()),
            format!("{:.1} %", 100.0 * tally.a_move(tally.chosen)),
            format!("{:.2}", tally.a_move(tally.behind)),
            score
        ]);
    }
    let head = [
        "memory",
        "new in all",
        "kept",
        "look-ups that hit",
        "moves by rote",
        "plies gained",
        "against none",
    ];
    Answered.with([Block::table(head, rows)])
}

fn looked_up(run: &Run) -> anyhow::Result<Found> {
    let mut filler = Filler::new("four", Plies::PAPER)?;
    let mut filling = Filling::new(0, NEVER);
    filling.play(run, &filler, 53_000);
    let mut rows = Vec::new();
    for every in [true, false] {
        filler.every = every;
        let (with, without) = (filler.player(Some(&filling.table)), filler.player(None));
        let score = contest(run, &with, &without, 1)?;
        let tally = with.tally().all();
        let name = if every { "every ply" } else { "where the look-ahead ends" };
        rows.push(cells![
            name,
            format!("{:.2} %", 100.0 * tally.hit_rate()),
            format!("{:.2}", tally.a_move(tally.behind)),
            score
        ]);
    }
    let words = format!("{} positions of self-play at the paper's break points", filling.table.len());
    let head = ["looked up", "look-ups that hit", "plies gained", "against no memory, 348 games"];
    Answered.with([Block::Text(words), Block::table(head, rows)])
}

fn openings() -> anyhow::Result<Found> {
    let filler = Filler::new("four", Plies::PAPER)?;
    let mut filling = Filling::new(0, NEVER);
    let (asked, learned): (Vec<_>, Vec<_>) =
        masters(1300)?.into_iter().enumerate().partition(|(number, _)| number % 13 < 3);
    for (_, game) in &learned {
        let mut played = Played::new(game.start);
        for &m in &game.moves {
            if played.outcome().is_some() {
                break;
            }
            let thought = filler.think(&played, &filling.table, &Control::new());
            filling.note(&played, &thought, filler.plies.minimum);
            played.play(m)?;
        }
    }
    let (mut rows, mut shares) = (Vec::new(), Vec::new());
    for (name, table) in [("without", &Filling::new(0, NEVER).table), ("with", &filling.table)] {
        let (mut choices, mut same, mut by_rote) = (0_usize, 0, 0);
        for (_, game) in &asked {
            let mut played = Played::new(game.start);
            for &m in game.moves.iter().take(10) {
                if played.legal_moves().len() > 1 {
                    let thought = filler.think(&played, table, &Control::new());
                    choices += 1;
                    same += usize::from(thought.candidates[0].m == m);
                    by_rote += usize::from(thought.candidates[0].behind.is_some());
                }
                played.play(m)?;
            }
        }
        shares.push(same as f64 / choices as f64);
        let share = |number| super::super::said::percent(number, choices);
        rows.push(vec![name.to_owned(), choices.to_string(), share(same), share(by_rote)]);
    }
    let words = format!("{} positions of {} games of masters", filling.table.len(), learned.len());
    let head = ["memory", "choices", "the master's move", "chosen by rote"];
    Agrees.given(shares[1] > shares[0]).with([Block::Text(words), Block::table(head, rows)])
}

fn both(run: &Run) -> anyhow::Result<Found> {
    let learned = alphabetical(&Kind { games: 42, ..SECOND_SERIES })?.polynomial();
    let filler = Filler::new(&learned, Plies::PAPER)?;
    let mut filling = Filling::new(0, NEVER);
    filling.play(run, &filler, 53_000);
    let four = Filler::new("four", Plies::PAPER)?;
    let mut of_four = Filling::new(0, NEVER);
    of_four.play(run, &four, 53_000);
    let players = [
        ("generalization and rote", filler.player(Some(&filling.table))),
        ("generalization alone", filler.player(None)),
        ("four terms and rote", four.player(Some(&of_four.table))),
        ("four terms alone", four.player(None)),
    ];
    let mut rows = Vec::new();
    for (number, (one, player)) in players.iter().enumerate() {
        for (other, opponent) in &players[number + 1..] {
            let score = contest(run, player, opponent, 1)?;
            rows.push(vec![(*one).to_owned(), (*other).to_owned(), score.to_string()]);
        }
    }
    Answered.with([Block::table(["", "against", "348 games"], rows)])
}

/// The terms, signs and powers that lead, as far as they have been the same after each of the last three games.
fn term_by_term() -> anyhow::Result<Found> {
    let came = alphabetical(&Kind { games: 42, ..SECOND_SERIES })?;
    let sorted: Vec<Vec<(usize, i64)>> = came
        .series
        .snapshots
        .iter()
        .map(|snapshot| {
            let mut active: Vec<_> = snapshot
                .polynomial
                .active()
                .iter()
                .map(|&(term, coefficient)| (term, coefficient.value()))
                .collect();
            active.sort_by_key(|&(_, value)| -value.abs());
            active
        })
        .collect();
    let stable: Vec<usize> = sorted
        .windows(4)
        .map(|games| {
            (0..games[0].len())
                .take_while(|&place| games.iter().all(|game| game[place] == games[0][place]))
                .count()
        })
        .collect();
    let expunged = stable.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let rows = stable.chunks(7).enumerate().map(|(block, terms)| {
        let texts: Vec<String> = terms.iter().map(ToString::to_string).collect();
        vec![format!("from game {}", 7 * block + 4), texts.join(" ")]
    });
    let words = format!(
        "at {expunged} of {} games a term that scores had been saved by changes, and what was saved by it must go",
        stable.len()
    );
    let head = ["games", "leading terms unchanged for three games"];
    Answered.with([Block::table(head, rows), Block::Text(words)])
}
