//! Computes the tables and plots of `docs/papers/doake-1972.md`: `cargo run --release --example score_four_tables -- WHAT`, WHAT
//! being `pairs`, `lists`, `curves`, `views`, `deep` or `match`. Everything is a function of fixed seeds.
//!
//! Matches are balanced: each opening of four random moves is played twice, with changed sides.

use anyhow::Context as _;
use games::qubic::Qubic;
use games::{Game, GameResult, Outcome, Played, Player};
use plotters::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::{Control, Limits};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use strategies::agent::Agent;
use strategies::options::of_game;
use strategies::playing::{Record, Turn, play, play_at_random};
use strategies::settings::{Settings, Value};
use strategies::{Playable, Row};

fn main() -> anyhow::Result<()> {
    let scratch = std::env::temp_dir().join(format!("score-four-tables-{}", std::process::id()));
    std::fs::create_dir_all(&scratch)?;
    let result = match std::env::args().nth(1).as_deref() {
        Some("pairs") => pairs(),
        Some("lists") => lists(&scratch),
        Some("curves") => curves(&scratch),
        Some("views") => views(&scratch),
        Some("deep") => deep(&scratch),
        Some("match") => one_match(&std::env::args().skip(2).collect::<Vec<_>>()),
        _ => anyhow::bail!("say pairs, lists, curves, views, deep, or match A B GAMES"),
    };
    std::fs::remove_dir_all(&scratch)?;
    result
}

/// A strategy with its options.
#[derive(Clone)]
struct Entrant {
    label: String,
    row: &'static Row<Qubic>,
    settings: Settings,
}

impl Entrant {
    /// `score-four ScoreFour.Reading=text ...`.
    fn new(text: &str) -> anyhow::Result<Self> {
        let mut words = text.split(' ');
        let name = words.next().unwrap_or_default();
        let row = Qubic::STRATEGIES.iter().find(|row| row.name == name).with_context(|| name.to_owned())?;
        let mut settings = Settings::defaults(&of_game::<Qubic>());
        for word in words {
            let (name, value) = word.split_once('=').context("NAME=VALUE")?;
            let spec = row.options.iter().find(|spec| spec.name == name).with_context(|| name.to_owned())?;
            let value = spec.parse(value).map_err(anyhow::Error::msg)?.context("a button")?;
            settings.set(spec.name, value);
        }
        Ok(Self { label: text.to_owned(), row, settings })
    }

    fn labelled(mut self, label: &str) -> Self {
        self.label = label.to_owned();
        self
    }
}

/// Wins, draws and losses of the first entrant, and how long each thought.
#[derive(Default)]
struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
    plies: usize,
    time: [Duration; 2],
    moves: [u32; 2],
}

impl Score {
    fn percent(&self) -> f64 {
        let games = f64::from(self.wins + self.draws + self.losses);
        100.0 * (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games.max(1.0)
    }

    fn mean_ms(&self, who: usize) -> f64 {
        self.time[who].as_secs_f64() * 1e3 / f64::from(self.moves[who].max(1))
    }
}

fn play_match(a: &Entrant, b: &Entrant, games: u32) -> anyhow::Result<Score> {
    let mut score = Score::default();
    for number in 0..games {
        let mut random = ChaCha8Rng::seed_from_u64(1972);
        random.set_stream(u64::from(number / 2));
        let mut game = Played::new(Qubic::default());
        play_at_random(&mut game, 4, &mut random, Qubic::legal_moves);
        let a_is_first = number % 2 == 0;
        let mut agents = [Agent::new(a.row), Agent::new(b.row)];
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let Record { game, .. } = play(game, usize::MAX, &mut |game| {
            let who = usize::from((game.player_to_move() == Player::P1) != a_is_first);
            let begin = Instant::now();
            let settings = &[a, b][who].settings;
            let choice = agents[who].choose(game, &limits, &Control::new(), settings, &mut |_| {});
            score.time[who] += begin.elapsed();
            score.moves[who] += 1;
            choice.best().map_or(Turn::Stop, Turn::Move)
        });
        score.plies += game.plies();
        match game.result() {
            Some(GameResult::Win(player)) if (player == Player::P1) == a_is_first => score.wins += 1,
            Some(GameResult::Win(_)) => score.losses += 1,
            _ => score.draws += 1,
        }
    }
    Ok(score)
}

/// One line of a table of matches.
fn print_match(a: &Entrant, b: &Entrant, games: u32) -> anyhow::Result<()> {
    let score = play_match(a, b, games)?;
    println!(
        "| {} | {} | {} | {} | {} | {:.1} % | {:.1} | {:.2} / {:.2} |",
        a.label,
        b.label,
        score.wins,
        score.draws,
        score.losses,
        score.percent(),
        score.plies as f64 / f64::from(games),
        score.mean_ms(0),
        score.mean_ms(1)
    );
    Ok(())
}

const HEAD: &str =
    "| A | B | A won | drawn | B won | A's score | plies | ms a move |\n|---|---|--:|--:|--:|--:|--:|--:|";

/// `match "score-four ScoreFour.Reading=text" alpha-beta 200`
fn one_match(words: &[String]) -> anyhow::Result<()> {
    let [a, b, games] = words else { anyhow::bail!("match takes A, B and the number of games") };
    println!("{HEAD}");
    print_match(&Entrant::new(a)?, &Entrant::new(b)?, games.parse()?)
}

fn pairs() -> anyhow::Result<()> {
    let entrants = [
        Entrant::new("score-four")?.labelled("faithful, thesis"),
        Entrant::new("score-four ScoreFour.Reading=text")?.labelled("text, thesis"),
        Entrant::new("score-four ScoreFour.Reading=corrected")?.labelled("corrected, thesis"),
        Entrant::new("score-four ScoreFour.Patterns=rules")?.labelled("faithful, rules"),
        Entrant::new("score-four-deep ScoreFourDeep.Patterns=thesis ScoreFourDeep.Defence=key")?
            .labelled("deep, thesis, key squares"),
        Entrant::new("score-four-deep ScoreFourDeep.Patterns=thesis")?.labelled("deep, thesis, every square"),
        Entrant::new("score-four-deep ScoreFourDeep.Defence=key")?.labelled("deep, learned, key squares"),
        Entrant::new("score-four-deep")?.labelled("deep, learned, every square"),
        Entrant::new("random")?,
        Entrant::new("alpha-beta")?.labelled("alpha-beta, 2,000 nodes"),
    ];
    println!("{HEAD}");
    for (index, a) in entrants.iter().enumerate() {
        for b in &entrants[index + 1..] {
            print_match(a, b, 200)?;
        }
    }
    Ok(())
}

/// What each pattern is worth, and what comes of answering patterns at once.
fn lists(scratch: &Path) -> anyhow::Result<()> {
    let base = Entrant::new("score-four ScoreFour.Patterns=rules")?.labelled("faithful, rules");
    let test = |sums: &str| format!(r#"{{"pattern":[{sums}],"ajust":0,"wins":0,"losses":0}}"#);
    let patterns = [["10,10", "2,2"], ["10,5,10", "2,1,2"], ["10,0,10,10", "2,0,2,2"]];
    let choices: [(&str, &[usize]); 5] =
        [("1", &[0]), ("2", &[1]), ("3", &[2]), ("1, 2", &[0, 1]), ("1, 2, 3", &[0, 1, 2])];
    println!("{HEAD}");
    for (name, chosen) in choices {
        let learned = chosen.iter().flat_map(|&n| patterns[n]);
        let tests: Vec<String> = ["20", "4", "15", "3"].into_iter().chain(learned).map(test).collect();
        let early = r#"{"pattern":[10,5],"game":0}"#;
        let body = format!(r#"{{"games":0,"test":[{}],"sutest":[{early}]}}"#, tests.join(","));
        let path = scratch.join("list");
        std::fs::write(&path, format!("fourscore-memory qubic score-four 2\n{body}\n"))?;
        for reading in ["faithful", "corrected"] {
            for answers in ["all", "own-first", "own", "threes"] {
                let text = format!(
                    "score-four ScoreFour.Patterns={} ScoreFour.Reading={reading} ScoreFour.Answers={answers}",
                    path.display()
                );
                let label = format!("{reading}, patterns {name}, answers {answers}");
                print_match(&Entrant::new(&text)?.labelled(&label), &base, 400)?;
            }
        }
    }
    Ok(())
}

/// Lets an entrant play itself and learn; calls back after the games in `stops`.
fn self_play(
    entrant: &Entrant,
    memory: &Path,
    seed: u64,
    stops: &[usize],
    mut at: impl FnMut(usize) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let path = memory.to_str().context("a path that is not text")?;
    let mut settings = entrant.settings.clone();
    settings.set("Learn", Value::Flag(true));
    settings.set("Memory", Value::Text(path.to_owned()));
    let mut agent = Agent::new(entrant.row);
    for number in 0..=stops.last().copied().unwrap_or(0) {
        if stops.contains(&number) {
            at(number)?;
        }
        settings.set("Seed", Value::Integer((seed << 20) as i64 + number as i64));
        let Record { game, .. } = play(Played::new(Qubic::default()), usize::MAX, &mut |game| {
            let choice = agent.choose(game, &Limits::default(), &Control::new(), &settings, &mut |_| {});
            agent.after_move(game);
            choice.best().map_or(Turn::Stop, Turn::Move)
        });
        agent.learn(&game, game.outcome().unwrap_or(Outcome::Draw), &settings)?;
    }
    Ok(())
}

/// The strength of what is known after so many games of self-play, against the rules alone and against the thesis.
fn curves(scratch: &Path) -> anyhow::Result<()> {
    let stops = [0, 1, 2, 3, 5, 8, 12, 20, 35, 60];
    let variants = [
        ("faithful", "score-four", "ScoreFour"),
        ("corrected", "score-four ScoreFour.Reading=corrected", "ScoreFour"),
        ("faithful, answers its own", "score-four ScoreFour.Answers=own", "ScoreFour"),
    ];
    course(scratch, &variants, &stops, 5, 200, "docs/plots/doake-curves.svg")
}

/// The same without AJUST ever rising: games learned from the winner's view only.
fn views(scratch: &Path) -> anyhow::Result<()> {
    let stops = [0, 1, 2, 3, 5, 8, 12, 20, 35, 60];
    let variants = [("faithful, winner's view only", "score-four ScoreFour.View=winner", "ScoreFour")];
    course(scratch, &variants, &stops, 5, 200, "docs/plots/doake-views.svg")
}

fn deep(scratch: &Path) -> anyhow::Result<()> {
    let stops = [0, 1, 3, 6, 12, 25, 50, 100];
    let variants = [
        ("deep, every square", "score-four-deep", "ScoreFourDeep"),
        ("deep, key squares", "score-four-deep ScoreFourDeep.Defence=key", "ScoreFourDeep"),
    ];
    course(scratch, &variants, &stops, 3, 100, "docs/plots/doake-deep-curves.svg")
}

fn course(
    scratch: &Path,
    variants: &[(&str, &str, &str)],
    stops: &[usize],
    seeds: u64,
    games: u32,
    plot: &str,
) -> anyhow::Result<()> {
    let rules = Entrant::new("score-four ScoreFour.Patterns=rules")?;
    let thesis = Entrant::new("score-four")?;
    let mut drawn = Vec::new();
    println!(
        "| variant | games learned | patterns | score against rules | score against thesis |\n|---|--:|--:|--:|--:|"
    );
    for (label, text, prefix) in variants {
        let mut sums = vec![(0.0, 0.0, 0.0); stops.len()];
        for seed in 1..=seeds {
            let memory: PathBuf = scratch.join(format!("{}-{seed}", text.replace([' ', '='], "-")));
            let entrant = Entrant::new(text)?;
            self_play(&entrant, &memory, seed, stops, |number| {
                let place = stops.iter().position(|&stop| stop == number).context("no stop")?;
                let frozen = scratch.join("frozen");
                let _ = std::fs::remove_file(&frozen);
                let known = std::fs::read_to_string(&memory).unwrap_or_default();
                let source = if known.is_empty() { "rules".to_owned() } else { frozen.display().to_string() };
                std::fs::write(&frozen, &known)?;
                let now = Entrant::new(&format!("{text} {prefix}.Patterns={source}"))?;
                let patterns =
                    known.matches("\"pattern\":").count() + known.matches("\"description\":").count();
                let sum = &mut sums[place];
                sum.0 += patterns as f64 / seeds as f64;
                sum.1 += play_match(&now, &rules, games)?.percent() / seeds as f64;
                sum.2 += play_match(&now, &thesis, games)?.percent() / seeds as f64;
                Ok(())
            })?;
        }
        for (stop, (patterns, against_rules, against_thesis)) in stops.iter().zip(&sums) {
            println!("| {label} | {stop} | {patterns:.1} | {against_rules:.1} % | {against_thesis:.1} % |");
        }
        let points = |pick: fn(&(f64, f64, f64)) -> f64| -> Vec<(f64, f64)> {
            stops.iter().zip(&sums).map(|(&stop, sum)| ((stop as f64 + 1.0).log2(), pick(sum))).collect()
        };
        drawn.push((format!("{label}: against rules"), points(|sum| sum.1)));
        drawn.push((format!("{label}: against thesis"), points(|sum| sum.2)));
    }
    draw(Path::new(plot), stops, &drawn)
}

fn draw(path: &Path, stops: &[usize], lines: &[(String, Vec<(f64, f64)>)]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let colors = [BLUE, CYAN, RED, MAGENTA, GREEN, BLACK];
    let root = SVGBackend::new(path, (900, 560)).into_drawing_area();
    root.fill(&WHITE)?;
    let right = (stops.last().copied().unwrap_or(1) as f64 + 1.0).log2();
    let mut chart = ChartBuilder::on(&root)
        .caption("score of what has been learned by self-play", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..right, 0.0..100.0)?;
    chart
        .configure_mesh()
        .x_desc("games learned from (logarithmic)")
        .y_desc("score in per cent")
        .x_label_formatter(&|x| format!("{:.0}", x.exp2() - 1.0))
        .draw()?;
    for ((label, points), color) in lines.iter().zip(colors) {
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .border_style(BLACK)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    root.present()?;
    Ok(())
}
