//! The endings of draughts that are solved beforehand, against a solver that is obviously right and against search.

use crate::common::{below, choose, depth, random, row, settings};
use games::draughts::Draughts;
use games::{Game, Played, Side};
use rand_chacha::ChaCha8Rng;
use search::Score;
use solve::endgames::build::build;
use solve::endgames::{Endgames, Known};
use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;
use strategies::settings::{Settings, Value};

/// The tables of three pieces, and those of four.
pub(super) static THREE: LazyLock<Endgames> = LazyLock::new(|| build(3, &mut |_| true).unwrap());

fn moves(position: &Draughts) -> Vec<Draughts> {
    let moves = position.moves();
    let after = |m| position.after(m);
    moves.into_iter().map(after).collect()
}

/// Every position of so many pieces at most, either side to move and either side perhaps without pieces.
fn all(pieces: u32) -> Vec<Draughts> {
    fn put(from: u32, left: u32, sets: [u32; 3], found: &mut Vec<Draughts>) {
        for side in [Side::First, Side::Second] {
            found.extend(Draughts::from_sets(sets[0], sets[1], sets[2], side));
        }
        if left == 0 {
            return;
        }
        for square in from..32 {
            let bit = 1 << square;
            for (black, white, king) in [(bit, 0, 0), (bit, 0, bit), (0, bit, 0), (0, bit, bit)] {
                put(square + 1, left - 1, [sets[0] | black, sets[1] | white, sets[2] | king], found);
            }
        }
    }
    let mut found = Vec::new();
    put(0, pieces, [0; 3], &mut found);
    found
}

/// The plies to the end of each of these positions, odd for a win of the side to move, `None` for a draw; they must hold
/// all positions that follow them. By the definition: in pass `n` whatever ends after `n` plies is found.
fn solved_slowly(positions: &[Draughts]) -> Vec<Option<u32>> {
    let places: HashMap<&Draughts, u32> = positions.iter().zip(0..).collect();
    let next: Vec<Vec<u32>> =
        positions.iter().map(|position| moves(position).iter().map(|next| places[next]).collect()).collect();
    let mut values = vec![None; positions.len()];
    let mut open: Vec<usize> = (0..positions.len()).collect();
    // More passes in a row without anything new than a move has plies: nothing more will come.
    let mut idle = 0;
    for plies in 0.. {
        let ends = |&place: &usize| {
            let mut after = next[place].iter().map(|&next| values[next as usize]);
            if plies % 2 == 1 {
                after.any(|value| value == Some(plies - 1))
            } else {
                after.all(|value| value.is_some_and(|plies: u32| plies % 2 == 1))
            }
        };
        let (found, rest): (Vec<usize>, Vec<usize>) = open.iter().partition(|place| ends(place));
        idle = if found.is_empty() { idle + 1 } else { 0 };
        if idle > 2 {
            return values;
        }
        found.into_iter().for_each(|place| values[place] = Some(plies));
        open = rest;
    }
    values
}

#[test]
fn every_position_of_two_and_three_pieces_has_the_value_that_the_definition_gives() {
    let positions = all(3);
    let values = solved_slowly(&positions);
    let (mut compared, mut drawn) = (0, 0);
    for (position, value) in positions.iter().zip(values) {
        let Some(known) = THREE.probe(position) else {
            let bare = [Side::First, Side::Second].iter().any(|&side| position.pieces(side) == 0);
            assert!(bare, "{} is not known", position.to_text());
            continue;
        };
        let expected = match value {
            None => Known::Draw,
            Some(plies) if plies % 2 == 1 => Known::Win(Some(plies)),
            Some(plies) => Known::Loss(Some(plies)),
        };
        assert_eq!(known, expected, "{}", position.to_text());
        compared += 1;
        drawn += u32::from(known == Known::Draw);
    }
    // Both sides to move.
    assert_eq!((compared, drawn), (2 * (3_488 + 196_032), 2 * (2_370 + 8_477)));
}

static FOUR: LazyLock<Endgames> = LazyLock::new(|| build(4, &mut |_| true).unwrap());

#[test]
fn known_endings() {
    let four = &*FOUR;
    for (text, known) in [
        // Two kings win against one, in the double corner, too.
        ("W:WK18,K15:BK1", "win"),
        ("W:WK18,K15:BK4", "win"),
        // What stands beside can be taken.
        ("W:WK25:B22", "win"),
        ("B:WK25:B21", "win"),
        ("B:WK32:B25", "draw"),
        // Two kings each: drawn as a rule.
        ("B:WK30,K26:BK3,K7", "draw"),
    ] {
        let position = Draughts::from_text(&(), text).unwrap();
        let said = match four.probe(&position) {
            Some(Known::Win(_)) => "win",
            Some(Known::Loss(_)) => "loss",
            Some(Known::Draw) => "draw",
            None => "unknown",
        };
        assert_eq!(said, known, "{text}");
    }
    assert_eq!(four.probe(&Draughts::from_text(&(), "B:WK30,K26,20:BK3,K7").unwrap()), None);
}

/// A position of so many pieces at random, both sides having some and the side to move a move.
pub(super) fn random_position(random: &mut ChaCha8Rng, pieces: usize) -> Draughts {
    loop {
        let mut sets = [0_u32; 3];
        for _ in 0..pieces {
            let bit = 1 << below(random, 32);
            sets[below(random, 2)] |= bit;
            sets[2] |= if below(random, 2) == 0 { bit } else { 0 };
        }
        let side = [Side::First, Side::Second][below(random, 2)];
        let position = Draughts::from_sets(sets[0], sets[1], sets[2] & (sets[0] | sets[1]), side);
        if let Some(position) = position.ok().filter(|position| {
            (sets[0] | sets[1]).count_ones() == pieces as u32
                && sets[0] != 0
                && sets[1] != 0
                && position.outcome().is_none()
        }) {
            return position;
        }
    }
}

/// Compares so many random positions with a search that knows no tables: what it claims must be so, and what is near must
/// be found, of the same length. Returns how many wins and losses were compared.
fn compare(positions: usize, plies: u32, seed: u64) -> (usize, usize) {
    let mut random = random(seed);
    let row = row::<Draughts>("alpha-beta");
    let mut options = settings(row.options);
    options.set("AlphaBeta.Reductions", Value::Flag(false));
    let (mut claimed, mut found) = (0, 0);
    for _ in 0..positions {
        let position = random_position(&mut random, 4);
        let known = FOUR.probe(&position).unwrap();
        let score = choose(row, &Played::new(position), &depth(plies), &options).lines[0].score;
        let text = position.to_text();
        match (score, known) {
            (Score::Win { in_plies }, Known::Win(Some(least))) => {
                assert!(in_plies >= least, "{text}: {score:?} {known:?}")
            }
            (Score::Loss { in_plies }, Known::Loss(Some(most))) => {
                assert!(in_plies >= most, "{text}: {score:?} {known:?}")
            }
            (Score::Win { .. } | Score::Loss { .. }, _) => panic!("{text}: {score:?}, but {known:?}"),
            (Score::Draw, _) => assert_eq!(known, Known::Draw, "{text}"),
            (Score::Heuristic(_), _) => {}
        }
        claimed += usize::from(matches!(score, Score::Win { .. } | Score::Loss { .. }));
        // Full width: nothing so near is overlooked.
        match known {
            Known::Win(Some(near)) if near <= plies => {
                assert_eq!(score, Score::Win { in_plies: near }, "{text}")
            }
            Known::Loss(Some(near)) if near <= plies => {
                assert_eq!(score, Score::Loss { in_plies: near }, "{text}")
            }
            _ => continue,
        }
        found += 1;
    }
    (claimed, found)
}

#[test]
fn search_agrees_on_positions_of_four_pieces() {
    let (claimed, found) = compare(300, 8, 1);
    assert!(claimed > 60 && found > 60, "{claimed} claimed, {found} near");
}

#[test]
#[ignore = "twenty thousand positions, minutes: cargo test --release --test draughts endgames:: -- --ignored --nocapture"]
fn search_agrees_on_twenty_thousand_positions_of_four_pieces() {
    let (claimed, found) = compare(20_000, 11, 2);
    println!("20,000 positions: {claimed} claims right, {found} wins and losses of at most 11 plies found");
}

/// Checks so many random positions of these tables: the value of each is the best that its moves reach, the distance one
/// ply more than that of the shortest win, or of the longest defence.
fn consistent(tables: &Endgames, pieces: usize, positions: usize, seed: u64) {
    let mut random = random(seed);
    let flipped = |next: &Draughts| match tables.probe(next) {
        // A side without pieces has lost.
        None => Known::Win(Some(1)),
        Some(Known::Win(plies)) => Known::Loss(plies.map(|plies| plies + 1)),
        Some(Known::Loss(plies)) => Known::Win(plies.map(|plies| plies + 1)),
        Some(Known::Draw) => Known::Draw,
    };
    for _ in 0..positions {
        let position = random_position(&mut random, pieces);
        let after: Vec<Known> = moves(&position).iter().map(flipped).collect();
        let wins = after.iter().filter_map(|value| match value {
            Known::Win(plies) => Some(*plies),
            _ => None,
        });
        let losses = after.iter().filter_map(|value| match value {
            Known::Loss(plies) => Some(*plies),
            _ => None,
        });
        // Where there are more than four pieces the distances are not kept: they are compared where they are.
        let expected = match wins.min() {
            Some(plies) => Known::Win(plies),
            None if after.contains(&Known::Draw) => Known::Draw,
            None => Known::Loss(losses.max().flatten()),
        };
        let said = tables.probe(&position).unwrap();
        let agree = match (said, expected) {
            (Known::Win(None), Known::Win(_)) | (Known::Loss(None), Known::Loss(_)) => true,
            (said, expected) => said == expected,
        };
        assert!(agree, "{}: {said:?}, but its moves reach {expected:?}", position.to_text());
    }
}

#[test]
fn positions_of_four_pieces_have_the_best_value_of_their_moves() {
    consistent(&FOUR, 4, 50_000, 11);
}

#[test]
#[ignore = "makes the tables of five pieces, ten minutes: cargo test --release --test draughts endgames:: -- --ignored"]
fn positions_of_five_pieces_have_the_best_value_of_their_moves() {
    consistent(&build(5, &mut |_| true).unwrap(), 5, 1_000_000, 12);
}

/// The tables of three pieces in a file, with the options of a player that asks them.
fn player(directory: &Path) -> Settings {
    let path = directory.join("three.endgames");
    THREE.save(&path).unwrap();
    asking(&path)
}

/// The options of a player that asks the tables of this file.
pub(super) fn asking(path: &Path) -> Settings {
    let mut options = settings(row::<Draughts>("alpha-beta").options);
    options.set("AlphaBeta.Endgames", Value::Text(path.to_str().unwrap().to_owned()));
    options
}

#[test]
fn a_player_with_tables_wins_as_soon_as_can_be_and_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let options = player(directory.path());
    let row = row::<Draughts>("alpha-beta");
    let mut random = random(4);
    for _ in 0..25 {
        let mut game = Played::new(random_position(&mut random, 3));
        let mut known = THREE.probe(game.position()).unwrap();
        let mut plies = 0;
        while game.outcome().is_none() && plies < 90 {
            let choice = choose(row, &game, &depth(3), &options);
            let expected = match known {
                Known::Win(Some(in_plies)) => Score::Win { in_plies },
                Known::Loss(Some(in_plies)) => Score::Loss { in_plies },
                _ => Score::Draw,
            };
            let text = game.position().to_text();
            assert_eq!(choice.lines[0].score, expected, "{text}");
            if expected == Score::Draw {
                break;
            }
            game.play(choice.best().unwrap()).unwrap();
            plies += 1;
            known = match known {
                Known::Win(Some(plies)) => Known::Loss(Some(plies - 1)),
                Known::Loss(Some(plies)) => Known::Win(Some(plies - 1)),
                other => other,
            };
            assert!(THREE.probe(game.position()).is_none_or(|found| found == known), "{text}");
        }
        assert!(known == Known::Draw || game.outcome().is_some());
    }
}

/// A game of king's moves at random in which nothing hangs and no position comes up twice, as long as there are such.
fn wander(start: Draughts, random: &mut ChaCha8Rng) -> Played<Draughts> {
    let mut game = Played::new(start);
    loop {
        let fresh = |m: &games::draughts::Move| {
            let next = game.position().after(*m);
            next.jumpers() == 0 && !game.keys().contains(&next.key()) && !moves(&next).is_empty()
        };
        let all: Vec<_> = game.legal_moves().into_iter().filter(fresh).collect();
        let Some(&m) = all.get(below(random, all.len().max(1))) else { return game };
        game.play(m).unwrap();
    }
}

#[test]
fn no_win_is_claimed_that_the_games_history_forestalls() {
    let directory = tempfile::tempdir().unwrap();
    let options = player(directory.path());
    let row = row::<Draughts>("alpha-beta");
    let score = |game: &Played<Draughts>| choose(row, game, &depth(5), &options).lines[0].score;
    // Two kings against one in the double corner: nineteen plies.
    let start = Draughts::from_text(&(), "W:WK18,K15:BK1").unwrap();
    let mut game = Played::new(start);
    assert_eq!(score(&game), Score::Win { in_plies: 19 });
    // Both sides go to and fro; the position has come up twice, and once more would be the end.
    for text in ["18-22", "1-5", "22-18", "5-1"] {
        let m = game.position().parse_move(text, Default::default()).unwrap();
        game.play(m).unwrap();
    }
    assert!(matches!(score(&game), Score::Heuristic(10_000..)), "{:?}", score(&game));
    // Wandering about, until fewer plies are left than the win takes. No position comes up twice here.
    let mut random = random(8);
    let whole = loop {
        let walk = wander(start, &mut random);
        if walk.plies() >= 66 {
            break walk;
        }
    };
    let mut game = Played::new(start);
    let mut claims = 0;
    for m in whole.moves().take(78) {
        game.play(m).unwrap();
        let left = 80 - game.plies() as u32;
        match (score(&game), THREE.probe(game.position()).unwrap()) {
            // The quickest way may lead over a position of the game, which the search avoids.
            (Score::Win { in_plies }, Known::Win(Some(plies))) => assert!((plies..=left).contains(&in_plies)),
            (Score::Loss { in_plies }, Known::Loss(Some(plies))) => {
                assert!((plies..=left).contains(&in_plies))
            }
            (Score::Heuristic(_), Known::Win(_) | Known::Loss(_)) => continue,
            (Score::Draw | Score::Heuristic(0), known) => assert_eq!(known, Known::Draw),
            other => panic!("{other:?}"),
        }
        claims += 1;
    }
    assert!(claims > 10, "{claims}");
}
