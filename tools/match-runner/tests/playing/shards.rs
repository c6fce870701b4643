//! A match in parts: each plays its own games, and merged they are the match that one machine would have played.

#[path = "../../../../tests/common/skip.rs"]
mod skip;

use crate::common::{FAKE, RUNNER, Said, games, said, said_by, timeless, without_times};
use assert_cmd::Command;
use skip::skipped;
use std::path::Path;

/// A match of three engines under node limits.
fn settings(folder: &Path, more: &str) {
    let text = format!(
        "pairs = 5\nseed = 3\nresults = \"r\"\nrandom-openings = 4\nopening-order = \"random\"\n{more}\n\
         [[engine]]\nname = \"B\"\ncommand = \"{FAKE}\"\nnodes = 1\n"
    );
    std::fs::write(folder.join("match.toml"), text).unwrap();
}

const THREE: &str = "[[engine]]\nname = \"A\"\ncommand = \"fourscore\"\nnodes = 100\n\
                     [[engine]]\nname = \"C\"\ncommand = \"fourscore\"\nnodes = 10\n";

fn run(folder: &Path, arguments: &[&str]) -> Said {
    said(folder, &[&["-q"], arguments].concat())
}

fn merge(folder: &Path, parts: &[&str]) -> Said {
    said(folder, &[&["merge", "--results", "whole"], parts].concat())
}

/// The summary without what the clock says.
fn summary(path: &Path) -> serde_json::Value {
    let mut value: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    value.as_object_mut().unwrap().remove("seconds");
    for engine in value["engines"].as_array_mut().unwrap() {
        engine.as_object_mut().unwrap().retain(|key, _| !key.contains("second"));
    }
    value
}

#[test]
fn merged_parts_are_the_match_of_one_machine() {
    let test =
        "[sprt]\nelo0 = 0\nelo1 = 400\n[[engine]]\nname = \"A\"\ncommand = \"fourscore\"\nnodes = 100\n";
    for (more, count) in [(THREE, 3), (test, 2)] {
        let folder = tempfile::tempdir().unwrap();
        settings(folder.path(), more);
        let expected = without_times(&run(folder.path(), &[]).good());
        for index in 1..=count {
            run(folder.path(), &["--shard", &format!("{index}/{count}"), "-c", &index.to_string()]).good();
        }
        let names: Vec<String> = (1..=count).map(|index| format!("r.{index}-of-{count}.jsonl")).collect();
        let table = merge(folder.path(), &names.iter().map(String::as_str).collect::<Vec<_>>()).good();
        assert_eq!(without_times(&table), expected);
        let read = |name: &str| timeless(games(&folder.path().join(name)));
        assert_eq!(read("whole.jsonl"), read("r.jsonl"));
        assert_eq!(summary(&folder.path().join("whole.json")), summary(&folder.path().join("r.json")));
    }
}

#[test]
fn parts_that_do_not_make_a_whole_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    settings(folder.path(), THREE);
    let part =
        |text: &str, more: &[&str]| run(folder.path(), &[&["--shard", text, "--pairs", "1"], more].concat());
    part("1/2", &[]).good();
    merge(folder.path(), &["r.1-of-2"]).refused(1, &["missing: 2"]);
    merge(folder.path(), &["nothing"]).refused(1, &["nothing.state"]);
    part("2/2", &["--seed", "9"]).good();
    merge(folder.path(), &["r.1-of-2.pgn", "r.2-of-2"])
        .refused(1, &["another match", "seed: it was 3, now it is 9"]);
    part("2/2", &[]).good();
    let record = folder.path().join("r.2-of-2.jsonl");
    let text = std::fs::read_to_string(&record).unwrap();
    std::fs::write(&record, &text[..text.len() - 10]).unwrap();
    merge(folder.path(), &["r.1-of-2", "r.2-of-2"])
        .refused(1, &["part 2/2", "has not played game", "--resume"]);
    assert!(!folder.path().join("whole.jsonl").exists(), "nothing is written before all is well");
    part("2/2", &["--resume"]).good();
    merge(folder.path(), &["r.1-of-2", "r.2-of-2"]).good();

    run(folder.path(), &["--shard", "3/2"]).refused(1, &["3/2", "I/N"]);
    run(folder.path(), &["--shard", "1/2", "--results", ""]).refused(1, &["results"]);
}

/// The script for Slurm, as a task of an array runs it.
#[cfg(unix)]
#[test]
fn the_script_for_slurm_numbers_the_parts() {
    let folder = tempfile::tempdir().unwrap();
    settings(folder.path(), THREE);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/slurm-array.sh");
    let dry = |environment: &[(&str, &str)]| {
        let mut command = Command::new(&script);
        command.current_dir(folder.path()).envs(environment.iter().copied());
        said_by(command.args([RUNNER, "--dry-run", "--shard", "%I/%N"])).good()
    };
    let (id, count) = (("SLURM_ARRAY_TASK_ID", "2"), "SLURM_ARRAY_TASK_COUNT");
    assert!(dry(&[id, (count, "4")]).contains("(part 2/4)"));
    assert!(dry(&[id, (count, "1"), ("PARTS", "3")]).contains("(part 2/3)"), "some parts again");
}

#[test]
fn gnu_parallel_plays_a_match_in_parts() {
    let version = std::process::Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|out| String::from_utf8_lossy(&out.stdout).contains("GNU parallel")) {
        skipped(
            "a match in parts by GNU parallel; it is not installed (on Debian: apt-get install parallel)",
        );
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    settings(folder.path(), THREE);
    run(folder.path(), &["--results", "alone"]).good();
    let read = |name: &str| timeless(games(&folder.path().join(name)));

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/parallel-ssh.sh");
    let mut command = Command::new(script);
    command.current_dir(folder.path()).env("MATCH_RUNNER", RUNNER).env("HOME", folder.path());
    said_by(command.args(["3", "match.toml", "r"])).good();
    assert_eq!(read("r.jsonl"), read("alone.jsonl"));
}
