//! Patterns as the thesis describes them, "what the relevant lines add up to", and the two lists of them: TEST (five
//! sums each, both sides' versions) and SUTEST (the same one move earlier, the program's own versions only).

use super::memory::{lines, squares};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Up to five sums, -1 for those not used (Doake 1972, V (i), TEST). Lines that follow each other share a blank square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<i8>", try_from = "Vec<i8>")]
pub struct Pattern([i8; 5]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The program's.
    Own,
    Other,
}

impl Pattern {
    /// The pattern with these sums; those beyond the fifth are dropped, as the original has no room for them.
    pub(crate) fn new(sums: &[i8]) -> Self {
        let mut elements = [-1; 5];
        elements.iter_mut().zip(sums).for_each(|(element, &sum)| *element = sum);
        Self(elements)
    }

    pub(crate) const fn elements(&self) -> &[i8; 5] {
        &self.0
    }

    pub(crate) fn sums(&self) -> &[i8] {
        let used = self.0.iter().position(|&sum| sum < 0).unwrap_or(5);
        &self.0[..used]
    }

    /// The same pattern made of the other side's counters (times 5 or divided by 5; V (iii), after TESTT).
    pub(crate) fn other_version(&self) -> Self {
        let own = self.owner() == Owner::Own;
        Self(self.0.map(|sum| match sum {
            ..0 => sum,
            _ if own => sum / 5,
            _ => sum.saturating_mul(5),
        }))
    }

    /// Whose counters it is made of: its own, if any sum is above 4.
    pub(crate) fn owner(&self) -> Owner {
        if self.0.iter().any(|&sum| sum > 4) { Owner::Own } else { Owner::Other }
    }

    /// Whose it is by the listing's tests `TEST(1).GT.4.OR.TEST(2).GT.4` (look-ahead for the opponent) and
    /// `TEST(1).LT.5.OR.TEST(2).LT.5` (the program's own), which disagree about (10,0,10,10): defect D3.
    pub(crate) const fn owner_by_either(&self, looking_ahead_for: Owner) -> Owner {
        let (own_some, other_some) = (self.0[0] > 4 || self.0[1] > 4, self.0[0] < 5 || self.0[1] < 5);
        match looking_ahead_for {
            Owner::Other if own_some => Owner::Own,
            Owner::Other => Owner::Other,
            Owner::Own if other_some => Owner::Other,
            Owner::Own => Owner::Own,
        }
    }
}

impl From<Pattern> for Vec<i8> {
    fn from(pattern: Pattern) -> Self {
        pattern.sums().to_vec()
    }
}

impl TryFrom<Vec<i8>> for Pattern {
    type Error = &'static str;

    /// Sums of either side's counters, never of both.
    fn try_from(sums: Vec<i8>) -> Result<Self, Self::Error> {
        let other = sums.iter().all(|sum| (0..=4).contains(sum));
        let own = sums.iter().all(|sum| (0..=20).contains(sum) && sum % 5 == 0);
        if (1..=5).contains(&sums.len()) && (other || own) {
            return Ok(Self::new(&sums));
        }
        Err("a pattern is one to five sums, all of 0, 5, 10, 15 and 20 or all from 0 to 4")
    }
}

impl fmt::Display for Pattern {
    /// As in the issue of the thesis's figures: `(10,5,10)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sums: Vec<String> = self.sums().iter().map(ToString::to_string).collect();
        write!(f, "({})", sums.join(","))
    }
}

/// Where a pattern comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    /// The number of the game that taught it; 0 if it was given.
    pub(crate) game: u32,
    /// That game's moves as cells.
    #[serde(with = "squares")]
    pub(crate) moves: Vec<u8>,
    /// The lines that the backtracking noted, the winning line first.
    #[serde(with = "lines")]
    pub(crate) lines: Vec<u8>,
}

impl Origin {
    fn is_given(&self) -> bool {
        self.game == 0
    }
}

/// An entry of TEST.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub pattern: Pattern,
    /// AJUST: what the look-ahead for the opponent adds to the points of this pattern.
    pub(crate) ajust: i32,
    /// How many games ended by it in the program's favour.
    pub(crate) wins: u32,
    /// How many games ended by it against the program.
    pub(crate) losses: u32,
    #[serde(default, skip_serializing_if = "Origin::is_given")]
    pub(crate) origin: Origin,
}

impl Entry {
    /// A pattern with nothing known about it yet.
    pub(crate) fn new(pattern: Pattern, origin: Origin) -> Self {
        Self { pattern, ajust: 0, wins: 0, losses: 0, origin }
    }
}

/// An entry of SUTEST.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EarlyEntry {
    pub(crate) pattern: Pattern,
    /// The game that taught it; 0 if it was given.
    pub(crate) game: u32,
}

impl EarlyEntry {
    /// Whether there can be such an entry.
    pub(crate) fn is_sound(&self) -> bool {
        let sums = self.pattern.sums();
        (2..=3).contains(&sums.len()) && sums.iter().all(|sum| sum % 5 == 0)
    }
}

/// What the program knows: the lists TEST, SUTEST and AJUST, and how many games it has analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lists {
    pub games: u32,
    /// TEST with AJUST; the first four are 20, 4, 15, 3.
    pub test: Vec<Entry>,
    pub(crate) sutest: Vec<EarlyEntry>,
}

/// The rules of the game as patterns: four in a row and three in a row, for both sides.
pub(crate) const RULES: [i8; 4] = [20, 4, 15, 3];

impl Lists {
    /// What can be known from the rule-book. The thesis once starts from 20 and 4 alone, and elsewhere calls these
    /// four the first four; from 20 and 4 the program does not learn to block.
    pub(crate) fn rules() -> Self {
        let entry = |sum: &i8| Entry::new(Pattern::new(&[*sum]), Origin::default());
        Self { games: 0, test: RULES.iter().map(entry).collect(), sutest: Vec::new() }
    }

    /// The lists that the thesis's games were played with: patterns 1, 2 and 3 of page 17, and the one earlier
    /// pattern that the comments on the games speak of.
    pub fn thesis() -> Self {
        let mut lists = Self::rules();
        for own in [&[10, 10][..], &[10, 5, 10], &[10, 0, 10, 10]] {
            let own = Pattern::new(own);
            for version in [own, own.other_version()] {
                lists.test.push(Entry::new(version, Origin::default()));
            }
        }
        lists.sutest.push(EarlyEntry { pattern: Pattern::new(&[10, 5]), game: 0 });
        lists
    }

    /// The number of this pattern in TEST, if it is listed (TESTT).
    pub fn find(&self, pattern: &Pattern) -> Option<usize> {
        self.test.iter().position(|entry| entry.pattern == *pattern)
    }

    /// The number by which the thesis's comments call a pattern, if it has one (IV (i), figures 7 to 12).
    pub fn thesis_number(pattern: &Pattern) -> Option<usize> {
        let own = if pattern.owner() == Owner::Own { *pattern } else { pattern.other_version() };
        let known = [&[10, 10][..], &[10, 5, 10], &[10, 0, 10, 10]];
        known.iter().position(|sums| own == Pattern::new(sums)).map(|index| index + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_and_owners() {
        let own = Pattern::new(&[10, 0, 10, 10]);
        assert_eq!(own.to_string(), "(10,0,10,10)");
        assert_eq!(own.other_version(), Pattern::new(&[2, 0, 2, 2]));
        assert_eq!(own.other_version().other_version(), own);
        assert_eq!(own.owner(), Owner::Own);
        assert_eq!(own.owner_by_either(Owner::Own), Owner::Other, "defect D3");
        assert_eq!(own.owner_by_either(Owner::Other), Owner::Own);
        assert_eq!(Pattern::new(&[1, 2, 3, 4, 5, 6]).sums().len(), 5);
    }

    #[test]
    fn lists_of_the_rules_and_of_the_thesis() {
        assert_eq!(Lists::rules().test.len(), 4);
        let thesis = Lists::thesis();
        let texts: Vec<_> = thesis.test.iter().map(|entry| entry.pattern.to_string()).collect();
        assert_eq!(
            texts.join(" "),
            "(20) (4) (15) (3) (10,10) (2,2) (10,5,10) (2,1,2) (10,0,10,10) (2,0,2,2)"
        );
        assert_eq!(thesis.find(&Pattern::new(&[2, 1, 2])), Some(7));
        assert_eq!(Lists::thesis_number(&Pattern::new(&[2, 1, 2])), Some(2));
    }
}
