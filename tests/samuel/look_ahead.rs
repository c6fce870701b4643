//! The look-ahead against a slow one that follows the section "Ply limitations" sentence by sentence.

use crate::common::play_at_random;
use crate::{ahead, at, scoring, settings, text, with_moves};
use games::draughts::{Draughts, Move};
use games::{Game, Outcome, Played, Side};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use strategies::samuel::look_ahead::plies::Plies;
use strategies::samuel::terms::scoring::{Scoring, WON, one_man};

/// The section "Ply limitations", sentence by sentence.
struct Slow<'a> {
    scoring: &'a Scoring<Draughts>,
    plies: Plies,
    nodes: u64,
}

impl Slow<'_> {
    /// The score of the position at the end of this game for who is to move; `ply` moves have been looked ahead.
    fn score(&mut self, game: &Played<Draughts>, before: &Draughts, last: Option<Move>, ply: usize) -> i64 {
        let position = game.position();
        if ply > 0 {
            self.nodes += 1;
            match game.outcome() {
                Some(Outcome::Draw) => return 0,
                Some(Outcome::Win(_)) => return -WON,
                None => {}
            }
            if !self.goes_on(position, last, ply) {
                return self.evaluate(position, before, ply);
            }
        }
        let scores = game.legal_moves().into_iter().map(|m| self.of_move(game, m, ply));
        scores.max().unwrap()
    }

    fn of_move(&mut self, game: &Played<Draughts>, m: Move, ply: usize) -> i64 {
        let mut next = game.clone();
        next.play(m).unwrap();
        let score = -self.score(&next, game.position(), Some(m), ply + 1);
        score - score.signum()
    }

    fn goes_on(&self, position: &Draughts, last: Option<Move>, ply: usize) -> bool {
        let next_is_jump = position.moves().iter().any(|m| m.is_capture());
        let last_was_jump = last.is_some_and(Move::is_capture);
        let Plies { minimum, exchange, jump, decided, last: end } = self.plies;
        match ply {
            _ if ply >= end => false,
            _ if ply >= decided.max(minimum) => next_is_jump && !ahead_by_more_than_two_kings(position),
            _ if ply >= jump.max(minimum) => next_is_jump,
            _ if ply >= exchange.max(minimum) => next_is_jump || can_offer_exchange(position),
            _ if ply >= minimum => next_is_jump || last_was_jump || can_offer_exchange(position),
            _ => true,
        }
    }

    fn evaluate(&self, position: &Draughts, before: &Draughts, ply: usize) -> i64 {
        let score = self.scoring.evaluate(position, &self.scoring.rate(before, &mut ()), &mut ());
        let pieces = |position: &Draughts| self.scoring.pieces(advantage(position));
        let captures: Vec<_> = position.moves().into_iter().filter(|m| m.is_capture()).collect();
        if ply < self.plies.last || captures.is_empty() {
            return score;
        }
        let after = |&m: &Move| -pieces(&position.after(m));
        score - pieces(position) + captures.iter().map(after).max().unwrap()
    }
}

fn credit(position: &Draughts, side: Side) -> i64 {
    let pieces = position.pieces(side);
    i64::from(2 * pieces.count_ones() + (pieces & position.kings()).count_ones())
}

fn advantage(position: &Draughts) -> i64 {
    let side = position.to_move();
    let (own, other) = (credit(position, side), credit(position, side.other()));
    (own - other) * (96 - own - other)
}

fn ahead_by_more_than_two_kings(position: &Draughts) -> bool {
    (credit(position, Side::First) - credit(position, Side::Second)).abs() > 6
}

/// A step after which the other side must jump, and can be jumped back whatever it does.
fn can_offer_exchange(position: &Draughts) -> bool {
    position.moves().into_iter().filter(|m| !m.is_capture()).any(|m| {
        let next = position.after(m);
        let replies = next.moves();
        replies[..].first().is_some_and(|m| m.is_capture())
            && replies
                .into_iter()
                .all(|reply| next.after(reply).moves().first().is_some_and(|m| m.is_capture()))
    })
}

/// Positions within random games, with their history.
pub(crate) fn games(number: u64) -> Vec<Played<Draughts>> {
    let mut games = Vec::new();
    for seed in 0..number {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Played::new(Draughts::start(&()));
        play_at_random(&mut game, seed as usize * 7 % 90, &mut random);
        if game.outcome().is_none() {
            games.push(game);
        }
    }
    games
}

#[test]
fn the_look_ahead_is_that_of_the_paper() {
    let sets = [
        Plies { minimum: 2, exchange: 3, jump: 4, decided: 5, last: 7 },
        Plies { minimum: 1, exchange: 2, jump: 3, decided: 11, last: 20 },
        Plies { minimum: 3, exchange: 3, jump: 3, decided: 3, last: 4 },
    ];
    let mut deep = 0;
    for (number, game) in games(45).iter().enumerate() {
        let scoring = scoring(["second", "four", "piece"][number % 3]);
        let plies = sets[number / 3 % 3];
        let mut slow = Slow { scoring: &scoring, plies, nodes: 0 };
        let expected: Vec<_> = game.legal_moves().iter().map(|&m| (m, slow.of_move(game, m, 0))).collect();
        for pruning in [false, true] {
            let all = ahead(game, &scoring, plies, true, pruning);
            for (m, score) in &expected {
                let found = all.candidates.iter().find(|candidate| candidate.m == *m).unwrap();
                assert_eq!(found.score, Some(*score), "{} {}", game.position().to_text(), text(game, *m));
            }
            assert!(pruning || all.nodes == slow.nodes, "{} nodes, not {}", all.nodes, slow.nodes);
            deep = deep.max(all.deepest);
            // The first of the best, whatever is cut off.
            let best = ahead(game, &scoring, plies, false, pruning);
            let highest = expected.iter().map(|&(_, score)| score).max();
            let first = expected.iter().find(|&&(_, score)| Some(score) == highest).unwrap();
            assert_eq!((best.candidates[0].m, best.score()), (first.0, Some(first.1)));
            assert!(!pruning || best.nodes <= all.nodes);
            // The line is play that is legal.
            let line = best.candidates[0].line.iter();
            line.fold(game.clone(), |mut game, &m| {
                game.play(m).unwrap();
                game
            });
        }
    }
    assert!(deep >= 7, "jumps are followed beyond the minimum: {deep}");
}

#[test]
fn break_points_bound_the_tree() {
    let (game, scoring) = (Played::new(Draughts::start(&())), scoring("second"));
    let flat = |ply| Plies { minimum: ply, exchange: ply, jump: ply, decided: ply, last: ply };
    for (ply, nodes) in [(1, 7), (2, 7 + 49), (3, 7 + 49 + 302)] {
        let thought = ahead(&game, &scoring, flat(ply), true, false);
        assert_eq!((thought.nodes, thought.deepest), (nodes, ply));
    }
    let paper = ahead(&game, &scoring, Plies::PAPER, true, false);
    assert!(paper.nodes > 358 && (4..=20).contains(&paper.deepest), "{}", paper.deepest);
    // The options: a minimum is asked for as a depth, and few pieces raise it.
    let few = settings(&[("Samuel.FewPieces", "6"), ("Samuel.FewPiecesPlies", "4")]);
    assert_eq!(Plies::from_settings(&few, game.position()), Plies::PAPER);
    let raised = Plies { minimum: 7, exchange: 8, jump: 9, decided: 15, last: 20 };
    assert_eq!(Plies::from_settings(&few, at("B:W32:B1").position()), raised);
    assert_eq!(
        Plies::PAPER.with_minimum(1),
        Plies { minimum: 1, exchange: 2, jump: 3, decided: 9, last: 18 }
    );
}

#[test]
fn a_jump_to_come_is_allowed_for_where_the_look_ahead_ends() {
    // 14-18 loses two men to 23x14x5, 14-17 none; at a last ply of 1 nobody looks.
    let game = at("B:W23,32:B9,14");
    let last = Plies { minimum: 1, exchange: 1, jump: 1, decided: 1, last: 1 };
    let thought = ahead(&game, &scoring("piece"), last, true, true);
    let score = |wanted: &str| {
        let found = thought.candidates.iter().find(|candidate| text(&game, candidate.m) == wanted);
        found.unwrap().score.unwrap()
    };
    assert_eq!(score("14-17"), 0);
    assert!(score("14-18") < -one_man::<Draughts>());
}

#[test]
fn wins_are_taken_soon_and_losses_late() {
    for (position, score) in [("W:W15:B10", WON - 1), ("W:W29:B21,22,K14", 2 - WON)] {
        let thought = ahead(&at(position), &scoring("second"), Plies::PAPER, false, true);
        assert_eq!(thought.score(), Some(score), "{position} {thought:?}");
    }
    // A won man counts for the less, the later it is won.
    let game = at("W:W23,32,K31:B9,K1");
    let scoring = scoring("piece");
    let thought = ahead(&game, &scoring, Plies::PAPER, true, true);
    let static_score = scoring.pieces(advantage(game.position()));
    let best = thought.score().unwrap();
    assert!(best < static_score && best >= static_score - 20, "{best} {static_score}");
}

#[test]
fn the_history_of_the_game_counts() {
    let round = ["1-6", "32-27", "6-1", "27-32", "1-6", "32-27", "6-1"];
    let game = with_moves(at("B:WK32,K31:BK1"), &round);
    let thought = ahead(&game, &scoring("piece"), Plies::PAPER, true, true);
    for candidate in &thought.candidates {
        let third_time = text(&game, candidate.m) == "27-32";
        assert_eq!(candidate.score == Some(0), third_time, "{}", text(&game, candidate.m));
    }
}
