//! Tuning: it finds what an engine is strongest with, and a run that is killed ends like one that is not.

use crate::common::{FAKE, PATIENT, RUNNER, Said, said_by, until};
use assert_cmd::Command;
use std::path::Path;

/// The arguments of a run whose best values are 60 and 0.5.
fn arguments() -> Vec<String> {
    let engine = format!("cmd={FAKE} tunable");
    let words = [
        "tune",
        "match.toml",
        "--engine",
        &engine,
        "name=T",
        "nodes=1",
        "--param",
        "Aim",
        "--param",
        "Scale=0.9:0.0:1.0",
    ];
    words.map(str::to_owned).to_vec()
}

fn settings(folder: &Path) {
    let text = format!(
        "{PATIENT}pairs = 4\nconcurrency = 2\nmax-plies = 6\nresign = \"engine\"\nrandom-openings = 2\nresults = \"t\"\n\
         [sprt]\nelo1 = 60\n[tune]\niterations = 60\nrate = 0.06\ntest-pairs = 200\n"
    );
    std::fs::write(folder.join("match.toml"), text).unwrap();
}

fn run(folder: &Path, more: &[&str]) -> Said {
    said_by(Command::new(RUNNER).current_dir(folder).args(arguments()).args(more))
}

/// The tuned values of a text.
fn tuned(text: &str) -> Vec<f64> {
    let of = |name: &str| {
        text.lines().find(|line| line.starts_with(name)).and_then(|line| line.split_whitespace().nth(2))
    };
    ["Aim ", "Scale "].map(|name| of(name).unwrap().parse().unwrap()).to_vec()
}

#[test]
fn the_best_values_are_found_also_by_a_run_that_is_killed() {
    let [whole, torn] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    settings(whole.path());
    let Said { status, text, error } = run(whole.path(), &["--sprt-status"]);
    assert_eq!(status, Some(10), "{text}{error}");
    assert!(error.contains("0/60 iterations, Aim 10, Scale 0.9"), "progress from the beginning: {error}");
    let values = tuned(&text);
    assert!((values[0] - 60.0).abs() < 15.0 && (values[1] - 0.5).abs() < 0.25, "{text}");
    assert!(text.contains("tuned against start") && text.contains("'option.Aim="), "{text}");
    assert!(std::fs::read_to_string(whole.path().join("t.svg")).unwrap().contains("Aim: 10 \u{2192} "));

    settings(torn.path());
    let journal = torn.path().join("t.tune");
    let lines = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    for killed_behind in [4, 20] {
        let mut child = std::process::Command::new(RUNNER);
        let mut child =
            child.current_dir(torn.path()).args(arguments()).args(["-q", "--resume"]).spawn().unwrap();
        until("iterations", || lines() > killed_behind);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(lines() < 61, "it was killed before its end");
    let again = run(torn.path(), &["-q", "--resume"]).text;
    let read = |folder: &Path| std::fs::read_to_string(folder.join("t.tune")).unwrap();
    assert_eq!(read(torn.path()), read(whole.path()));
    assert_eq!(tuned(&again), values);
    let Said { status, error, .. } = run(torn.path(), &["-q", "--resume", "--rate", "0.5"]);
    assert!(status == Some(1) && error.contains("another run"), "{error}");
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    settings(folder.path());
    let engine = format!("cmd={FAKE} tunable");
    for (more, part) in [
        (&["--param", "Nothing"][..], "does not offer option Nothing"),
        (&["--param", "Text"], "Text=START:MIN:MAX"),
        (&["--param", "Seed=1:0:3:0.1"], "at least 0.5"),
        (&["--engine", &engine, "nodes=1"], "it takes one engine, and there are 2"),
        (&["--results", ""], "says where it is kept"),
        (&["--shard", "1/2"], "without tournament and shard"),
        (&["--dry-run"], "are for matches"),
    ] {
        let Said { status, text, error } = run(folder.path(), more);
        assert!(
            matches!(status, Some(1 | 2)) && text.is_empty() && error.contains(part),
            "{more:?}: {error}"
        );
    }
}
