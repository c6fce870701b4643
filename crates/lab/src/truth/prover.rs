//! What a game has to say for `fourscore lab truth`: positions that the side to move is proven to win, and whether it still does after
//! a move.

use super::Learner;
use games::{Outcome, Played, Side};
use rand::RngExt as _;
use search::Control;
use std::ops::RangeInclusive;
use strategies::Playable;
use strategies::playing::{play_at_random, random_stream};
use strategies::samuel::terms::Subject;

/// What a move does to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// The position after it is proven to be won still.
    Kept,
    /// It is proven not to be: drawn at best.
    Thrown,
    /// Neither is proven within the effort.
    Unknown,
}

/// A game whose wins can be proven.
pub(crate) trait Provable: Playable + Subject {
    /// Who can learn it.
    const LEARNERS: &'static [Learner];
    /// How wins are called that are found at once.
    const AT_ONCE: &'static str;
    /// How many stones are on the board: enough that proofs are short.
    const PLIES: RangeInclusive<usize>;

    /// Whether a win of the side to move is found at once.
    fn wins_at_once(&self, control: &Control) -> bool;

    /// Whether this side is proven to win with so many expansions, or not to.
    fn proven(&self, winner: Side, expansions: u64, control: &Control) -> Verdict;

    /// Whether the side to move has a choice and is proven to win; if `quiet`, not at once.
    fn is_won(&self, quiet: bool, expansions: u64, control: &Control) -> bool {
        if self.outcome().is_some() || self.next_is_jump(&mut Self::Accumulator::default()) {
            return false;
        }
        let proven = || self.proven(self.to_move(), expansions, control) == Verdict::Kept;
        if self.wins_at_once(control) { !quiet } else { proven() }
    }

    /// Whether a move keeps the win of who makes it. Asked first is whether the other side then wins at once; then whether the one who
    /// has moved wins still.
    fn verdict(&self, m: Self::Move, expansions: u64, control: &Control) -> Verdict {
        let next = self.after(m);
        match next.outcome() {
            Some(Outcome::Win(_)) => Verdict::Kept,
            Some(Outcome::Draw) => Verdict::Thrown,
            None if next.wins_at_once(control) => Verdict::Thrown,
            None => next.proven(self.to_move(), expansions, control),
        }
    }
}

/// Game number `number` of a seed, played at random, if it leads to a position that is won as [`Provable::is_won`] says.
pub(crate) fn won_position<G: Provable>(
    seed: u64,
    number: u64,
    quiet: bool,
    expansions: u64,
    control: &Control,
) -> Option<Played<G>> {
    let mut random = random_stream(seed, number);
    let mut game = Played::new(G::start(&G::Setup::default()));
    let plies = random.random_range(G::PLIES);
    // Likely moves, those that a look-ahead looks at: they complete and block rows where there are any.
    let mut accumulator = G::Accumulator::default();
    play_at_random(&mut game, plies, &mut random, |position, moves| {
        position.candidates(&mut accumulator, moves)
    });
    (game.plies() == plies && game.position().is_won(quiet, expansions, control)).then_some(game)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// So many wins, and quiet ones, are found among games, and some move keeps each.
    pub(crate) fn check_found_wins<G: Provable>(
        games: u64,
        expansions: u64,
        effort: u64,
        numbers: [usize; 2],
    ) {
        let control = Control::new();
        for (quiet, number) in [false, true].into_iter().zip(numbers) {
            let found = (0..games).filter_map(|game| won_position::<G>(1, game, quiet, expansions, &control));
            let found: Vec<_> = found.take(number).collect();
            assert_eq!(found.len(), number);
            for game in found {
                let position = game.position();
                assert!(G::PLIES.contains(&game.plies()) && !position.next_is_jump(&mut Default::default()));
                assert!(!quiet || !position.wins_at_once(&control));
                let mut likely = Vec::new();
                position.candidates(&mut Default::default(), &mut likely);
                let kept = likely.into_iter().any(|m| position.verdict(m, effort, &control) == Verdict::Kept);
                assert!(kept, "{}", position.to_text());
            }
        }
    }
}
