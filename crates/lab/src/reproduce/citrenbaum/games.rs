//! His programs at play: chapters 4 and 9, Appendix III.

use super::super::item::{Block, Found, Run, Verdict, cells};
use super::super::said::{Makers, mean_and_deviation};
use crate::player::Player;
use anyhow::Context as _;
use games::qubic::lines::{LINE_SETS, cells};
use games::qubic::{Cell, Qubic};
use games::{Game, Outcome, Played, Side};
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::Limits;
use serde_json::Value;
use std::collections::BTreeMap;
use strategies::citrenbaum::chapter9::{self, Opening, PLAYERS, duel, examples, side_and_ply, tally};
use strategies::playing::{Turn, play};

pub(super) const MAKERS: Makers = &[
    ("figure 4.1", figure_4_1),
    ("PDP-4 against people", novices),
    ("openings of the 1107", openings),
    ("kinds of games", kinds),
    ("preset moves", presets),
    ("sixteen games of the 1107", sixteen),
    ("appendix III, game 3", |_| {
        let mut player = planar(&[])?;
        let wanted = printed(3)?;
        let found = follow(&mut player, &[1, 17, 4, 42], &wanted)?;
        let rows = wanted.iter().zip(&found.1).zip(5..).map(|((his, (cell, ours)), ply)| {
            [side_and_ply(ply), his.clone(), cell.to_string(), ours.clone()]
        });
        let blocks = vec![
            Block::text("X 1 and 4, O 17 and 42; then:"),
            Block::table(["move", "his reason", "cell", "reason here"], rows),
        ];
        Verdict::Equal.given(found.0 == wanted.len()).with(blocks)
    }),
    ("appendix III, all openings", all_openings),
    ("three programs", matches),
    ("heuristics from Table III", |run| reading(run, "Planar.Build=table")),
    ("second reading of the watch cells", |run| reading(run, "Planar.Else=inner")),
];

fn figure_4_1(_: &mut Run) -> anyhow::Result<Found> {
    let mut counts = BTreeMap::new();
    for seed in 0..200 {
        let game = chapter9::play([PLAYERS[0], PLAYERS[0]], &random_start(seed), seed);
        game.reasons.iter().for_each(|reason| *counts.entry(reason.clone()).or_insert(0) += 1);
    }
    let wanted = [
        "Forms a 4-0 file, wins",
        "Blocks a 0-3 file",
        "Forms two 3-0 files",
        "Blocks a related pair",
        "Preset move",
    ];
    let fits = wanted.iter().all(|reason| counts.contains_key(*reason));
    let rows =
        wanted.iter().map(|reason| [(*reason).to_owned(), counts.get(*reason).unwrap_or(&0).to_string()]);
    let blocks = vec![
        Block::text("200 games of related-pair against itself after four random plies:"),
        Block::table(["reason", "moves"], rows),
    ];
    Verdict::Equal.given(fits).with(blocks)
}

fn random_start(seed: u64) -> Vec<Cell> {
    chapter9::random_openings(1, seed).next().unwrap_or_default()
}

/// Chapter 4's novice opens; related-pair, with a new list for each game, answers.
fn novices(run: &mut Run) -> anyhow::Result<Found> {
    let seeds: Vec<u64> = (0..2_000).collect();
    let played = run.each(&seeds, "games", |&seed| {
        let options = ["RelatedPair.Preset=random".to_owned(), format!("Seed={}", run.seed * 10_000 + seed)];
        let mut player = Player::<Qubic>::new("related-pair", &options, &[], Limits::default())?;
        let mut random = ChaCha8Rng::seed_from_u64(run.seed * 10_000 + seed);
        let record =
            play(Played::new(Qubic::default()), usize::MAX, &mut |game| match game.position().to_move() {
                Side::First => novice(game.position(), &mut random).map_or(Turn::Stop, Turn::Move),
                Side::Second => player.turn(game),
            });
        Ok((record.game.outcome(), record.game.plies()))
    })?;
    let count = |outcome| played.iter().filter(|game| game.0 == Some(outcome)).count();
    let (won, lost) = (count(Outcome::Win(Side::Second)), count(Outcome::Win(Side::First)));
    let soon =
        played.iter().filter(|game| game.0 == Some(Outcome::Win(Side::Second)) && game.1 <= 32).count();
    let share = |part: usize, all: usize| 100.0 * part as f64 / all as f64;
    let text = format!(
        "{} games: won {won} ({:.1} %), lost {lost}; of the wins {:.1} % within sixteen moves",
        played.len(),
        share(won, played.len()),
        share(soon, won)
    );
    Verdict::Agrees
        .given(share(won, played.len()) > 85.0 && share(soon, won) > 80.0)
        .with([Block::text(text)])
}

/// Fills four, blocks three, builds two into three, or plays anywhere.
fn novice(position: &Qubic, random: &mut impl Rng) -> Option<Cell> {
    let (own, other) = position.own_and_other();
    let blank = !(own | other);
    let among = |mine: u64, theirs: u64, count: u32| {
        let fits = |line: &&u64| (*line & mine).count_ones() == count && *line & theirs == 0;
        LINE_SETS.iter().filter(fits).fold(0, |set, line| set | line & blank)
    };
    let sets = [among(own, other, 3), among(other, own, 3), among(own, other, 2), blank];
    let set = sets.into_iter().find(|&set| set != 0)?;
    cells(set).choose(random).and_then(Cell::new)
}

fn openings(_: &mut Run) -> anyhow::Result<Found> {
    let mut rows = Vec::new();
    let mut strong = 0.0;
    for first in Opening::ALL {
        for second in Opening::ALL {
            let found: Vec<_> = chapter9::games(first, second, 1000, 1965).collect();
            let [wins, losses, ties] = tally(found.iter());
            let double = found.iter().filter(|game| game.double_pairs().is_some()).count();
            let share = |n: usize| format!("{:.1} %", n as f64 / 10.0);
            if first == Opening::Strong {
                strong += wins as f64 / 20.0;
            }
            rows.push(cells![first.name(), second.name(), share(wins), share(losses), ties, double]);
        }
    }
    let head =
        ["first player", "second player", "first wins", "second wins", "ties", "several pairs at once"];
    let text = "planar against itself, 1000 games for each kind of opening (two moves of each side):";
    Verdict::Agrees.given(strong >= 80.0).with([Block::text(text), Block::table(head, rows)])
}

fn kinds(_: &mut Run) -> anyhow::Result<Found> {
    let of =
        |first| Opening::ALL.into_iter().flat_map(move |second| chapter9::games(first, second, 1000, 1965));
    let all: Vec<_> = Opening::ALL.into_iter().flat_map(of).collect();
    let found = examples(&all);
    Verdict::Equal.given(found.len() == 3).with(found.iter().map(|(_, text)| Block::text(text)))
}

/// `planar` against itself with these options; the reasons of all moves and how it ended.
fn own_game(options: &[String]) -> anyhow::Result<(Vec<String>, Option<Outcome>)> {
    let mut player = Player::<Qubic>::new("planar", options, &[], Limits::default())?;
    let mut reasons = Vec::new();
    let record = play(Played::new(Qubic::default()), usize::MAX, &mut |game| {
        let choice = player.think(game).choice;
        reasons.push(choice.reason.clone());
        choice.best().map_or(Turn::Stop, Turn::Move)
    });
    Ok((reasons, record.game.outcome()))
}

/// How many preset moves the side that made most of them opened with.
fn opening_presets(reasons: &[String]) -> usize {
    let of = |side: usize| {
        reasons.iter().skip(side).step_by(2).take_while(|reason| *reason == "Preset move").count()
    };
    of(0).max(of(1))
}

fn presets(run: &mut Run) -> anyhow::Result<Found> {
    let seeds: Vec<u64> = (0..1_000).collect();
    let played = run.each(&seeds, "games", |seed| {
        own_game(&["Planar.Preset=random".to_owned(), format!("Seed={}", run.seed * 10_000 + seed)])
    })?;
    let random = played.iter().filter(|(reasons, _)| opening_presets(reasons) <= 4).count();
    let fixed =
        (1..=16).map(|n| own_game(&[format!("Planar.Game={n}")])).collect::<anyhow::Result<Vec<_>>>()?;
    let own = fixed.iter().filter(|(reasons, _)| opening_presets(reasons) <= 4).count();
    let rows = [
        ["random lists".to_owned(), played.len().to_string(), random.to_string()],
        ["his sixteen games".to_owned(), fixed.len().to_string(), own.to_string()],
    ];
    let head = ["lists", "games", "with four preset moves at most"];
    Verdict::Agrees
        .given(random as f64 > 0.95 * played.len() as f64 && own == 16)
        .with([Block::table(head, rows)])
}

fn sixteen(_: &mut Run) -> anyhow::Result<Found> {
    let mut rows = Vec::new();
    for n in 1..=16 {
        let (reasons, outcome) = own_game(&[format!("Planar.Game={n}")])?;
        let result = match outcome {
            Some(Outcome::Win(_)) => format!("{} wins", side_and_ply(reasons.len())),
            _ => "tie".to_owned(),
        };
        rows.push([n.to_string(), result]);
    }
    Verdict::Answered.with([Block::table(["game", "last move"], rows)])
}

/// `planar`, which plays on to the end, with these options.
fn planar(options: &[&str]) -> anyhow::Result<Player<Qubic>> {
    let options: Vec<_> =
        ["Planar.Concede=false"].iter().chain(options).map(|&text| text.to_owned()).collect();
    Player::new("planar", &options, &[], Limits::default())
}

/// The printed reasons of a game after the two preset moves of each side, X and O in turn, in the program's words.
fn printed(game: usize) -> anyhow::Result<Vec<String>> {
    let text = include_str!("../../../../../data/qubic/citrenbaum-1965-planes.json");
    let data: Value = serde_json::from_str(text)?;
    let of = |side: &str| {
        let list = data["appendix3_reasons"][format!("game{game}")][side].as_array().context("no reasons")?;
        Ok::<_, anyhow::Error>(list.iter().filter_map(Value::as_str).map(in_words).collect::<Vec<_>>())
    };
    let (x, o) = (of("X")?, of("O")?);
    let turns = (2..x.len()).flat_map(|n| [x.get(n), o.get(n)]);
    Ok(turns.flatten().cloned().collect())
}

fn in_words(short: &str) -> String {
    let words = match short.trim_end_matches(", concedes") {
        "preset" => "Preset move",
        "form excess-3" => "Forms an excess-three plane",
        "form excess-4" => "Forms an excess-four plane",
        "block TFS" => "Blocks a TFS",
        "block related pair" => "Blocks a related pair",
        "block 0-3" | "block 3-0" => "Blocks a 0-3 file",
        "XWATCH cell in excess-2" | "OWATCH cell in excess-2" => "Moves to XWATCH cell in excess-two plane",
        "XWATCH cell in excess-3" | "OWATCH cell in excess-3" => "Moves to XWATCH cell in excess-three plane",
        "start TFS" => "Starts a TFS",
        "continue TFS" => "Continues TFS",
        "form two 3-0" => "Forms two 3-0 files",
        "form 4-0, wins" => "Forms a 4-0 file, wins",
        other => other,
    };
    words.to_owned()
}

/// Plays on from these cells, numbered from 1, as long as the reasons are the printed ones: how many are, and all cells with
/// their reasons up to the first that differs.
fn follow(
    player: &mut Player<Qubic>,
    start: &[usize],
    wanted: &[String],
) -> anyhow::Result<(usize, Vec<(usize, String)>)> {
    let mut game = Played::new(Qubic::default());
    for cell in start {
        game.play(Cell::new(cell - 1).context("no cell")?)?;
    }
    let mut made = Vec::new();
    for reason in wanted {
        if game.outcome().is_some() {
            break;
        }
        let choice = player.think(&game).choice;
        let cell = choice.best().context("no move")?;
        made.push((cell.index() + 1, choice.reason.clone()));
        if choice.reason != *reason {
            return Ok((made.len() - 1, made));
        }
        game.play(cell)?;
    }
    Ok((made.len(), made))
}

/// Every opening of two stones a side.
fn all_openings(run: &mut Run) -> anyhow::Result<Found> {
    let wanted = (1..=3).map(printed).collect::<anyhow::Result<Vec<_>>>()?;
    let pairs: Vec<(usize, usize)> = (1..=64).flat_map(|a| (a + 1..=64).map(move |b| (a, b))).collect();
    let found = run.each(&pairs, "pairs of X", |&(x1, x2)| {
        let mut player = planar(&[])?;
        let mut best = [(0, 0, [0; 4]); 3];
        for &(o1, o2) in pairs.iter().filter(|(o1, o2)| ![x1, x2].iter().any(|x| x == o1 || x == o2)) {
            let start = [x1, o1, x2, o2];
            for (best, wanted) in best.iter_mut().zip(&wanted) {
                let same = follow(&mut player, &start, wanted)?.0;
                if same > best.0 {
                    *best = (same, 0, start);
                }
                best.1 += usize::from(same == best.0);
            }
        }
        Ok(best)
    })?;
    let rows = (0..3).map(|game| {
        let most = found.iter().map(|best| best[game].0).max().unwrap_or(0);
        let with = found.iter().map(|best| best[game]).filter(|best| best.0 == most);
        let openings: usize = with.clone().map(|best| best.1).sum();
        let first = with.map(|best| best.2).next().unwrap_or_default();
        let text = format!("X {} {}, O {} {}", first[0], first[2], first[1], first[3]);
        [(game + 1).to_string(), wanted[game].len().to_string(), most.to_string(), openings.to_string(), text]
    });
    let head = ["game", "printed reasons", "most in a row here", "openings that give so many", "the first"];
    Verdict::Answered.with([Block::table(head, rows)])
}

/// What `planar` scores with this option against itself without, both colours of openings of four random plies.
fn reading(run: &mut Run, option: &str) -> anyhow::Result<Found> {
    let openings: Vec<u64> = (0..1_500).collect();
    let pairs = run.each(&openings, "openings", |&number| {
        let start = random_start(run.seed * 10_000 + number);
        let mut players = [planar(&[option])?, planar(&[])?];
        let [one, other] = [0, 1].map(|first| -> anyhow::Result<_> {
            let mut game = Played::new(Qubic::default());
            start.iter().try_for_each(|&cell| game.play(cell).map(|_| ()))?;
            let record = play(game, usize::MAX, &mut |game| {
                let turn = game.position().to_move().index();
                players[turn ^ first].turn(game)
            });
            let won = match record.game.outcome() {
                Some(Outcome::Win(side)) => f64::from(u8::from((side == Side::First) == (first == 0))),
                _ => 0.5,
            };
            Ok((won, record.game.moves().collect::<Vec<_>>()))
        });
        let (one, other) = (one?, other?);
        Ok((50.0 * (one.0 + other.0), one.1 == other.1))
    })?;
    let shares: Vec<f64> = pairs.iter().map(|pair| pair.0).collect();
    let (mean, deviation) = mean_and_deviation(&shares);
    let same = pairs.iter().filter(|pair| pair.1).count();
    let text = format!(
        "{option} against the listing: {mean:.1} ({:.1}) % of {} games; in {same} of {} openings the same game with both colours",
        deviation / (shares.len() as f64).sqrt(),
        2 * shares.len(),
        shares.len()
    );
    Verdict::Answered.with([Block::text(text)])
}

fn matches(run: &mut Run) -> anyhow::Result<Found> {
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let parts: Vec<_> =
        (0..PLAYERS.len()).flat_map(|a| (a + 1..PLAYERS.len()).map(move |b| [a, b])).collect();
    let found =
        run.each(&parts, "matches", |&[a, b]| Ok(duel([PLAYERS[a], PLAYERS[b]], 100, 1965, &limits)))?;
    let rows = parts.iter().zip(found).map(|([a, b], [won, lost, ties])| {
        [PLAYERS[*a].name.to_owned(), PLAYERS[*b].name.to_owned(), format!("+{won} -{lost} ={ties}")]
    });
    let text = "100 random openings of four plies with both colours; alpha-beta with 1000 nodes a move:";
    Verdict::Answered.with([Block::text(text), Block::table(["", "against", "result"], rows)])
}
