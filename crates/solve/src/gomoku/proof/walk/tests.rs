//! Walks that are cut off, and walks through proofs with holes.

use super::*;
use crate::gomoku::proof::find;
use crate::gomoku::proof::parts::{End, Found, Parts, PartsLimits};
use search::Control;

/// Proves a position, each run taking up what the one before it has found. Expansions of all runs, and what is proven.
fn proven(start: &Gomoku, piece: u64) -> (u64, Moves) {
    let (mut found, mut expanded) = (Found::default(), 0);
    loop {
        let mut parts = Parts::new(start, found, 1);
        let limits = PartsLimits { expansions: piece, ..PartsLimits::default() };
        let end = parts.run(&limits, &Control::new(), &mut |_| true);
        let (expansions, _) = parts.expanded();
        assert!(expansions <= piece, "{expansions}");
        expanded += expansions;
        if end == End::Proven {
            return (expanded, parts.moves());
        }
        assert_eq!(expansions, piece);
        found = parts.findings().found();
    }
}

#[test]
fn a_proof_and_a_walk_that_were_cut_off_or_have_holes_come_to_an_end() {
    let setup = Setup::new("freestyle", 15).unwrap();
    let mut start = Gomoku::start(&setup);
    for m in ["h8", "o15"] {
        start.play(Square::parse(m, 15).unwrap());
    }
    let whole = proven(&start, u64::MAX);
    assert!(whole.0 > 200, "{}", whole.0);
    // Nothing twice.
    let pieces = proven(&start, 70);
    assert_eq!(pieces.0, whole.0);
    assert!(pieces.1 == whole.1, "{} and {} moves", pieces.1.len(), whole.1.len());
    let moves = whole.1;
    let (mut visited, mut seen) = (Visited::default(), 0);
    let of_moves = |place: &Place| find(&moves, 15, place);
    let once = walk(&start, u32::MAX, &of_moves, true, &mut visited, &mut |_| {
        seen += 1;
        true
    })
    .unwrap();
    assert_eq!(seen, visited.steps.len());
    // Something in each piece, and nothing twice.
    let (mut again, mut pieces) = (Visited::default(), 0);
    let walked = loop {
        let before = again.steps.len();
        let stop = before + 500;
        match walk(&start, u32::MAX, &of_moves, true, &mut again, &mut |visited| visited.steps.len() < stop) {
            Ok(walked) => break walked,
            Err(halt) => assert_eq!(halt, Halt::Stopped),
        }
        assert_eq!(again.steps.len(), stop);
        pieces += 1;
    };
    assert!(pieces > 3, "{pieces}");
    // Where moves are missing it finds others.
    let with_holes = |place: &Place| of_moves(place).filter(|_| place.black.count() < 3);
    let missing = once.moves.keys().filter(|class| with_holes(class).is_none()).count();
    assert!(missing > 10, "{missing} of {}", once.moves.len());
    let mended = walk(&start, u32::MAX, &with_holes, true, &mut Visited::default(), &mut |_| true).unwrap();
    // Each of them has kept a proof that is whole, though a win that is found after one reply is tried after the next ones in one sitting only.
    for walked in [once, walked, mended] {
        let of_walked = |place: &Place| find(&walked.moves, 15, place);
        let kept = walk(&start, u32::MAX, &of_walked, false, &mut Visited::default(), &mut |_| true).unwrap();
        assert!(kept.moves.keys().all(|class| walked.moves.contains_key(class)));
        assert_eq!(kept.longest_before_threats, walked.longest_before_threats);
    }
}
