//! Splits a command line into words as a shell would, without a shell: the same text then means the same engine on
//! every machine, and nothing in it is ever expanded or executed.

/// The words of `line`: separated by blanks; quotes of both kinds group, a backslash takes the next character as it
/// is (within single quotes it is a character like any other).
///
/// # Errors
/// If a quote is not closed or a backslash ends the line.
pub fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                let next = characters.next().ok_or_else(|| format!("'{line}' ends in a backslash"))?;
                word.get_or_insert_default().push(next);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("the quote {open} is not closed in '{line}'"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let table: [(&str, &[&str]); 6] = [
            ("  a  b\tc ", &["a", "b", "c"]),
            ("'a b' \"c d\"", &["a b", "c d"]),
            ("a\\ b", &["a b"]),
            ("x'y z'w", &["xy zw"]),
            ("''", &[""]),
            ("\"it's\" '\\'", &["it's", "\\"]),
        ];
        for (line, words) in table {
            assert_eq!(split(line), Ok(words.iter().map(ToString::to_string).collect()), "{line}");
        }
        assert!(split("'a").is_err());
        assert!(split("a\\").is_err());
    }
}
