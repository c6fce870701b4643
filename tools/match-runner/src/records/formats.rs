//! The games of a match as the programs of their own game read them, made of the records at its end: Go-Moku as SGF and as
//! Gomocup's `.psq`, draughts as PDN.

use super::text::write_moves;
use super::{Recorded, files, paths, with_suffix};
use crate::rules::board_size;
use crate::settings::Settings;
use anyhow::Context;
use games::gomoku::text::parse_rows;
use games::gomoku::{Square, Stones};
use games::{GameResult, Player, Side, portable};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the games that are recorded at `path` in the formats of their game; returns where they are.
pub(crate) fn write(settings: &Settings, path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    match settings.game.as_str() {
        "gomoku" => {
            let games = recorded(settings, path)?;
            let (sgf, folder) = (with_suffix(path, ".sgf"), with_suffix(path, ".psq"));
            let collection: String = games.iter().map(|game| game.sgf(settings)).collect();
            files::replace(&sgf, collection.as_bytes())?;
            write_psq(&folder, settings, &games)?;
            Ok(vec![sgf, folder])
        }
        "draughts" => {
            let games: String =
                recorded(settings, path)?.iter().map(|game| game.pdn(settings) + "\n").collect();
            let pdn = with_suffix(path, ".pdn");
            files::replace(&pdn, games.as_bytes())?;
            Ok(vec![pdn])
        }
        _ => Ok(Vec::new()),
    }
}

fn recorded(settings: &Settings, path: &Path) -> anyhow::Result<Vec<Recorded>> {
    let lines = files::complete_lines(&paths(path)[0])?;
    lines.iter().map(|line| Recorded::read(settings, line).map_err(anyhow::Error::msg)).collect()
}

/// A file for each game, because the format has no room for more. Those of an earlier match leave.
fn write_psq(folder: &Path, settings: &Settings, games: &[Recorded]) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| files::cannot_write(folder))?;
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.strip_suffix(".psq").is_some_and(|stem| stem.bytes().all(|byte| byte.is_ascii_digit())) {
            fs::remove_file(entry.path()).with_context(|| files::cannot_write(&entry.path()))?;
        }
    }
    // It counts stones from an empty board.
    for game in games.iter().filter(|game| game.opening.fen.is_none()) {
        let file = folder.join(format!("{}.psq", game.finished.game.number + 1));
        fs::write(&file, game.psq(settings)).with_context(|| files::cannot_write(&file))?;
    }
    Ok(())
}

/// A text as a value of SGF.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:")
}

impl Recorded {
    fn names<'a>(&self, settings: &'a Settings) -> [&'a str; 2] {
        self.finished.game.engines.map(|engine| settings.engines[engine].name.as_str())
    }

    /// The stones in their order with their milliseconds; decisions of swap2 are none.
    fn stones(&self, size: usize) -> impl Iterator<Item = (Square, u128)> {
        let given = self.opening.moves.iter().map(|text| (text, 0));
        let played = self.finished.moves.iter().map(|m| (&m.text, m.elapsed.as_millis()));
        given.chain(played).filter_map(move |(text, time)| Some((Square::parse(text, size).ok()?, time)))
    }

    /// Who has black at the end: players exchange colours whenever one of them swaps.
    fn black(&self) -> Player {
        let moves = self.opening.moves.iter().chain(self.finished.moves.iter().map(|m| &m.text));
        let swaps = moves.filter(|text| *text == "swap").count();
        if swaps % 2 == 0 { Player::P1 } else { Player::P2 }
    }

    /// Gomocup's: columns and rows from the upper left corner, from 1, with milliseconds; then the names.
    fn psq(&self, settings: &Settings) -> String {
        let size = board_size(&settings.rules);
        let mut text = format!("Piskvorky {size}x{size}, 11:11, 0\n");
        for (square, time) in self.stones(size) {
            let _ = writeln!(text, "{},{},{time}", square.column() + 1, size - square.row());
        }
        let [one, two] = self.names(settings);
        let _ = write!(text, "{one}\n{two}\n-1\n");
        text
    }

    fn sgf(&self, settings: &Settings) -> String {
        let size = board_size(&settings.rules);
        let letter = |place: usize| char::from(b'a' + u8::try_from(place).unwrap_or(0));
        let point = |square: Square| {
            [letter(square.column()), letter(size - 1 - square.row())].iter().collect::<String>()
        };
        let black = self.black();
        let [one, two] = self.names(settings);
        let (first, second) = if black == Player::P1 { (one, two) } else { (two, one) };
        let result = match self.finished.result {
            GameResult::Draw => "0",
            GameResult::Win(winner) if winner == black => "B+",
            GameResult::Win(_) => "W+",
        };
        let mut text = format!(
            "(;FF[4]GM[4]CA[UTF-8]AP[match-runner:{}]SZ[{size}]PB[{}]PW[{}]RE[{result}]",
            env!("CARGO_PKG_VERSION"),
            escaped(first),
            escaped(second)
        );
        if let Some(date) = &self.date {
            let _ = write!(text, "DT[{}]", date.replace('.', "-"));
        }
        if let Some((_, rules)) = settings.rules.iter().find(|(name, _)| name.eq_ignore_ascii_case("rules")) {
            let _ = write!(text, "RU[{}]", escaped(rules));
        }
        let mut is_black = true;
        if let Some(fen) = &self.opening.fen {
            let rows = fen.split([':', ';']).next().unwrap_or_default();
            let stones = parse_rows(size, rows).unwrap_or_else(|_| Stones::new(size));
            let given =
                [Side::First, Side::Second].map(|side| stones.of_side(side).map(point).collect::<Vec<_>>());
            is_black = given[0].len() <= given[1].len();
            if let Some((_, turn)) = fen.split_once(':') {
                is_black = turn.starts_with('x');
            }
            for (name, points) in
                ["AB", "AW"].into_iter().zip(&given).filter(|(_, points)| !points.is_empty())
            {
                let _ = write!(text, "{name}[{}]", points.join("]["));
            }
            let _ = write!(text, "PL[{}]", if is_black { 'B' } else { 'W' });
        }
        let _ = write!(text, "C[{}]", self.finished.ending.name());
        for (square, _) in self.stones(size) {
            let _ = write!(text, "\n;{}[{}]", if is_black { 'B' } else { 'W' }, point(square));
            is_black = !is_black;
        }
        text + ")\n"
    }

    /// White moves second, and results are told for White first.
    fn pdn(&self, settings: &Settings) -> String {
        let [black, white] = self.names(settings);
        let result = match self.finished.result {
            GameResult::Draw => "1/2-1/2",
            GameResult::Win(Player::P1) => "0-1",
            GameResult::Win(Player::P2) => "1-0",
        };
        let mut text = String::new();
        let date = self.date.as_deref().unwrap_or("????.??.??");
        let event = format!("{} {}", settings.game, settings.tournament.name());
        let mut tags = vec![("Event", event.as_str()), ("Date", date), ("White", white), ("Black", black)];
        tags.extend([("Result", result), ("GameType", "21")]);
        if let Some(fen) = &self.opening.fen {
            tags.extend([("SetUp", "1"), ("FEN", fen)]);
        }
        tags.push(("Termination", self.finished.ending.name()));
        for (name, value) in tags {
            text.push_str(&portable::tag(name, value));
        }
        text.push('\n');
        write_moves(&mut text, &settings.game, &self.opening, &self.finished, result);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Opening;
    use crate::play::PlayedMove;
    use crate::records::sample;
    use games::draughts::pdn;
    use games::{Game, Notation};
    use sgf_parse::{GameTree, SgfNode, unknown_game};

    /// A game of these moves, the first two of which are the opening.
    fn played(game: &str, fen: Option<&str>, texts: &str) -> (Settings, Recorded) {
        let (mut settings, mut finished) = sample(&[], Player::P1);
        settings.game = game.to_owned();
        let mut texts = texts.split(' ').map(str::to_owned);
        let opening = Opening {
            fen: fen.map(str::to_owned),
            moves: texts.by_ref().take(2).collect(),
            place: String::new(),
        };
        let like = finished.moves[0].clone();
        finished.moves = texts.map(|text| PlayedMove { text, ..like.clone() }).collect();
        finished.result = GameResult::Win(Player::P1);
        let date = Some("2026.11.24".to_owned());
        (settings, Recorded { finished, line: String::new(), date, opening })
    }

    fn nodes(text: &str) -> Vec<SgfNode<unknown_game::Prop>> {
        let GameTree::Unknown(root) = sgf_parse::parse(text).unwrap().remove(0) else { panic!("{text}") };
        root.validate().unwrap();
        root.main_variation().cloned().collect()
    }

    fn value(node: &SgfNode<unknown_game::Prop>, name: &str) -> String {
        node.get_property(name).unwrap_or_else(|| panic!("{name}")).to_string()
    }

    #[test]
    fn sgf_is_read_back_by_others() {
        let (settings, game) = played("gomoku", None, "h8 a15 swap o1 b2");
        let all = nodes(&game.sgf(&settings));
        assert_eq!(value(&all[0], "SZ"), "SZ[15:15]", "as the library writes it");
        assert_eq!(value(&all[0], "DT"), "DT[2026-11-24]");
        // The second player took black, and the first one won.
        assert_eq!((value(&all[0], "PB"), value(&all[0], "RE")), ("PB[A \"x\"]".into(), "RE[W+]".into()));
        let moves: Vec<String> =
            all[1..].iter().map(|node| node.properties().next().unwrap().to_string()).collect();
        assert_eq!(moves, ["B[hh]", "W[aa]", "B[oo]", "W[bn]"]);
    }

    #[test]
    fn sgf_of_a_position_sets_its_stones() {
        let fen = format!("x13o/{}15:o", "15/".repeat(13));
        let (settings, game) = played("gomoku", Some(&fen), "h8 a14 o2");
        let all = nodes(&game.sgf(&settings));
        assert_eq!((value(&all[0], "AB"), value(&all[0], "AW")), ("AB[aa]".into(), "AW[oa]".into()));
        assert_eq!((value(&all[0], "PL"), value(&all[1], "W")), ("PL[W]".into(), "W[hh]".into()));
    }

    #[test]
    fn psq_is_gomocups() {
        let (settings, game) = played("gomoku", None, "h8 a15 keep o1");
        let text = game.psq(&settings);
        assert_eq!(text, "Piskvorky 15x15, 11:11, 0\n8,8,0\n1,1,0\n15,15,1\nB\nA \"x\"\n-1\n");
    }

    #[test]
    fn pdn_is_read_back() {
        for (fen, texts) in [(None, "11-15 23-18 8-11 27-23"), (Some("W:W31,32:B1,2"), "31-27 1-6 27-23")] {
            let (settings, game) = played("draughts", fen, texts);
            let read = pdn::parse(&game.pdn(&settings).repeat(2)).unwrap();
            assert_eq!(read.len(), 2);
            let mut position = read[1].start;
            let mut moves = Vec::new();
            for &m in &read[1].moves {
                moves.push(position.move_text(m, Notation::default()));
                position.play(m);
            }
            assert_eq!(moves.join(" "), texts);
            assert_eq!(read[1].result, Some(games::Outcome::Win(Side::First)));
            assert!(read[1].tags.contains(&("Black".to_owned(), "B".to_owned())), "{:?}", read[1].tags);
        }
    }
}
