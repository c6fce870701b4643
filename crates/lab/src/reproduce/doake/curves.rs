//! Learning curves: what lists learned by self-play are worth after so many games.

use super::super::item::{Block, Found, Run, Verdict};
use super::matches::{Compared, OPENINGS, REPLICATES, player, score};
use crate::player::Player;
use games::qubic::Qubic;
use games::{Outcome, Played};
use std::path::Path;
use strategies::playing::play;
use strategies::score_four::backtrack::analyse;

/// Games learned from before a list is tried.
const STOPS: [usize; 7] = [0, 1, 2, 5, 12, 25, 60];

pub(super) const SCORE_FOUR: [(&str, &str); 6] = [
    ("faithful", "score-four"),
    ("winner's view", "score-four ScoreFour.View=winner"),
    ("answers its own", "score-four ScoreFour.Answers=own"),
    ("both", "score-four ScoreFour.View=winner ScoreFour.Answers=own"),
    ("corrected", "score-four ScoreFour.Reading=corrected"),
    ("corrected, both", "score-four ScoreFour.Reading=corrected ScoreFour.View=winner ScoreFour.Answers=own"),
];

pub(super) const DEEP: [(&str, &str); 2] = [
    ("deep, every square", "score-four-deep"),
    ("deep, key squares", "score-four-deep ScoreFourDeep.Defence=key"),
];

/// What is known after so many games of self-play, against the rules and against the thesis's list.
pub(super) fn curve(run: &Run, variants: &[(&str, &str)]) -> anyhow::Result<Found> {
    let parts: Vec<_> =
        variants.iter().flat_map(|variant| (0..REPLICATES).map(move |n| (variant, n))).collect();
    let folder = tempfile::tempdir()?;
    let found = run.each(&parts, "series of learning", |((_, entrant), n)| {
        let name = folder.path().join(format!("{n}{}", entrant.replace([' ', '.', '='], "-")));
        let rules = ["score-four ScoreFour.Patterns=rules", "score-four"];
        course(run, entrant, &rules, &STOPS, &name, *n)
    })?;
    let mut rows = Vec::new();
    let mut series = Vec::new();
    for ((label, _), courses) in variants.iter().zip(found.chunks(REPLICATES as usize)) {
        for (which, against) in ["the rules", "the thesis"].into_iter().enumerate() {
            let at =
                |stop: usize| Compared::new("", courses.iter().map(|course| course[stop][which]).collect());
            let points: Vec<_> = (0..STOPS.len()).map(at).collect();
            let cells = points.iter().map(|point| format!("{:.1} ({:.1})", point.mean, point.error()));
            rows.push([(*label).to_owned(), against.to_owned()].into_iter().chain(cells).collect::<Vec<_>>());
            let points = STOPS.iter().zip(&points).map(|(&stop, point)| (stop as f64, point.mean));
            series.push((format!("{label}: against {against}"), points.collect::<Vec<_>>()));
        }
    }
    let head =
        ["variant", "against"].map(str::to_owned).into_iter().chain(STOPS.map(|stop| stop.to_string()));
    // Whether the first variant loses again against the rules what two games had taught it, beyond the error.
    let declines = series[0].1[2].1 > series[0].1[STOPS.len() - 1].1 + 5.0;
    let blocks = vec![
        Block::text(
            "Score in per cent (standard error) after so many games of self-play; 30 series each, 20 games a point:",
        ),
        Block::table(head, rows),
        Block::Plot {
            title: "what has been learned by self-play".into(),
            x: "games learned from".into(),
            y: "score, %".into(),
            series,
        },
    ];
    Verdict::Agrees.given(!declines).with(blocks)
}

/// Lists learned in 25 games by 30 series with this defence, by both ways of backtracking: against each other, and each
/// against patterns 1 to 3.
pub(super) fn learned_lists(run: &Run, defence: &str) -> anyhow::Result<Vec<Compared>> {
    let folder = tempfile::tempdir()?;
    let with = |list: &str| format!("score-four-deep ScoreFourDeep.Defence={defence}{list}");
    let thesis = with(" ScoreFourDeep.Patterns=thesis");
    let scores = run.each(&(0..REPLICATES).collect::<Vec<_>>(), "series of learning", |&n| {
        let list = folder.path().join(format!("{n}-hers"));
        let hers = with(&format!(" ScoreFourDeep.Patterns={}", list.display()));
        in_her_way(run, &hers, 25, &list, n)?;
        let memory = folder.path().join(n.to_string());
        let mut scores = course(run, &with(""), &[&hers, &thesis], &[25], &memory, n)?.remove(0);
        scores.push(score(run.seed, &hers, &thesis, n * OPENINGS..(n + 1) * OPENINGS)?);
        Ok(scores)
    })?;
    let matches = [
        "until SEARCH sees nothing, against hers",
        "the same, against patterns 1 to 3",
        "hers, against patterns 1 to 3",
    ];
    let compared = |(which, label): (usize, &str)| {
        let scores = scores.iter().map(|scores| scores[which]).collect();
        Compared::new(&format!("{label} ({defence})"), scores)
    };
    Ok(matches.into_iter().enumerate().map(compared).collect())
}

/// A list of descriptions from her backtracking, which goes on until four in a row cannot be made in one move.
fn in_her_way(run: &Run, entrant: &str, games: usize, list: &Path, number: u64) -> anyhow::Result<()> {
    let (head, _) = super::matches::shipped()?;
    let mut known: Vec<String> = Vec::new();
    for game in 0..=games {
        let entry = |description| serde_json::json!({ "description": description, "won": 0, "lost": 0, "game": 0, "ply": 0, "moves": [] });
        let text =
            serde_json::json!({ "games": game, "entries": known.iter().map(entry).collect::<Vec<_>>() });
        std::fs::write(list, format!("{head}\n{text}\n"))?;
        if game < games {
            let played = own_game(run, &mut player(entrant)?, number, game);
            let new = analyse(&played).and_then(|analysis| analysis.description);
            known.extend(new.filter(|new| !known.contains(new)));
        }
    }
    Ok(())
}

/// A game of a program against itself.
pub(super) fn own_game(run: &Run, learner: &mut Player<Qubic>, number: u64, game: usize) -> Played<Qubic> {
    let seed = ((run.seed + number) << 20) as i64 + game as i64;
    learner.settings.set("Seed", strategies::settings::Value::Integer(seed));
    play(Played::new(Qubic::default()), usize::MAX, &mut |game| learner.turn(game)).game
}

/// One series: the scores against these at every stop.
fn course(
    run: &Run,
    entrant: &str,
    others: &[&str],
    stops: &[usize],
    memory: &Path,
    number: u64,
) -> anyhow::Result<Vec<Vec<f64>>> {
    let prefix = if entrant.starts_with("score-four-deep") { "ScoreFourDeep" } else { "ScoreFour" };
    let mut learner = player(&format!("{entrant} Learn=true Memory={}", memory.display()))?;
    let mut found = Vec::new();
    for game in 0..=stops[stops.len() - 1] {
        if stops.contains(&game) {
            let frozen = memory.with_extension("frozen");
            let known = if game == 0 { "rules".into() } else { frozen.display().to_string() };
            if game > 0 {
                std::fs::copy(memory, &frozen)?;
            }
            let now = format!("{entrant} {prefix}.Patterns={known}");
            let against = |other| score(run.seed, &now, other, number * OPENINGS..(number + 1) * OPENINGS);
            found.push(others.iter().copied().map(against).collect::<anyhow::Result<_>>()?);
        }
        let game = own_game(run, &mut learner, number, game);
        learner.agent.learn(&game, game.outcome().unwrap_or(Outcome::Draw), &learner.settings)?;
    }
    Ok(found)
}
