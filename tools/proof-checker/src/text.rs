//! What error messages show of foreign text.

/// Cuts a foreign text down to something that fits in a message: at most 40 printable characters in quotes.
pub fn quoted(text: &str) -> String {
    let mut short: String =
        text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    format!("'{short}'")
}
