//! The deep version's choice: the thesis's order of tests, with every square tried as a defence.

use super::super::patterns::Owner;
use super::super::sums::{OWN, Sums, THROUGH};
use super::description::Description;
use super::recognition::{Seen, against, counter, recognise, three, unstoppable};
use games::qubic::lines::{CELLS, LINE_COUNTS, cells};

/// A choice with what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub square: usize,
    pub(crate) why: Why,
}

/// What led to a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// An own pattern on the board.
    Attack(Seen),
    /// The opponent's pattern on the board: this square stops it, or none does.
    Defence(Seen, bool),
    /// Whatever the reply, something is recognised.
    Double(Seen, Seen),
    /// Otherwise the opponent would have a double pattern: on so many squares, of which so many remain.
    Danger(usize, usize),
    Forms(Seen),
    /// Counters only.
    Counters,
}

/// A position and what is known.
pub(crate) struct Chooser<'a> {
    sums: Sums,
    known: &'a [Description],
    /// Only key squares are tried as defences, as in the thesis.
    key_only: bool,
}

impl<'a> Chooser<'a> {
    /// The program to move.
    pub(crate) fn new(own: u64, other: u64, known: &'a [Description], key_only: bool) -> Self {
        Self { sums: Sums::new(own, other), known, key_only }
    }

    pub(crate) const fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Chooses; `None` only on a full board.
    pub(crate) fn choose(&mut self) -> Option<Decision> {
        if let Some(own) = three(&self.sums, Owner::Own) {
            return Some(Decision { square: own.key(), why: Why::Attack(own) });
        }
        if let Some(other) = three(&self.sums, Owner::Other) {
            return Some(Decision { square: other.key(), why: Why::Defence(other, true) });
        }
        let attack = self.attack();
        if attack.is_some() {
            return attack;
        }
        if let Some(other) = recognise(&self.sums, self.known, Owner::Other) {
            return Some(self.defence(other));
        }
        let double = self.double();
        if double.is_some() {
            return double;
        }
        self.against_doubles().or_else(|| self.best_building())
    }

    /// An own pattern whose first forced reply does not help the opponent.
    fn attack(&mut self) -> Option<Decision> {
        for (number, description) in self.known.iter().enumerate() {
            let Some(place) = description.find(&self.sums, OWN) else { continue };
            let square = place.key;
            if self.carries_through(square, 8) {
                return Some(Decision { square, why: Why::Attack(Seen::Pattern(number, place)) });
            }
        }
        None
    }

    /// Whether playing here and following what is recognised leads to four in a row before a forced reply helps the
    /// opponent. A move that forces no reply is trusted.
    fn carries_through(&mut self, square: usize, plies: u32) -> bool {
        self.sums.put(square, OWN);
        let good = match three(&self.sums, Owner::Own) {
            None => true,
            Some(threat) => {
                let reply = threat.key();
                self.sums.put(reply, counter(Owner::Other));
                let still = three(&self.sums, Owner::Own);
                let good = still.is_some()
                    || (three(&self.sums, Owner::Other).is_none() && plies > 0 && {
                        let next = recognise(&self.sums, self.known, Owner::Own).map(|seen| seen.key());
                        next.is_some_and(|next| self.carries_through(next, plies - 1))
                    });
                self.sums.take(reply);
                good
            }
        };
        self.sums.take(square);
        good
    }

    /// Of all squares after which the opponent's pattern is no longer recognised, the best one.
    fn defence(&mut self, seen: Seen) -> Decision {
        if self.key_only {
            return Decision { square: seen.key(), why: Why::Defence(seen, true) };
        }
        let mut best = None;
        for square in cells(self.sums.blank()) {
            self.sums.put(square, OWN);
            let stopped = self.is_quiet_after_forcing();
            self.sums.take(square);
            let points = self.points(square);
            if stopped && best.is_none_or(|(most, _)| points > most) {
                best = Some((points, square));
            }
        }
        let square = best.map_or_else(|| seen.key(), |(_, square)| square);
        Decision { square, why: Why::Defence(seen, best.is_some()) }
    }

    /// Whether nothing of the opponent's is recognised, after his forced reply if he has one.
    fn is_quiet_after_forcing(&mut self) -> bool {
        let Some(threat) = three(&self.sums, Owner::Own) else {
            return recognise(&self.sums, self.known, Owner::Other).is_none();
        };
        let reply = threat.key();
        self.sums.put(reply, counter(Owner::Other));
        // After the reply it is the program's turn again: what stands then can still be stopped, three in a row apart.
        let quiet = three(&self.sums, Owner::Other).is_none()
            && recognise(&self.sums, self.known, Owner::Other).is_none();
        self.sums.take(reply);
        quiet
    }

    /// The first square that makes a pattern which no reply stops.
    fn double(&mut self) -> Option<Decision> {
        let squares: Vec<usize> = cells(self.sums.blank()).collect();
        squares.into_iter().find_map(|square| {
            let (first, left) = self.double_at(square, Owner::Own)?;
            Some(Decision { square, why: Why::Double(first, left) })
        })
    }

    fn double_at(&mut self, square: usize, owner: Owner) -> Option<(Seen, Seen)> {
        self.sums.put(square, counter(owner));
        let found = unstoppable(&mut self.sums, self.known, owner, self.key_only);
        self.sums.take(square);
        found
    }

    /// If the opponent threatens double patterns: the square that leaves fewest of them.
    fn against_doubles(&mut self) -> Option<Decision> {
        let mut dangers = Vec::new();
        let mut relevant = 0;
        for square in cells(self.sums.blank()) {
            if let Some((first, left)) = self.double_at(square, Owner::Other) {
                dangers.push(square);
                relevant |= 1 << square | first.squares(&self.sums) | left.squares(&self.sums);
            }
        }
        if dangers.is_empty() {
            return None;
        }
        if self.key_only {
            let square =
                dangers.iter().copied().max_by_key(|&square| (self.points(square), CELLS - square))?;
            return Some(Decision { square, why: Why::Danger(dangers.len(), 0) });
        }
        // The strongest squares first, and no more than can be looked at in time.
        let mut squares: Vec<usize> = cells(relevant & self.sums.blank()).collect();
        squares.sort_by_key(|&square| std::cmp::Reverse(self.points(square)));
        squares.truncate(MOST_DEFENCES);
        let mut best: Option<(usize, usize)> = None;
        for square in squares {
            self.sums.put(square, OWN);
            let remain = dangers
                .iter()
                .filter(|&&danger| danger != square && self.double_at(danger, Owner::Other).is_some())
                .count();
            self.sums.take(square);
            if best.is_none_or(|(fewest, _)| remain < fewest) {
                best = Some((remain, square));
            }
            if remain == 0 {
                break;
            }
        }
        best.map(|(remain, square)| Decision { square, why: Why::Danger(dangers.len(), remain) })
    }

    /// The square with most points, those that form a pattern before others.
    fn best_building(&mut self) -> Option<Decision> {
        let mut best: Option<(i32, usize, Option<Seen>)> = None;
        for square in cells(self.sums.blank()) {
            self.sums.put(square, OWN);
            let seen = recognise(&self.sums, self.known, Owner::Own);
            let helps = seen.as_ref().is_some_and(|seen| self.reply_helps(seen.key()));
            self.sums.take(square);
            let worth = match &seen {
                _ if helps => -20,
                Some(Seen::Pattern(..)) => 6,
                _ => 0,
            };
            let points = self.points(square) + worth;
            if best.as_ref().is_none_or(|(most, ..)| points > *most) {
                best = Some((points, square, seen.filter(|_| !helps)));
            }
        }
        let (_, square, seen) = best?;
        Some(Decision { square, why: seen.map_or(Why::Counters, Why::Forms) })
    }

    /// Whether the opponent's reply on this square would give him something.
    fn reply_helps(&mut self, reply: usize) -> bool {
        self.sums.put(reply, counter(against(Owner::Own)));
        let helps = recognise(&self.sums, self.known, Owner::Other).is_some();
        self.sums.take(reply);
        helps
    }

    /// The counter scoring system for both sides: lines in which only one side has counters.
    fn points(&self, square: usize) -> i32 {
        let through = THROUGH[square];
        let worth = [(5, 1), (10, 2), (1, 1), (2, 2)];
        let counters: i32 = worth
            .iter()
            .map(|&(sum, points)| points * (self.sums.with_sum(sum) & through).count_ones() as i32)
            .sum();
        i32::from(LINE_COUNTS[square]) + counters
    }
}

/// How many squares are tried against double patterns.
const MOST_DEFENCES: usize = 16;
