//! The result table: what people read when the match is over, or has been interrupted.

use crate::columns::Table;
use crate::engine::FaultKind;
use crate::settings::{Settings, SprtModel};
use crate::standings::Standings;
use crate::stats::Tally;
use crate::stats::elo::{elo, superiority};
use std::fmt::Write;

/// The table, best engine first.
pub(crate) fn table(settings: &Settings, standings: &Standings) -> String {
    let mut out = results(&settings.names(), standings).text();
    let endings: Vec<String> = standings.endings().map(|(name, count)| format!("{name} {count}")).collect();
    if !endings.is_empty() {
        let _ = writeln!(out, "\nends of games: {}", endings.join(", "));
    }
    out.push_str(&repeated(standings));
    for (engine, settings) in settings.engines.iter().enumerate() {
        let faults: Vec<String> = standings
            .faults(engine)
            .map(|(kind, count, detail)| format!("{} {count} (first: {detail})", kind.name()))
            .collect();
        if !faults.is_empty() {
            let _ = writeln!(out, "faults of {}: {}", settings.name, faults.join(", "));
        }
    }
    out.push_str(&by_faults(standings));
    out + &sprt(settings, standings).unwrap_or_default()
}

/// What each engine has scored, and each pairing if there are several.
pub(crate) fn results(names: &[&str], standings: &Standings) -> Table {
    let head =
        ["", "engine", "games", "won", "drawn", "lost", "score", "Elo (95 %)", "LOS", "pairs 0 ½ 1 1½ 2"];
    let engines = standings.ranked(names.len()).into_iter().enumerate();
    let table = Table::new(head, &[1, 9])
        .with(engines.map(|(rank, (engine, tally))| row(&(rank + 1).to_string(), names[engine], &tally)));
    if names.len() < 3 {
        return table;
    }
    let pairing = |([one, two], tally): ([usize; 2], Tally)| {
        row("", &format!("{} – {}", names[one], names[two]), &tally)
    };
    table.with([vec![String::new()]]).with(standings.pairings().map(pairing))
}

fn row(rank: &str, name: &str, tally: &Tally) -> Vec<String> {
    let played = tally.games() > 0;
    let if_played = |text: String| if played { text } else { "-".to_owned() };
    vec![
        rank.to_owned(),
        name.to_owned(),
        tally.games().to_string(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        if_played(format!("{:.1} %", 100.0 * tally.score())),
        if_played(elo(tally).text()),
        if_played(format!("{:.1} %", 100.0 * superiority(tally))),
        tally.pairs.pentanomial().map(|count| count.to_string()).join(" "),
    ]
}

/// A warning, if games were lost by faults: what they say of strength.
pub(crate) fn by_faults(standings: &Standings) -> String {
    let is_fault = |name: &str| FaultKind::named(name).is_some();
    let ended: u64 = standings.endings().filter(|(name, _)| is_fault(name)).map(|(_, count)| count).sum();
    if ended == 0 {
        return String::new();
    }
    let games = standings.games();
    format!(
        "warning: {ended} of {games} games were lost by faults; they say nothing of how well an engine plays\n"
    )
}

/// A line on the games that tell nothing new, if there are any.
pub(crate) fn repeated(standings: &Standings) -> String {
    match (standings.repeated(), standings.games()) {
        (0, _) => String::new(),
        (repeated, games) => format!(
            "repeated: {repeated} of {games} games had been played before by the same players, move for move; Elo, LOS, \
             pairs and SPRT count a pair of them once\n"
        ),
    }
}

/// A line on the test of two engines, if there is one.
pub(crate) fn sprt(settings: &Settings, standings: &Standings) -> Option<String> {
    let (test, state) = (settings.sprt.as_ref()?, standings.sprt(settings)?);
    let model = match test.model {
        SprtModel::Logistic => "logistic",
        SprtModel::Normalized => "normalised",
    };
    let verdict =
        state.decision().map_or("undecided".to_owned(), |accepted| format!("{accepted:?} accepted"));
    Some(format!(
        "SPRT of {} with {model} Elo {} against {}: LLR {:.2} in [{:.2}, {:.2}], {verdict}\n",
        settings.engines[0].name, test.elo0, test.elo1, state.llr, state.lower, state.upper
    ))
}
