//! The program's memory: its lists in the thesis's numbers of squares.

use super::patterns::{Entry, Lists, Pattern, RULES};
use crate::learning::Content;
use games::qubic::lines::{CELLS, LINE_CELLS, LINE_SETS};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// The largest AJUST; learning stops there.
pub(crate) const MOST_AJUST: i32 = 1_000_000;

/// The cells of a game's moves as the thesis's numbers of squares.
pub(super) mod squares {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(cells: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(cells.iter().map(|cell| cell + 1))
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let squares = Vec::deserialize(deserializer)?;
        cells_of(&squares).ok_or_else(|| Error::custom("moves are squares from 1 to 64, none of them twice"))
    }

    /// The cells of these squares, each of which stands once.
    pub(crate) fn cells_of(squares: &[u8]) -> Option<Vec<u8>> {
        let mut taken = 0_u64;
        let cell = |square: &u8| {
            let cell = square.checked_sub(1).filter(|&cell| usize::from(cell) < CELLS)?;
            let new = taken >> cell & 1 == 0;
            taken |= 1 << cell;
            new.then_some(cell)
        };
        squares.iter().map(cell).collect()
    }
}

pub(super) mod lines {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(lines: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(lines.iter().map(|&line| LINE_CELLS[usize::from(line)].map(|cell| cell + 1)))
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let lines: Vec<Vec<u8>> = Vec::deserialize(deserializer)?;
        let numbers = lines.iter().map(|squares| number_of(squares)).collect::<Option<_>>();
        numbers.ok_or_else(|| Error::custom("lines are four squares each"))
    }

    pub(crate) fn number_of(squares: &[u8]) -> Option<u8> {
        let set = squares::cells_of(squares)?.iter().fold(0, |set, &cell| set | 1_u64 << cell);
        LINE_SETS.iter().position(|&line| line == set).map(|line| line as u8)
    }
}

impl Content for Lists {
    const BY_HAND: bool = true;

    fn check(&self) -> Result<(), String> {
        let known = |game: u32| game <= self.games;
        let twice = |at: usize, entry: &Entry| self.find(&entry.pattern) != Some(at);
        let rules = self.test.iter().map(|entry| entry.pattern).take(RULES.len());
        let wrong = if !rules.eq(RULES.map(|sum| Pattern::new(&[sum]))) {
            "the first four patterns must be 20, 4, 15 and 3"
        } else if self.test.iter().enumerate().any(|(at, entry)| twice(at, entry)) {
            "a pattern stands twice in TEST"
        } else if self.test.iter().any(|entry| !(0..=MOST_AJUST).contains(&entry.ajust)) {
            "AJUST is from 0 to 1000000"
        } else if !self.sutest.iter().all(|entry| entry.is_sound()) {
            "a pattern of SUTEST has two or three sums of 0, 5, 10, 15 and 20"
        } else if !self.test.iter().map(|entry| entry.origin.game).all(known)
            || !self.sutest.iter().map(|entry| entry.game).all(known)
        {
            "a pattern is of a game that has not been learned from"
        } else {
            return Ok(());
        };
        Err(format!("it is damaged: {wrong}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::backtrack::analyse;
    use super::super::choice::{Best, Chooser};
    use super::super::lessons::{Capacity, Views, learn};
    use super::super::patterns::Origin;
    use super::super::printed::printed_games;
    use super::super::reading::Reading;
    use super::*;
    use files::sealed::{from_json, to_json};
    use games::qubic::{Cell, Qubic};
    use games::{Outcome, Played};

    fn read(text: &str) -> Result<Lists, String> {
        let lists: Lists = from_json(text, 1)?;
        lists.check().map(|()| lists)
    }

    /// Some games: those of the thesis, and some of the program against itself.
    fn games(lists: &Lists) -> Vec<Played<Qubic>> {
        let new = || Played::new(Qubic::default());
        let mut games = Vec::new();
        for printed in printed_games() {
            let mut game = new();
            for &square in &printed.moves {
                game.play(Cell::new(square).unwrap()).unwrap();
            }
            games.push(game);
        }
        for opening in [[0, 21], [21, 0], [38, 12], [5, 6]] {
            let mut game = new();
            for square in opening {
                game.play(Cell::new(square).unwrap()).unwrap();
            }
            while game.outcome().is_none() {
                let (own, other) = game.position().own_and_other();
                let mut chooser = Chooser::new(own, other, lists, Reading::FAITHFUL);
                let decision = chooser.choose(&mut Best::default(), |_| None).unwrap();
                game.play(Cell::new(decision.square).unwrap()).unwrap();
            }
            games.push(game);
        }
        games
    }

    #[test]
    fn what_is_learned_is_read() {
        let mut lists = Lists::rules();
        let reading = Reading { early_lines: 3, early_twice: true, ..Reading::FAITHFUL };
        let capacity = Capacity { test: 32, sutest: 20 };
        let views = Views { won: true, lost: true };
        let games = games(&Lists::thesis());
        for game in games.iter().chain(&games) {
            lists.games += 1;
            if matches!(game.outcome(), Some(Outcome::Win(_))) {
                let views = if lists.games.is_multiple_of(2) { Views { won: false, ..views } } else { views };
                learn(&mut lists, game, &analyse(game).unwrap(), views, reading, capacity);
            }
            let text = to_json(&lists).unwrap();
            assert_eq!(read(&text).as_ref(), Ok(&lists), "{text}");
        }
        assert!(lists.test.len() > 6 && !lists.sutest.is_empty(), "{lists:?}");
        assert!(lists.test.iter().any(|entry| entry.ajust > 0));
    }

    #[test]
    fn nothing_counts_beyond_its_end() {
        let game = games(&Lists::thesis()).remove(0);
        let analysis = analyse(&game).unwrap();
        let mut lists = Lists::thesis();
        lists.games = u32::MAX;
        for entry in &mut lists.test {
            (entry.ajust, entry.wins, entry.losses) = (MOST_AJUST, u32::MAX, u32::MAX);
        }
        let before = lists.clone();
        let capacity = Capacity { test: 32, sutest: 20 };
        learn(&mut lists, &game, &analysis, Views { won: true, lost: true }, Reading::FAITHFUL, capacity);
        assert_eq!(lists, before);
        assert_eq!(read(&to_json(&lists).unwrap()), Ok(before));
    }

    fn learned() -> Lists {
        let mut lists = Lists::thesis();
        lists.games = 7;
        lists.test[6].origin = Origin { game: 3, moves: vec![38, 0, 63], lines: vec![75, 0] };
        lists.test[7].ajust = 2;
        (lists.test[7].wins, lists.test[7].losses) = (1, 4);
        lists
    }

    #[test]
    fn what_no_memory_says_is_refused() {
        let text = to_json(&learned()).unwrap();
        for words in ["\"lines\":[[4,23,42,61],[1,2,3,4]]", "\"moves\":[39,1,64]", "\"pattern\":[10,5,10]"] {
            assert!(text.contains(words), "{text}");
        }
        assert_eq!(read(&text), Ok(learned()));
        for (old, new, why) in [
            ("\"games\": 7", "\"games\": -7", "invalid value"),
            ("\"games\": 7", "\"sets\": 7", "unknown field"),
            ("\"games\": 7", "\"games\": 2", "has not been learned from"),
            ("\"pattern\":[3]", "\"pattern\":[20]", "20, 4, 15 and 3"),
            ("[2,2]", "[2,5]", "sums"),
            ("[2,2]", "[10,10]", "twice"),
            ("\"ajust\":2", "\"ajust\":1000001", "from 0 to 1000000"),
            ("[39,1,64]", "[1,1]", "none of them twice"),
            ("[39,1,64]", "[65]", "from 1 to 64"),
            ("[4,23,42,61]", "[4,23,42]", "four squares"),
            ("\"pattern\":[10,5]}", "\"pattern\":[2,2]}", "two or three sums"),
        ] {
            let damaged = text.replacen(old, new, 1);
            assert_ne!(damaged, text, "{old}");
            let words = read(&damaged).unwrap_err();
            assert!(words.starts_with("it is damaged") && words.contains(why), "{new}: {words}");
        }
        (0..text.len() - 1).for_each(|cut| assert!(read(&text[..cut]).is_err(), "cut at {cut}"));
    }
}
