//! The result table: what people read when the match is over, or has been interrupted.

use crate::columns::aligned;
use crate::settings::{Settings, SprtModel};
use crate::standings::Standings;
use crate::stats::Tally;
use crate::stats::elo::{elo, superiority};
use crate::stats::sprt::Decision;
use std::fmt::Write;

/// The table, best engine first.
pub(crate) fn table(settings: &Settings, standings: &Standings) -> String {
    let mut rows: Vec<(usize, Tally)> =
        (0..settings.engines.len()).map(|engine| (engine, standings.of_engine(engine))).collect();
    // Equal scores keep the order of the settings.
    rows.sort_by(|a, b| b.1.score().total_cmp(&a.1.score()));
    let name = |engine: usize| settings.engines[engine].name.as_str();
    let mut lines = vec![
        ["", "engine", "games", "won", "drawn", "lost", "score", "Elo (95 %)", "LOS", "pairs 0 ½ 1 1½ 2"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for (rank, (engine, tally)) in rows.iter().enumerate() {
        lines.push(row(&(rank + 1).to_string(), name(*engine), tally));
    }
    if settings.engines.len() > 2 {
        lines.push(vec![String::new()]);
        for ([one, two], tally) in standings.pairings() {
            lines.push(row("", &format!("{} – {}", name(one), name(two)), &tally));
        }
    }
    let mut out = aligned(&lines, &[1, 9]);
    write_endings(&mut out, settings, standings);
    write_sprt(&mut out, settings, standings);
    out
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

fn write_endings(out: &mut String, settings: &Settings, standings: &Standings) {
    let endings: Vec<String> = standings.endings().map(|(name, count)| format!("{name} {count}")).collect();
    if !endings.is_empty() {
        let _ = writeln!(out, "\nends of games: {}", endings.join(", "));
    }
    if standings.repeated() > 0 {
        let _ = writeln!(
            out,
            "repeated: {} of {} games had been played before by the same players, move for move; Elo, LOS, pairs and \
             SPRT count a pair of them once",
            standings.repeated(),
            standings.games()
        );
    }
    for (engine, settings) in settings.engines.iter().enumerate() {
        let faults: Vec<String> =
            standings.faults(engine).map(|(kind, count)| format!("{} {count}", kind.name())).collect();
        if !faults.is_empty() {
            let _ = writeln!(out, "faults of {}: {}", settings.name, faults.join(", "));
        }
    }
}

fn write_sprt(out: &mut String, settings: &Settings, standings: &Standings) {
    let (Some(test), Some(state)) = (&settings.sprt, standings.sprt(settings)) else { return };
    let verdict = match state.decision() {
        Decision::H0 => "H0 accepted",
        Decision::H1 => "H1 accepted",
        Decision::Undecided => "undecided",
    };
    let model = match test.model {
        SprtModel::Logistic => "logistic",
        SprtModel::Normalized => "normalised",
    };
    let _ = writeln!(
        out,
        "SPRT of {} with {model} Elo {} against {}: LLR {:.2} in [{:.2}, {:.2}], {verdict}",
        settings.engines[0].name, test.elo0, test.elo1, state.llr, state.lower, state.upper
    );
}
