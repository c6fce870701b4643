//! Rote learning from outside: what a look-ahead makes of stored scores, learning in play and never in analysis, a second process,
//! a kill in the middle of merging, and files that are refused.

use crate::common::program::started;
use crate::common::{play_at_random, refused_or_the_same};
use crate::learning::{self, game_over, go};
use crate::look_ahead::games;
use crate::{at, scoring, settings};
use engine::{Engine, GoRequest};
use games::draughts::Draughts;
use games::{Game, Notation, Outcome, Played};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Control, Limits};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};
use strategies::samuel::look_ahead::plies::Plies;
use strategies::samuel::look_ahead::think::{SearchSettings, Thought, think_recalling};
use strategies::samuel::rote::memory::Rote;
use strategies::samuel::rote::table::{Noted, Rules, Table};
use strategies::samuel::rote::tape::{Content, Tape};
use strategies::samuel::rote::{Recall, stored};
use strategies::samuel::terms::Subject;
use strategies::samuel::terms::scoring::{Scoring, WON};

const RULES: Rules = Rules { capacity: 100_000, record: 100_000, new_age: 10, oldest: 1000, moves: 20 };

fn recalling(
    game: &Played<Draughts>,
    scoring: &Scoring<Draughts>,
    plies: Plies,
    recall: Recall<'_>,
    pruning: bool,
) -> Thought<Draughts> {
    let settings = SearchSettings { plies, deepens: false, pruning };
    let limits = Limits { multi_pv: usize::MAX, ..Limits::default() };
    think_recalling(game, scoring, settings, &limits, &Control::new(), Some(recall), &mut |_| {})
}

/// The score of a position at a ply by plain minimax over what the paper's sentences say of a look-ahead of fixed plies with a
/// list of stored positions.
fn slow(
    game: &Played<Draughts>,
    scoring: &Scoring<Draughts>,
    table: &Table,
    every: bool,
    plies: Plies,
    ply: usize,
) -> i64 {
    let position = game.position();
    if ply > 0 {
        match game.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(_)) => return -WON,
            None => {}
        }
        let jumped = game.last_move().is_some_and(|m| m.is_capture());
        let ends = plies.end_at(ply, position, &mut (), jumped);
        let known = table.get(position.standard().unwrap());
        let known = known.filter(|known| known.ply as usize + ply >= plies.minimum && (every || ends));
        if let Some(known) = known {
            return known.score;
        }
        if ends {
            let mut before = game.clone();
            before.take_back();
            return scoring.evaluate(position, &scoring.rate(before.position(), &mut ()), &mut ());
        }
    }
    let scores = game.legal_moves().into_iter().map(|m| {
        let mut next = game.clone();
        next.play(m).unwrap();
        let score = -slow(&next, scoring, table, every, plies, ply + 1);
        score - score.signum()
    });
    scores.max().unwrap()
}

/// Positions around those of random games, with scores that have nothing to do with the truth: whatever uses them is seen.
fn invented(games: &[Played<Draughts>], random: &mut ChaCha8Rng) -> Table {
    let mut noted = Vec::new();
    for game in games {
        for _ in 0..60 {
            let mut game = game.clone();
            play_at_random(&mut game, random.random_range(1..6), random);
            let (score, ply) = (random.random_range(-1 << 30..1 << 30), random.random_range(0..9));
            noted.push(Noted { position: game.position().standard().unwrap(), score, ply });
        }
    }
    let mut table = Table::new(RULES, Draughts::record);
    table.merge(&[], &noted, 1);
    table
}

#[test]
fn stored_scores_count_as_a_slow_reference_says() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let games = games(12);
    let table = invented(&games, &mut random);
    let scoring = scoring("four");
    let plies = Plies { minimum: 3, exchange: 3, jump: 4, decided: 5, last: 9 };
    let (mut hits, mut behind) = (0, 0);
    for game in &games {
        for every in [true, false] {
            let recall = Recall::new(&table, every);
            let expected = slow(game, &scoring, &table, every, plies, 0);
            for pruning in [false, true] {
                let thought = recalling(game, &scoring, plies, recall, pruning);
                assert_eq!(thought.score(), Some(expected), "{}", game.position().to_text());
                hits += thought.recalled.hits;
                // The plies behind the score are those of the position at the line's end.
                let best = &thought.candidates[0];
                let mut end = game.clone();
                best.line.iter().for_each(|&m| end.play(m).unwrap());
                if let Some(plies) = best.behind {
                    let known = table.get(end.position().standard().unwrap()).unwrap();
                    assert_eq!((known.ply, best.effective_ply()), (plies, best.line.len() + plies as usize));
                    behind += 1;
                }
                let used = &thought.recalled.used;
                assert!(used.is_sorted() && used.iter().all(|&position| table.get(position).is_some()));
            }
        }
    }
    assert!(hits > 300 && behind > 10, "{hits} {behind}");
}

#[test]
fn a_win_known_by_rote_is_pursued_and_not_claimed() {
    // Two kings against one: what the look-ahead cannot see yet is remembered of every position after a move.
    let game = at("B:WK32:BK14,K15");
    let mut noted = Vec::new();
    for (n, m) in game.legal_moves().into_iter().enumerate() {
        let mut next = game.clone();
        next.play(m).unwrap();
        let position = next.position().standard().unwrap();
        noted.push(Noted {
            position,
            score: stored(-WON + 20 + 2 * (n as i64 % 5)),
            ply: 20 + 2 * (n as u32 % 5),
        });
    }
    let mut table = Table::new(RULES, Draughts::record);
    table.merge(&[], &noted, 1);
    let thought = recalling(&game, &scoring("four"), Plies::PAPER, Recall::new(&table, true), true);
    // The low-ply alternative, and no claim.
    assert_eq!((thought.candidates[0].behind, thought.end()), (Some(20), None));
    assert!(thought.score().unwrap() > stored(WON - 40));
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("samuel.rote");
    (directory, path)
}

fn engine(rote: &Path, learn: &str, more: &[(&str, &str)]) -> Engine {
    let more = [&[("Samuel.Polynomial", "four")], more].concat();
    learning::engine(("Samuel.Rote", rote), learn, &more)
}

/// A memory of twenty moves of one game.
fn filled() -> (tempfile::TempDir, PathBuf) {
    let (directory, path) = place();
    let mut learner = engine(&path, "true", &[]);
    (0..20).for_each(|_| drop(go(&mut learner, &fixed())));
    (directory, path)
}

fn content(path: &Path) -> Content {
    Tape::at(path).load(Draughts::record).unwrap().unwrap()
}

fn fixed() -> GoRequest {
    GoRequest { depth: Some(3), ..GoRequest::default() }
}

#[test]
fn positions_are_stored_in_play_with_learn_and_never_in_analysis() {
    let (_directory, path) = place();
    let mut without = engine(&path, "false", &[]);
    (0..24).for_each(|_| drop(go(&mut without, &fixed())));
    let mut learner = engine(&path, "true", &[]);
    (0..22).for_each(|_| drop(go(&mut learner, &GoRequest { infinite: true, ..fixed() })));
    assert!(!path.exists());
    learner.set_position(None, &[]).unwrap();
    (0..19).for_each(|_| drop(go(&mut learner, &fixed())));
    assert!(!path.exists());
    // The twentieth move merges; what comes after waits for the next merge, or the end of the game.
    drop(go(&mut learner, &fixed()));
    assert_eq!((content(&path).positions.len(), content(&path).head["merges"].as_str()), (20, "1"));
    (0..3).for_each(|_| drop(go(&mut learner, &fixed())));
    assert_eq!(content(&path).positions.len(), 20);
    game_over(&mut learner);
    assert_eq!((content(&path).positions.len(), content(&path).head["moves"].as_str()), (23, "3"));
    // The positions of the same game again, the memory taken up by another engine: scores have more plies behind them.
    let before = content(&path);
    let moves = learner.board().moves(Notation::default());
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    drop(learner);
    let mut again = engine(&path, "true", &[]);
    let mut words = Vec::new();
    for number in 0..moves.len() {
        again.set_position(None, &moves[..number]).unwrap();
        words.extend(go(&mut again, &fixed()));
    }
    game_over(&mut again);
    let after = content(&path);
    assert!(words.iter().any(|words| words.contains("its score is remembered, with")), "{words:?}");
    let highest = |content: &Content| content.positions.iter().map(|(_, known)| known.ply).max();
    assert!(highest(&after) > highest(&before));
    // A player that scores otherwise does not play by these scores, and says so.
    let words = go(&mut engine(&path, "false", &[("Samuel.Polynomial", "piece")]), &fixed());
    assert!(words.iter().any(|words| words.contains("by another polynomial")), "{words:?}");
}

#[test]
fn foreign_and_damaged_files_are_told_about_and_left() {
    let (_directory, path) = filled();
    let whole = std::fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    damaged.truncate(whole.len() / 2);
    for bytes in [b"my thesis\n".to_vec(), b"fourscore-rote 2 and so on\n".to_vec(), Vec::new(), damaged] {
        let (directory, path) = place();
        std::fs::write(&path, &bytes).unwrap();
        for learn in ["true", "false"] {
            let words = go(&mut engine(&path, learn, &[]), &fixed());
            let told = words.iter().any(|words| words.contains("left as it is; playing without it"));
            assert!(told && !words.iter().any(|words| words.contains("thesis")), "{words:?}");
        }
        assert!(std::fs::read(&path).unwrap() == bytes);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "nothing is put beside it");
    }
}

#[test]
fn damaged_files_are_refused_or_mean_the_same() {
    let (_directory, path) = filled();
    refused_or_the_same(&path, || Tape::at(&path).load(Draughts::record));
}

/// A process that fills a memory and merges after every few moves.
fn filler(path: &Path) -> Child {
    let series =
        ["learn", "--game", "draughts", "--method", "rote", "--games", "100000", "--random-plies", "6"];
    let options = ["--option", "Samuel.RoteMerge=5", "--option", "Samuel.MinimumPly=1"];
    let memory = ["--memory", path.to_str().unwrap()];
    started(".".as_ref(), &[&series[..], &options, &memory].concat())
}

fn merges(content: &Content) -> u64 {
    content.head.get("merges").map_or(0, |text| text.parse().unwrap())
}

/// Waits until the file holds more merges than so many.
fn until_more(path: &Path, merged: u64) -> Content {
    let begin = Instant::now();
    loop {
        let found = Tape::at(path).load(Draughts::record).unwrap();
        if let Some(found) = found.filter(|found| merges(found) > merged) {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(300), "nothing is merged");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_kill_in_the_middle_of_merging_loses_nothing_that_had_been_merged() {
    let (_directory, path) = place();
    let mut merged = 0;
    for round in 0..8_u64 {
        let mut child = filler(&path);
        // Another process reads all the while.
        let seen = until_more(&path, merged + round);
        std::thread::sleep(Duration::from_millis(3 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let left = content(&path);
        assert!(merges(&left) >= merges(&seen));
        let known: std::collections::HashSet<u128> =
            left.positions.iter().map(|(position, _)| *position).collect();
        assert!(seen.positions.iter().all(|(position, _)| known.contains(position)));
        merged = merges(&left);
    }
    // The next player goes on with it.
    let four = settings(&[("Samuel.Polynomial", "four"), ("Samuel.Rote", path.to_str().unwrap())]);
    let (mut rote, warning) = Rote::<Draughts>::open(&four, &scoring("four"), true).unwrap().unwrap();
    assert!(warning.is_none() && rote.table().merges() as u64 == merged);
    rote.merge().unwrap();
}

#[test]
fn a_second_process_is_told_and_reads() {
    let (_directory, path) = place();
    let mut child = filler(&path);
    let seen = until_more(&path, 3);
    let mut second = engine(&path, "true", &[]);
    let words = go(&mut second, &fixed());
    let told = words.iter().any(|words| words.contains("being written by another process: reading only"));
    (0..25).for_each(|_| drop(go(&mut second, &fixed())));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(told, "{words:?}");
    assert!(content(&path).positions.len() >= seen.positions.len());
    // As it reads, it plays by what was there when it came.
    let four = settings(&[("Samuel.Polynomial", "four"), ("Samuel.Rote", path.to_str().unwrap())]);
    let (mut rote, _) = Rote::<Draughts>::open(&four, &scoring("four"), false).unwrap().unwrap();
    assert!(!rote.is_writable() && rote.table().len() == content(&path).positions.len());
    assert!(rote.merge().unwrap_err().contains("not open for writing"));
}
