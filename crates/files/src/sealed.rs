//! What files of text have in common: a first line that says what they are, a value as JSON that people can read, and a last
//! line with the CRC-32 of what stands between.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// How the last line begins.
const CHECKSUM: &str = "checksum ";

/// The value as JSON, a field a line, and an item of its lists a line.
///
/// # Errors
/// If it has no form in JSON.
pub fn to_json(value: &impl Serialize) -> Result<String, String> {
    let lines = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",\n");
    let part = |value: &Value| match value {
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            format!("[\n{}\n]", lines(&mut items.iter().map(Value::to_string)))
        }
        plain => plain.to_string(),
    };
    Ok(match serde_json::to_value(value).map_err(|error| error.to_string())? {
        Value::Object(fields) => {
            let fields =
                lines(&mut fields.iter().map(|(name, value)| format!("\"{name}\": {}", part(value))));
            format!("{{\n{fields}\n}}\n")
        }
        plain => format!("{plain}\n"),
    })
}

/// Reads a value; `first` is the number of the text's first line in its file.
///
/// # Errors
/// A sentence that says where it is damaged.
pub fn from_json<T: DeserializeOwned>(text: &str, first: usize) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line() + first - 1, error.column());
        let words = error.to_string();
        let words = words.rsplit_once(" at line ").map_or(&*words, |(words, _)| words);
        format!("it is damaged in line {line}, column {column}: {words}")
    })
}

/// The text with its checksum behind it.
pub fn sealed(body: &str) -> String {
    // A line of its own is found again only behind a whole line.
    let end = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
    format!("{body}{end}{CHECKSUM}{:08x}\n", crc32fast::hash(body.as_bytes()))
}

/// The text without the checksum behind it, or what is wrong with that; `None` if there is none.
pub fn unsealed(text: &str) -> Option<Result<&str, &'static str>> {
    let lines = text.strip_suffix('\n')?;
    let start = lines.rfind('\n').map_or(0, |end| end + 1);
    let sum = lines[start..].strip_prefix(CHECKSUM)?;
    let body = &text[..start];
    // Its last line may have been given its end.
    let mut bodies = [Some(body), body.strip_suffix('\n')].into_iter().flatten();
    let right = bodies.find(|body| sum == format!("{:08x}", crc32fast::hash(body.as_bytes())));
    Some(right.ok_or("it is damaged: its checksum is wrong"))
}

/// The text without the checksum behind it, or what is wrong with that.
///
/// # Errors
/// If it is wrong or missing.
pub fn unsealed_strictly(text: &str) -> Result<&str, &'static str> {
    unsealed(text).unwrap_or(Err("it has been cut short: its checksum is missing"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_and_every_cut_is_noticed() {
        let body = to_json(&[("a", 0.1), ("b", 2e300)]).unwrap();
        let whole = sealed(&body);
        assert_eq!(unsealed_strictly(&whole), Ok(&*body));
        assert_eq!(from_json(&body, 1), Ok([("a".to_owned(), 0.1), ("b".to_owned(), 2e300)]));
        for at in 0..whole.len() {
            assert!(unsealed_strictly(&whole[..at]).is_err(), "cut to {at} bytes");
            for bit in 0..7 {
                let mut bytes = whole.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let text = String::from_utf8(bytes).unwrap();
                assert!(unsealed_strictly(&text).is_err(), "bit {bit} of byte {at}: {text}");
            }
        }
    }
}
