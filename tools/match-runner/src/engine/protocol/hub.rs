//! Version 2 of the Hub protocol of Fabien Letouzey's Scan: for English draughts as `protocol.md` describes it, for draughts whose
//! rules are not linked in with positions and moves as the openings and the referee program write them.

use super::{Heard, Setup, Speech, Task};
use crate::engine::info::{Info, Score};
use crate::engine::options::{Kind, Offered};
use crate::openings::Opening;
use crate::rules;
use crate::settings::{EngineSettings, Limit};
use engine::protocol::hub::{arguments, move_text, parse_move, position_text};
use games::draughts::Draughts;
use games::{Game, Notation, TextError, quoted};
use std::fmt::Write;

/// The parameter that names the rules, and its value for English draughts.
const VARIANT: [&str; 2] = ["variant", "english"];
/// Where other draughts begin unless an opening says so: on ten by ten squares.
const TEN_BY_TEN: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
/// From so many men on a score is a win: 100, less a hundredth for each ply.
const WIN: f64 = 90.0;

#[derive(Debug, Default)]
pub(super) struct Hub {
    offered: Vec<Offered>,
    /// Whether the game is another one than English draughts.
    other: bool,
    /// What is thought about, in English draughts.
    position: Option<Draughts>,
}

/// The value of a key among the arguments of a line.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    arguments(line).into_iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// Reads `param name=N value=V type=T ...`.
fn param(line: &str) -> Option<Offered> {
    let rest = line.strip_prefix("param ")?;
    let number = |key| value(rest, key).and_then(|text| text.parse().ok());
    let kind = match value(rest, "type")? {
        "bool" => Kind::Check,
        "int" => Kind::Spin { min: number("min"), max: number("max") },
        "enum" => Kind::Combo(value(rest, "values")?.split_whitespace().map(str::to_owned).collect()),
        _ => Kind::Text,
    };
    Some(Offered {
        name: value(rest, "name")?.to_owned(),
        kind,
        default: value(rest, "value").unwrap_or_default().to_owned(),
    })
}

fn set_param(name: &str, value: Option<&str>) -> String {
    format!("set-param name=\"{name}\" value=\"{}\"\n", value.unwrap_or("true"))
}

/// A move of this position in Hub's words as the referee writes it, and the position behind it.
fn translated(position: &Draughts, text: &str) -> Option<(String, Draughts)> {
    let m = parse_move(position, text).ok()?;
    Some((position.move_text(m, Notation::Coordinates), position.after(m)))
}

impl Hub {
    /// Takes over a position of English draughts; its start and its moves in Hub's words.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(String, String), TextError> {
        let mut position =
            fen.map_or_else(|| Ok(Draughts::start(&())), |text| Draughts::from_text(&(), text))?;
        let start = position_text(&position);
        let mut texts = Vec::with_capacity(moves.len());
        for text in moves {
            let m = position.parse_move(text, Notation::Coordinates)?;
            texts.push(move_text(m));
            position.play(m);
        }
        self.position = Some(position);
        Ok((start, texts.join(" ")))
    }
}

impl Speech for Hub {
    fn hello(&self) -> String {
        "hub\n".to_owned()
    }

    fn greeted(&mut self, line: &str) -> Result<bool, String> {
        self.offered.extend(param(line));
        Ok(line == "wait")
    }

    fn offered(&self) -> &[Offered] {
        &self.offered
    }

    fn setup(&mut self, settings: &EngineSettings, game: &str) -> Result<Setup, String> {
        self.other = game != Draughts::NAME;
        if self.other && rules::name(game).is_some() {
            return Err(format!("protocol = \"hub\" is for {}, not for {}", Draughts::NAME, quoted(game)));
        }
        let mut setup = Setup::new(&self.offered, &settings.options, game, set_param)?;
        if self.other {
            return Ok(setup);
        }
        if let Some(option) = self.offered.iter().find(|option| option.is(VARIANT[0])) {
            let variant = option.command_by(VARIANT[1], set_param);
            setup.commands.insert_str(
                0,
                &variant.map_err(|error| format!("it does not play English draughts: {error}"))?,
            );
        }
        Ok(setup)
    }

    fn remark<'a>(&self, line: &'a str) -> Option<&'a str> {
        value(line, "message")
    }

    fn get_ready(&self) -> String {
        "init\n".to_owned()
    }

    fn ask_ready(&self) -> String {
        "ping\n".to_owned()
    }

    fn is_ready(&self, line: &str) -> Result<bool, String> {
        Ok(matches!(line, "ready" | "pong"))
    }

    fn begin_game(&mut self, _seed: u64, out: &mut String) {
        out.push_str("new-game\nping\n");
    }

    fn think(&mut self, task: &Task<'_>, ponder: bool, out: &mut String) -> Result<Option<String>, String> {
        let Opening { fen, moves, .. } = task.position;
        let (start, moves) = if self.other {
            (fen.clone().unwrap_or_else(|| TEN_BY_TEN.to_owned()), moves.join(" "))
        } else {
            self.set_up(fen.as_deref(), moves).map_err(|error| error.to_string())?
        };
        let _ = write!(out, "pos pos={start} moves=\"{moves}\"\nlevel");
        let own = task.clock();
        let _ = match (own.limit, own.shown()) {
            (Limit::Depth(depth), _) => write!(out, " depth={depth}"),
            (Limit::Nodes(nodes), _) => write!(out, " nodes={nodes}"),
            (Limit::MoveTime(time), _) => write!(out, " move-time={}", time.as_secs_f64()),
            (Limit::Clock(_), shown) => {
                let (left, added) = shown.unwrap_or_default();
                let moves = own.moves_to_go.map_or_else(String::new, |moves| format!(" moves={moves}"));
                write!(out, "{moves} time={} inc={}", left as f64 / 1e3, added as f64 / 1e3)
            }
        };
        out.push_str(if ponder { "\ngo ponder\n" } else { "\ngo think\n" });
        Ok(None)
    }

    fn hear(&mut self, line: &str, _: &str) -> Heard {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("done", rest) => {
                let text = value(rest, "move").unwrap_or_default();
                let reply = value(rest, "ponder");
                let Some((m, behind)) =
                    self.position.as_ref().and_then(|position| translated(position, text))
                else {
                    return Heard::Best(text.to_owned(), reply.filter(|_| self.other).map(str::to_owned));
                };
                let expected = reply.and_then(|reply| translated(&behind, reply));
                Heard::Best(m, expected.map(|(reply, _)| reply))
            }
            ("info", rest) if value(rest, "score").is_some() => Heard::Thought,
            ("error", _) => Heard::Refuses(line.to_owned()),
            _ => Heard::Nothing,
        }
    }

    fn info(&self, thought: &str) -> Info {
        let men: Option<f64> = value(thought, "score").and_then(|text| text.parse().ok());
        let score = men.map(|men| match men.abs() {
            far if far >= WIN => {
                Score::Mate((((100.0 - far) * 100.0).round().max(1.0) * men.signum()) as i64)
            }
            _ => Score::Cp((men * 100.0).round() as i64),
        });
        let number = |key| value(thought, key).and_then(|text| text.parse().ok());
        Info {
            depth: value(thought, "depth").and_then(|text| text.parse().ok()),
            nodes: number("nodes"),
            score,
        }
    }

    fn ponder_hit(&self) -> &'static str {
        "ponder-hit\n"
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{engine, moves, said};
    use super::*;

    #[test]
    fn moves_are_translated_both_ways() {
        let mut hub = Hub::default();
        let text = said(&mut hub, &moves(&["11-15", "22-18"]));
        let position = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        assert_eq!(text, format!("pos pos={position} moves=\"11-15 22-18\"\nlevel move-time=1\ngo think\n"));
        let best = hub.hear("done move=15x22x18 ponder=25x18x22", "");
        assert_eq!(best, Heard::Best("15x22".into(), Some("25x18".into())));
        assert_eq!(hub.hear("done move=1-2", ""), Heard::Best("1-2".into(), None));
        assert!(matches!(hub.hear("error message=\"no\"", ""), Heard::Refuses(_)));
    }

    #[test]
    fn other_draughts_are_as_the_referee_writes_them() {
        let mut hub = Hub::default();
        assert!(hub.setup(&engine("protocol = \"hub\"\nnodes = 1"), "international").is_ok());
        let text = said(&mut hub, &moves(&["32-28", "19-23", "28x19x23"]));
        assert_eq!(
            text,
            format!("pos pos={TEN_BY_TEN} moves=\"32-28 19-23 28x19x23\"\nlevel move-time=1\ngo think\n")
        );
        assert_eq!(
            hub.hear("done move=14x23x19 ponder=33-28", ""),
            Heard::Best("14x23x19".into(), Some("33-28".into()))
        );
    }

    #[test]
    fn thoughts_are_in_men() {
        let info = |text| Hub::default().info(text);
        let expected = Info { depth: Some(5), nodes: Some(9), score: Some(Score::Cp(-150)) };
        assert_eq!(info("info depth=5 score=-1.50 nodes=9 pv=\"a b\""), expected);
        assert_eq!(info("info score=99.97").score, Some(Score::Mate(3)));
        assert_eq!(info("info score=-99.98").score, Some(Score::Mate(-2)));
    }

    #[test]
    fn parameters_are_set() {
        let mut hub = Hub::default();
        for line in [
            "param name=variant value=english type=enum values=\"normal english\"",
            "param name=bb-size value=5 type=int min=0 max=7",
            "x",
        ] {
            assert_eq!(hub.greeted(line), Ok(false));
        }
        let settings = |more: &str| engine(&format!("protocol = \"hub\"\nmovetime = 1\n{more}"));
        let setup = hub.setup(&settings("options = { bb-size = 4 }"), "draughts").unwrap();
        assert_eq!(
            setup.commands,
            "set-param name=\"variant\" value=\"english\"\nset-param name=\"bb-size\" value=\"4\"\n"
        );
        assert!(hub.setup(&settings("options = { bb-size = 9 }"), "draughts").is_err());
        assert!(hub.setup(&settings(""), "qubic").unwrap_err().contains("for draughts"));
    }
}
