//! What stands below the result table: ratings, who scored what against whom,
//! the worth of the first move, what openings are worth, and what engines spent on their moves.

use crate::columns::Table;
use crate::schedule::Tournament;
use crate::settings::Settings;
use crate::standings::{OpeningTally, Standings};
use crate::stats::Tally;
use crate::stats::elo::elo;
use crate::stats::normalised::normalised;
use std::fmt::Write;

/// A cross table is shown for so many engines at most: more do not fit on a line.
const WIDEST: usize = 16;
/// Openings shown at each end of a long list.
const SHOWN: usize = 20;

/// All sections that have something to say, each with a blank line before it.
pub(crate) fn text(settings: &Settings, standings: &Standings) -> String {
    if standings.games() == 0 {
        return String::new();
    }
    let names = &settings.names();
    let several = names.len() > 2;
    let ratings = || ratings(names, standings);
    let sections = [
        if several { ratings().0.text() + ratings().1 } else { difference(names, standings) },
        cross_table(names, standings).filter(|_| several).map_or_else(String::new, |table| table.text()),
        openings(settings, standings),
        first_player(standings) + &colours(names, standings).text(),
        // These lines begin alike, because they are different each time even where the games are the same.
        thinking(names, standings)
            .text()
            .lines()
            .fold(String::new(), |out, line| out + "thinking: " + line + "\n"),
    ];
    let shown = sections.iter().filter(|section| !section.is_empty());
    shown.fold(String::new(), |out, section| out + "\n" + section)
}

/// Ratings by maximum likelihood, with the likelihood of each engine to be stronger than the next one, and a remark.
pub(crate) fn ratings(names: &[&str], standings: &Standings) -> (Table, &'static str) {
    let all = standings.ratings(names.len());
    let mut order: Vec<(usize, _)> =
        all.ratings.iter().enumerate().filter_map(|(engine, rating)| Some((engine, (*rating)?))).collect();
    order.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    let row = |(rank, (engine, rating)): (usize, &(usize, crate::stats::ratings::Rating))| {
        let better = order.get(rank + 1).map_or_else(String::new, |(next, _)| {
            format!("{:.1} %", 100.0 * all.superiority(*engine, *next))
        });
        let (elo, error) = (format!("{:+.1}", rating.elo), format!("{:.1}", rating.error));
        vec![(rank + 1).to_string(), names[*engine].to_owned(), elo, error, better]
    };
    let head = ["", "rating", "Elo", "± (95 %)", "better than the next"];
    let table = Table::new(head, &[1]).with(order.iter().enumerate().map(row));
    let remark = "(some engine or group of engines has scored nothing or everything against the others: everyone is given \
                  one drawn game against a mean opponent)\n";
    (table, if all.with_prior { remark } else { "" })
}

/// What the table does not say of two engines.
fn difference(names: &[&str], standings: &Standings) -> String {
    let tally = standings.of_engine(0);
    format!(
        "{} against {}: normalised Elo {}, drawn {:.1} %\n",
        names[0],
        names[1],
        normalised(&tally).text(),
        100.0 * tally.draw_rate()
    )
}

/// Points of every engine against every other, if they fit.
pub(crate) fn cross_table(names: &[&str], standings: &Standings) -> Option<Table> {
    let order = standings.ranked(names.len());
    let mut table = Table::new(["", "points"], &[1]);
    table.lines[0].extend((1..=order.len()).map(|rank| rank.to_string()));
    let cell = |engine: usize, other: usize| {
        let tally = standings.pairing(engine, other);
        match tally.games() {
            _ if engine == other => "·".to_owned(),
            0 => "-".to_owned(),
            games => {
                let half = if tally.draws % 2 == 1 { "½" } else { "" };
                format!("{}{half}/{games}", tally.wins + tally.draws / 2)
            }
        }
    };
    let row = |(rank, (engine, _)): (usize, &(usize, Tally))| {
        let mut line = vec![(rank + 1).to_string(), names[*engine].to_owned()];
        line.extend(order.iter().map(|(other, _)| cell(*engine, *other)));
        line
    };
    (order.len() <= WIDEST).then(|| table.with(order.iter().enumerate().map(row)))
}

/// Every opening of an openings test, the most decided first.
fn openings(settings: &Settings, standings: &Standings) -> String {
    if settings.tournament != Tournament::OpeningsTest {
        return String::new();
    }
    let ranked = ranked_openings(standings);
    let hidden = ranked.len().saturating_sub(2 * SHOWN);
    let shown =
        ranked.iter().enumerate().filter(|(rank, _)| hidden == 0 || !(SHOWN..SHOWN + hidden).contains(rank));
    let row = |(_, (opening, tally)): (usize, &(usize, OpeningTally))| {
        let [lost, drawn, won] = tally.for_first.map(|count| count.to_string());
        let text = settings.openings[*opening].shown();
        let plies = format!("{:.1}", tally.plies as f64 / tally.games() as f64);
        vec![format!("{:.1} %", 100.0 * tally.score()), won, drawn, lost, plies, text]
    };
    let head = ["player one", "won", "drawn", "lost", "plies", "opening"];
    let mut out = Table::new(head, &[5]).with(shown.map(row)).text();
    if hidden > 0 {
        let _ = writeln!(out, "({hidden} openings between those are in the summary only)");
    }
    out
}

/// Openings by how decided they are: the most first, and among equals the one whose games were shorter.
pub(crate) fn ranked_openings(standings: &Standings) -> Vec<(usize, OpeningTally)> {
    let mut ranked: Vec<_> = standings.openings().collect();
    let length = |tally: &OpeningTally| tally.plies as f64 / tally.games().max(1) as f64;
    ranked.sort_by(|(_, a), (_, b)| {
        b.decidedness().total_cmp(&a.decidedness()).then(length(a).total_cmp(&length(b)))
    });
    ranked
}

pub(crate) fn first_player(standings: &Standings) -> String {
    let first = standings.first_player();
    format!(
        "player one: won {}, drawn {}, lost {}, score {:.1} %, Elo {}; drawn {:.1} % of all\n",
        first.wins,
        first.draws,
        first.losses,
        100.0 * first.score(),
        elo(&first).text(),
        100.0 * first.draw_rate()
    )
}

/// Results of every engine as either player.
pub(crate) fn colours(names: &[&str], standings: &Standings) -> Table {
    let row = |(engine, name): (usize, &&str)| {
        let [one, two] =
            standings.by_player(engine).map(|[lost, drawn, won]| format!("{won} {drawn} {lost}"));
        vec![(*name).to_owned(), one, two]
    };
    let head = ["", "as player one + = -", "as player two + = -"];
    Table::new(head, &[0]).with(names.iter().enumerate().map(row))
}

/// What every engine has spent on its moves.
pub(crate) fn thinking(names: &[&str], standings: &Standings) -> Table {
    let shown =
        |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
    let row = |(engine, name): (usize, &&str)| {
        let usage = standings.usage(engine);
        vec![
            (*name).to_owned(),
            usage.moves.to_string(),
            shown(usage.time_per_move().map(|seconds| seconds * 1e3), 2),
            shown(Some(usage.longest.as_secs_f64() * 1e3), 1),
            shown(usage.mean_depth(), 1),
            shown(usage.speed(), 0),
        ]
    };
    let head = ["", "moves", "ms/move", "longest ms", "depth", "nodes/s"];
    Table::new(head, &[0]).with(names.iter().enumerate().map(row))
}
