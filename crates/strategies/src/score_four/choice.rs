//! The choice of a move: patterns on the board, the two look-aheads, SUGOAL and the counter scoring system (Doake 1972,
//! IV (iv), IV (v), and the labels 510, 715, 56 and 57 of V (iii)).

use super::patterns::{Lists, Owner, Pattern};
use super::reading::{Answers, Reading, Technique};
use super::search::{Found, Realisation, search_all, search_first, sugoal};
use super::sums::{OTHER, OWN, Sums, lines_of, squares_of};
use games::qubic::lines::{CELLS, LINE_COUNTS, cells};

/// A square with its points; no square yet if none has had any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Best {
    pub(crate) points: i32,
    /// The first square with so many.
    pub(crate) square: Option<usize>,
}

impl Best {
    /// Takes a square that has more points: the first of several with the most stays.
    const fn offer(&mut self, square: usize, points: i32) {
        if points > self.points {
            *self = Self { points, square: Some(square) };
        }
    }
}

/// A choice with what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub square: usize,
    /// Its points by the test that chose it; 0 where no points were given.
    pub(crate) points: i32,
    pub(crate) why: Why,
}

/// What led to a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// A pattern stands on the board (three in a row among them).
    OnTheBoard(Found),
    /// The first move, at random.
    FirstMove,
    /// A double pattern: this one, and after its key square is taken still that one.
    Double(Found, Found),
    /// The best square of the program's own look-ahead, with the patterns that it forms.
    Attack(Vec<Found>),
    /// The best square of the opponent's look-ahead, with the patterns that he would form there.
    Defence(Vec<Found>),
    /// SUGOAL: this pattern of SUTEST, there.
    Sugoal(Pattern, Realisation),
    Counters,
}

/// The position and the knowledge from which a move is chosen.
pub struct Chooser<'a> {
    sums: Sums,
    lists: &'a Lists,
    reading: Reading,
}

/// What is found when a reply stands on the key square of a pattern just formed.
enum Remains {
    Nothing,
    Own(Found),
    Other,
}

impl<'a> Chooser<'a> {
    /// The program to move, its counters `own`.
    pub fn new(own: u64, other: u64, lists: &'a Lists, reading: Reading) -> Self {
        Self { sums: Sums::new(own, other), lists, reading }
    }

    /// Chooses. `marge` is what the counter scoring system found when it was last asked in this game; `first_move`
    /// gives a blank strong square at random. `None` only on a full board.
    pub fn choose(
        &mut self,
        marge: &mut Best,
        first_move: impl FnOnce(u64) -> Option<usize>,
    ) -> Option<Decision> {
        let technique = self.reading.technique;
        if technique != Technique::ThreePlies
            && let Some(found) = self.on_the_board()
        {
            return Some(Decision { square: found.key(), points: 0, why: Why::OnTheBoard(found) });
        }
        if self.sums.own() == 0
            && let Some(square) = first_move(self.sums.blank())
        {
            return Some(Decision { square, points: 0, why: Why::FirstMove });
        }
        if !self.reading.stale_marge || marge.square.is_some_and(|square| !self.sums.is_blank(square)) {
            *marge = Best::default();
        }
        match technique {
            Technique::Apart => {}
            Technique::OneScore => return self.one_score(),
            Technique::ThreePlies => return self.three_plies(),
        }
        let big = self.look_ahead_for_the_opponent();
        let large = match self.look_ahead_for_the_program() {
            Ok(large) => large,
            Err(double) => return Some(double),
        };
        let decision = self.compare(big, large, marge);
        decision.or_else(|| {
            let Best { points, square } = self.counters();
            Some(Decision { square: square?, points, why: Why::Counters })
        })
    }

    /// What must be answered at once.
    fn on_the_board(&self) -> Option<Found> {
        let answers = self.reading.answers;
        if answers == Answers::All {
            return search_first(&self.sums, &self.lists.test, self.reading.meeting);
        }
        let found = search_all(&self.sums, &self.lists.test, self.reading.meeting);
        let three = found.iter().find(|found| matches!(found, Found::Three { .. }));
        let own = || {
            found.iter().find(|found| match found {
                Found::Pattern { number, .. } => self.lists.test[*number].pattern.owner() == Owner::Own,
                Found::Three { .. } => false,
            })
        };
        match answers {
            Answers::Threes => three,
            Answers::Own => three.or_else(own),
            Answers::OwnFirst | Answers::All => three.or_else(own).or(found.first()),
        }
        .copied()
    }

    /// From the end of the look-aheads to label 13.
    fn compare(&mut self, big: Best, large: Best, marge: &mut Best) -> Option<Decision> {
        let enough = large.points >= self.reading.enough_own || big.points >= self.reading.enough_other;
        let attacks = if enough {
            big.points <= large.points
        } else {
            let charge = self.sugoal_pass();
            if charge.points <= large.points {
                *marge = self.counters();
            }
            if charge.points >= big.points && charge.points > marge.points {
                return self.by_sugoal(charge);
            }
            charge.points >= big.points
        };
        // Labels 57 and 56.
        let (best, by_points) =
            if attacks { (large, large.points > marge.points) } else { (big, marge.points < big.points) };
        let chosen = if by_points { best } else { *marge };
        let square = chosen.square?;
        let why = match (by_points, attacks) {
            (false, _) => Why::Counters,
            (true, true) => Why::Attack(self.formed(square, OWN)),
            (true, false) => Why::Defence(self.formed(square, OTHER)),
        };
        Some(Decision { square, points: chosen.points, why })
    }

    fn by_sugoal(&mut self, charge: Best) -> Option<Decision> {
        let square = charge.square?;
        self.sums.put(square, OWN);
        let found = sugoal(&self.sums, &self.lists.sutest, self.reading.meeting);
        let why = found.map_or(Why::Counters, |(entry, place)| Why::Sugoal(entry.pattern, place));
        self.sums.take(square);
        Some(Decision { square, points: charge.points, why })
    }

    /// BIG and BIGOPP: how dangerous each square would be in the opponent's hands.
    fn look_ahead_for_the_opponent(&mut self) -> Best {
        let mut big = Best::default();
        for square in cells(self.sums.blank()) {
            let points = self.opponent_points(square);
            big.offer(square, points);
        }
        big
    }

    fn opponent_points(&mut self, square: usize) -> i32 {
        let formed = self.formed_by_putting(square, OTHER);
        let mut points = first_points(square);
        for (index, found) in formed.iter().enumerate() {
            match found {
                Found::Three { .. } => points = points.saturating_add(4),
                Found::Pattern { number, .. } if is_new_key(&formed, index) => {
                    points = points.saturating_add(self.lists.test[*number].ajust.saturating_add(9));
                }
                Found::Pattern { .. } => {}
            }
            if is_lone_three(&formed, index) {
                continue;
            }
            match self.after_reply(found.key(), OWN, Owner::Other) {
                Remains::Nothing if self.reading.wipes => break,
                Remains::Nothing => {}
                Remains::Own(_) => {
                    points = 0;
                    break;
                }
                Remains::Other => {
                    points = points.saturating_add(30);
                    break;
                }
            }
        }
        self.sums.take(square);
        points
    }

    /// LARGE and Q, or a double pattern, which is played at once.
    fn look_ahead_for_the_program(&mut self) -> Result<Best, Decision> {
        let mut large = Best::default();
        for square in cells(self.sums.blank()) {
            let points = self.own_points(square)?;
            large.offer(square, points);
        }
        Ok(large)
    }

    fn own_points(&mut self, square: usize) -> Result<i32, Decision> {
        let formed = self.formed_by_putting(square, OWN);
        let mut points = first_points(square);
        for (index, found) in formed.iter().enumerate() {
            match found {
                Found::Three { .. } => points += 5,
                Found::Pattern { .. } if is_new_key(&formed, index) => points += 10,
                Found::Pattern { .. } => {}
            }
            if is_lone_three(&formed, index) {
                continue;
            }
            match self.after_reply(found.key(), OTHER, Owner::Own) {
                Remains::Nothing if self.reading.wipes => break,
                Remains::Nothing => {}
                Remains::Own(left) => {
                    self.sums.take(square);
                    return Err(Decision { square, points, why: Why::Double(*found, left) });
                }
                Remains::Other => {
                    points = 0;
                    break;
                }
            }
        }
        self.sums.take(square);
        Ok(points)
    }

    /// Puts a counter, which stays, and lists what stands on the board then (M11).
    fn formed_by_putting(&mut self, square: usize, counter: u8) -> Vec<Found> {
        self.sums.put(square, counter);
        search_all(&self.sums, &self.lists.test, self.reading.meeting)
    }

    fn formed(&mut self, square: usize, counter: u8) -> Vec<Found> {
        let formed = self.formed_by_putting(square, counter);
        self.sums.take(square);
        formed
    }

    /// What SEARCH finds when the side that is looked ahead against replies on the key square.
    fn after_reply(&mut self, key: usize, reply: u8, looking_ahead_for: Owner) -> Remains {
        self.sums.put(key, reply);
        let found = search_first(&self.sums, &self.lists.test, self.reading.meeting);
        self.sums.take(key);
        let Some(found) = found else { return Remains::Nothing };
        let owner = match found {
            Found::Three { owner, .. } => owner,
            Found::Pattern { number, .. } => {
                let pattern = &self.lists.test[number].pattern;
                if self.reading.either { pattern.owner_by_either(looking_ahead_for) } else { pattern.owner() }
            }
        };
        if owner == Owner::Own { Remains::Own(found) } else { Remains::Other }
    }

    /// CHARGE and QQ: whether a pattern of SUTEST can be made up.
    fn sugoal_pass(&mut self) -> Best {
        let mut charge = Best::default();
        for square in cells(self.sums.blank()) {
            let points = first_points(square) + self.early_points(square);
            charge.offer(square, points);
        }
        charge
    }

    fn early_points(&mut self, square: usize) -> i32 {
        self.sums.put(square, OWN);
        let found = sugoal(&self.sums, &self.lists.sutest, self.reading.meeting).is_some();
        self.sums.take(square);
        if found { 8 } else { 0 }
    }

    /// The earlier version: what a square is worth by every test, attack and defence together.
    fn one_score(&mut self) -> Option<Decision> {
        let counters = self.counter_points();
        let mut best = Best::default();
        for square in cells(self.sums.blank()) {
            let own = match self.own_points(square) {
                Ok(points) => points,
                Err(double) => return Some(double),
            };
            let other = self.opponent_points(square) - first_points(square);
            best.offer(square, own + other + self.early_points(square) + counters[square]);
        }
        let square = best.square?;
        Some(Decision { square, points: best.points, why: Why::Attack(self.formed(square, OWN)) })
    }

    /// The first technique: the best answer to the worst reply, by counters.
    fn three_plies(&mut self) -> Option<Decision> {
        let best = self.best_of(3, i32::MAX);
        Some(Decision { square: best.square?, points: best.points, why: Why::Counters })
    }

    /// The best for the side whose turn it is with so many plies to go, in points of the program; a value beyond `bound`
    /// will not be chosen by the side before.
    fn best_of(&mut self, plies: u32, bound: i32) -> Best {
        let (counter, sign) = if plies % 2 == 1 { (OWN, 1) } else { (OTHER, -1) };
        let mut best = Best { points: -sign * i32::MAX, square: None };
        for square in cells(self.sums.blank()) {
            self.sums.put(square, counter);
            let full = self.sums.with_sum(if counter == OWN { 20 } else { 4 }) != 0;
            let last = plies == 1 || full || self.sums.blank() == 0;
            let points =
                if last { self.counter_value() } else { self.best_of(plies - 1, best.points).points };
            self.sums.take(square);
            if sign * points > sign * best.points {
                best = Best { points, square: Some(square) };
            }
            if sign * best.points >= sign * bound {
                break;
            }
        }
        best
    }

    /// Counters in lines that the other side is not in; four in a row outweigh everything.
    fn counter_value(&self) -> i32 {
        let lines = |sum: i8| self.sums.with_sum(sum).count_ones() as i32;
        (1..=4).map(|n| [0, 1, 2, 3, 1000][n as usize] * (lines(5 * n) - lines(n))).sum()
    }

    /// MARGE and LL: the counter scoring system.
    pub(crate) fn counters(&self) -> Best {
        let points = self.counter_points();
        let mut marge = Best::default();
        for square in cells(self.sums.blank()) {
            marge.offer(square, first_points(square) + points[square]);
        }
        marge
    }

    fn counter_points(&self) -> [i32; CELLS] {
        let mut points = [0; CELLS];
        for (sum, worth) in [(5, 1), (10, 2)] {
            for line in lines_of(self.sums.with_sum(sum)) {
                squares_of(line).for_each(|square| points[square] += worth);
            }
        }
        points
    }
}

/// SUB: the points that a square has at first, 7 if it is strong and 4 if it is weak: the lines through it.
fn first_points(square: usize) -> i32 {
    i32::from(LINE_COUNTS[square])
}

/// Whether this entry's key square is not the one of the entry before: two patterns with one key count once.
fn is_new_key(formed: &[Found], index: usize) -> bool {
    index.checked_sub(1).is_none_or(|before| formed[before].key() != formed[index].key())
}

/// A three in a row with nothing else is not looked at further.
fn is_lone_three(formed: &[Found], index: usize) -> bool {
    matches!(formed[index], Found::Three { .. }) && formed.len() == index + 1
}
