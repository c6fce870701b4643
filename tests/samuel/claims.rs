//! What is announced is won, what is conceded is lost: by the rules alone.

use crate::common::{depth, play_at_random};
use crate::{at, choose};
use games::draughts::Draughts;
use games::{Game, Notation, Outcome, Played};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::{Limits, Score};

/// Whether the side to move wins within so many plies, by the rules alone.
fn wins(game: &Played<Draughts>, plies: u32) -> bool {
    let side = game.position().to_move();
    plies > 0
        && game.legal_moves().into_iter().any(|m| {
            let mut next = game.clone();
            next.play(m).unwrap();
            match next.outcome() {
                Some(outcome) => outcome == Outcome::Win(side),
                None => loses(&next, plies - 1),
            }
        })
}

/// Whether the side to move loses within so many plies.
fn loses(game: &Played<Draughts>, plies: u32) -> bool {
    let side = game.position().to_move();
    plies > 0
        && game.legal_moves().into_iter().all(|m| {
            let mut next = game.clone();
            next.play(m).unwrap();
            match next.outcome() {
                Some(outcome) => outcome == Outcome::Win(side.other()),
                None => wins(&next, plies - 1),
            }
        })
}

/// The positions some plies before random games are won and lost.
fn endings(number: u64) -> Vec<Played<Draughts>> {
    let mut endings = Vec::new();
    for seed in 0..number {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Played::new(Draughts::start(&()));
        play_at_random(&mut game, usize::MAX, &mut random);
        (0..2 + seed % 3).for_each(|_| _ = game.take_back());
        endings.push(game);
    }
    endings
}

#[test]
fn what_is_announced_is_won_and_what_is_conceded_is_lost() {
    let (mut announced, mut conceded) = (0, 0);
    for game in endings(150) {
        let (choice, _) = choose(&game, &depth(4), &[("Samuel.FewPieces", "0"), ("Samuel.LastPly", "8")]);
        match choice.lines[0].score {
            Score::Win { in_plies } => {
                announced += 1;
                assert!(
                    in_plies % 2 == 1 && (in_plies > 5 || wins(&game, in_plies)),
                    "{}",
                    game.position().to_text()
                );
                assert!(choice.reason.contains("a win is predicted") && !choice.resigns, "{}", choice.reason);
            }
            Score::Loss { in_plies } => {
                conceded += 1;
                assert!(
                    in_plies % 2 == 0 && (in_plies > 6 || loses(&game, in_plies)),
                    "{}",
                    game.position().to_text()
                );
                assert!(choice.reason.contains("going to lose") && choice.resigns, "{}", choice.reason);
            }
            Score::Heuristic(_) | Score::Draw => assert!(!choice.resigns),
        }
    }
    assert!(announced >= 5 && conceded >= 3, "{announced} {conceded}");
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
