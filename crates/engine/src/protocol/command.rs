//! A line of UGI or UCI as data. Parsing is pure and total: whatever the line holds, it becomes a [`Command`].

use crate::{GoRequest, Verdict};
use games::quoted;
use std::str::SplitAsciiWhitespace;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: introduce yourself.
    Ugi,
    /// `uci`: the same, and follow UCI's conventions from now on.
    Uci,
    /// `debug on|off`: say more of what is done.
    Debug(bool),
    /// `register ...`: there is nothing to register.
    Register,
    /// `isready`.
    IsReady,
    /// `uginewgame`, `ucinewgame`.
    NewGame,
    /// `setoption name N [value V]`.
    SetOption {
        name: String,
        value: Option<String>,
    },
    /// `position startpos|fen F [moves ...]`.
    Position {
        /// The text after `fen`; `None` for `startpos`.
        start: Option<String>,
        moves: Vec<String>,
    },
    Go(GoRequest),
    Stop,
    /// `ponderhit`.
    PonderHit,
    Quit,
    Query(Query),
    /// `gameover win|lose|draw`.
    GameOver(Verdict),
    /// `d`: draw the position.
    Draw,
    Eval,
    /// `perft N`, `go perft N`.
    Perft(u32),
    Bench,
    Nothing,
    /// None of these, or one of them spoilt: the sentence to answer.
    Malformed(String),
}

/// What `query` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    GameOver,
    /// Whether it is player one's turn.
    P1Turn,
    Result,
    IsLegal(String),
    Fen,
    /// The position that the game began with, as text.
    Start,
    Moves,
    Legal,
    /// What stands out: the winning row, threats, captures that must be made.
    Threats,
    /// Anything else, with the sentence that says what there is.
    Unknown(String),
}

/// The words that begin a line.
const KNOWN: &str = "ugi, uci, debug, register, isready, uginewgame, ucinewgame, setoption, position, go, stop, ponderhit, quit, \
                     query, gameover, d, eval, perft, bench";

/// Parses a line. Unknown words before the first known one are skipped.
pub fn parse(line: &str) -> Command {
    let mut words = line.split_ascii_whitespace();
    let mut first = None;
    while let Some(word) = words.next() {
        first = first.or(Some(word));
        if let Some(command) = parse_known(word, line, &mut words) {
            return command;
        }
    }
    match first {
        None => Command::Nothing,
        Some(word) => Command::Malformed(format!("unknown command {}; there are {KNOWN}", quoted(word))),
    }
}

fn parse_known(word: &str, line: &str, rest: &mut SplitAsciiWhitespace<'_>) -> Option<Command> {
    Some(match word {
        "ugi" => Command::Ugi,
        "uci" => Command::Uci,
        "debug" => match rest.next() {
            Some("on") => Command::Debug(true),
            Some("off") => Command::Debug(false),
            _ => Command::Malformed("debug takes one of: on, off".into()),
        },
        "register" => Command::Register,
        "isready" => Command::IsReady,
        "uginewgame" | "ucinewgame" => Command::NewGame,
        "setoption" => parse_set_option(line),
        "position" => parse_position(rest),
        "go" => parse_go(rest),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "query" => parse_query(rest),
        "gameover" => parse_game_over(rest),
        "d" => Command::Draw,
        "eval" => Command::Eval,
        "perft" => parse_perft(rest),
        "bench" => Command::Bench,
        _ => return None,
    })
}

/// The name may hold spaces, and the value is everything behind the word `value`, spaces within it kept.
fn parse_set_option(line: &str) -> Command {
    let wrong = || Command::Malformed("setoption takes: name N [value V]".into());
    let Some((_, rest)) = split_at_word(line, "name") else { return wrong() };
    let (name, value) = match split_at_word(rest, "value") {
        Some((name, value)) => (name, Some(value.trim().to_owned())),
        None => (rest, None),
    };
    let name = name.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { wrong() } else { Command::SetOption { name, value } }
}

/// What stands before and behind the first occurrence of a word.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    text.match_indices(word)
        .filter_map(|(start, _)| Some((text.get(..start)?, text.get(start + word.len()..)?)))
        .find(|(before, behind)| {
            before.chars().next_back().is_none_or(char::is_whitespace)
                && behind.chars().next().is_none_or(char::is_whitespace)
        })
}

fn parse_position(words: &mut SplitAsciiWhitespace<'_>) -> Command {
    let wrong =
        || Command::Malformed("position takes: startpos | fen F, then perhaps: moves M1 M2 ...".into());
    let kind = words.find(|word| matches!(*word, "startpos" | "fen"));
    let is_fen = match kind {
        Some("fen") => true,
        Some(_) => false,
        None => return wrong(),
    };
    let text: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
    if is_fen && text.is_empty() {
        return wrong();
    }
    Command::Position { start: is_fen.then(|| text.join(" ")), moves: words.map(str::to_owned).collect() }
}

const GO_WORDS: [&str; 17] = [
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
];

fn parse_go(words: &mut SplitAsciiWhitespace<'_>) -> Command {
    let mut request = GoRequest::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => request.infinite = true,
            "ponder" => request.ponder = true,
            "perft" => return parse_perft(&mut words),
            "searchmoves" => {
                while let Some(m) = words.next_if(|next| !GO_WORDS.contains(next)) {
                    request.search_moves.push(m.to_owned());
                }
                if request.search_moves.is_empty() {
                    return Command::Malformed("go refused: searchmoves needs at least one move".into());
                }
            }
            _ if GO_WORDS.contains(&word) => {
                let value = words.next().unwrap_or_default();
                if let Err(sentence) = set_limit(&mut request, word, value) {
                    return Command::Malformed(sentence);
                }
            }
            _ => {}
        }
    }
    Command::Go(request)
}

fn set_limit(request: &mut GoRequest, word: &str, value: &str) -> Result<(), String> {
    let refused =
        |allowed: &str| format!("go refused: {word} cannot be {}: it takes {allowed}", quoted(value));
    // A clock may have run below zero on its way here; that is no reason not to move.
    let clock = || match value.parse::<i64>() {
        Ok(number) => Ok(Duration::from_millis(u64::try_from(number).unwrap_or(0))),
        Err(_) => Err(refused("a whole number of milliseconds")),
    };
    let count = || value.parse::<u64>().map_err(|_| refused("a whole number, not negative"));
    let small = || value.parse::<u32>().map_err(|_| refused("a whole number, not negative"));
    let [first, second] = &mut request.time;
    let [first_increment, second_increment] = &mut request.increment;
    match word {
        "p1time" | "wtime" => *first = Some(clock()?),
        "p2time" | "btime" => *second = Some(clock()?),
        "p1inc" | "winc" => *first_increment = clock()?,
        "p2inc" | "binc" => *second_increment = clock()?,
        "movestogo" => request.moves_to_go = Some(small()?.max(1)),
        "movetime" => request.move_time = Some(Duration::from_millis(count()?)),
        "depth" => request.depth = Some(small()?.max(1)),
        "nodes" => request.nodes = Some(count()?.max(1)),
        "mate" => request.win_within = Some(small()?.max(1)),
        _ => {}
    }
    Ok(())
}

fn parse_query(words: &mut SplitAsciiWhitespace<'_>) -> Command {
    let wrong = || {
        let all = "gameover, p1turn, result, fen, start, moves, legal, threats, islegal M";
        Query::Unknown(format!("query takes one of: {all}"))
    };
    Command::Query(match words.next() {
        Some("gameover") => Query::GameOver,
        Some("p1turn") => Query::P1Turn,
        Some("result") => Query::Result,
        Some("fen") => Query::Fen,
        Some("start") => Query::Start,
        Some("moves") => Query::Moves,
        Some("legal") => Query::Legal,
        Some("threats") => Query::Threats,
        Some("islegal") => match words.next() {
            Some(m) => Query::IsLegal(m.to_owned()),
            None => wrong(),
        },
        _ => wrong(),
    })
}

fn parse_game_over(words: &mut SplitAsciiWhitespace<'_>) -> Command {
    Command::GameOver(match words.next() {
        Some("win") => Verdict::Win,
        Some("lose") => Verdict::Lose,
        Some("draw") => Verdict::Draw,
        _ => return Command::Malformed("gameover takes one of: win, lose, draw".into()),
    })
}

fn parse_perft<'a>(words: &mut impl Iterator<Item = &'a str>) -> Command {
    match words.next().map(str::parse) {
        Some(Ok(depth)) => Command::Perft(depth),
        _ => Command::Malformed("perft takes a depth, a whole number, not negative".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> GoRequest {
        match parse(line) {
            Command::Go(request) => request,
            other => panic!("{line}: {other:?}"),
        }
    }

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn blank_unknown_and_prefixed_lines() {
        assert_eq!(parse(""), Command::Nothing);
        assert_eq!(parse(" \t\r"), Command::Nothing);
        assert!(matches!(parse("hello world"), Command::Malformed(s) if s.contains("'hello'")));
        assert_eq!(parse("please isready now\r"), Command::IsReady);
        assert_eq!(parse("\tstop\t"), Command::Stop);
    }

    #[test]
    fn options_with_spaces_case_and_paths() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(str::to_owned),
        };
        assert_eq!(parse("setoption name Hash value 32"), set("Hash", Some("32")));
        assert_eq!(parse("setoption  name Clear   Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption name Memory value /a b/c  d "), set("Memory", Some("/a b/c  d")));
        assert_eq!(parse("setoption name Memory value"), set("Memory", Some("")));
        assert_eq!(parse("setoption name valued value value"), set("valued", Some("value")));
        for bad in ["setoption", "setoption Hash 32", "setoption name", "setoption name value 3"] {
            assert!(matches!(parse(bad), Command::Malformed(_)), "{bad}");
        }
    }

    #[test]
    fn positions() {
        let position = |start: Option<&str>, moves: &[&str]| Command::Position {
            start: start.map(str::to_owned),
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
        };
        assert_eq!(parse("position startpos"), position(None, &[]));
        assert_eq!(parse("position startpos moves 111 444"), position(None, &["111", "444"]));
        assert_eq!(parse("position fen x1o"), position(Some("x1o"), &[]));
        assert_eq!(parse("position fen a b - 0 1 moves c"), position(Some("a b - 0 1"), &["c"]));
        for bad in ["position", "position fen", "position fen moves 111", "position 64"] {
            assert!(matches!(parse(bad), Command::Malformed(_)), "{bad}");
        }
    }

    #[test]
    fn go_in_both_dialects() {
        let clock = go("go p1time 1000 p2time 900 p1inc 10 p2inc 20 movestogo 5");
        assert_eq!(clock.time, [Some(ms(1000)), Some(ms(900))]);
        assert_eq!(clock.increment, [ms(10), ms(20)]);
        assert_eq!(clock.moves_to_go, Some(5));
        assert_eq!(go("go wtime 1000 btime 900 winc 10 binc 20 movestogo 5"), clock);
        assert_eq!(go("go wtime -30").time, [Some(ms(0)), None]);
        assert_eq!(go("go").depth, None);
        assert!(go("go infinite").infinite && go("go ponder wtime 1").ponder);
        assert_eq!(go("go depth 0").depth, Some(1));
        assert_eq!(go("go quickly depth 7 please").depth, Some(7));
        assert_eq!(go("go mate 3").win_within, Some(3));
        assert!(!go("go mate 3").is_unbounded());
        let only = go("go searchmoves 111 222 depth 3");
        assert_eq!((only.search_moves.len(), only.depth), (2, Some(3)));
    }

    #[test]
    fn malformed_go_is_refused() {
        for bad in [
            "go depth -1",
            "go depth",
            "go depth x",
            "go nodes",
            "go nodes 1.5",
            "go movetime -5",
            "go wtime",
            "go wtime soon",
            "go movestogo -1",
            "go searchmoves",
            "go searchmoves depth 3",
            "go depth 99999999999999999999",
            "go mate",
        ] {
            assert!(matches!(parse(bad), Command::Malformed(s) if s.starts_with("go refused")), "{bad}");
        }
    }

    #[test]
    fn queries_verdicts_and_counts() {
        assert_eq!(parse("query p1turn"), Command::Query(Query::P1Turn));
        for (text, query) in [
            ("start", Query::Start),
            ("moves", Query::Moves),
            ("legal", Query::Legal),
            ("threats", Query::Threats),
        ] {
            assert_eq!(parse(&format!("query {text}")), Command::Query(query));
        }
        assert_eq!(parse("query islegal 111"), Command::Query(Query::IsLegal("111".into())));
        assert_eq!(parse("gameover lose"), Command::GameOver(Verdict::Lose));
        assert_eq!(parse("perft 3"), Command::Perft(3));
        assert_eq!(parse("go perft 3"), Command::Perft(3));
        for bad in ["query", "query islegal", "query mood"] {
            assert!(matches!(parse(bad), Command::Query(Query::Unknown(_))), "{bad}");
        }
        assert_eq!((parse("debug on"), parse("debug off")), (Command::Debug(true), Command::Debug(false)));
        assert_eq!(parse("register name Fritz code 1"), Command::Register);
        for bad in ["gameover", "gameover x", "perft", "perft -1", "go perft", "debug"] {
            assert!(matches!(parse(bad), Command::Malformed(_)), "{bad}");
        }
    }
}
