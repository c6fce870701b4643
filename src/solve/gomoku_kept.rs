//! The file that keeps how far a proof for Go-Moku is: what is proven, what the search that was cut off has expanded, how far the
//! walk through the whole has come; and on small boards what can be held.

use super::kept;
use anyhow::anyhow;
use games::Game;
use games::gomoku::{Gomoku, Setup, Square};
use search::proof_number::{Child, Expansion};
use solve::gomoku::pairing::Squares;
use solve::gomoku::pairing::holds::Remembered;
use solve::gomoku::pairing::lines::Both;
use solve::gomoku::proof::Place;
use solve::gomoku::proof::parts::{Found, Node};
use solve::gomoku::proof::walk::{Step, Visited};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The first line of the file.
const HEAD: &str = "fourscore-search gomoku parts 3";

/// Before black's moves that are set aside in a position ([`NONE`], or with commas between them), and what follows from it: one of the
/// next two words, or moves, each with the first proof number of the position after it, or, behind a stroke, of what is left when the
/// move is set aside.
const EXPANDED: &str = "expanded";
const NONE: &str = "-";
const WON: &str = "won";
const LOST: &str = "lost";
/// Before the numbers of a [`Step`], and the move if it needs one.
const WALKED: &str = "walked";
/// After the attacker's and the defender's stones, in hexadecimal: the zone of what holds them, and with how many stones; or with
/// how many nothing does.
const HELD: &str = "held";
const NOT_HELD: &str = "not-held";

/// What the file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Kept {
    /// How far the search for black's win is.
    pub found: Found,
    /// How far the walk through the whole is.
    pub visited: Visited,
    /// How far the search for a draw is.
    pub draws: Remembered,
}

impl Kept {
    pub(super) fn words(&self) -> String {
        let Self { found, visited, draws } = self;
        let mut words = format!("{} positions are proven", found.moves.len());
        for (count, what) in [
            (found.expanded.len(), "are expanded in the search at hand"),
            (visited.steps.len(), "have been walked through"),
            (draws.held.len() + draws.failed.len(), "were searched for a defence"),
        ] {
            if count > 0 {
                let _ = write!(words, ", {count} {what}");
            }
        }
        words
    }
}

/// The file, what it is about, and what it holds.
#[derive(Debug)]
pub(super) struct Keeper<'a> {
    pub(super) path: &'a Path,
    what: &'a str,
    setup: &'a Setup,
    kept: Mutex<Kept>,
}

impl<'a> Keeper<'a> {
    /// The file at this path about what is said in words, with what an earlier run has kept in it.
    ///
    /// # Errors
    /// If the file is something else, damaged, or about another proof.
    pub(super) fn open(path: &'a Path, what: &'a str, setup: &'a Setup) -> anyhow::Result<Self> {
        let this = Self { path, what, setup, kept: Mutex::default() };
        let mut kept = Kept::default();
        for (position, words) in kept::read(path, HEAD, what)? {
            this.line(&position, &words, &mut kept).ok_or_else(|| {
                anyhow!(
                    "{} is damaged: after its head a line is a position and a square, {EXPANDED} with moves set aside and what \
                     follows, {WALKED} with three numbers, {HELD} or {NOT_HELD}",
                    path.display()
                )
            })?;
        }
        Ok(Self { kept: Mutex::new(kept), ..this })
    }

    /// Something about what is kept.
    pub(super) fn get<T>(&self, what: impl FnOnce(&Kept) -> T) -> T {
        what(&self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes what the next writing keeps.
    pub(super) fn note(&self, change: impl FnOnce(&mut Kept)) {
        change(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Changes what is kept, and writes the file, whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written; what was there stays.
    pub(super) fn keep(&self, change: impl FnOnce(&mut Kept)) -> anyhow::Result<()> {
        self.note(change);
        self.write()
    }

    /// Writes the file with what is noted.
    pub(super) fn write(&self) -> anyhow::Result<()> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept::write(self.path, HEAD, self.what, self.lines(&kept))
    }

    /// Takes a line in; `None` if it is none.
    fn line(&self, position: &str, words: &str, kept: &mut Kept) -> Option<()> {
        if words.starts_with(HELD) || words.starts_with(NOT_HELD) {
            return self.pairing(position, words, &mut kept.draws);
        }
        let (game, place) = self.position(position)?;
        if place.class(self.setup.size()).0 != place {
            return None;
        }
        let Kept { found, visited, .. } = kept;
        let words: Vec<&str> = words.split(' ').collect();
        match words[..] {
            [EXPANDED, aside, ref follows @ ..] if place.black_moves || aside == NONE => {
                let squares = aside.split(',').filter(|&text| text != NONE);
                let aside = squares.map(|text| self.square(&game, text)).collect::<Option<Vec<_>>>()?;
                let node = Node { place, aside };
                let expansion = self.expansion(&game, &node, follows)?;
                found.expanded.insert(node, expansion);
            }
            _ if !place.black_moves => return None,
            [WALKED, plies, before_threats, threats, ref m @ ..] => {
                let step = Step {
                    plies: plies.parse().ok()?,
                    before_threats: before_threats.parse().ok()?,
                    threats: threats.parse().ok()?,
                    m: match m {
                        [] => None,
                        [m] => Some(self.square(&game, m)?),
                        _ => return None,
                    },
                };
                visited.steps.insert(place, step);
            }
            [m] => {
                found.moves.insert(place, self.square(&game, m)?);
            }
            _ => return None,
        }
        Some(())
    }

    /// Takes in a line on what can be held.
    fn pairing(&self, stones: &str, words: &str, draws: &mut Remembered) -> Option<()> {
        let squares = (self.setup.size() * self.setup.size()) as u32;
        let set = |text| {
            let set = Squares::from_str_radix(text, 16).ok()?;
            (set.checked_shr(squares).unwrap_or(0) == 0).then_some(set)
        };
        let (attacker, defender) = stones.split_once('/')?;
        let both = (set(attacker)?, set(defender)?);
        match words.split(' ').collect::<Vec<_>>()[..] {
            [HELD, zone, needed] => {
                draws.held.insert(both, (set(zone)?, needed.parse().ok()?));
            }
            [NOT_HELD, needed] => {
                draws.failed.insert(both, needed.parse().ok()?);
            }
            _ => return None,
        }
        Some(())
    }

    fn position(&self, text: &str) -> Option<(Gomoku, Place)> {
        let game = Gomoku::from_text(self.setup, text).ok()?;
        let place = Place::of(&game);
        Some((game, place))
    }

    fn square(&self, game: &Gomoku, text: &str) -> Option<Square> {
        Square::parse(text, self.setup.size()).ok().filter(|&m| game.is_legal(m))
    }

    fn expansion(&self, game: &Gomoku, node: &Node, words: &[&str]) -> Option<Expansion<Node, Square>> {
        let child = |word: &&str| {
            let (m, proof) = word.split_once(['=', '/'])?;
            let m = self.square(game, m)?;
            if node.aside.contains(&m) || !(node.place.black_moves || word.contains('=')) {
                return None;
            }
            let position = if word.contains('=') {
                Node { place: node.place.after(m).class(self.setup.size()).0, aside: Vec::new() }
            } else {
                Node { place: node.place, aside: node.aside.iter().copied().chain([m]).collect() }
            };
            let proof = proof.parse().ok().filter(|&proof| proof > 0)?;
            Some(Child { step: m, position, proof, disproof: 1 })
        };
        match words {
            [] => None,
            [WON] => Some(Expansion::Proven),
            [LOST] => Some(Expansion::Disproven),
            moves => Some(Expansion::Children(moves.iter().map(child).collect::<Option<_>>()?)),
        }
    }

    fn lines(&self, kept: &Kept) -> Vec<(String, String)> {
        let Kept { found: Found { moves, expanded }, visited, draws } = kept;
        let mut lines: Vec<_> = moves.iter().map(|(place, m)| (self.text(place), m.to_string())).collect();
        lines.extend(expanded.iter().map(|(Node { place, aside }, expansion)| {
            let aside: Vec<String> = aside.iter().map(Square::to_string).collect();
            let aside = if aside.is_empty() { NONE.to_owned() } else { aside.join(",") };
            (self.text(place), format!("{EXPANDED} {aside} {}", follows(expansion)))
        }));
        // Those that the walk has found are read as moves that are proven.
        lines.extend(visited.hard.iter().map(|(place, m)| (self.text(place), m.to_string())));
        lines.extend(visited.steps.iter().map(|(place, step)| {
            let Step { plies, before_threats, threats, m } = step;
            let m = m.map_or_else(String::new, |m| format!(" {m}"));
            (self.text(place), format!("{WALKED} {plies} {before_threats} {threats}{m}"))
        }));
        let stones = |(attacker, defender): &Both| format!("{attacker:x}/{defender:x}");
        lines.extend(
            draws
                .held
                .iter()
                .map(|(both, (zone, needed))| (stones(both), format!("{HELD} {zone:x} {needed}"))),
        );
        lines
            .extend(draws.failed.iter().map(|(both, needed)| (stones(both), format!("{NOT_HELD} {needed}"))));
        lines
    }

    /// A position in a line.
    fn text(&self, place: &Place) -> String {
        place.text(self.setup.size())
    }
}

/// What follows from a position, in words.
fn follows(expansion: &Expansion<Node, Square>) -> String {
    let word = |child: &Child<Node, Square>| {
        let stroke = if child.position.aside.is_empty() { '=' } else { '/' };
        format!("{}{stroke}{}", child.step, child.proof)
    };
    match expansion {
        Expansion::Proven => WON.to_owned(),
        Expansion::Disproven => LOST.to_owned(),
        Expansion::Children(children) => children.iter().map(word).collect::<Vec<_>>().join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::gomoku::proof::Moves;

    #[test]
    fn what_is_proven_and_expanded_and_the_walk_are_kept() {
        let setup = Setup::new("freestyle", 7).unwrap();
        // Canonical.
        let class = |text: &str| Place::of(&Gomoku::from_text(&setup, text).unwrap()).class(7).0;
        let [won, open, both] =
            ["7/7/7/2xxx2/2oo3/7/7:x", "7/7/7/3x3/3o3/7/7:x", "7/7/7/2xx3/3oo2/7/7:x"].map(class);
        let square = Square::parse("d7", 7).unwrap();
        let node = |place: Place, aside: &[Square]| Node { place: place.class(7).0, aside: aside.to_vec() };
        let child = |position: Node, step: Square, proof| Child { step, position, proof, disproof: 1 };
        let (after, reply) = (node(open.after(square), &[]), Square::parse("a1", 7).unwrap());
        let rest = child(node(open, &[square]), square, 3);
        let last = child(node(open, &[square, reply]), reply, 7);
        let expanded = [
            (node(open, &[]), Expansion::Children(vec![child(after.clone(), square, 12), rest])),
            (node(open, &[square]), Expansion::Children(vec![last])),
            (node(open, &[square, reply]), Expansion::Disproven),
            (node(after.place.after(reply), &[]), Expansion::Disproven),
            (node(won, &[]), Expansion::Proven),
            (after.clone(), Expansion::Children(vec![child(node(after.place.after(reply), &[]), reply, 1)])),
        ];
        let moves: Moves = [(won, square), (both, square)].into_iter().collect();
        let found = Found { moves, expanded: expanded.into_iter().collect() };
        let steps = [
            (won, Step { plies: 3, before_threats: 0, threats: 17, m: None }),
            (both, Step { plies: 9, before_threats: 4, threats: 0, m: Some(square) }),
        ];
        let visited = Visited { steps: steps.into_iter().collect(), hard: Moves::default() };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.search");
        let open_file = || Keeper::open(&path, "freestyle 7", &setup);
        let (held, failed) = ([((1, 2), (u64::MAX >> 15, 3))], [((1 << 48, 0), 5)]);
        let draws = Remembered { held: held.into_iter().collect(), failed: failed.into_iter().collect() };
        // Each part at its time: what was kept before stays.
        let keeper = open_file().unwrap();
        keeper.keep(|kept| kept.found = found.clone()).unwrap();
        keeper.keep(|kept| kept.draws = draws.clone()).unwrap();
        open_file().unwrap().keep(|kept| kept.visited = visited.clone()).unwrap();
        assert_eq!(open_file().unwrap().get(Kept::clone), Kept { found, visited, draws });
    }

    #[test]
    fn lines_that_are_none_are_refused_and_the_file_stays_as_it_was() {
        let setup = Setup::new("freestyle", 7).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.search");
        // An earlier version's.
        kept::write(&path, "fourscore-search gomoku parts 2", "freestyle 7", Vec::new()).unwrap();
        let before = std::fs::read(&path).unwrap();
        let words = Keeper::open(&path, "freestyle 7", &setup).unwrap_err().to_string();
        assert!(words.contains("of this version") && std::fs::read(&path).unwrap() == before, "{words}");
        let position = "7/7/7/3x3/3o3/7/7:x";

        for (position, words) in [
            ("1/2", "held 2000000000000 3"),
            ("1/2", "held 2 x"),
            ("1/g", "held 2 3"),
            ("1", "not-held 3"),
            ("1/2", "not-held"),
        ]
        .into_iter()
        .chain(
            [
                "expanded",
                "expanded -",
                "expanded - d4=1",
                "expanded - a1=0",
                "expanded - a1:1",
                "expanded d4 won",
                "expanded 4 won",
                "expanded a1 a1=1",
                "tries 4",
                "walked 3 0",
                "walked 3 0 17 d4",
                "walked 3 0 17 a1 a2",
                "z9",
                "",
            ]
            .map(|words| (position, words)),
        ) {
            kept::write(&path, HEAD, "freestyle 7", vec![(position.to_owned(), words.to_owned())]).unwrap();
            let before = std::fs::read(&path).unwrap();
            assert!(
                Keeper::open(&path, "freestyle 7", &setup).unwrap_err().to_string().contains("is damaged"),
                "{words}"
            );
            assert_eq!(std::fs::read(&path).unwrap(), before);
        }
    }
}
