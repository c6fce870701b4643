//! What a session leaves in the log.

use crate::common::program::given;

/// The log at this level of a session of these lines.
fn log(level: &str, arguments: &[&str], lines: &str) -> String {
    String::from_utf8(given(level, arguments, lines).stderr).unwrap()
}

#[test]
fn a_session_can_be_read_in_its_log() {
    let directory = tempfile::tempdir().unwrap();
    let foreign = directory.path().join("foreign");
    std::fs::write(&foreign, "something else\n").unwrap();
    let session = format!(
        "ugi\nsetoption name Colour value red\nposition fen nonsense\nsetoption name Strategy value score-four\n\
         setoption name Memory value {}\nposition startpos moves 111\ngo nodes 10\n",
        foreign.display()
    );
    let text = log("trace", &[], &session);
    let has = |level: &str, words: &[&str]| {
        let found =
            text.lines().any(|line| line.contains(level) && words.iter().all(|word| line.contains(word)));
        assert!(found, "{level} {words:?} in:\n{text}");
    };
    has("TRACE", &["> setoption name Colour value red"]);
    has("TRACE", &["< info string no option is named 'Colour'"]);
    has("TRACE", &["< info string position refused"]);
    has("DEBUG", &["go: ", "nodes: Some(10)"]);
    has("DEBUG", &["job 1: search begins"]);
    has("DEBUG", &["the search ended "]);
    has("DEBUG", &["job 1: search ends"]);
    has("INFO", &["memory", "foreign", "refused"]);
    has("TRACE", &["< bestmove "]);
    has("TRACE", &["end of input"]);
    assert!(!log("info", &[], &session).contains("DEBUG"));
    assert_eq!(log("error", &[], &session), "", "nothing went wrong");
    for (protocol, lines, said) in
        [("gomocup", "START 15\nEND\n", "< OK"), ("hub", "hub\ninit\nquit\n", "< ready")]
    {
        let text = log("trace", &["--protocol", protocol], lines);
        assert!(text.contains(said), "{protocol}: {text}");
    }
}
