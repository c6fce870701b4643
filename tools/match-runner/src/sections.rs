//! What stands below the result table: ranking by the rules of the tournament, ratings, who scored what against whom,
//! the worth of the first move, what openings are worth, and what engines spent on their moves.

use crate::columns::aligned;
use crate::schedule::{Place, Tournament};
use crate::settings::Settings;
use crate::standings::Standings;
use crate::stats::Tally;
use crate::stats::elo::elo;
use crate::stats::normalised::normalised;
use std::fmt::Write;

/// A cross table is shown for so many engines at most: more do not fit on a line.
const WIDEST: usize = 16;
/// Openings shown at each end of a long list.
const SHOWN: usize = 20;

/// All sections that have something to say, each with a blank line before it.
pub(crate) fn text(settings: &Settings, standings: &Standings, places: &[Place]) -> String {
    if standings.games() == 0 {
        return String::new();
    }
    let mut out = String::new();
    let several = settings.engines.len() > 2;
    let sections = [
        ranking(settings, places),
        if several { ratings(settings, standings) } else { difference(settings, standings) },
        if several { cross_table(settings, standings) } else { String::new() },
        openings(settings, standings),
        colours(settings, standings),
        thinking(settings, standings),
    ];
    for section in sections.iter().filter(|section| !section.is_empty()) {
        out.push('\n');
        out.push_str(section);
    }
    out
}

fn name(settings: &Settings, engine: usize) -> String {
    settings.engines[engine].name.clone()
}

fn ranking(settings: &Settings, places: &[Place]) -> String {
    if places.is_empty() {
        return String::new();
    }
    let head = ["", settings.tournament.name(), ""].map(str::to_owned).to_vec();
    let row = |(rank, place): (usize, &Place)| {
        vec![(rank + 1).to_string(), name(settings, place.engine), place.note.clone()]
    };
    let lines: Vec<_> = std::iter::once(head).chain(places.iter().enumerate().map(row)).collect();
    aligned(&lines, &[1, 2])
}

/// Ratings by maximum likelihood, with the likelihood of each engine to be stronger than the next one.
fn ratings(settings: &Settings, standings: &Standings) -> String {
    let all = standings.ratings(settings.engines.len());
    let mut order: Vec<(usize, _)> =
        all.ratings.iter().enumerate().filter_map(|(engine, rating)| Some((engine, (*rating)?))).collect();
    order.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    let mut lines =
        vec![["", "rating", "Elo", "± (95 %)", "better than the next"].map(str::to_owned).to_vec()];
    for (rank, (engine, rating)) in order.iter().enumerate() {
        let better = order.get(rank + 1).map_or_else(String::new, |(next, _)| {
            format!("{:.1} %", 100.0 * all.superiority(*engine, *next))
        });
        let (elo, error) = (format!("{:+.1}", rating.elo), format!("{:.1}", rating.error));
        lines.push(vec![(rank + 1).to_string(), name(settings, *engine), elo, error, better]);
    }
    let mut out = aligned(&lines, &[1]);
    if all.with_prior {
        out.push_str(
            "(some engine or group of engines has scored nothing or everything against the others: everyone is given \
             one drawn game against a mean opponent)\n",
        );
    }
    out
}

/// What the table does not say of two engines.
fn difference(settings: &Settings, standings: &Standings) -> String {
    let tally = standings.of_engine(0);
    format!(
        "{} against {}: normalised Elo {}, drawn {:.1} %\n",
        settings.engines[0].name,
        settings.engines[1].name,
        normalised(&tally).text(),
        100.0 * tally.draw_rate()
    )
}

/// Points of every engine against every other.
fn cross_table(settings: &Settings, standings: &Standings) -> String {
    let count = settings.engines.len();
    if count > WIDEST {
        return String::new();
    }
    let mut order: Vec<(usize, Tally)> =
        (0..count).map(|engine| (engine, standings.of_engine(engine))).collect();
    order.sort_by(|a, b| b.1.score().total_cmp(&a.1.score()));
    let mut against = vec![vec![None; count]; count];
    for ([one, two], tally) in standings.pairings() {
        against[one][two] = Some(tally);
        against[two][one] = Some(tally.flipped());
    }
    let mut head = vec![String::new(), "points".to_owned()];
    head.extend((1..=count).map(|rank| rank.to_string()));
    let mut lines = vec![head];
    for (rank, (engine, _)) in order.iter().enumerate() {
        let mut line = vec![(rank + 1).to_string(), name(settings, *engine)];
        line.extend(order.iter().map(|(other, _)| match &against[*engine][*other] {
            _ if engine == other => "·".to_owned(),
            Some(tally) => format!("{}/{}", points(tally), tally.games()),
            None => "-".to_owned(),
        }));
        lines.push(line);
    }
    aligned(&lines, &[1])
}

fn points(tally: &Tally) -> String {
    format!("{}{}", tally.wins + tally.draws / 2, if tally.draws % 2 == 1 { "½" } else { "" })
}

/// Every opening of an openings test, the most decided first.
fn openings(settings: &Settings, standings: &Standings) -> String {
    if settings.tournament != Tournament::OpeningsTest {
        return String::new();
    }
    let head = ["player one", "won", "drawn", "lost", "plies", "opening"].map(str::to_owned).to_vec();
    let ranked = ranked_openings(standings);
    let hidden = ranked.len().saturating_sub(2 * SHOWN);
    let mut lines = vec![head];
    for (rank, (opening, tally)) in ranked.iter().enumerate() {
        if hidden > 0 && (SHOWN..SHOWN + hidden).contains(&rank) {
            continue;
        }
        let [lost, drawn, won] = tally.for_first.map(|count| count.to_string());
        let command = settings.openings[*opening].command();
        let text = command.strip_prefix("position ").unwrap_or(&command).to_owned();
        let plies = format!("{:.1}", tally.plies as f64 / tally.games() as f64);
        lines.push(vec![format!("{:.1} %", 100.0 * tally.score()), won, drawn, lost, plies, text]);
    }
    let mut out = aligned(&lines, &[5]);
    if hidden > 0 {
        let _ = writeln!(out, "({hidden} openings between those are in the summary only)");
    }
    out
}

/// Openings by how decided they are: the most first, and among equals the one whose games were shorter.
pub(crate) fn ranked_openings(standings: &Standings) -> Vec<(usize, crate::standings::OpeningTally)> {
    let mut ranked: Vec<_> = standings.openings().collect();
    let length = |tally: &crate::standings::OpeningTally| tally.plies as f64 / tally.games().max(1) as f64;
    ranked.sort_by(|(_, a), (_, b)| {
        b.decidedness().total_cmp(&a.decidedness()).then(length(a).total_cmp(&length(b)))
    });
    ranked
}

fn colours(settings: &Settings, standings: &Standings) -> String {
    let first = standings.first_player();
    let mut out = format!(
        "player one: won {}, drawn {}, lost {}, score {:.1} %, Elo {}; drawn {:.1} % of all\n",
        first.wins,
        first.draws,
        first.losses,
        100.0 * first.score(),
        elo(&first).text(),
        100.0 * first.draw_rate()
    );
    let mut lines = vec![["", "as player one + = -", "as player two + = -"].map(str::to_owned).to_vec()];
    for engine in 0..settings.engines.len() {
        let [one, two] =
            standings.by_player(engine).map(|[lost, drawn, won]| format!("{won} {drawn} {lost}"));
        lines.push(vec![name(settings, engine), one, two]);
    }
    out.push_str(&aligned(&lines, &[0]));
    out
}

/// Lines that begin with `thinking:`, because they are different each time even where the games are the same.
fn thinking(settings: &Settings, standings: &Standings) -> String {
    let shown =
        |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
    let head =
        ["thinking:", "moves", "ms/move", "longest ms", "depth", "nodes/s"].map(str::to_owned).to_vec();
    let row = |engine: usize| {
        let usage = standings.usage(engine);
        vec![
            format!("thinking: {}", settings.engines[engine].name),
            usage.moves.to_string(),
            shown(usage.time_per_move().map(|seconds| seconds * 1e3), 2),
            shown(Some(usage.longest.as_secs_f64() * 1e3), 1),
            shown(usage.mean_depth(), 1),
            shown(usage.speed(), 0),
        ]
    };
    let lines: Vec<_> = std::iter::once(head).chain((0..settings.engines.len()).map(row)).collect();
    aligned(&lines, &[0])
}
