//! Fits the weights of alpha-beta's evaluation of draughts to games that the program plays against itself:
//! `cargo run --release --example draughts_weights -- [GAMES] [NODES]`.
//!
//! Every quiet position of a game is taken as evidence for how the game ended; the weights are those under which the
//! logistic curve of the evaluation fits best, held near the present ones (logistic regression with a prior). What is
//! printed replaces the tables of `crates/strategies/src/alpha_beta/draughts/weights.rs`.

use games::draughts::Draughts;
use games::{Game, Outcome, Played};
use indicatif::ProgressBar;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Control, Limits, Score};
use strategies::alpha_beta::DRAUGHTS;
use strategies::alpha_beta::draughts::evaluation::{Count, STAGES, Term, counts, stage};
use strategies::alpha_beta::draughts::weights::{KINGS, LEAD, MEN, TERMS, Weight};
use strategies::learning::Memory;
use strategies::settings::{Settings, Value};
use strategies::{Context, Strategy};

/// Men, kings, terms, the lead.
const COUNTS: usize = 64 + Term::COUNT + 1;
/// How much a hundredth of a man counts on the logistic curve.
const SCALE: f64 = 0.006;
/// The prior's spread, in hundredths of a man, and how many positions it weighs against the evidence.
const SPREAD: f64 = 15.0;
const PRIOR: f64 = 20.0;
const LONGEST: usize = 160;

/// A position as evidence: what is counted in it, its stage, and the result for the side to move (0 to 1).
struct Evidence {
    counts: Vec<(u8, i8)>,
    stage: f64,
    result: f64,
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let (games, nodes) = (*numbers.first().unwrap_or(&4_000), *numbers.get(1).unwrap_or(&2_000));
    let bar = ProgressBar::new(games);
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let evidence: Vec<Evidence> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                let bar = bar.clone();
                scope.spawn(move || {
                    let mut player = (DRAUGHTS.make)();
                    let mut evidence = Vec::new();
                    for game in (thread..games).step_by(threads as usize) {
                        play(game, nodes, &mut *player, &mut evidence);
                        bar.inc(1);
                    }
                    evidence
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("games are played")).collect()
    });
    bar.finish();
    println!("// {games} games of {nodes} nodes a move, {} quiet positions", evidence.len());
    print(&fit(&evidence));
}

/// Plays one game from a random opening and adds its positions to the evidence.
fn play(number: u64, nodes: u64, player: &mut dyn Strategy<Draughts>, evidence: &mut Vec<Evidence>) {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let mut game = Played::new(Draughts::start(&()));
    for _ in 0..random.random_range(4..10) {
        if let Some(&m) = game.legal_moves().choose(&mut random) {
            game.play(m).expect("a legal move");
        }
    }
    let mut settings = Settings::defaults(DRAUGHTS.options);
    settings.set("Hash", Value::Integer(1));
    let (first, mut clear) = (evidence.len(), 0);
    let mut movers = Vec::new();
    let outcome = loop {
        if let Some(outcome) = game.outcome() {
            break outcome;
        }
        let position = *game.position();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (control, memory) = (Control::new(), Memory::default());
        let mut context =
            Context { control: &control, settings: &settings, memory: &memory, report: &mut |_| {} };
        let choice = player.choose(&game, &limits, &mut context);
        let ahead = match choice.lines[0].score {
            Score::Win { .. } => 10_000,
            Score::Loss { .. } => -10_000,
            Score::Draw => 0,
            Score::Heuristic(score) => score,
        };
        clear = if ahead.abs() >= 500 { clear + 1 } else { 0 };
        let leader = if ahead > 0 { position.to_move() } else { position.to_move().other() };
        if clear >= 6 || game.plies() >= LONGEST {
            break if clear >= 6 { Outcome::Win(leader) } else { Outcome::Draw };
        }
        let other = position.with_side(position.to_move().other());
        if position.jumpers() == 0 && other.jumpers() == 0 {
            evidence.push(seen(&position));
            movers.push(position.to_move());
        }
        let m = if random.random_range(0..40) == 0 {
            *game.legal_moves().choose(&mut random).expect("a move")
        } else {
            choice.best().expect("a move")
        };
        game.play(m).expect("a legal move");
    };
    for (position, mover) in evidence[first..].iter_mut().zip(movers) {
        position.result = match outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) if winner == mover => 1.0,
            Outcome::Win(_) => 0.0,
        };
    }
}

fn seen(position: &Draughts) -> Evidence {
    let mut sums = [0_i32; COUNTS];
    counts(position, |count, n| {
        let index = match count {
            Count::Man(square) => square.index(),
            Count::King(square) => 32 + square.index(),
            Count::Term(term) => 64 + term as usize,
            Count::Lead => 64 + Term::COUNT,
        };
        sums[index] += n;
    });
    let counts = (0..COUNTS).filter(|&n| sums[n] != 0).map(|n| (n as u8, sums[n] as i8)).collect();
    Evidence { counts, stage: f64::from(stage(position)) / f64::from(STAGES), result: 0.5 }
}

/// The weights, opening and ending, of every count.
type Weights = Vec<[f64; 2]>;

fn present() -> Weights {
    let all = MEN.iter().chain(&KINGS).chain(&TERMS).chain([&LEAD]);
    all.map(|&Weight(opening, ending)| [f64::from(opening), f64::from(ending)]).collect()
}

/// Gradient descent with a step of its own for every weight (Adam; Kingma & Ba 2015).
fn fit(evidence: &[Evidence]) -> Weights {
    let prior = present();
    let mut weights = prior.clone();
    let mut means = vec![[0.0; 2]; COUNTS];
    let mut squares = vec![[0.0; 2]; COUNTS];
    for step in 1..=400 {
        let mut slopes = vec![[0.0; 2]; COUNTS];
        let mut error = 0.0;
        for position in evidence {
            let parts = [position.stage, 1.0 - position.stage];
            let value: f64 = position
                .counts
                .iter()
                .map(|&(index, n)| {
                    let [opening, ending] = weights[usize::from(index)];
                    f64::from(n) * (opening * parts[0] + ending * parts[1])
                })
                .sum();
            let expected = 1.0 / (1.0 + (-SCALE * value).exp());
            error += (position.result - expected).powi(2);
            for &(index, n) in &position.counts {
                for part in 0..2 {
                    slopes[usize::from(index)][part] +=
                        (expected - position.result) * f64::from(n) * parts[part];
                }
            }
        }
        for index in 0..COUNTS {
            for part in 0..2 {
                let pull = PRIOR * (weights[index][part] - prior[index][part]) / SPREAD;
                let slope = slopes[index][part] + pull;
                let (mean, square) = (&mut means[index][part], &mut squares[index][part]);
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.99 * *square + 0.01 * slope * slope;
                let mean = *mean / (1.0 - 0.9_f64.powi(step));
                let square = *square / (1.0 - 0.99_f64.powi(step));
                weights[index][part] -= 1.0 * (1.0 - f64::from(step) / 420.0) * mean / (square.sqrt() + 1e-9);
            }
        }
        if step % 100 == 1 || step == 400 {
            eprintln!("step {step}: mean square error {:.5}", error / evidence.len() as f64);
        }
    }
    weights
}

fn print(weights: &Weights) {
    for (name, from) in [("MEN", 0), ("KINGS", 32)] {
        println!("pub const {name}: [Weight; 32] = boards([");
        for part in 0..2 {
            println!("    [");
            for row in weights[from..from + 32].chunks(4) {
                let row: Vec<_> = row.iter().map(|weight| format!("{:4.0},", weight[part])).collect();
                println!("        {}", row.join(" "));
            }
            println!("    ],");
        }
        println!("]);");
    }
    for [opening, ending] in &weights[64..] {
        println!("    Weight({opening:.0}, {ending:.0}),");
    }
}
