//! What engines say about their search: the newest `info` line with a score, read only once the move has come.

use serde::{Deserialize, Serialize};

/// A score as the engine gave it, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of whatever the engine counts in.
    Cp(i64),
    /// Distance to the end: plies in UGI, moves in UCI; negative when losing.
    Mate(i64),
}

/// What an engine said about its search last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The value of the best line.
    pub score: Option<Score>,
}

/// Whether a line of output is worth keeping: an `info` with a score for the best line.
pub fn is_main_line(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("info ") else { return false };
    let rank = rest.split_once("multipv ").map_or("1", |(_, behind)| behind);
    !rest.starts_with("string") && rest.contains("score ") && (rank == "1" || rank.starts_with("1 "))
}

/// Whether a line says that the engine gives up.
pub fn is_resignation(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("info") && words.next() == Some("string") && words.next() == Some("resigns")
}

/// The reply to `best` that a main line expects: the second move of its variation, if `best` is the first.
pub fn expected<'a>(line: &'a str, best: &str) -> Option<&'a str> {
    let mut moves = variation(line);
    moves.next().filter(|first| *first == best).and_then(|_| moves.next())
}

/// The moves of the variation that an `info` line gives.
pub fn variation(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().skip_while(|word| *word != "pv").skip(1)
}

/// Which of the best lines an `info` line is about, counted from 1.
pub fn rank(line: &str) -> usize {
    let mut words = line.split_whitespace().take_while(|word| *word != "pv");
    words.find(|word| *word == "multipv").and_then(|_| words.next()?.parse().ok()).unwrap_or(1)
}

impl Info {
    /// Reads an `info` line; what it does not understand it leaves out.
    pub fn parse(line: &str) -> Self {
        let mut info = Self::default();
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next().and_then(|text| text.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|text| text.parse().ok()),
                "score" => {
                    let kind = words.next();
                    let value = words.next().and_then(|text| text.parse().ok());
                    info.score = match kind {
                        Some("cp") => value.map(Score::Cp),
                        Some("mate") => value.map(Score::Mate),
                        _ => None,
                    };
                }
                // Moves can look like anything.
                "pv" | "string" => break,
                _ => {}
            }
        }
        info
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_read() {
        let line = "info depth 5 seldepth 9 multipv 1 score cp -12 lowerbound nodes 4711 nps 1 pv depth 9";
        assert!(is_main_line(line));
        let expected = Info { depth: Some(5), nodes: Some(4711), score: Some(Score::Cp(-12)) };
        assert_eq!(Info::parse(line), expected);
        assert_eq!(Info::parse("info score mate 3").score, Some(Score::Mate(3)));
        assert_eq!(Info::parse("info score cp x depth").score, None);
    }

    #[test]
    fn other_lines_are_not() {
        for line in
            ["info string score cp 3", "info depth 3 multipv 2 score cp 1", "info depth 3", "score cp 1"]
        {
            assert!(!is_main_line(line), "{line}");
        }
        assert!(is_main_line("info score cp 1 multipv 1") && !is_main_line("info score cp 1 multipv 12"));
    }

    #[test]
    fn the_expected_reply_is_the_second_move() {
        let line = "info depth 2 score cp 1 multipv 1 pv 111 222 333";
        assert_eq!(expected(line, "111"), Some("222"));
        assert_eq!(expected(line, "222"), None);
        assert_eq!(expected("info score cp 1 pv 111", "111"), None);
        assert_eq!(expected("", "111"), None);
    }

    #[test]
    fn variations_and_ranks_are_read() {
        let line = "info depth 2 multipv 3 score cp 1 pv 111 multipv 7";
        assert_eq!(variation(line).collect::<Vec<_>>(), ["111", "multipv", "7"]);
        assert_eq!((rank(line), rank("info depth 2 pv multipv 3"), rank("info multipv x")), (3, 1, 1));
    }

    #[test]
    fn resigning_is_understood() {
        assert!(is_resignation("info string resigns") && is_resignation("info  string resigns now"));
        assert!(!is_resignation("info string he resigns") && !is_resignation("info string"));
    }
}
