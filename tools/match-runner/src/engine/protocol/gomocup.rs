//! The protocol of Gomocup's brains (Petr Laštovička's Piskvork): Go-Moku on a square board, with the opening protocol
//! swap2. Options are said as `INFO`, which nobody answers.

use super::{Heard, Setup, Speech, Task};
use crate::engine::info::{Info, Score};
use crate::engine::options::Offered;
use crate::settings::{Clock, EngineSettings, Limit};
use games::gomoku::{Opening, Square};
use games::{Game, quoted};
use std::collections::VecDeque;
use std::fmt::Write;
use std::time::Duration;

/// No limit for a match, as managers write it.
const UNLIMITED: u32 = 2_147_483_647;
/// The size of the usual board.
const SIZE: usize = 15;
/// No board is larger.
const LARGEST: usize = 20;
/// Rules by name with their number, and whether swap2 opens the game.
const RULES: [(&str, u32, bool); 5] = [
    ("freestyle", 0, false),
    ("standard", 1, false),
    ("renju", 4, false),
    ("swap2", 1, true),
    ("swap2-freestyle", 0, true),
];

#[derive(Debug, Default)]
pub(super) struct Gomocup {
    size: usize,
    rule: u32,
    swap2: bool,
    /// What is said at the first move of each game.
    infos: String,
    /// Whether that has to be said yet.
    fresh: bool,
    /// The stones that the brain has on its board, if that is known.
    known: Option<Vec<String>>,
    /// Whether it is asked for the opening.
    opens: bool,
    /// Moves of an opening that it has given already.
    given: VecDeque<String>,
}

impl Gomocup {
    pub(super) fn new(settings: &EngineSettings) -> Self {
        let size = settings.option("Size").and_then(|text| text.trim().parse().ok());
        let size = size.filter(|size| (1..=LARGEST).contains(size));
        Self { size: size.unwrap_or(SIZE), ..Self::default() }
    }

    /// A square as `x,y`: the column from the left and the row from the top, from 0.
    fn point(&self, text: &str) -> Result<String, String> {
        let square = Square::parse(text, self.size).map_err(|error| error.to_string())?;
        Ok(format!("{},{}", square.column(), self.size - 1 - square.row()))
    }

    /// A square from `x,y`.
    fn square(&self, text: &str) -> Option<String> {
        let (x, y) = text.split_once(',')?;
        let (x, y) = (x.trim().parse::<usize>().ok()?, y.trim().parse::<usize>().ok()?);
        let inside = x < self.size && y < self.size;
        inside.then(|| Square::new(x, self.size - 1 - y).map(|square| square.to_string()))?
    }

    /// What it may take: as at the first move of a game.
    fn begin(&mut self, limit: Limit, out: &mut String) {
        let _ = writeln!(out, "INFO rule {}\nINFO game_type 1", self.rule);
        let _ = match limit {
            Limit::Clock(clock) => {
                let time = clock.time.as_millis();
                writeln!(out, "INFO timeout_turn {time}\nINFO timeout_match {time}")
            }
            Limit::MoveTime(time) => {
                let time = time.as_millis().max(1);
                writeln!(out, "INFO timeout_turn {time}\nINFO timeout_match 0\nINFO time_left {UNLIMITED}")
            }
            Limit::Nodes(nodes) => writeln!(out, "INFO max_node {nodes}"),
            Limit::Depth(depth) => writeln!(out, "INFO max_depth {depth}"),
        };
        out.push_str(&self.infos);
    }

    /// The stones of the opening so far if this position is one where swap2 asks for a decision or for stones.
    fn asks_swap2<'a>(&self, moves: &'a [String]) -> Option<Vec<&'a str>> {
        let added = moves.get(3).is_some_and(|m| m == "add2");
        let asks = self.swap2 && (matches!(moves.len(), 0 | 3) || (moves.len() == 6 && added));
        asks.then(|| moves.iter().map(String::as_str).filter(|m| *m != "add2").collect())
    }

    /// What a brain has answered to the stones of an opening, as moves.
    fn opening(&self, line: &str) -> Option<Vec<String>> {
        if line.eq_ignore_ascii_case("swap") {
            return Some(vec!["swap".to_owned()]);
        }
        let stones: Vec<String> =
            line.split_whitespace().map(|word| self.square(word)).collect::<Option<_>>()?;
        let word = match stones.len() {
            1 => "keep",
            2 => "add2",
            3 => return Some(stones),
            _ => return None,
        };
        Some([vec![word.to_owned()], stones].concat())
    }
}

impl Speech for Gomocup {
    fn hello(&self) -> String {
        self.ask_ready()
    }

    fn greeted(&mut self, line: &str) -> Result<bool, String> {
        self.is_ready(line)
    }

    fn offered(&self) -> &[Offered] {
        &[]
    }

    fn setup(&mut self, settings: &EngineSettings, game: &str) -> Result<Setup, String> {
        if game != Opening::NAME {
            return Err(format!("protocol = \"gomocup\" is for {}, not for {}", Opening::NAME, quoted(game)));
        }
        let rules = settings.option("Rules").unwrap_or(RULES[0].0).trim();
        let Some(&(_, rule, swap2)) = RULES.iter().find(|(name, ..)| name.eq_ignore_ascii_case(rules)) else {
            let names = RULES.map(|(name, ..)| name).join(", ");
            return Err(format!("Gomocup's protocol has no rules {}; it has {names}", quoted(rules)));
        };
        (self.rule, self.swap2) = (rule, swap2);
        let is_rule = |name: &str| ["rules", "size", "game"].contains(&name.to_ascii_lowercase().as_str());
        for option in settings.options.iter().filter(|option| !is_rule(&option.name)) {
            let _ = writeln!(self.infos, "INFO {} {}", option.name, option.value);
        }
        let mut setup = Setup::default();
        match settings.limit {
            Limit::Clock(Clock { moves: Some(_), .. }) => {
                return Err("Gomocup's protocol has no clock for so many moves; tc = \"SECONDS[+INCREMENT]\"".to_owned());
            }
            Limit::Clock(clock) if clock.time.is_zero() => {
                return Err("Gomocup's protocol has no clock without time at the start; tc = \"1+0.1\"".to_owned());
            }
            Limit::Nodes(_) | Limit::Depth(_) => setup.warnings.push(
                "Gomocup's protocol has no limit of nodes or depth: it is sent as INFO max_node or max_depth, which few \
                 brains obey"
                    .to_owned(),
            ),
            _ => {}
        }
        Ok(setup)
    }

    fn ask_ready(&self) -> String {
        format!("START {}\n", self.size)
    }

    fn is_ready(&self, line: &str) -> Result<bool, String> {
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        if word == "ERROR" { Err(format!("it answers '{line}'")) } else { Ok(word == "OK") }
    }

    fn begin_game(&mut self, _seed: u64, out: &mut String) {
        self.given.clear();
        (self.fresh, self.known) = (true, Some(Vec::new()));
        out.push_str(&self.ask_ready());
    }

    /// Some brains (Rapfi) print their move before they listen again, and drop a word that comes in between.
    fn pause(&self) -> Duration {
        Duration::from_millis(5)
    }

    fn think(&mut self, task: &Task<'_>, _: bool, out: &mut String) -> Result<Option<String>, String> {
        if let Some(m) = self.given.pop_front() {
            return Ok(Some(m));
        }
        if task.position.fen.is_some() {
            return Err("a position without its moves cannot be said in Gomocup's protocol".to_owned());
        }
        if std::mem::take(&mut self.fresh) {
            self.begin(task.clock().limit, out);
        }
        if let Some((left, _)) = task.clock().shown() {
            let _ = writeln!(out, "INFO time_left {left}");
        }
        let moves = &task.position.moves;
        let asked = self.asks_swap2(moves);
        self.opens = asked.is_some();
        if let Some(stones) = asked {
            out.push_str("SWAP2BOARD\n");
            for stone in stones {
                let _ = writeln!(out, "{}", self.point(stone)?);
            }
            out.push_str("DONE\n");
            self.known = None;
            return Ok(None);
        }
        let is_stone = |m: &&String| !matches!(m.as_str(), "swap" | "keep" | "add2");
        let stones: Vec<&String> = moves.iter().filter(is_stone).collect();
        match stones.split_last() {
            None => out.push_str("BEGIN\n"),
            // Its own stone and the answer to it are all that is new.
            Some((last, before))
                if self.known.as_ref().is_some_and(|known| known.iter().eq(before.iter().copied())) =>
            {
                let _ = writeln!(out, "TURN {}", self.point(last)?);
            }
            Some(_) => {
                // Where a game is open on its board, the brain is told that it is over.
                let is_fresh = self.known.as_ref().is_some_and(Vec::is_empty);
                out.push_str(if is_fresh { "BOARD\n" } else { "RESTART\nBOARD\n" });
                for (number, stone) in stones.iter().enumerate() {
                    // Colours take turns, no matter who has placed the stones.
                    let owner = if number % 2 == stones.len() % 2 { 1 } else { 2 };
                    let _ = writeln!(out, "{},{owner}", self.point(stone)?);
                }
                out.push_str("DONE\n");
            }
        }
        self.known = Some(stones.into_iter().cloned().collect());
        Ok(None)
    }

    fn hear(&mut self, line: &str, _: &str) -> Heard {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_uppercase().as_str() {
            "MESSAGE" | "DEBUG" if info(rest) != Info::default() => return Heard::Thought,
            "MESSAGE" | "DEBUG" | "UNKNOWN" | "OK" => return Heard::Nothing,
            "ERROR" => return Heard::Refuses(line.to_owned()),
            "SUGGEST" => return Heard::Say(format!("PLAY {}\n", rest.trim())),
            _ => {}
        }
        if std::mem::take(&mut self.opens)
            && let Some(moves) = self.opening(line)
        {
            self.given = moves.into();
            return Heard::Best(self.given.pop_front().unwrap_or_default(), None);
        }
        // Brains say all sorts of things; what begins with a number is meant to be a move, and judged as one.
        if !line.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return Heard::Nothing;
        }
        let m = self.square(line).unwrap_or_else(|| line.to_owned());
        if let Some(known) = &mut self.known {
            known.push(m.clone());
        }
        Heard::Best(m, None)
    }

    fn info(&self, thought: &str) -> Info {
        info(thought.split_once(char::is_whitespace).map_or("", |(_, rest)| rest))
    }

    fn stop(&self) -> &'static str {
        "YXSTOP\n"
    }

    fn quit(&self) -> &'static str {
        "END\n"
    }
}

/// What brains say of their search, each in its own way: `depth 7-12 ev 35 n 120K`, `Depth 7-12 | Eval -M5 | Node 3M`,
/// `depth 7 score cp 35 nodes 1200`.
fn info(text: &str) -> Info {
    let mut info = Info::default();
    let mut words =
        text.split(|c: char| c.is_whitespace() || c == '|' || c == '=').filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "depth" => info.depth = words.next().and_then(|text| text.split('-').next()?.parse().ok()),
            "ev" | "eval" | "cp" => info.score = words.next().and_then(score),
            "mate" => info.score = words.next().and_then(|text| text.parse().ok()).map(Score::Mate),
            "n" | "node" | "nodes" => info.nodes = words.next().and_then(count),
            "pv" | "bestline" => break,
            _ => {}
        }
    }
    info
}

fn score(text: &str) -> Option<Score> {
    let behind = |sign: &str| text.strip_prefix(sign)?.parse::<i64>().ok();
    match (behind("+M").or_else(|| behind("M")), behind("-M")) {
        (Some(plies), _) => Some(Score::Mate(plies)),
        (_, Some(plies)) => Some(Score::Mate(-plies)),
        _ => text.parse().ok().map(Score::Cp),
    }
}

/// A number that may be in thousands or millions.
fn count(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(['K', 'M', 'k', 'm']);
    let unit = match text.get(digits.len()..)?.to_ascii_uppercase().as_str() {
        "K" => 1e3,
        "M" => 1e6,
        _ => 1.0,
    };
    let number = digits.parse::<f64>().ok()? * unit;
    (0.0..1e18).contains(&number).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{engine, moves, said};
    use super::*;

    fn brain(more: &str) -> Gomocup {
        let settings = engine(&format!("protocol = \"gomocup\"\nmovetime = 1\n{more}"));
        let mut brain = Gomocup::new(&settings);
        brain.setup(&settings, "gomoku").unwrap();
        brain.begin_game(0, &mut String::new());
        brain
    }

    #[test]
    fn a_game_goes_on_move_by_move() {
        let mut brain = brain("options = { Size = 15, Rules = \"standard\", max_memory = 5 }");
        let said = |brain: &mut Gomocup, position: &[&str]| said(brain, &moves(position));
        let first = said(&mut brain, &[]);
        assert!(
            first.starts_with("INFO rule 1\n") && first.ends_with("INFO max_memory 5\nBEGIN\n"),
            "{first}"
        );
        assert_eq!(brain.hear("7,7", ""), Heard::Best("h8".into(), None));
        assert_eq!(said(&mut brain, &["h8", "a15"]), "TURN 0,0\n");
        // It was not asked for the next stone: the whole board is said.
        assert_eq!(
            said(&mut brain, &["h8", "a15", "b1", "c1"]),
            "RESTART\nBOARD\n7,7,1\n0,0,2\n1,14,1\n2,14,2\nDONE\n"
        );
        for far in ["99,99", "18446744073709551615,18446744073709551615"] {
            assert_eq!(brain.hear(far, ""), Heard::Best(far.into(), None));
        }
        assert_eq!(brain.hear("SUGGEST 1,2", ""), Heard::Say("PLAY 1,2\n".into()));
        assert!(matches!(brain.hear("ERROR no", ""), Heard::Refuses(_)));
    }

    #[test]
    fn swap2_is_one_answer_of_several_moves() {
        let mut brain = brain("options = { Rules = \"swap2\" }");
        assert!(said(&mut brain, &moves(&[])).ends_with("SWAP2BOARD\nDONE\n"));
        assert_eq!(brain.hear("0,0 1,0 2,0", ""), Heard::Best("a15".into(), None));
        assert_eq!(
            [said(&mut brain, &moves(&["a15"])), said(&mut brain, &moves(&["a15", "b15"]))],
            ["b15", "c15"]
        );
        let three = ["a15", "b15", "c15"];
        for (answer, first, rest) in
            [("SWAP", "swap", None), ("3,0", "keep", Some("d15")), ("3,0 4,0", "add2", Some("d15"))]
        {
            assert_eq!(said(&mut brain, &moves(&three)), "SWAP2BOARD\n0,0\n1,0\n2,0\nDONE\n");
            assert_eq!(brain.hear(answer, ""), Heard::Best(first.into(), None));
            assert_eq!(brain.given.front().map(String::as_str), rest);
            brain.given.clear();
        }
        let five = ["a15", "b15", "c15", "add2", "d15", "e15"];
        assert_eq!(said(&mut brain, &moves(&five)).lines().count(), 7);
        let kept = [&five[..], &["swap"]].concat();
        assert_eq!(
            said(&mut brain, &moves(&kept)),
            "RESTART\nBOARD\n0,0,2\n1,0,1\n2,0,2\n3,0,1\n4,0,2\nDONE\n"
        );
    }

    #[test]
    fn limits_that_cannot_be_said_are_refused() {
        let setup = |limit: &str| {
            let settings = engine(&format!("protocol = \"gomocup\"\n{limit}"));
            Gomocup::new(&settings).setup(&settings, "gomoku").map(|setup| setup.warnings.len())
        };
        assert_eq!([setup("tc = \"5+0.1\""), setup("nodes = 3"), setup("depth = 3")], [Ok(0), Ok(1), Ok(1)]);
        assert!(setup("tc = \"40/60\"").unwrap_err().contains("so many moves"));
        assert!(setup("tc = \"0+0.1\"").unwrap_err().contains("at the start"));
    }

    #[test]
    fn thoughts_are_read_as_brains_write_them() {
        let expected = Info { depth: Some(7), nodes: Some(120_000), score: Some(Score::Cp(-35)) };
        for text in [
            "depth 7-12 ev -35 n 120K tm 5",
            "Speed 9K | Depth 7-12 | Eval -35 | Node 120K",
            "depth 7 score cp -35 nodes 120000 pv x",
        ] {
            assert_eq!(info(text), expected, "{text}");
        }
        assert_eq!(
            [info("eval +M5").score, info("score mate -3").score],
            [Some(Score::Mate(5)), Some(Score::Mate(-3))]
        );
        assert_eq!(info("hello depth x"), Info::default());
    }
}
