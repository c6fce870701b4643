//! Files of endings: made, read back, refused.

use crate::common::depth;
use crate::common::{random, row};
use crate::endgames::{THREE, asking, random_position};
use games::draughts::Draughts;
use games::{Game, Played};
use solve::endgames::Endgames;
use solve::endgames::build::{Stopped, build};

#[test]
fn files_are_read_back_and_anything_else_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("two.endgames");
    let two = build(2, &mut |_| true).unwrap();
    two.save(&path).unwrap();
    let read = Endgames::load(&path).unwrap();
    let mut random = random(9);
    for _ in 0..500 {
        let position = random_position(&mut random, 2);
        assert_eq!(read.probe(&position), THREE.probe(&position));
    }
    let whole = std::fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    flipped[100] ^= 1;
    let version = String::from_utf8_lossy(&whole[..40]).replace("draughts 1", "draughts 2").into_bytes();
    for (bytes, words) in [
        (&whole[..whole.len() - 1], "damaged"),
        (&whole[..30], "not a file of endgames"),
        (&flipped, "checksum"),
        (&version, "of this version"),
        (b"", "not a file of endgames"),
        (b"my thesis\n", "not a file of endgames"),
        (b"fourscore-endgames draughts 1 pieces 9\n", "not a file of endgames"),
        (b"fourscore-endgames draughts 1 pieces 2\n", "too early"),
    ] {
        let error = Endgames::parse(bytes).unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains("thesis"), "{error}");
    }
    // The player says so, and plays without.
    std::fs::write(&path, b"my thesis\n").unwrap();
    let row = row::<Draughts>("alpha-beta");
    let options = asking(&path);
    let mut said = String::new();
    let mut report = |report| {
        if let strategies::Report::Words(words) = report {
            said += &words;
        }
    };
    let game = Played::new(Draughts::start(&()));
    crate::common::choose_reporting(row, &game, &depth(2), &options, &Default::default(), &mut report);
    assert!(said.contains("playing without"), "{said}");
}

#[test]
fn making_them_can_be_stopped() {
    let mut asked = 0;
    let stopped = build(4, &mut |_| {
        asked += 1;
        asked < 5
    });
    assert_eq!((stopped.err(), asked), (Some(Stopped::Asked), 5));
}
