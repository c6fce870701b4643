//! Matches between polynomials at the same ply rules: each opening with both colours.

use crate::progress::at_once;
use games::{Played, Side};
use search::{Control, Limits};
use strategies::playing::{Ending, Record};
use strategies::samuel::modes::self_play::{Contestant, play};
use strategies::samuel::terms::Subject;

/// Games that the rules do not end are ended here; the rules of draughts always do.
pub(super) const LONGEST: usize = 2000;

/// What a match came to, for the first of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Score {
    /// Counts a game that the first of the two played with this side.
    pub(crate) fn count(&mut self, winner: Option<Side>, side: Side) {
        match winner {
            Some(winner) if winner == side => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
    }

    pub(crate) fn share(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games.max(1.0)
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "+{} ={} -{} {:.1} %", self.won, self.drawn, self.lost, 100.0 * self.share())
    }
}

/// The first positions of matches: so many openings, spread evenly over those that there are.
pub(crate) fn openings<G: Subject>(pairs: Option<u64>) -> anyhow::Result<Vec<Played<G>>> {
    let lines = G::ABOUT.beginnings();
    let number =
        pairs.map_or(lines.len(), |pairs| usize::try_from(pairs).unwrap_or(usize::MAX)).min(lines.len());
    let opening = |n: usize| {
        let mut game = Played::new(G::first_position());
        for text in lines[n * lines.len() / number].split_whitespace() {
            game.play_text(text)?;
        }
        Ok(game)
    };
    (0..number).map(opening).collect()
}

/// How the games of a match are played.
pub(crate) struct Terms<'a, G: Subject> {
    /// Ended after so many moves, and judged.
    pub moves: usize,
    /// For each move; without any, the break points alone bound the look-ahead.
    pub limits: Limits<G>,
    pub threads: u64,
    pub control: &'a Control,
}

/// The games of one with this side against the other, several at once; none where they were interrupted.
pub(crate) fn play_all<G: Subject>(
    one: &Contestant<G>,
    other: &Contestant<G>,
    games: &[(Played<G>, Side)],
    terms: &Terms<'_, G>,
) -> Vec<Option<Record<G>>> {
    at_once(games, terms.threads, "games", |(game, side)| {
        let sides = if *side == Side::First { [one, other] } else { [other, one] };
        let record = play(game.clone(), sides, &terms.limits, terms.moves, terms.control);
        (record.ending != Ending::Stopped).then_some(record)
    })
}

/// The match of one against the other; `None` if it was interrupted.
pub(crate) fn play_match<G: Subject>(
    one: &Contestant<G>,
    other: &Contestant<G>,
    openings: &[Played<G>],
    terms: &Terms<'_, G>,
) -> Option<Score> {
    let both = |opening: &Played<G>| [Side::First, Side::Second].map(|side| (opening.clone(), side));
    let games: Vec<_> = openings.iter().flat_map(both).collect();
    let mut score = Score::default();
    for (record, (_, side)) in play_all(one, other, &games, terms).into_iter().zip(&games) {
        score.count(record?.winner, *side);
    }
    Some(score)
}
