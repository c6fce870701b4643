//! The page: tables as HTML with the plots between them. Whatever comes from records is escaped; the page loads nothing.

use super::data::{Counted, EngineRow, GameRecord, count, quantile};
use super::plots;
use crate::stats::Tally;
use crate::stats::elo::{elo, superiority};
use crate::stats::ratings::Rating;
use std::error::Error;
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.45 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse;margin:.6rem 0 1.4rem;display:block;overflow-x:auto}\
th,td{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}\
th:first-child,td:first-child{text-align:left}th{font-weight:600}\
svg{max-width:100%;height:auto}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}";

pub(super) fn page(games: &[GameRecord]) -> Result<String, Box<dyn Error>> {
    let counted = count(games);
    let rules = games.first().map_or("", |game| game.rules.as_str());
    let title = format!("{rules}: {} games of {} engines", games.len(), counted.engines.len());
    let title = escaped(title.trim_start_matches(": "));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<h1>{title}</h1>\n"
    );
    let mut text = results(&counted);
    if counted.repeated > 0 {
        text.push_str(&format!(
            "\n<p>{} of {} games had been played before by the same players, move for move; Elo and LOS count a pair of \
             them once.</p>",
            counted.repeated,
            games.len()
        ));
    }
    section(&mut out, "Results", &text);
    let rated = plots::ratings(&counted)? + &ratings(&counted);
    section(&mut out, "Rating by maximum likelihood, with its interval of 95 %", &rated);
    if counted.engines.len() > 2 {
        section(&mut out, "Pairings", &pairings(&counted));
    }
    section(&mut out, "Score over time", &plots::scores(games, &counted)?);
    section(&mut out, "Lengths of games", &plots::lengths(games)?);
    section(&mut out, "Time per move", &(plots::times(games, &counted)? + &thinking(&counted)));
    section(&mut out, "Player one and player two", &colours(&counted));
    section(&mut out, "Ends of games", &reasons(&counted));
    out.push_str("</body>\n</html>\n");
    Ok(out)
}

fn section(out: &mut String, heading: &str, body: &str) {
    let _ = writeln!(out, "<h2>{heading}</h2>\n{body}");
}

/// A table; the cells are HTML.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = String::from("<table>\n<tr>");
    head.iter().for_each(|cell| out.push_str(&format!("<th>{cell}</th>")));
    for row in rows {
        out.push_str("</tr>\n<tr>");
        row.iter().for_each(|cell| out.push_str(&format!("<td>{cell}</td>")));
    }
    out + "</tr>\n</table>"
}

/// The cells that follow a name: games, results, Elo.
fn result_cells(tally: &Tally) -> Vec<String> {
    vec![
        tally.games().to_string(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        format!("{:.1} %", 100.0 * tally.score()),
        escaped(&elo(tally).text()),
        format!("{:.1} %", 100.0 * superiority(tally)),
        tally.pairs.pentanomial().map(|count| count.to_string()).join(" "),
    ]
}

const RESULT_HEAD: [&str; 9] =
    ["engine", "games", "won", "drawn", "lost", "score", "Elo (95 %)", "LOS", "pairs 0 ½ 1 1½ 2"];

fn results(counted: &Counted) -> String {
    let row = |row: &EngineRow| [vec![escaped(&row.name)], result_cells(&row.tally)].concat();
    table(&RESULT_HEAD, &counted.engines.iter().map(row).collect::<Vec<_>>())
}

/// The ratings as numbers, the best first: not the order of the scores where engines have not met the same opponents.
fn ratings(counted: &Counted) -> String {
    let mut rated: Vec<(&str, Rating)> =
        counted.engines.iter().filter_map(|row| Some((row.name.as_str(), row.rating?))).collect();
    rated.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    let row = |(name, rating): &(&str, Rating)| {
        vec![escaped(name), format!("{:+.1}", rating.elo), format!("{:.1}", rating.error)]
    };
    let mut out = table(&["engine", "Elo", "± (95 %)"], &rated.iter().map(row).collect::<Vec<_>>());
    if counted.with_prior {
        out.push_str(
            "\n<p>Some engine or group of engines has scored nothing or everything against the others: everyone is \
             given one drawn game against a mean opponent.</p>",
        );
    }
    out
}

fn pairings(counted: &Counted) -> String {
    let row = |(&(one, two), tally): (&(usize, usize), &Tally)| {
        let name = |place: usize| escaped(&counted.engines[place].name);
        [vec![format!("{} – {}", name(one), name(two))], result_cells(tally)].concat()
    };
    let mut head = RESULT_HEAD;
    head[0] = "engines";
    table(&head, &counted.pairings.iter().map(row).collect::<Vec<_>>())
}

/// A mean as text, if there is anything.
fn mean((sum, count): (u64, u64)) -> String {
    if count == 0 { "-".to_owned() } else { format!("{:.1}", sum as f64 / count as f64) }
}

fn thinking(counted: &Counted) -> String {
    let row = |row: &EngineRow| {
        let time =
            |share| quantile(&row.times, share).map_or_else(|| "-".to_owned(), |ms| format!("{ms:.2}"));
        vec![
            escaped(&row.name),
            escaped(&row.limits.join(", ")),
            row.times.len().to_string(),
            time(0.5),
            time(0.9),
            time(0.99),
            time(1.0),
            mean(row.depth),
            mean(row.nodes),
        ]
    };
    let head =
        ["engine", "limit", "moves", "median ms", "90 %", "99 %", "longest", "mean depth", "mean nodes"];
    table(&head, &counted.engines.iter().map(row).collect::<Vec<_>>())
}

fn colours(counted: &Counted) -> String {
    let cells = |tally: &Tally| {
        let score =
            if tally.games() > 0 { format!("{:.1} %", 100.0 * tally.score()) } else { "-".to_owned() };
        vec![tally.games().to_string(), score]
    };
    let mut all = Tally::default();
    let mut rows = Vec::new();
    for row in &counted.engines {
        all += row.first;
        let (whole, first) = (row.tally, row.first);
        let second = Tally {
            wins: whole.wins.saturating_sub(first.wins),
            draws: whole.draws.saturating_sub(first.draws),
            losses: whole.losses.saturating_sub(first.losses),
            ..Tally::default()
        };
        rows.push([vec![escaped(&row.name)], cells(&first), cells(&second)].concat());
    }
    rows.push([vec!["all games".to_owned()], cells(&all), cells(&all.flipped())].concat());
    table(&["engine", "as one", "score", "as two", "score"], &rows)
}

fn reasons(counted: &Counted) -> String {
    let rows: Vec<_> =
        counted.reasons.iter().map(|(name, count)| vec![escaped(name), count.to_string()]).collect();
    table(&["reason", "games"], &rows)
}

/// Text that a browser shows as it is.
fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn a_page_stands_alone_and_shows_everything() {
        let name = "<b>&\\\"x";
        let mut text = String::new();
        for (p1, p2, result) in
            [(name, "B", "p1win"), ("B", name, "draw"), ("B", "C", "p1win"), ("C", "B", "p1win")]
        {
            let _ = writeln!(
                text,
                "{{\"rules\":\"qubic\",\"pair\":1,\"p1\":\"{p1}\",\"p2\":\"{p2}\",\"p1_limit\":\"1+0.1\",\
                 \"result\":\"{result}\",\"reason\":\"rules\",\"moves\":[{{\"player\":\"p1\",\"time_ms\":2.5,\
                 \"depth\":3,\"nodes\":9}}]}}"
            );
        }
        let page = page(&parse(&text).unwrap()).unwrap();
        assert_eq!(page.matches("<svg").count(), 4);
        assert!(page.contains("&lt;b&gt;&amp;") && !page.contains("<b>"), "names are escaped, in plots too");
        // The name of the format is an address, and nothing fetches it.
        let linked = page.replace("http://www.w3.org/2000/svg", "");
        for word in ["http", "src=", "<script", "<link", "url("] {
            assert!(!linked.contains(word), "{word}");
        }
        for heading in
            ["Results", "Rating", "Pairings", "Score over time", "Lengths", "Time per move", "Ends"]
        {
            assert!(page.contains(heading), "{heading}");
        }
        assert!(page.contains("4 games of 3 engines") && page.contains("mean depth"));
    }
}
