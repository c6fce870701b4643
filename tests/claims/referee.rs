//! The referee of claims: whether a side wins within so many plies by the rules, proven or refuted by proof-number search
//! (depth-first, Nagai 2002) over all moves. It knows of a game only that a row is completed where it can be, and that
//! the opponent's is blocked.

use games::draughts::{Draughts, QUIET_PLIES};
use games::gomoku::square::Direction;
use games::gomoku::stones::bits;
use games::gomoku::{Opening, OpeningMove};
use games::qubic::{Cell, Qubic, threatened_cells, winning_cells};
use games::{Game, Outcome, Played, Side};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use strategies::Playable;
use strategies::perfect::committed;
use strategies::solution as gomoku_solution;
use strategies::solution::latest;

/// More than any number.
const INFINITE: u32 = u32::MAX / 2;

/// Why moves need be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// They complete a row.
    Win,
    Block,
    None,
}

/// To which moves the attacker is held where it need not block. The defender has all of his.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// Such that a row must be blocked.
    Fours,
    /// These, and such as make a three.
    Threes,
    All,
}

/// A game with a referee.
pub(crate) trait Judged: Playable {
    /// In how many steps the attacker's moves are widened: to threats to complete a row, to moves that could become one,
    /// to all.
    const STEPS: &'static [Width] = &[Width::Fours, Width::All];

    /// The moves that need be tried, and why no others.
    fn tries(&self) -> (Vec<Self::Move>, Need);

    /// Whether a certificate that comes with the program, and that the checker has accepted, shows that the side to move
    /// wins within so many plies.
    fn is_certified(&self, _plies: u32) -> bool {
        false
    }

    /// Whether this move makes three of a row of which the opponent has nothing.
    fn makes_three(&self, _m: Self::Move) -> bool {
        true
    }

    /// Whether positions before this move can never come back.
    fn is_irreversible(&self, _m: Self::Move) -> bool {
        true
    }
}

impl Judged for Qubic {
    fn is_certified(&self, plies: u32) -> bool {
        let certificates = committed();
        let entries = [&certificates.rich, &certificates.other].map(|certificate| certificate.find(self));
        entries.into_iter().flatten().any(|entry| u32::from(entry.plies) <= plies)
    }

    fn tries(&self) -> (Vec<Cell>, Need) {
        let (wins, blocks) = (winning_cells(self), threatened_cells(self));
        let sets = [(wins, Need::Win), (blocks, Need::Block), (self.empty(), Need::None)];
        let (set, need) = sets.into_iter().find(|&(set, _)| set != 0).expect("the game goes on");
        (Cell::of_set(set).collect(), need)
    }
}

impl Judged for Opening {
    fn is_certified(&self, plies: u32) -> bool {
        let certificate = gomoku_solution::committed(self.game().setup());
        plies >= latest(self.game().squares_left())
            && certificate.is_some_and(|solution| solution.find(self.game()).is_some())
    }

    const STEPS: &'static [Width] = &[Width::Fours, Width::Threes, Width::All];

    fn makes_three(&self, m: OpeningMove) -> bool {
        let (Some(square), stones, own) = (m.square(), self.game().stones(), self.to_move()) else {
            return true;
        };
        let own_or_none = |steps, direction| match square.step(direction, steps) {
            beyond if !stones.contains(beyond) => None,
            other if stones.is_empty(other) => Some(0),
            other => (stones.at(other) == Some(own)).then_some(1),
        };
        Direction::ALL.into_iter().any(|direction| {
            (-4..=0).any(|first| {
                let row = (first..first + 5).map(|steps| own_or_none(steps, direction));
                row.sum::<Option<u32>>().is_some_and(|number| number >= 2)
            })
        })
    }

    fn tries(&self) -> (Vec<OpeningMove>, Need) {
        let (stones, rules, own) = (self.game().stones(), self.game().setup().rules(), self.to_move());
        let fives = |side: Side| -> Vec<_> {
            let rows = stones.lines_with(side, 4);
            let squares = rows.flat_map(|(direction, view, first)| {
                let fives = bits(view.empty).filter(move |&place| view.wins(place, rules.exactly_five(side)));
                let steps = fives.map(move |place| place as i32 - view.place as i32);
                steps.map(move |steps| OpeningMove::Stone(first.step(direction, steps)))
            });
            squares.collect()
        };
        let wins = fives(own);
        if !wins.is_empty() {
            return (wins[..1].to_vec(), Need::Win);
        }
        let blocks: Vec<_> = fives(own.other()).into_iter().filter(|&m| self.is_legal(m)).collect();
        if !blocks.is_empty() {
            return (blocks, Need::Block);
        }
        (self.moves(), Need::None)
    }
}

impl Judged for Draughts {
    const STEPS: &'static [Width] = &[Width::All];

    fn tries(&self) -> (Vec<Self::Move>, Need) {
        (self.moves(), Need::None)
    }

    fn is_irreversible(&self, m: Self::Move) -> bool {
        self.is_irreversible(m)
    }
}

/// A position on the way.
struct Node<G> {
    position: G,
    /// Plies that may still be played.
    left: u32,
    /// Plies since the last irreversible one.
    quiet: usize,
}

/// Proof and disproof number.
type Numbers = (u32, u32);

/// Whether one side wins a game from where it is.
pub(crate) struct Referee<G: Judged> {
    attacker: Side,
    /// Positions that have come up twice: once more is a draw. (A side that wins as soon as it can comes back to no
    /// position of its own way.)
    twice: HashSet<u64>,
    /// The claim's own line: among equals its moves are tried first, then those that have won elsewhere.
    line: HashSet<u64>,
    won: HashMap<G::Move, u32>,
    known: HashMap<(u64, u32, usize), Numbers>,
    width: Width,
    /// So many more positions may be looked into.
    budget: usize,
    root: Node<G>,
}

impl<G: Judged> Referee<G> {
    /// The question whether this side wins from here within so many plies, as this line is to show.
    pub(crate) fn new(game: &Played<G>, attacker: Side, plies: u32, line: &[G::Move], budget: usize) -> Self {
        let mut position = game.start().clone();
        let mut quiet = 0;
        for m in game.moves() {
            quiet = if position.is_irreversible(m) { 0 } else { quiet + 1 };
            position.play(m);
        }
        let (mut seen, mut twice) = (HashSet::new(), HashSet::new());
        twice.extend(game.keys().iter().copied().filter(|&key| !seen.insert(key)));
        let mut end = position.clone();
        let keys = line.iter().map(|&m| {
            end.play(m);
            end.key()
        });
        Self {
            attacker,
            twice,
            line: keys.collect(),
            won: HashMap::new(),
            known: HashMap::new(),
            width: Width::All,
            budget,
            root: Node { position, left: plies, quiet },
        }
    }

    /// Whether it does; `None` if the budget, which is that of each step, ended before that was known.
    pub(crate) fn verdict(mut self) -> Option<bool> {
        if let Some(outcome) = self.root.position.outcome() {
            return Some(outcome == Outcome::Win(self.attacker));
        }
        let budget = self.budget;
        G::STEPS.iter().find_map(|&width| {
            (self.width, self.budget) = (width, budget);
            self.known.clear();
            let root = Node { position: self.root.position.clone(), ..self.root };
            if width == Width::Fours {
                self.budget *= 10;
                return self.forces(&root).then_some(true);
            }
            match self.search(&root, (INFINITE, INFINITE)) {
                (0, _) => Some(true),
                // Fewer moves than there are refute nothing.
                (_, 0) if width == Width::All => Some(false),
                _ => None,
            }
        })
    }

    /// Whether the attacker wins a position that is not over by threats alone: depth first, what has won elsewhere first.
    fn forces(&mut self, node: &Node<G>) -> bool {
        if let Some(&(proof, _)) = self.known.get(&key_of(node)) {
            return proof == 0;
        }
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let attacks = node.position.to_move() == self.attacker;
        let (mut moves, need) = node.position.tries();
        let wins = if need == Need::Win {
            attacks
        } else if attacks && node.position.is_certified(node.left) {
            true
        } else if node.left < 2 + u32::from(attacks) {
            false
        } else {
            moves.sort_by_cached_key(|m| {
                Reverse((self.line.contains(&node.position.after(*m).key()), self.won.get(m).copied()))
            });
            let mut succeeds = |m| match self.child(node, m, attacks && need == Need::None) {
                Some((_, Some((proof, _)))) => proof == 0,
                Some((child, None)) => self.forces(&child),
                None => false,
            };
            match attacks {
                true => moves
                    .iter()
                    .find(|&&m| succeeds(m))
                    .map(|&m| *self.won.entry(m).or_default() += 1)
                    .is_some(),
                false => moves.into_iter().all(succeeds),
            }
        };
        self.known.insert(key_of(node), if wins { (0, INFINITE) } else { (INFINITE, 0) });
        wins
    }

    /// The numbers of a position that is not over, searched until one of them reaches its bound.
    fn search(&mut self, node: &Node<G>, most: Numbers) -> Numbers {
        let attacks = node.position.to_move() == self.attacker;
        let (moves, need) = node.position.tries();
        let held = attacks && need == Need::None && self.width != Width::All;
        let mut children: Vec<_> = moves
            .into_iter()
            .filter_map(|m| self.child(node, m, held).map(|(child, at_once)| (child, at_once, m)))
            .collect();
        children.sort_by_cached_key(|(child, _, m)| {
            Reverse((self.line.contains(&child.position.key()), self.won.get(m).copied()))
        });
        self.budget = self.budget.saturating_sub(1);
        loop {
            let numbers: Vec<Numbers> = children
                .iter()
                .map(|(child, at_once, _)| at_once.unwrap_or_else(|| self.known[&key_of(child)]))
                .map(|(proof, disproof)| if attacks { (proof, disproof) } else { (disproof, proof) })
                .collect();
            // As the side to move sees it: one move has to succeed, or all to fail.
            let least = numbers.iter().map(|number| number.0).min().unwrap_or(INFINITE);
            let sum = numbers.iter().fold(0, |sum: u32, number| (sum + number.1).min(INFINITE));
            let here = if attacks { (least, sum) } else { (sum, least) };
            if here.0 >= most.0 || here.1 >= most.1 || here.0 == 0 || here.1 == 0 || self.budget == 0 {
                self.known.insert(key_of(node), here);
                if let (true, 0, Some(best)) =
                    (attacks, here.0, numbers.iter().position(|number| number.0 == 0))
                {
                    *self.won.entry(children[best].2).or_default() += 1;
                }
                return here;
            }
            let best = numbers.iter().position(|number| number.0 == least).expect("a move");
            let second =
                numbers.iter().enumerate().filter(|&(n, _)| n != best).map(|(_, number)| number.0).min();
            let (most_own, most_sum) = if attacks { most } else { (most.1, most.0) };
            let own = most_own.min(second.unwrap_or(INFINITE).saturating_add(1));
            let rest = most_sum.saturating_sub(sum - numbers[best].1).min(INFINITE);
            self.search(&children[best].0, if attacks { (own, rest) } else { (rest, own) });
        }
    }

    /// The position after a move, and its numbers if they are known by the rules. `None` if it is not wide enough and the side `held`
    /// to that.
    fn child(&mut self, node: &Node<G>, m: G::Move, held: bool) -> Option<(Node<G>, Option<Numbers>)> {
        if held && self.width == Width::Threes && !node.position.makes_three(m) {
            return None;
        }
        let quiet = if node.position.is_irreversible(m) { 0 } else { node.quiet + 1 };
        let position = node.position.after(m);
        let child = Node { position, left: node.left - 1, quiet };
        let at_once = self.at_once(&child);
        if self.width == Width::Fours {
            let threatens = !held || at_once.is_some() || child.position.tries().1 == Need::Block;
            return threatens.then_some((child, at_once));
        }
        if at_once.is_none() && !self.known.contains_key(&key_of(&child)) {
            let (moves, need) = child.position.tries();
            let attacks = child.position.to_move() == self.attacker;
            let number = moves.len() as u32;
            let first = match (attacks, need) {
                (true, Need::Win) => (0, INFINITE),
                (true, _) if child.position.is_certified(child.left) => (0, INFINITE),
                (false, Need::Win) => (INFINITE, 0),
                (true, _) if child.left < 3 && G::STEPS.len() > 1 => (INFINITE, 0),
                (true, _) => (1, number),
                (false, _) => (number, 1),
            };
            self.known.insert(key_of(&child), first);
        }
        Some((child, at_once))
    }

    fn at_once(&self, child: &Node<G>) -> Option<Numbers> {
        let won = match child.position.outcome() {
            Some(outcome) => outcome == Outcome::Win(self.attacker),
            None if child.left == 0 || child.quiet >= QUIET_PLIES => false,
            None if self.twice.contains(&child.position.key()) => false,
            None => return None,
        };
        Some(if won { (0, INFINITE) } else { (INFINITE, 0) })
    }
}

fn key_of<G: Game>(node: &Node<G>) -> (u64, u32, usize) {
    (node.position.key(), node.left, node.quiet)
}
