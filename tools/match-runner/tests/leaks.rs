//! No process outlives a match, no zombie is left, no file handle stays open: alone in its file, because it looks at
//! all children of its process.

mod common;

use common::{FAKE, PATIENT, against, engine, handles, play, processes, until};

const MARK: &str = "FAKE_ENGINE_OF_THE_LEAK_TEST";
/// Nobody's fault is asked for here: an engine that is late on a busy machine is ended like one that stalls.
const SHORT: &str = "start-timeout = 300\nreply-timeout = 1\nmove-timeout = 2\nquit-timeout = 1\n";

#[test]
fn nothing_is_left_behind() {
    match_runner::engine::adopt_strays();
    // A thread keeps open where it reads how long it has waited for a processor.
    play(&against("", "nodes = 1"));
    let before = handles();
    for mode in [
        "fork",
        "grandchild",
        "daemon",
        "crash",
        "stall",
        "ignore-quit",
        "close-output",
        "close-input",
        "endless-line",
        "",
    ] {
        let engines = engine("honest", "") + &engine("bad", mode);
        let each = format!("[each]\nnodes = 1\nenv = {{ {MARK} = \"1\" }}\n");
        let toml = format!("{SHORT}pairs = 4\nconcurrency = 3\n{each}{engines}");
        assert_eq!(play(&toml).games.len(), 8, "{mode}");
        assert_eq!(processes(None), Vec::<String>::new(), "children after {mode}");
        // Where they are nobody's children any more, the system takes them away.
        until(&format!("descendants after {mode}"), || processes(Some(MARK)).is_empty());
    }
    assert_eq!(handles(), before);
    no_engine_inherits_a_handle();
}

/// Engines have their three streams and whatever the test itself has been given without being asked; nothing of the
/// runner's, and nothing of other engines.
fn no_engine_inherits_a_handle() {
    let out = std::process::Command::new(FAKE).arg("count-handles").output().unwrap();
    let plain = String::from_utf8(out.stdout).unwrap().trim().to_owned();
    let toml = format!(
        "{PATIENT}pairs = 4\nconcurrency = 3\n[each]\nnodes = 1\nenv = {{ HANDLES = \"{plain}\" }}\n\
         command = \"{FAKE} handles\"\n[[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\n"
    );
    let played = play(&toml);
    assert!(played.games.iter().all(|game| game["reason"] == "rules"), "{:?}", played.games);
}
