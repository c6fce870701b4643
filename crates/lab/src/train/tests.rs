use super::generations::TrainArguments;
use super::sprt::Pairs;
use super::{Part, Source, dispatch};
use ::games::draughts::Draughts;
use ::games::gomoku::Opening;
use ::games::{Game as _, Notation};
use clap::Parser;
use search::Control;
use std::path::Path;
use strategies::alpha_beta::trained::{Trainable, Trained};

#[derive(Parser)]
enum Typed {
    Train(Box<TrainArguments>),
    #[command(flatten)]
    Part(Box<Part>),
}

fn run(words: &str, folder: &Path) -> anyhow::Result<String> {
    let words = words.replace("DIR", folder.to_str().unwrap());
    let typed = Typed::try_parse_from([&["x"], &words.split(' ').collect::<Vec<_>>()[..]].concat())?;
    let (mut output, control) = (Vec::new(), Control::new());
    match &typed {
        Typed::Train(arguments) => dispatch(&arguments.common, &**arguments, &control, &mut output),
        Typed::Part(part) => part.work(&control, &mut output),
    }?;
    Ok(String::from_utf8(output)?)
}

const SHORT: &str = "train --game gomoku --option Size=9 --from nothing --out DIR/w --nodes 40 --games 100 --generations 2 --steps 40 --pairs 8 --plot DIR/w.svg";

#[test]
fn a_training_of_seconds_learns_and_goes_on_where_it_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let told = run(&format!("{SHORT} --threads 1"), folder.path()).unwrap();
    assert!(told.contains("the weights are in"), "{told}");
    let loss = |n: usize| {
        told.lines()
            .nth(n)
            .unwrap()
            .split_whitespace()
            .skip(3)
            .take(2)
            .map(|x| x.parse::<f64>().unwrap())
            .collect::<Vec<_>>()
    };
    // The rules alone know nothing: the loss of a coin.
    assert!((loss(2)[0] - std::f64::consts::LN_2).abs() < 1e-3 && loss(2)[1] < 0.69, "{told}");
    let weights = || Trained::read::<Opening>(&folder.path().join("w")).unwrap().weights::<Opening>();
    let first = weights();
    let drawn = std::fs::read_to_string(folder.path().join("w.svg")).unwrap();
    assert!(drawn.contains("<svg") && drawn.contains("Elo, summed"));
    // Killed in the second generation, and gone on with more threads.
    let place = |name: &str| folder.path().join("w.training").join(name);
    std::fs::remove_file(folder.path().join("w")).unwrap();
    for name in ["record", "1.weights", "2.weights", "2.games/000001.batch", "1.match/000001.batch"] {
        std::fs::remove_file(place(name)).unwrap();
    }
    let again = run(&format!("{SHORT} --threads 3"), folder.path()).unwrap();
    assert_eq!((&again, weights()), (&told, first));
    // Other games are not mixed with these.
    let other = run(&SHORT.replace("--nodes 40", "--nodes 50"), folder.path()).unwrap_err().to_string();
    assert!(other.contains("was begun with"), "{other}");
}

#[test]
fn the_parts_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let games = "games --game draughts --nodes 30 --games 40 --out DIR/g";
    assert!(run(games, folder.path()).unwrap().contains("the games are in"));
    let fitted = run("fit --game draughts --games DIR/g --steps 20 --out DIR/w", folder.path()).unwrap();
    assert!(fitted.contains("positions: loss on those held out"), "{fitted}");
    let terms = "polynomial --game draughts --games DIR/g --steps 20 --out DIR/p";
    assert!(run(terms, folder.path()).unwrap().contains("by pieces"));
    assert!(std::fs::read_to_string(folder.path().join("p")).unwrap().contains("\nADV:"));
    let told = run("match --game draughts --nodes 30 --one DIR/w --pairs 4", folder.path()).unwrap();
    assert!(told.contains("% of 8 games") && told.contains("not decided"), "{told}");
    let scores = "scores --game draughts --games DIR/g --weights DIR/w --nodes 10,40 --positions 2 --threads";
    let told = [1, 3].map(|threads| run(&format!("{scores} {threads}"), folder.path()).unwrap());
    let figures = told.map(|told| {
        let rows = told.lines().map(|line| line.split_whitespace().take(5).collect::<Vec<_>>().join(" "));
        rows.collect::<Vec<_>>()
    });
    assert_eq!((figures[0].len(), &figures[0]), (4, &figures[1]));
    assert!(
        figures[0][0].starts_with("80 positions of") && figures[0][3].starts_with("40 0."),
        "{figures:?}"
    );
    let refused = run("match --game gomoku --one DIR/w", folder.path()).unwrap_err().to_string();
    assert!(refused.contains("its weights are of draughts"), "{refused}");
    let refused =
        run("fit --game gomoku --games DIR/none --out DIR/v", folder.path()).unwrap_err().to_string();
    assert!(refused.contains("none"), "{refused}");
    let refused = run("match --game qubic --one nothing", folder.path()).unwrap_err().to_string();
    assert!(refused.contains("'qubic' has no evaluation to be trained"), "{refused}");
}

#[test]
fn openings_are_level_and_the_same_by_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let made = |words: &str| {
        let words = format!("openings --game gomoku --count 12 --nodes 200 --out DIR/o {words}");
        run(&words, folder.path())
            .map(|told| (told, std::fs::read_to_string(folder.path().join("o")).unwrap()))
    };
    let (told, text) = made("--threads 1").unwrap();
    assert!(told.starts_with("12 openings, of "), "{told}");
    assert_eq!(made("--threads 3").unwrap().1, text);
    assert_ne!(made("--seed 2").unwrap().1, text);
    let mut keys = std::collections::HashSet::new();
    for line in text.lines().skip(1) {
        let mut position = Opening::start(&Default::default());
        let moves: Vec<_> = line.strip_prefix("startpos moves ").unwrap().split(' ').collect();
        assert!((4..=6).contains(&moves.len()), "{line}");
        for m in moves {
            let m = position.parse_move(m, Notation::default()).unwrap();
            position.play(m);
        }
        assert!(keys.insert(position.canonical_key()), "an image of another: {line}");
    }
    assert_eq!(keys.len(), 12);
    // After one move of draughts there are seven positions.
    let few = "openings --game draughts --least 1 --most 1 --nodes 200 --within 500 --out DIR/d";
    let told = run(few, folder.path()).unwrap();
    assert!(told.starts_with("7 openings, of 7 judged") && told.contains("no more were found"), "{told}");
    std::fs::write(folder.path().join("o"), "mine").unwrap();
    let refused = made("--seed 1").unwrap_err().to_string();
    assert!(refused.contains("left as it is"), "{refused}");
    let refused = run("openings --game gomoku --least 5 --most 4 --out DIR/p", folder.path());
    assert!(refused.unwrap_err().to_string().contains("--least must not be above"));
}

#[test]
fn built_in_weights_are_whole() {
    fn check<G: Trainable>() {
        let trained = Source::BuiltIn.trained::<G>().unwrap();
        assert!(trained.weights::<G>().iter().any(|&weight| weight != 0), "{}", G::NAME);
    }
    check::<Opening>();
    check::<Draughts>();
    let hand = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/draughts/hand.weights");
    Source::File(hand.into()).trained::<Draughts>().unwrap();
}

#[test]
fn a_test_decides_when_it_is_sure() {
    let even = Pairs([50, 100, 300, 100, 50]);
    assert_eq!((even.elo()[1], even.decides(0.0, 20.0)), (0.0, Some(false)));
    assert_eq!(Pairs([20, 60, 200, 110, 60]).decides(0.0, 20.0), Some(true));
    assert_eq!(Pairs([0, 0, 4, 0, 0]).decides(0.0, 20.0), None);
    assert_eq!(Pairs::default().decides(0.0, 20.0), None);
    // 60 % is 70 Elo.
    assert!((Pairs([10, 20, 30, 30, 20]).elo()[1] - 48.0).abs() < 5.0);
}
