//! How fast Go-Moku's threat board is, the searches on it, and proofs: `cargo bench --bench gomoku`.
//!
//! Boards are 15 x 15, positions at random with 16 to 45 stones in a square of 9 x 9. Nodes of the searches of threats are
//! positions with the attacker to move.

#[path = "../tests/common/mod.rs"]
mod common;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use games::gomoku::{Gomoku, Opening, Setup, Square};
use games::random::SplitMix64;
use games::{Game, Played};
use search::Control;
use solve::gomoku::attack::proof_number::ProofNumberAttacks;
use solve::gomoku::pairing::draw::{DrawSearch, DrawVerdict};
use solve::gomoku::pairing::holds::HoldLimits;
use solve::gomoku::proof::parts::{End, Found, Parts, PartsLimits};
use solve::gomoku::proof::walk::{Visited, walk};
use solve::gomoku::proof::{Place, find};
use solve::gomoku::{Attacks, Effort, Means, ThreatBoard};
use strategies::settings::Value;

const POSITIONS: usize = 300;
const RULES: [&str; 3] = ["freestyle", "standard", "renju"];

fn main() {
    divan::main();
}

/// Positions at random in which nobody has won.
fn positions(rules: &str) -> Vec<Gomoku> {
    let Ok(setup) = Setup::new(rules, 15) else { return Vec::new() };
    let mut random = SplitMix64::new(1);
    let mut below = |bound| random.below(bound) as usize;
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let mut position = Gomoku::start(&setup);
        let stones = 16 + found.len() % 30;
        while position.ply() < stones && position.outcome().is_none() {
            let square = Square::new(3 + below(9), 3 + below(9)).unwrap_or_else(Square::origin);
            if position.is_legal(square) {
                position.play(square);
            }
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

fn board(position: &Gomoku) -> ThreatBoard {
    ThreatBoard::new(position.stones(), position.setup().rules())
}

/// A stone placed and taken back, on every position.
#[divan::bench(args = RULES)]
fn put_and_remove(bencher: Bencher<'_, '_>, rules: &str) {
    let mut boards: Vec<(ThreatBoard, Gomoku)> =
        positions(rules).iter().map(|position| (board(position), position.clone())).collect();
    let moves: Vec<Square> = boards
        .iter()
        .filter_map(|(_, position)| {
            let moves = position.moves();
            moves.get(moves.len() / 2).copied()
        })
        .collect();
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        for ((board, position), &m) in boards.iter_mut().zip(&moves) {
            board.put(position.to_move(), m);
            black_box(&mut *board).remove(position.to_move(), m);
        }
    });
}

/// What a search is to look at: positions, and nodes in each at most.
fn attack(bencher: Bencher<'_, '_>, positions: &[Gomoku], means: Means, nodes: u64) {
    let mut attacks = Attacks::default();
    let mut boards: Vec<ThreatBoard> = positions.iter().map(board).collect();
    let mut all = || -> u64 {
        let search = |(board, position): (&mut ThreatBoard, &Gomoku)| {
            attacks.search(board, position.to_move(), means, Effort::of(nodes), &|| false).nodes
        };
        boards.iter_mut().zip(positions).map(search).sum()
    };
    let nodes = all();
    bencher.counter(ItemsCount::new(nodes)).bench_local(all);
}

#[divan::bench(args = RULES, sample_count = 10)]
fn fours_and_threes(bencher: Bencher<'_, '_>, rules: &str) {
    attack(bencher, &positions(rules), Means::FoursAndThrees, 5_000);
}

/// The search that proofs use, as long.
#[divan::bench(args = RULES, sample_count = 10)]
fn fours_and_threes_by_proof_numbers(bencher: Bencher<'_, '_>, rules: &str) {
    let positions = positions(rules);
    let mut attacks = ProofNumberAttacks::default();
    let mut boards: Vec<ThreatBoard> = positions.iter().map(board).collect();
    let mut all = || -> u64 {
        let search = |(board, position): (&mut ThreatBoard, &Gomoku)| {
            attacks.search(board, position.to_move(), 5_000);
            attacks.nodes()
        };
        boards.iter_mut().zip(&positions).map(search).sum()
    };
    let nodes = all();
    bencher.counter(ItemsCount::new(nodes)).bench_local(all);
}

/// The side to move has fours to make but no win by them: every one must be tried.
#[divan::bench(args = RULES, sample_count = 10)]
fn fours(bencher: Bencher<'_, '_>, rules: &str) {
    let mut all = Attacks::default();
    let mut hard = positions(rules);
    hard.retain(|position| {
        let found =
            all.search(&mut board(position), position.to_move(), Means::Fours, Effort::of(50_000), &|| false);
        found.nodes >= 20
    });
    attack(bencher, &hard, Means::Fours, 50_000);
}

/// Two hundred thousand nodes of alpha-beta from a position of five stones, the table (16 MB) fresh.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn alpha_beta_nodes(bencher: Bencher<'_, '_>) {
    const NODES: u64 = 200_000;
    let row = common::row("alpha-beta");
    let mut settings = common::settings(row.options);
    settings.set("Hash", Value::Integer(16));
    let text = "15/15/15/15/15/6o8/6xx7/7o7/8x6/15/15/15/15/15/15";
    let Ok(position) = Opening::from_text(&Setup::default(), text) else { return };
    let (game, limits) = (Played::new(position), common::nodes(NODES));
    bencher.counter(ItemsCount::new(NODES)).bench(|| common::choose(row, &game, &limits, &settings));
}

/// Black to move after white's second move in a corner, one of 35.
fn corner() -> Gomoku {
    let mut position = Gomoku::start(&Setup::default());
    ["h8", "o15"].iter().filter_map(|text| Square::parse(text, 15).ok()).for_each(|m| position.play(m));
    position
}

fn corner_proven() -> Parts {
    let mut parts = Parts::new(&corner(), Found::default(), 1);
    assert_eq!(parts.run(&PartsLimits::default(), &Control::new(), &mut |_| true), End::Proven);
    parts
}

/// The proof that black wins after the corner, without an adviser; items are jobs.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn second_move(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(corner_proven().expanded().0)).bench(corner_proven);
}

/// The walk through that proof; items are positions with black to move.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn walk_through_a_proof(bencher: Bencher<'_, '_>) {
    let moves = corner_proven().moves();
    let run = || {
        let mut visited = Visited::default();
        let of_moves = |place: &Place| find(&moves, 15, place);
        assert!(walk(&corner(), u32::MAX, &of_moves, true, &mut visited, &mut |_| true).is_ok());
        visited.steps.len()
    };
    bencher.counter(ItemsCount::new(run())).bench_local(run);
}

/// That 7 x 7 is a draw by pairings; items are positions.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn draw_by_pairing(bencher: Bencher<'_, '_>) {
    let Some(start) = Setup::new("freestyle", 7).ok().map(|setup| Gomoku::start(&setup)) else { return };
    let run = || {
        let Some(mut search) = DrawSearch::new(&start) else { return 0 };
        assert_eq!(search.run(HoldLimits::default(), &mut |_, _, _| false), DrawVerdict::Draw);
        search.cost().positions
    };
    bencher.counter(ItemsCount::new(run())).bench(run);
}
