//! A choice among what was learned: how strong the polynomials of a series are goes up and down by many points from one hundred games
//! to the next, and from one series to another, which no difference that `td-leaf` goes down shows; matches do.
//!
//! Successive halving (Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013): in each
//! round those that are left share the same number of games evenly, all from the same openings; the better half goes on. Unlike there, points
//! of earlier rounds go on counting: openings have numbers, and none is played twice by the same candidate (two numbers may
//! be of the same moves, where there are few).

/// How a candidate stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its number.
    pub candidate: usize,
    /// Its points in all rounds so far, two for a game won and one for a draw.
    pub halves: u64,
    /// Its games in all rounds so far.
    pub games: u64,
}

impl Standing {
    /// The share of the points.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.halves as f64 / (2 * self.games.max(1)) as f64
    }
}

/// A match to be played: by this candidate, from these openings with both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bout {
    /// The candidate's number.
    pub candidate: usize,
    /// The number of its first opening, from 1.
    pub first: u64,
    /// How many openings there are.
    pub openings: u64,
}

/// Plays rounds of so many games among so many candidates until one is left. `play` gives the points of a match, in halves, or `None` to
/// end it all; `tell` is called after each round with its number (from 1) and those that played in it, the best first. `None` if there
/// is no candidate, or it was ended.
pub fn choose(
    candidates: usize,
    games: u64,
    play: &mut dyn FnMut(Bout) -> Option<u64>,
    tell: &mut dyn FnMut(usize, &[Standing]),
) -> Option<usize> {
    let mut left: Vec<Standing> =
        (0..candidates).map(|candidate| Standing { candidate, halves: 0, games: 0 }).collect();
    let (mut first, mut round) = (1, 0);
    while left.len() > 1 {
        let openings = (games / (2 * left.len() as u64)).max(1);
        for standing in &mut left {
            standing.halves += play(Bout { candidate: standing.candidate, first, openings })?;
            standing.games += 2 * openings;
        }
        first += openings;
        round += 1;
        // All have played the same games; of equals the one that was named first.
        left.sort_by_key(|standing| (std::cmp::Reverse(standing.halves), standing.candidate));
        tell(round, &left);
        left.truncate(left.len().div_ceil(2));
    }
    left.first().map(|standing| standing.candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of a candidate from an opening, with both colours: without rhyme or reason.
    fn points(candidate: usize, opening: u64) -> u64 {
        (candidate as u64 * 31 + opening * 17 + (opening * opening) % (candidate as u64 + 3)) % 5
    }

    /// The same, written down without sharing anything: who is left, by the sum over all openings so far, again and again.
    fn slow(candidates: usize, games: u64) -> Option<usize> {
        let mut left: Vec<usize> = (0..candidates).collect();
        let mut played = 0;
        while left.len() > 1 {
            played += (games / 2 / left.len() as u64).max(1);
            let sum = |candidate: usize| (1..=played).map(|opening| points(candidate, opening)).sum::<u64>();
            let better =
                |one: usize, other: usize| sum(other) > sum(one) || sum(other) == sum(one) && other < one;
            let place = |one: usize| left.iter().filter(|&&other| better(one, other)).count();
            let half = left.len() / 2 + left.len() % 2;
            left = left.iter().copied().filter(|&one| place(one) < half).collect();
        }
        left.first().copied()
    }

    #[test]
    fn the_choice_is_that_of_a_slow_reference_and_rounds_have_the_same_games() {
        for candidates in 0..=33 {
            for games in [2, 60, 200] {
                let (mut in_rounds, mut since) = (Vec::new(), 0);
                let mut last = 0;
                let chosen = choose(
                    candidates,
                    games,
                    &mut |bout| {
                        assert!(bout.first == last + 1 || bout.first + bout.openings == last + 1);
                        last = bout.first + bout.openings - 1;
                        Some(
                            (bout.first..bout.first + bout.openings).map(|n| points(bout.candidate, n)).sum(),
                        )
                    },
                    &mut |round, standings| {
                        assert_eq!(round, in_rounds.len() + 1);
                        let all: u64 = standings.iter().map(|standing| standing.games).sum();
                        // What those had played before that are left.
                        in_rounds.push((standings.len() as u64, all - since * standings.len() as u64));
                        since = standings[0].games;
                        assert!(standings.is_sorted_by(|one, other| one.share() >= other.share()));
                    },
                );
                assert_eq!(chosen, slow(candidates, games), "{candidates} {games}");
                for (left, played) in in_rounds {
                    assert!(played == 2 * left || played <= games && played + 2 * left > games);
                }
            }
        }
    }

    #[test]
    fn it_ends_when_asked_to() {
        let mut matches = 0;
        let mut play = |_| {
            matches += 1;
            (matches < 4).then_some(1)
        };
        assert_eq!(choose(8, 100, &mut play, &mut |_, _| panic!("no round is over")), None);
    }
}
