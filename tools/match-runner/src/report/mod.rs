//! A match as one page for a browser: tables, plots and every game on a board, in a single file that needs no server and
//! no network. It is made from the records of games, so that any records will do: of a match that has just ended, of an
//! old one, of several joined into one file. Where the state of their match lies beside them it tells the settings. What is
//! drawn is drawn by the script of the page.

use crate::columns::{Table, escaped};
use crate::engine::FaultKind;
use crate::openings::Opening;
use crate::play::Finished;
use crate::records::{GameRecord, archive, state};
use crate::sections::{colours, cross_table, first_player, ratings, thinking};
use crate::settings::Settings;
use crate::standings::Standings;
use crate::table;
use anyhow::{Context, bail};
use games::{GameResult, Player};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

const PAGE: &str = include_str!("page.html");
/// A line has no more points than this; a browser would not show more.
const POINTS: usize = 400;

/// Reads records (one JSON object on each line) and writes the page, whole or not at all.
pub(crate) fn write(records: &Path, out: &Path) -> anyhow::Result<()> {
    let shown = records.display();
    let same = |a: &Path, b: &Path| a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b));
    if same(records, out) {
        bail!("report: {shown} holds the games: the page needs another name");
    }
    let text = files::read_text(records).with_context(|| format!("report: cannot read {shown}"))?;
    let match_at = records.with_extension("");
    let settings = state::read(&archive::state_path(&match_at)).ok().flatten();
    let played = records.metadata().and_then(|file| file.modified()).ok();
    let played = played.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let page = page(&text, settings.as_ref(), played).with_context(|| format!("report: {shown}"))?;
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("report: cannot make {}", folder.display()))?;
    }
    files::write_atomically(out, page.as_bytes())
        .with_context(|| format!("report: cannot write {}", out.display()))
}

/// Games as they were recorded, a line each. A last line without its end is what a killed match leaves: it is skipped.
fn parse(text: &str) -> anyhow::Result<Vec<GameRecord>> {
    let mut games = Vec::new();
    for (number, line) in text.split_inclusive('\n').enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match GameRecord::parse(line) {
            Ok(game) => games.push(game),
            Err(_) if !line.ends_with('\n') => {}
            Err(error) => bail!("line {} is {error}", number + 1),
        }
    }
    if games.is_empty() { bail!("there is no game in it") } else { Ok(games) }
}

fn page(text: &str, settings: Option<&Settings>, played: Duration) -> anyhow::Result<String> {
    let records = parse(text)?;
    let mut names: Vec<String> = Vec::new();
    let of_match = settings.into_iter().flat_map(Settings::names);
    for name in of_match.chain(records.iter().flat_map(|game| [game.p1.as_str(), &game.p2])) {
        if !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
        }
    }
    let settings = settings.filter(|settings| settings.engines.len() == names.len());
    let rules = records[0].rules.clone();
    let size = records[0].options.get("Size").cloned();
    let (mut standings, mut games, mut curve) = (Standings::default(), Vec::new(), Vec::new());
    let (step, all) = (records.len() / POINTS + 1, records.len());
    for (number, record) in records.into_iter().enumerate() {
        let read = record.read(|name| names.iter().position(|other| other == name));
        let (game, opening) = read.map_err(|error| anyhow::anyhow!("line {}: {error}", number + 1))?;
        standings.add(&game, &opening);
        let shown = number % step == 0 || number + 1 == all;
        if let Some(state) = settings.filter(|_| shown).and_then(|it| standings.sprt(it)) {
            curve.push((number + 1, state.llr));
        }
        games.push(of_game(&game, &opening));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let title = escaped(&format!("{rules}: {} games of {} engines", games.len(), names.len()));
    let bounds = settings.and_then(|it| standings.sprt(it)).map(|state| [state.lower, state.upper]);
    let ratings = standings.ratings(names.len());

    let data = json!({
        "rules": rules,
        "names": names,
        "played": played.as_millis() as u64,
        "size": size,
        "ratings": ratings.ratings.iter().map(|it| it.map(|it| [it.elo, it.error])).collect::<Vec<_>>(),
        "sprt": bounds.map(|bounds| json!({ "bounds": bounds, "llr": curve })),
        "games": games,
    });
    let page =
        PAGE.replace("<!--title-->", &title).replace("<!--tables-->", &tables(&names, &standings, settings));
    // Nothing within the data may end the script.
    Ok(page.replace("<!--data-->", &data.to_string().replace('<', "\\u003c")))
}

/// What the script has to know of a game.
fn of_game(game: &Finished, opening: &Opening) -> Value {
    let points = match game.result {
        GameResult::Win(Player::P1) => 1.0,
        GameResult::Draw => 0.5,
        GameResult::Win(Player::P2) => 0.0,
    };
    json!({
        "game": game.game.number + 1,
        "engines": game.game.engines,
        "points": points,
        "end": game.ending.name(),
        "detail": game.ending.detail(),
        "fen": opening.fen,
        "opening": opening.moves,
        "moves": game.moves.iter().map(|m| m.text.as_str()).collect::<Vec<_>>(),
        "players": game.moves.iter().map(|m| u8::from(m.player == Player::P2)).collect::<Vec<_>>(),
        "ms": game.moves.iter().map(|m| m.elapsed.as_micros() as f64 / 1e3).collect::<Vec<_>>(),
    })
}

/// The tables of the page, each behind its heading and the place of the plot that goes with it.
fn tables(names: &[&str], standings: &Standings, settings: Option<&Settings>) -> String {
    // Of two engines the results say all.
    let (rated, remark, plot) = match names.len() {
        ..3 => (None, "", ""),
        _ => {
            let (rated, remark) = ratings(names, standings);
            (Some(rated), remark, "ratings")
        }
    };
    let ends = standings.endings().map(|(name, count)| vec![name.to_owned(), count.to_string()]);
    let under_results = table::repeated(standings)
        + &table::by_faults(standings)
        + &settings.and_then(|settings| table::sprt(settings, standings)).unwrap_or_default();
    let cross = cross_table(names, standings).filter(|_| names.len() > 2);
    let sections = [
        ("Results", Some(table::results(names, standings)), under_results.as_str(), "sprt"),
        ("Rating by maximum likelihood, with its interval of 95 %", rated, remark, plot),
        ("Everyone against everyone", cross, "", ""),
        ("Score over time", None, "", "scores"),
        ("Lengths of games", None, "", "lengths"),
        ("Time per move", Some(thinking(names, standings)), "", "times"),
        ("Player one and player two", Some(colours(names, standings)), &first_player(standings), ""),
        ("Ends of games", Some(Table::new(["reason", "games"], &[0]).with(ends)), "", ""),
        ("Faults", faults(names, standings), "", ""),
        ("Settings", settings.map(of_settings), "", ""),
    ];
    let shown = sections.into_iter().filter(|(_, table, _, plot)| table.is_some() || !plot.is_empty());
    let section = |(heading, table, text, plot): (&str, Option<Table>, &str, &str)| {
        let table = table.map_or_else(String::new, |table| table.html());
        format!("<h2>{heading}</h2>\n<div id=\"{plot}\"></div>\n{table}<p>{}</p>\n", escaped(text))
    };
    shown.map(section).collect()
}

/// What each engine has done wrong.
fn faults(names: &[&str], standings: &Standings) -> Option<Table> {
    let of_engine = |(engine, name): (usize, &&str)| {
        let row = |(kind, count, detail): (FaultKind, u64, &str)| {
            vec![(*name).to_owned(), kind.name().to_owned(), count.to_string(), detail.to_owned()]
        };
        standings.faults(engine).map(row).collect::<Vec<_>>()
    };
    let rows = names.iter().enumerate().flat_map(of_engine);
    let head = ["engine", "fault", "times", "the first"];
    standings.any_fault().then(|| Table::new(head, &[0, 1, 3]).with(rows))
}

fn of_settings(settings: &Settings) -> Table {
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let rows = [
        row("tournament", settings.tournament.name().to_owned()),
        row("pairs", settings.pairs.to_string()),
        row("openings", settings.openings.len().to_string()),
        row("seed", settings.seed.to_string()),
        row("games at a time", settings.concurrency.to_string()),
    ];
    let engines = settings.engines.iter().map(|engine| {
        let options = engine.options.iter().map(|option| format!(", {} = {}", option.name, option.value));
        row(&engine.name, format!("{}, {}{}", engine.program, engine.limit, options.collect::<String>()))
    });
    Table::new(["setting", ""], &[0, 1]).with(rows).with(engines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Fault;
    use crate::play::Ending;
    use crate::records::{Recorded, sample};

    fn line(settings: &Settings, number: usize, result: GameResult) -> String {
        let (_, mut game) = sample(&["111"], Player::P2);
        (game.game.number, game.game.pair, game.result) = (number, number / 2, result);
        Recorded::new(settings, game).unwrap().line
    }

    #[test]
    fn a_page_stands_alone_and_shows_everything() {
        let (mut settings, _) = sample(&["111"], Player::P2);
        settings.engines[0].name = "</script><b>&\"x".to_owned();
        let text = line(&settings, 0, GameResult::Draw) + &line(&settings, 1, GameResult::Draw);
        let page = page(&text, Some(&settings), Duration::ZERO).unwrap();
        assert!(page.contains("&lt;b&gt;&amp;") && !page.contains("<b>"), "names are escaped");
        assert_eq!(page.matches("</script>").count(), 1, "in the data, too");
        // The name of the format is an address, and nothing fetches it.
        let linked = page.replace("http://www.w3.org/2000/svg", "");
        for word in ["http", "src=", "<link", "url(", "fetch(", "import "] {
            assert!(!linked.contains(word), "{word}");
        }
        for heading in ["Results", "Score over time", "Lengths", "Time per move", "Ends", "Settings"] {
            assert!(page.contains(heading), "{heading}");
        }
        assert!(!page.contains("Rating by"), "of two engines the results say all");
        assert!(page.contains("qubic: 2 games of 2 engines") && page.contains("\"moves\":[\"333\",\"444\"]"));
    }

    #[test]
    fn faults_stand_by_engine() {
        let (settings, mut game) = sample(&["111"], Player::P2);
        game.result = GameResult::Win(Player::P2);
        game.ending = Ending::Fault(Player::P1, Fault::new(FaultKind::Stall, "no <answer>"));
        let line = Recorded::new(&settings, game).unwrap().line;
        let page = page(&line, Some(&settings), Duration::ZERO).unwrap();
        let row = "<td class=\"left\">stall</td><td>1</td><td class=\"left\">no &lt;answer&gt;</td>";
        assert!(page.contains("<h2>Faults</h2>") && page.contains(row), "{page}");
        assert!(page.contains("fourscore, 10 nodes"));
    }

    #[test]
    fn the_size_of_the_board_stands_in_the_records() {
        let (mut settings, _) = sample(&["111"], Player::P2);
        settings.rules = vec![("Size".to_owned(), "20".to_owned())];
        let text = line(&settings, 0, GameResult::Draw);
        assert!(page(&text, None, Duration::ZERO).unwrap().contains("\"size\":\"20\""));
    }

    #[test]
    fn what_is_no_record_is_named() {
        let (settings, _) = sample(&["111"], Player::P2);
        let good = line(&settings, 0, GameResult::Draw);
        for (text, part) in [
            (String::new(), "no game"),
            (format!("{good}hello\n"), "line 2"),
            (good.replace("\"draw\"", "\"won\""), "one of p1win"),
        ] {
            let error = format!("{:#}", page(&text, None, Duration::ZERO).unwrap_err());
            assert!(error.contains(part), "{error}");
        }
        let cut = format!("{good}{{\"pair\":2,\"p1");
        assert!(page(&cut, None, Duration::ZERO).unwrap().contains(" 1 games of 2"), "cut off by a kill");
    }
}
