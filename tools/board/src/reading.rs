//! Pasted text to a game: what is a position, what are moves, and what is only decoration is told apart here; whether
//! they are right the rules say.

/// What a text seems to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// A start other than the usual one.
    pub start: Option<String>,
    pub moves: Vec<String>,
    /// Who played, by the tags.
    pub names: [String; 2],
}

/// Takes a text apart: `position fen F moves ...`, a position alone, PGN or PDN with tags, numbers and comments, the
/// records of `fourscore`, or moves with blanks or commas between them. `is_position` says whether a word is one.
pub fn take_apart(text: &str, mut is_position: impl FnMut(&str) -> bool) -> Pasted {
    let mut pasted = Pasted::default();
    let plain = without_comments(text, &mut pasted);
    let mut words = plain.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "position" | "startpos" | "moves" => {}
            "fen" => pasted.start = words.next().map(str::to_owned),
            // A number is a position only if nothing else is there: it might be a move.
            _ if pasted.moves.is_empty()
                && pasted.start.is_none()
                && (word == plain.trim() || word.bytes().any(|byte| !byte.is_ascii_digit()))
                && is_position(word) =>
            {
                pasted.start = Some(word.to_owned());
            }
            _ => pasted.moves.extend(word.split([',', ';']).filter_map(as_move)),
        }
    }
    pasted
}

/// The text without comments in braces or behind `#`, and without tags, of which `FEN` is the start.
fn without_comments(text: &str, pasted: &mut Pasted) -> String {
    let mut plain = String::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(tag) = line.strip_prefix('[').and_then(|tag| tag.strip_suffix(']')) {
            let value = tag.split_once(' ').map(|(name, value)| (name, value.trim().trim_matches('"')));
            match value {
                Some(("FEN", value)) => pasted.start = Some(value.to_owned()),
                Some(("Player1" | "Black", name)) if name != "?" => name.clone_into(&mut pasted.names[0]),
                Some(("Player2" | "White", name)) if name != "?" => name.clone_into(&mut pasted.names[1]),
                _ => {}
            }
        } else if is_record(line) {
            // `X12 332  Opening`: the move is the second word.
            plain.extend(line.split_whitespace().nth(1));
            plain.push(' ');
        } else {
            plain.push_str(line);
            plain.push('\n');
        }
    }
    let (mut depth, mut is_remark) = (0_u32, false);
    plain.retain(|c| {
        // Within braces the sign is a sign like any other.
        is_remark = c != '\n' && (is_remark || (c == '#' && depth == 0));
        if is_remark {
            return false;
        }
        depth += u32::from(c == '{');
        let kept = depth == 0;
        depth -= u32::from(c == '}' && depth > 0);
        kept
    });
    plain
}

/// Whether a line begins as those of the games in data/qubic/citrenbaum-1965-games do: `X1  332`, `O1  144`.
fn is_record(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let number = words.next().and_then(|word| word.strip_prefix(['X', 'O']));
    number.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        && words.next().is_some()
}

/// A move without the number before it; nothing, if the word is a number of a move or a result.
fn as_move(word: &str) -> Option<String> {
    let word = match word.rsplit_once('.') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => rest,
        _ => word,
    };
    let is_result = matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "2-0" | "0-2" | "1-1");
    (!word.is_empty() && !is_result).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<String>, String) {
        let pasted =
            take_apart(text, |word| word.contains('x') && !word.starts_with(|c: char| c.is_ascii_digit()));
        (pasted.start, pasted.moves.join(" "))
    }

    #[test]
    fn many_texts_hold_the_same_moves() {
        for text in [
            "222 333 232",
            "222,333, 232",
            "position startpos moves 222 333 232",
            "1. 222 333 2. 232 *",
            "1.222 333 2.232 1-0",
            "[Event \"?\"]\n[White \"a b\"]\n\n1. 222 {best of {depth} 3} 333 2. 232",
            "1. 222 {move #2 {of a} game}\n333 # not 111 {\n2. 232",
            "# a game\nX1  222  Opening\nO1  333  Blocks 111, 444\nX2  232  Forms a file",
        ] {
            assert_eq!(read(text), (None, "222 333 232".to_owned()), "{text}");
        }
    }

    #[test]
    fn positions_are_told_from_moves() {
        assert_eq!(read("xx1oo"), (Some("xx1oo".into()), String::new()));
        assert_eq!(read("position fen xx1oo moves 113"), (Some("xx1oo".into()), "113".into()));
        assert_eq!(read("[FEN \"B:W21:B1\"]\n1. 1-5"), (Some("B:W21:B1".into()), "1-5".into()));
        assert_eq!(read("1. 11-15 22x18x9 0-1"), (None, "11-15 22x18x9".into()));
        assert_eq!(read("B:Wx21,22:B1"), (Some("B:Wx21,22:B1".into()), String::new()));
        assert_eq!(read("}{ } {"), (None, "}".into()));
        let any = |text: &str| take_apart(text, |_| true);
        assert_eq!(any(" 64\n").start, Some("64".into()));
        assert_eq!(
            any("39 1 13"),
            Pasted { moves: vec!["39".into(), "1".into(), "13".into()], ..Pasted::default() }
        );
    }
}
