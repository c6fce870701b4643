//! What is announced, and what is conceded. That it is so, `tests/claims` judges.

use crate::common::depth;
use crate::{at, choose};
use games::{Game, Notation};
use search::{Limits, Score};

#[test]
fn what_is_announced_and_what_is_conceded_is_told() {
    for (position, resigns, words) in
        [("W:W15:B10", false, "a win is predicted"), ("W:W29:B21,22,K14", true, "going to lose")]
    {
        let (choice, _) = choose(&at(position), &depth(4), &[]);
        assert!(choice.resigns == resigns && choice.reason.contains(words), "{choice:?}");
    }
}

#[test]
fn nothing_is_conceded_that_is_not_proven_or_that_the_options_keep() {
    let lost = at("B:W14:B9");
    let (choice_made, _) = choose(&lost, &depth(3), &[]);
    assert!(matches!(choice_made.lines[0].score, Score::Loss { in_plies: 2 }) == choice_made.resigns);
    let lost = at("W:W29:B21,22,K14");
    for (values, resigns) in [(&[][..], true), (&[("Samuel.Concede", "false")][..], false)] {
        let (choice, _) = choose(&lost, &depth(5), values);
        assert!(matches!(choice.lines[0].score, Score::Loss { .. }), "{choice:?}");
        assert_eq!(choice.resigns, resigns);
    }
    // Of a move that was asked for alone nothing follows for the others.
    let game = at("B:W23,32:B9,14");
    let only = vec![game.position().parse_move("14-18", Notation::default()).unwrap()];
    let (choice, _) = choose(&game, &Limits { only: only.clone(), ..depth(7) }, &[]);
    assert_eq!(choice.best(), Some(only[0]));
    assert!(matches!(choice.lines[0].score, Score::Heuristic(_)) && !choice.resigns, "{choice:?}");
    // The give-away game is none of the protocol's rules.
    let (choice, _) = choose(&at("W:W15:B10"), &depth(3), &[("Samuel.GiveAway", "true")]);
    assert!(matches!(choice.lines[0].score, Score::Heuristic(score) if score < 0), "{choice:?}");
}
