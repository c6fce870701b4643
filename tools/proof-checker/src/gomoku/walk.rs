//! Plays black's moves against white's replies, from the start to the end of every game (`proof-format.md`, "Go-Moku"):
//! every class of positions with white to move once, those with the same number of stones at the same time.

use super::board::Rules;
use super::entries::Entries;
use super::position::Position;
use super::replies::{Broken, Outcome, Replies, Won};
use super::square::{Square, square_name};
use super::symmetry::{Permutation, source};
use crate::{Options, Progress, Refusal};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// What is to be checked, and how.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a> {
    pub(super) start: &'a Position,
    pub(super) rules: Rules,
    pub(super) entries: &'a Entries,
    pub(super) options: Options,
}

/// A class of positions with white to move, all of whose replies have to lose.
struct Class<'a> {
    /// The canonical one; of the first class the one that games begin with.
    position: Position,
    from: Option<Step<'a>>,
}

/// How games come to a class first.
struct Step<'a> {
    /// The number of the class before, among those with two stones less.
    class: usize,
    /// White's reply there and black's move after it, as the position stands there.
    moves: [Square; 2],
    /// Leads from there to here.
    symmetry: &'a Permutation,
}

/// Where games go from a class.
struct Lost {
    /// The moves of the longest game that ends by black's threats alone.
    longest: u32,
    /// The numbers of the classes that follow, among those with two stones more.
    next: Vec<usize>,
}

/// What came of the classes with the same number of stones, by their numbers; the rest is not looked at once one breaks the proof.
type Outcomes = Vec<Option<Result<Outcome, Broken>>>;

impl<'a> Walk<'a> {
    /// The moves of the longest game. The entries know which of them have been reached.
    ///
    /// # Errors
    /// The line of play that breaks the proof.
    pub(super) fn check(self, watch: &mut dyn FnMut(Progress)) -> Result<u32, Refusal> {
        let (mut position, mut opening) = (*self.start, None);
        if position.black_moves {
            match self.replies().black_to_move().map_err(|broken| self.refusal(&broken))? {
                Won::ByThreats { plies, .. } => return Ok(plies),
                Won::Playing(square) => {
                    position.put(square);
                    opening = Some(square);
                }
            }
        }
        let mut progress = Progress { entries: self.entries.by_class.len(), ..Progress::default() };
        let (mut levels, mut lost) = (vec![vec![Class { position, from: None }]], Vec::new());
        while let Some(level) = levels.last().filter(|level| !level.is_empty()) {
            let outcomes = self.outcomes(level, &mut progress, watch);
            match self.follow(level, outcomes) {
                Ok((these, next)) => {
                    lost.push(these);
                    levels.push(next);
                }
                Err((class, Broken { line, illegal, why })) => {
                    let both = line.into_iter().chain(illegal);
                    let mut line: Vec<_> = opening.into_iter().chain(line_to(&levels, class, both)).collect();
                    let illegal = illegal.and_then(|_| line.pop());
                    return Err(self.refusal(&Broken { line, illegal, why }));
                }
            }
        }
        Ok(longest(&lost) + u32::from(opening.is_some()))
    }

    fn replies(self) -> Replies<'a> {
        Replies::new(self.start, self.rules, self.entries, self.options)
    }

    /// What comes of each class's replies, several classes at a time.
    fn outcomes(
        self,
        level: &[Class<'_>],
        progress: &mut Progress,
        watch: &mut dyn FnMut(Progress),
    ) -> Outcomes {
        let (taken, (tell, told)) = (&AtomicUsize::new(0), mpsc::channel());
        let mut outcomes: Outcomes = level.iter().map(|_| None).collect();
        std::thread::scope(|scope| {
            for tell in vec![tell; self.options.threads.clamp(1, level.len())] {
                scope.spawn(move || {
                    let mut replies = self.replies();
                    loop {
                        let number = taken.fetch_add(1, Ordering::Relaxed);
                        let Some(class) = level.get(number) else { break };
                        let outcome = replies.to(&class.position);
                        if outcome.is_err() {
                            taken.store(level.len(), Ordering::Relaxed);
                        }
                        if tell.send((number, outcome)).is_err() {
                            break;
                        }
                    }
                });
            }
            for (number, outcome) in told {
                progress.positions += 1;
                progress.replies += outcome.as_ref().map_or(0, |outcome| outcome.replies);
                progress.choices = self.entries.by_class.reached();
                watch(*progress);
                outcomes[number] = Some(outcome);
            }
        });
        outcomes
    }

    /// Where games go from classes whose replies all lose, and the classes that they come to; or the first class that breaks the
    /// proof.
    fn follow(
        self,
        level: &[Class<'a>],
        outcomes: Outcomes,
    ) -> Result<(Vec<Lost>, Vec<Class<'a>>), (usize, Broken)> {
        let (mut lost, mut classes, mut numbers) = (Vec::new(), Vec::new(), HashMap::new());
        for (class, outcome) in outcomes.into_iter().enumerate() {
            let Some(outcome) = outcome else { continue };
            let Outcome { longest, playing, .. } = outcome.map_err(|broken| (class, broken))?;
            let mut number = |moves: [Square; 2]| {
                let mut after = level[class].position;
                moves.into_iter().for_each(|square| after.put(square));
                let (position, symmetry) = self.entries.class(&after);
                *numbers.entry(position).or_insert_with(|| {
                    classes.push(Class { position, from: Some(Step { class, moves, symmetry }) });
                    classes.len() - 1
                })
            };
            let next = playing.into_iter().map(&mut number).collect();
            lost.push(Lost { longest, next });
        }
        Ok((lost, classes))
    }

    fn refusal(self, broken: &Broken) -> Refusal {
        let mut position = *self.start;
        broken.line.iter().for_each(|&square| position.put(square));
        let moves = broken.line.iter().chain(&broken.illegal);
        let moves: Vec<String> = moves.map(|&square| square_name(position.size, square)).collect();
        Refusal::in_play(&moves, position, &broken.why)
    }
}

/// The moves that lead to a class of the last level and then these, as the board stands in the first class.
fn line_to(levels: &[Vec<Class<'_>>], mut class: usize, moves: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut line: Vec<Square> = moves.collect();
    for level in levels.iter().rev() {
        let Some(Step { class: before, moves, symmetry }) = &level[class].from else { break };
        let back = line.iter().map(|&square| source(square, symmetry));
        line = moves.iter().copied().chain(back).collect();
        class = *before;
    }
    line
}

/// The moves of the longest game from the first class.
fn longest(levels: &[Vec<Lost>]) -> u32 {
    let mut below: Vec<u32> = Vec::new();
    for level in levels.iter().rev() {
        let of = |lost: &Lost| lost.next.iter().map(|&next| 2 + below[next]).fold(lost.longest, u32::max);
        below = level.iter().map(of).collect();
    }
    below.first().copied().unwrap_or_default()
}
