use super::*;
use crate::typed;

fn said(directory: &tempfile::TempDir, arguments: &[&str], stop: bool) -> anyhow::Result<String> {
    let out = directory.path().to_str().unwrap();
    let effort: &[&str] = if arguments.contains(&"gomoku") {
        &["--effort", "10", "--verdict-effort", "20"]
    } else {
        &["--effort", "100", "--verdict-effort", "300"]
    };
    let all = [&["--out", out], effort, arguments].concat();
    let control = Control::new();
    if stop {
        control.stop();
    }
    crate::said(&all, |arguments, output| dispatch(arguments, &control, output))
}

#[test]
fn a_reduced_measurement_goes_on_and_draws() {
    let directory = tempfile::tempdir().unwrap();
    let plot = directory.path().join("truth.svg");
    let arguments = ["--positions", "5", "--games", "2", "--plot", plot.to_str().unwrap()];
    assert!(said(&directory, &arguments, true).unwrap().contains("interrupted: all is saved"));
    let whole = said(&directory, &arguments, false).unwrap();
    assert!(std::fs::read_to_string(&plot).unwrap().contains("td-leaf"));
    for learner in Learner::ALL {
        let rows: Vec<_> = whole.lines().filter(|line| line.starts_with(learner.name())).collect();
        assert_eq!(rows.len(), 3, "{whole}");
        for row in rows {
            let numbers: Vec<usize> =
                row.split_whitespace().skip(2).take(3).map(|number| number.parse().unwrap()).collect();
            assert_eq!(numbers.iter().sum::<usize>(), 5, "{row}");
        }
    }
    // Nothing is done twice, and what was begun otherwise is left alone.
    assert_eq!(said(&directory, &arguments, false).unwrap(), whole);
    let other = said(&directory, &["--positions", "6"], false).unwrap_err().to_string();
    assert!(other.contains("was begun with 'positions 5"), "{other}");
    std::fs::write(directory.path().join("findings"), "my thesis\n").unwrap();
    assert!(said(&directory, &arguments, false).unwrap_err().to_string().contains("left as it is"));
}

#[test]
fn gomoku_is_measured_by_what_can_be_proven_of_it() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["--game", "gomoku", "--positions", "3", "--games", "1"];
    let whole = said(&directory, &arguments, false).unwrap();
    let rows: Vec<Vec<&str>> = whole.lines().skip(2).map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["samuel", "samuel", "td-leaf", "td-leaf"]);
    for row in rows {
        let numbers: Vec<usize> = row[2..5].iter().map(|number| number.parse().unwrap()).collect();
        assert_eq!(numbers.iter().sum::<usize>(), 3, "{whole}");
    }
    // Another game, or who does not learn this one.
    let qubic = said(&directory, &["--positions", "3", "--games", "1"], false).unwrap_err().to_string();
    assert!(qubic.contains("gomoku"), "{qubic}");
    let score = said(&directory, &["--game", "gomoku", "--learner", "score-four"], false);
    assert!(score.unwrap_err().to_string().contains("does not learn gomoku"));
}

#[test]
fn points_double_and_end_with_the_last_game() {
    let points =
        |games: &str| typed::<TruthArguments>(&["truth", "--out", "x", "--games", games]).unwrap().points();
    assert_eq!((points("0"), points("1"), points("6")), (vec![0], vec![0, 1], vec![0, 1, 2, 4, 6]));
    assert_eq!(points("8"), [0, 1, 2, 4, 8]);
}
