//! What her program, its parts and its lessons are worth: matches from balanced openings, everything from seeds.

use super::super::item::{Block, Found, Run, Verdict};
use super::super::said::{Makers, mean_and_deviation};
use super::curves::{DEEP, SCORE_FOUR, curve};
use crate::player::Player;
use anyhow::Context as _;
use games::qubic::Qubic;
use games::{Game, GameResult, Played, Player as Who};
use search::Limits;
use strategies::playing::{play, play_at_random, random_stream};

/// Replicates of a match, each of so many openings with both colours.
pub(super) const REPLICATES: u64 = 30;
pub(super) const OPENINGS: u64 = 10;

pub(super) const MAKERS: Makers = &[
    ("first technique", |run| {
        let rows = compared(
            run,
            &[
                ("three plies against her program", "score-four ScoreFour.Reading=three-plies", "score-four"),
                ("three plies against chance", "score-four ScoreFour.Reading=three-plies", "random"),
            ],
        )?;
        Verdict::Agrees.given(rows[0].mean < 30.0).with([table(&rows)])
    }),
    ("earlier scoring", |run| {
        let one = "score-four ScoreFour.Reading=one-score";
        let rows = compared(
            run,
            &[
                ("one score against her program", one, "score-four"),
                (
                    "the same, both with the rules alone",
                    "score-four ScoreFour.Reading=one-score ScoreFour.Patterns=rules",
                    "score-four ScoreFour.Patterns=rules",
                ),
            ],
        )?;
        Verdict::Agrees.given(rows[0].mean + 2.0 * rows[0].error() < 50.0).with([table(&rows)])
    }),
    ("chapter VII, backtracking", |run| {
        let [every, key] = ["every", "key"].map(|defence| super::curves::learned_lists(run, defence));
        let learned = [every?, key?];
        let (thesis, key_squares) = ("ScoreFourDeep.Patterns=thesis", "ScoreFourDeep.Defence=key");
        let shipped = compared(
            run,
            &[
                (
                    "the list that comes with the program, every square",
                    "score-four-deep",
                    &format!("score-four-deep {thesis}"),
                ),
                (
                    "the same, key squares",
                    &format!("score-four-deep {key_squares}"),
                    &format!("score-four-deep {thesis} {key_squares}"),
                ),
                ("the whole program against hers", "score-four-deep", "score-four"),
            ],
        )?;
        let better = |rows: &Vec<Compared>| rows[0].mean - 2.0 * rows[0].error() > 50.0;
        let verdict = Verdict::Agrees.given(learned.iter().all(better));
        let text = "Lists learned in 25 games of self-play by 30 series, in brackets the squares tried in defence; then the list \
                    that comes with the program:";
        let rows: Vec<_> = learned.into_iter().flatten().chain(shipped).collect();
        verdict.with([Block::text(text), table(&rows)])
    }),
    ("chapter VII, every square", |run| {
        let rows = compared(
            run,
            &[(
                "every square against key squares",
                "score-four-deep ScoreFourDeep.Patterns=thesis",
                "score-four-deep ScoreFourDeep.Patterns=thesis ScoreFourDeep.Defence=key",
            )],
        )?;
        Verdict::Agrees.given(rows[0].mean - 2.0 * rows[0].error() > 50.0).with([table(&rows)])
    }),
    ("order of subgoals", subgoals),
    ("worth of patterns", worth),
    ("learning curve", |run| curve(run, &SCORE_FOUR)),
    ("learning curve of the deep version", |run| curve(run, &DEEP)),
    ("matches", all_pairs),
];

/// A strategy with its options: `score-four ScoreFour.Reading=text`.
pub(super) fn player(text: &str) -> anyhow::Result<Player<Qubic>> {
    let mut words = text.split(' ').map(str::to_owned);
    let name = words.next().unwrap_or_default();
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    Player::new(&name, &words.collect::<Vec<_>>(), &[], limits)
}

/// The first one's score in per cent: every opening of four random moves with both colours.
pub(super) fn score(seed: u64, a: &str, b: &str, openings: std::ops::Range<u64>) -> anyhow::Result<f64> {
    let mut points = 0.0;
    for stream in openings.clone() {
        for first in [true, false] {
            let mut random = random_stream(1971 + seed, stream);
            let mut game = Played::new(Qubic::default());
            play_at_random(&mut game, 4, &mut random, Qubic::legal_moves);
            let mut players = [player(a)?, player(b)?];
            let record = play(game, usize::MAX, &mut |game| {
                let who = usize::from((game.player_to_move() == Who::P1) != first);
                players[who].turn(game)
            });
            points += match record.game.result() {
                Some(GameResult::Win(who)) => f64::from(u8::from((who == Who::P1) == first)),
                _ => 0.5,
            };
        }
    }
    Ok(100.0 * points / (2 * (openings.end - openings.start)) as f64)
}

/// A match in replicates: their mean, and their standard deviation.
pub(super) struct Compared {
    label: String,
    replicates: usize,
    pub(super) mean: f64,
    deviation: f64,
}

impl Compared {
    pub(super) fn new(label: &str, scores: Vec<f64>) -> Self {
        let (mean, deviation) = mean_and_deviation(&scores);
        Self { label: label.to_owned(), replicates: scores.len(), mean, deviation }
    }

    /// The standard error of the mean.
    pub(super) fn error(&self) -> f64 {
        self.deviation / (self.replicates as f64).sqrt()
    }
}

fn compared(run: &Run, matches: &[(&str, &str, &str)]) -> anyhow::Result<Vec<Compared>> {
    let parts: Vec<_> = matches.iter().flat_map(|pair| (0..REPLICATES).map(move |n| (pair, n))).collect();
    let scores = run.each(&parts, "replicates", |((_, a, b), n)| {
        score(run.seed, a, b, n * OPENINGS..(n + 1) * OPENINGS)
    })?;
    let of_match = scores.chunks(REPLICATES as usize).zip(matches);
    Ok(of_match.map(|(scores, (label, ..))| Compared::new(label, scores.to_vec())).collect())
}

fn table(rows: &[Compared]) -> Block {
    let head = ["match", "games", "score, %", "standard error", "spread of the replicates"];
    let row = |row: &Compared| {
        let games = (row.replicates as u64 * 2 * OPENINGS).to_string();
        [row.label.clone(), games, one(row.mean), one(row.error()), one(row.deviation)]
    };
    Block::table(head, rows.iter().map(row))
}

fn one(value: f64) -> String {
    format!("{value:.1}")
}

/// The list that comes with the deep version: its first line and what it holds.
pub(super) fn shipped() -> anyhow::Result<(&'static str, serde_json::Value)> {
    let text = include_str!("../../../../../data/qubic/score-four-deep.memory");
    let (head, body) = text.split_once('\n').context("no first line")?;
    Ok((head, serde_json::from_str(files::sealed::unsealed_strictly(body).map_err(anyhow::Error::msg)?)?))
}

/// The shipped list of the deep version in other orders, and parts of it.
fn subgoals(run: &mut Run) -> anyhow::Result<Found> {
    let (head, memory) = shipped()?;
    let lines = |entry: &serde_json::Value| {
        let text = entry["description"].as_str().unwrap_or_default();
        text.split(" meet").next().unwrap_or_default().split(' ').count()
    };
    let entries = memory["entries"].as_array().context("no entries")?;
    let mut sorted = entries.clone();
    sorted.sort_by_key(lines);
    let short =
        |most: usize| entries.iter().filter(|entry| lines(entry) <= most).cloned().collect::<Vec<_>>();
    let lists = [
        ("as learned", entries.clone()),
        ("by number of lines", sorted),
        ("up to five lines", short(5)),
        ("up to four lines", short(4)),
    ];
    let folder = tempfile::tempdir()?;
    let mut matches = Vec::new();
    for (n, (label, entries)) in lists.iter().enumerate() {
        let text = serde_json::json!({ "entries": entries, "games": memory["games"] });
        let path = folder.path().join(format!("list-{n}"));
        std::fs::write(&path, format!("{head}\n{text}\n"))?;
        let ours = format!("score-four-deep ScoreFourDeep.Patterns={}", path.display());
        for (against, words) in
            [("score-four", "hers"), ("score-four-deep ScoreFourDeep.Patterns=thesis", "patterns 1 to 3")]
        {
            matches.push((format!("{label} ({}) against {words}", entries.len()), ours.clone(), against));
        }
    }
    let matches: Vec<_> = matches.iter().map(|(label, a, b)| (label.as_str(), a.as_str(), *b)).collect();
    let rows = compared(run, &matches)?;
    Verdict::Answered.with([table(&rows)])
}

/// Lists of known patterns against the rules alone, with all patterns answered or only some.
fn worth(run: &mut Run) -> anyhow::Result<Found> {
    let patterns = [["10,10", "2,2"], ["10,5,10", "2,1,2"], ["10,0,10,10", "2,0,2,2"]];
    let choices: [(&str, &[usize]); 5] =
        [("1", &[0]), ("2", &[1]), ("3", &[2]), ("1, 2", &[0, 1]), ("1, 2, 3", &[0, 1, 2])];
    let answers = ["all", "own-first", "own", "threes"];
    let folder = tempfile::tempdir()?;
    let mut parts = Vec::new();
    for (n, (_, chosen)) in choices.iter().enumerate() {
        let test = |sums: &str| format!(r#"{{"pattern":[{sums}],"ajust":0,"wins":0,"losses":0}}"#);
        let sums = ["20", "4", "15", "3"].into_iter().chain(chosen.iter().flat_map(|&n| patterns[n]));
        let tests: Vec<_> = sums.map(test).collect();
        let body =
            format!(r#"{{"games":0,"test":[{}],"sutest":[{{"pattern":[10,5],"game":0}}]}}"#, tests.join(","));
        let path = folder.path().join(format!("list-{n}"));
        std::fs::write(&path, format!("fourscore-memory qubic score-four 2\n{body}\n"))?;
        for reading in ["faithful", "corrected"] {
            for answers in answers {
                parts.push(format!(
                    "score-four ScoreFour.Patterns={} ScoreFour.Reading={reading} ScoreFour.Answers={answers}",
                    path.display()
                ));
            }
        }
    }
    let scores =
        run.each(&parts, "matches", |a| score(run.seed, a, "score-four ScoreFour.Patterns=rules", 0..200))?;
    let rows = scores.chunks(4).enumerate().map(|(n, scores)| {
        let reading = ["faithful", "corrected"][n % 2].to_owned();
        let [all, first, own, threes] = [0, 1, 2, 3].map(|n| one(scores[n]));
        [reading, choices[n / 2].0.to_owned(), all, first, own, threes]
    });
    let head = ["reading", "patterns known", "answers all, %", "own first", "own", "threes"];
    let text = "400 games each against the program that knows the rules alone:";
    Verdict::Answered.with([Block::text(text), Block::table(head, rows)])
}

const ENTRANTS: [(&str, &str); 10] = [
    ("faithful, thesis", "score-four"),
    ("text, thesis", "score-four ScoreFour.Reading=text"),
    ("corrected, thesis", "score-four ScoreFour.Reading=corrected"),
    ("faithful, rules", "score-four ScoreFour.Patterns=rules"),
    ("deep, thesis, key squares", "score-four-deep ScoreFourDeep.Patterns=thesis ScoreFourDeep.Defence=key"),
    ("deep, thesis, every square", "score-four-deep ScoreFourDeep.Patterns=thesis"),
    ("deep, learned, key squares", "score-four-deep ScoreFourDeep.Defence=key"),
    ("deep, learned, every square", "score-four-deep"),
    ("random", "random"),
    ("alpha-beta, 2,000 nodes", "alpha-beta"),
];

fn all_pairs(run: &mut Run) -> anyhow::Result<Found> {
    let parts: Vec<_> =
        (0..ENTRANTS.len()).flat_map(|a| (a + 1..ENTRANTS.len()).map(move |b| [a, b])).collect();
    let scores =
        run.each(&parts, "matches", |[a, b]| score(run.seed, ENTRANTS[*a].1, ENTRANTS[*b].1, 0..100))?;
    let cell = &|a: usize, b: usize| match parts.iter().position(|&[x, y]| [x, y] == [a.min(b), a.max(b)]) {
        Some(n) => one(if a < b { scores[n] } else { 100.0 - scores[n] }),
        None => "-".to_owned(),
    };
    let head = std::iter::once("A \\ B".to_owned()).chain((1..=ENTRANTS.len()).map(|n| n.to_string()));
    let row = |(a, (label, _)): (usize, &(&str, &str))| {
        std::iter::once(format!("{} {label}", a + 1)).chain((0..ENTRANTS.len()).map(move |b| cell(a, b)))
    };
    let rows = ENTRANTS.iter().enumerate().map(row);
    let text = "A's score in per cent, 200 games a pair, alpha-beta with 2,000 nodes a move:";
    Verdict::Answered.with([Block::text(text), Block::table(head, rows), against_citrenbaum(run)?])
}

/// Her programs against those of the other thesis, which play on where they would resign.
fn against_citrenbaum(run: &Run) -> anyhow::Result<Block> {
    let his = [
        ("related-pair", "related-pair RelatedPair.Concede=never"),
        ("planar", "planar Planar.Concede=false"),
        ("general", "general General.Concede=false"),
    ];
    let hers = [0, 5, 7].map(|n| ENTRANTS[n]);
    let parts: Vec<_> = hers.iter().flat_map(|a| his.iter().map(move |b| [a.1, b.1])).collect();
    let scores = run.each(&parts, "matches", |[a, b]| score(run.seed, a, b, 0..100))?;
    let row = |(a, scores): (&(&str, &str), &[f64])| {
        std::iter::once(a.0.to_owned()).chain(scores.iter().map(|&score| one(score))).collect::<Vec<_>>()
    };
    let head = std::iter::once("").chain(his.map(|b| b.0));
    Ok(Block::table(head, hers.iter().zip(scores.chunks(3)).map(row)))
}
