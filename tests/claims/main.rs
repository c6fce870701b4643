//! No win, loss or draw is claimed that is none: every line that every strategy of every game reports on its way or answers
//! with, under all kinds of limits, is judged by the rules.
//!
//! `FOURSCORE_CLAIMS=10 cargo test --release --test claims -- --nocapture` tries ten times as many positions and prints its figures.

#[path = "../common/mod.rs"]
mod common;
mod referee;

use common::{below, choose, choose_reporting, depth, random, row, settings};
use games::draughts::Draughts;
use games::gomoku::{Opening, Setup};
use games::qubic::Qubic;
use games::{Game, Played};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use referee::{Judged, Need, Referee};
use search::control::TimeBudget;
use search::{Control, Limits, Line, Score};
use std::collections::BTreeMap;
use std::time::Duration;
use strategies::settings::Value;
use strategies::{Report, Row};

/// The limits in nodes that are tried are all from 1 to this.
const NODES: usize = 200;
/// Some searches have so many times more.
const LONG: u64 = 50;
/// Positions that the referee may look into for one claim.
const BUDGET: usize = 20_000;

#[test]
fn a_loss_is_claimed_only_when_every_move_has_been_tried() {
    let mut game = Played::new(Qubic::start(&()));
    for text in "343 143 311 441 434 312 233 112 134 111 323 421 314".split(' ') {
        game.play_text(text).unwrap();
    }
    let row = row::<Qubic>("alpha-beta");
    let answer = |limits: &Limits<Qubic>| choose(row, &game, limits, &settings(row.options)).lines[0].score;
    assert_eq!(answer(&depth(6)), Score::Win { in_plies: 5 });
    for nodes in 1..=NODES as u64 {
        let score = answer(&common::nodes(nodes));
        assert!(matches!(score, Score::Win { .. } | Score::Heuristic(_)), "{nodes} nodes: {score:?}");
    }
}

#[test]
fn a_block_that_fills_the_board_wins_nothing() {
    let text = "oo1xox1xxoxoooxoxoxxoxxooooxxoxxooxoxxxoxo1xoo1oxxoooooxxxxoxxox";
    let game = Played::new(Qubic::from_text(&(), text).unwrap());
    for name in ["threat-space", "perfect"] {
        for nodes in 1..=NODES as u64 {
            let row = row::<Qubic>(name);
            let score = choose(row, &game, &common::nodes(nodes), &settings(row.options)).lines[0].score;
            assert!(matches!(score, Score::Draw | Score::Heuristic(_)), "{name}, {nodes} nodes: {score:?}");
        }
    }
}

/// A claim: its rank, its score and the move that it is about.
type Claim<G> = (usize, Score, <G as Game>::Move);

/// What a strategy has claimed.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    searches: usize,
    positions: usize,
    wins: usize,
    losses: usize,
    draws: usize,
    unsettled: usize,
}

/// The trial of one game.
struct Trial<G: Judged> {
    random: ChaCha8Rng,
    searches: usize,
    seen: [bool; NODES + 1],
    figures: BTreeMap<&'static str, Figures>,
    /// Claims about the present position with their verdicts.
    judged: Vec<(Claim<G>, Option<bool>)>,
}

/// So many times more positions than usual.
fn times() -> usize {
    std::env::var("FOURSCORE_CLAIMS").map_or(1, |text| text.parse().expect("FOURSCORE_CLAIMS is a number"))
}

/// A game of so many plies, or a few before its end. If `careful`, rows are blocked and never completed.
fn game_of<G: Judged>(random: &mut ChaCha8Rng, setup: &G::Setup, plies: usize, careful: bool) -> Played<G> {
    let mut game = Played::new(G::start(setup));
    while game.plies() < plies && game.outcome().is_none() {
        let (tries, need) = game.position().tries();
        let moves = if careful && need != Need::Win { tries } else { game.legal_moves() };
        game.play(*moves.choose(random).expect("a legal move")).expect("a legal move");
    }
    if game.outcome().is_some() {
        (0..1 + below(random, 6)).for_each(|_| _ = game.take_back());
    }
    game
}

impl<G: Judged> Trial<G> {
    fn new(seed: u64) -> Self {
        Self {
            random: random(seed),
            searches: 0,
            seen: [false; NODES + 1],
            figures: BTreeMap::new(),
            judged: Vec::new(),
        }
    }

    /// Searches the present position of a game with this strategy so many times, each time under other limits.
    fn search(&mut self, row: &Row<G>, game: &Played<G>, searches: usize) {
        self.figures.entry(row.name).or_default().positions += 1;
        for _ in 0..if row.abilities.instant { 1 } else { searches } {
            self.searches += 1;
            let nodes = 1 + self.searches * 37 % NODES;
            self.seen[nodes] = true;
            let mut settings = settings(row.options);
            let two = row.abilities.threads && self.searches.is_multiple_of(4);
            settings.set("Threads", Value::Integer(if two { 2 } else { 1 }));
            let several = row.abilities.multi_pv && self.searches.is_multiple_of(3);
            let multi_pv = if several { 2 + self.searches % 4 } else { 1 };
            let timed = self.searches % 8 == 1;
            let long = if self.searches % 8 == 5 { LONG } else { 1 };
            let limits =
                Limits { nodes: (!timed).then_some(nodes as u64 * long), multi_pv, ..Limits::default() };
            let control = Control::new();
            if timed {
                let maximum = Duration::from_micros(5 * nodes as u64);
                control.start_clock(TimeBudget { optimum: maximum / 2, maximum });
            }
            let mut said: Vec<(usize, Line<G>)> = Vec::new();
            let mut report = |report| {
                if let Report::Line { rank, line, .. } = report {
                    said.push((rank, line));
                }
            };
            let choice = choose_reporting(row, game, &limits, &settings, &control, &mut report);
            let announced = matches!(choice.lines[0].score, Score::Loss { .. });
            assert!(announced || !choice.resigns, "{} resigns without a loss", row.name);
            said.extend((1..).zip(choice.lines));
            self.figures.entry(row.name).or_default().searches += 1;
            for (rank, line) in said {
                if !matches!(line.score, Score::Heuristic(_)) {
                    self.judge(row.name, game, rank, &line, &format!("{limits:?} {timed} {two}"));
                }
            }
        }
    }

    /// Counts a claim, if it is true.
    fn judge(&mut self, strategy: &'static str, game: &Played<G>, rank: usize, line: &Line<G>, limits: &str) {
        let claim = (rank.min(2), line.score, line.moves[0]);
        let known = self.judged.iter().find(|(other, _)| *other == claim).map(|&(_, verdict)| verdict);
        let verdict = known.unwrap_or_else(|| verdict(game, claim.0, line));
        if known.is_none() {
            self.judged.push((claim, verdict));
        }
        let text = game.position().to_text();
        let odd = match line.score {
            Score::Win { in_plies } => in_plies % 2 == 1,
            // A line that is not the best loses like any: the opponent's is the last ply.
            Score::Loss { in_plies } => in_plies % 2 == 0,
            _ => true,
        };
        assert!(odd, "{strategy} {text} {limits}: {claim:?}");
        assert!(verdict != Some(false), "{strategy} {text} {limits}: {claim:?}");
        let figures = self.figures.entry(strategy).or_default();
        match (verdict, claim.1) {
            (None, _) => {
                if known.is_none() {
                    println!("unsettled: {strategy} {text} {limits}: {claim:?} {:?}", line.moves);
                }
                figures.unsettled += 1;
            }
            (_, Score::Win { .. }) => figures.wins += 1,
            (_, Score::Loss { .. }) => figures.losses += 1,
            _ => figures.draws += 1,
        }
    }

    /// Prints the figures, and sees to it that there are some.
    fn finish(self, least: usize) {
        assert!(self.seen[1..].iter().all(|&seen| seen), "every limit is tried");
        let mut claims = 0;
        for (name, figures) in &self.figures {
            println!("{} {name}: {figures:?}", G::NAME);
            claims += figures.wins + figures.losses + figures.draws;
            assert!(
                *name == "random" || figures.wins >= 100 * times(),
                "{name} claims too little: {figures:?}"
            );
        }
        let unsettled: usize = self.figures.values().map(|figures| figures.unsettled).sum();
        assert!(claims >= least * times(), "{claims} claims");
        // Long wins that a search in time finds may be beyond the referee.
        assert!(unsettled * 20 <= claims, "{unsettled} of {claims} claims are not settled");
    }
}

/// Whether the claim of a line is true, if the referee can say.
fn verdict<G: Judged>(game: &Played<G>, rank: usize, line: &Line<G>) -> Option<bool> {
    let side = game.position().to_move();
    let mut after = game.clone();
    after.play(line.moves[0]).expect("a legal move");
    let rest = &line.moves[1..];
    let wins = |game, moves, side, plies| Referee::new(game, side, plies, moves, BUDGET).verdict();
    match line.score {
        Score::Win { in_plies } => wins(&after, rest, side, in_plies - 1),
        // The first line's loss is that of the position, another line's that of its move.
        Score::Loss { in_plies } if rank == 1 => wins(game, &line.moves, side.other(), in_plies),
        Score::Loss { in_plies } => wins(&after, rest, side.other(), in_plies - 1),
        Score::Draw => {
            let (about, rest) = if rank == 1 { (game, &line.moves[..]) } else { (&after, rest) };
            Some(!wins(about, rest, side, 1_000)? && !wins(about, rest, side.other(), 1_000)?)
        }
        Score::Heuristic(_) => Some(true),
    }
}

/// Tries every strategy of a game in so many positions of it, up to so old; `searches` for those that keep to limits.
fn try_game<G: Judged>(
    seed: u64,
    positions: usize,
    setups: &[G::Setup],
    oldest: &dyn Fn(&G::Setup) -> usize,
    searches: &dyn Fn(&str) -> usize,
) -> Trial<G> {
    let mut trial = Trial::new(seed);
    for number in 0..positions * times() {
        let setup = &setups[number % setups.len()];
        let plies = below(&mut trial.random, oldest(setup));
        let game = game_of(&mut trial.random, setup, plies, number % 3 != 0);
        trial.judged.clear();
        for row in G::STRATEGIES {
            trial.search(row, &game, searches(row.name));
        }
    }
    trial
}

#[test]
fn every_claim_about_qubic_is_true() {
    let searches = |name: &str| if name == "alpha-beta" { 20 } else { 3 };
    try_game::<Qubic>(1, 250, &[()], &|()| 64, &searches).finish(1_000);
}

#[test]
fn every_claim_about_draughts_is_true() {
    try_game::<Draughts>(2, 300, &[()], &|()| 120, &|_| 12).finish(300);
}

#[test]
fn every_claim_about_gomoku_is_true() {
    let setups =
        ["freestyle 15", "standard 15", "renju 15", "freestyle 7", "standard 6", "renju 8", "freestyle 10"];
    let setups = setups.map(|text| {
        let (rules, size) = text.split_once(' ').unwrap();
        Setup::new(rules, size.parse().unwrap()).unwrap()
    });
    let searches = |name: &str| if name == "alpha-beta" { 12 } else { 3 };
    try_game::<Opening>(3, 120, &setups, &|setup| setup.size() * setup.size(), &searches).finish(500);
}
