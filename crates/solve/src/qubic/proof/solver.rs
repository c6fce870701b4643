//! The value of a Qubic position: both sides are tried as attackers, the likelier winner mostly, until one is proven to
//! win or neither can.

use super::{Attack, first_numbers, solution};
use crate::qubic::forced_win::{ANY_LENGTH, Effort, ForcedWins, Win};
use games::qubic::{Cell, Qubic};
use games::{Game, Outcome, Side};
use search::Control;
use search::proof_number::graph::{Bounds, Graph, Progress, Verdict, damaged, progress, search};
use std::io::{self, Read, Write};

/// Positions that the forced-win search may look at before a graph is begun.
const FORCED: Effort = Effort { nodes: 1_000_000, complete: true };

/// Expansions in one turn of the likely winner; the other side's turns are an eighth of that.
const TURN: u64 = 16_384;

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    pub position: Qubic,
    /// The only side that is tried as the attacker; both if `None`.
    pub attacker: Option<Side>,
    /// The attacker must have won when this many stones are on the board; 64 for 'at all'.
    pub last_ply: u32,
}

impl Question {
    /// What the position is worth.
    pub const fn value_of(position: Qubic) -> Self {
        Self { position, attacker: None, last_ply: 64 }
    }
}

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct SolverLimits {
    /// Memory of the graphs, in bytes.
    pub bytes: usize,
    /// Positions expanded since the search was begun, over all attackers.
    pub expansions: u64,
}

impl Default for SolverLimits {
    fn default() -> Self {
        Self { bytes: usize::MAX, expansions: u64::MAX }
    }
}

/// What has been found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The value of the position; with one attacker or a last ply, a win only.
    Value(Outcome),
    /// The one attacker asked for cannot win (in time).
    NoWin(Side),
    Unknown,
}

/// What a search has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Positions in the graphs.
    pub nodes: u64,
    pub expansions: u64,
    /// Calls of the forced-win search.
    pub calls: u64,
    /// Positions that it looked at.
    pub forced_nodes: u64,
    /// Memory of the graphs, in bytes.
    pub bytes: u64,
}

struct Trial {
    side: Side,
    graph: Graph<Attack>,
    workers: Vec<Attack>,
}

/// A search for the value of a position, which can be left and taken up again.
pub struct Solver {
    question: Question,
    trials: Vec<Trial>,
    forced: Option<Win>,
}

impl Solver {
    /// A search that has not begun, for this many threads (at least one).
    pub fn new(question: &Question, threads: usize) -> Self {
        let mover = question.position.to_move();
        let sides = match question.attacker {
            Some(side) => vec![side],
            None => vec![mover, mover.other()],
        };
        let forced = (sides.contains(&mover) && question.position.outcome().is_none())
            .then(|| forced_win(&question.position, question.last_ply))
            .flatten();
        let trials = sides
            .into_iter()
            .map(|side| {
                let workers: Vec<_> =
                    (0..threads.max(1)).map(|_| Attack::within(side, question.last_ply)).collect();
                let graph = Graph::new(&workers[0], question.position.canonical());
                Trial { side, graph, workers }
            })
            .collect();
        Self { question: *question, trials, forced }
    }

    /// Looking longer for forced wins: the proof comes later and is smaller.
    pub fn thorough(mut self) -> Self {
        for trial in &mut self.trials {
            trial.workers = trial.workers.drain(..).map(Attack::thorough).collect();
        }
        self
    }

    /// What is to be found out.
    pub const fn question(&self) -> &Question {
        &self.question
    }

    /// What has been found out.
    pub fn answer(&self) -> Answer {
        if let Some(outcome) = self.question.position.outcome() {
            return Answer::Value(outcome);
        }
        if self.forced.is_some() {
            return Answer::Value(Outcome::Win(self.question.position.to_move()));
        }
        let verdict = |trial: &Trial| trial.graph.verdict();
        if let Some(won) = self.trials.iter().find(|trial| verdict(trial) == Verdict::Proven) {
            return Answer::Value(Outcome::Win(won.side));
        }
        match self.question.attacker {
            _ if !self.trials.iter().all(|trial| verdict(trial) == Verdict::Disproven) => Answer::Unknown,
            Some(side) => Answer::NoWin(side),
            None => Answer::Value(Outcome::Draw),
        }
    }

    /// Searches until the answer is known, `control` says stop, or a limit is reached. `report` hears now and then which
    /// attacker is being tried and how his proof stands; before each round of turns `pause` may look at what there is, to [save](Self::save) it.
    pub fn run(
        &mut self,
        limits: &SolverLimits,
        control: &Control,
        report: &mut (dyn FnMut(Side, &Progress) + Send),
        pause: &mut dyn FnMut(&Self),
    ) -> Answer {
        let favourite = self.favourite();
        while self.answer() == Answer::Unknown && !control.must_stop() {
            pause(self);
            let mut moved = false;
            for i in 0..self.trials.len() {
                let cost = self.cost();
                let bytes = (limits.bytes as u64).saturating_sub(cost.bytes);
                let left = limits.expansions.saturating_sub(cost.expansions);
                let trial = &mut self.trials[i];
                let turn = if trial.side == favourite { TURN } else { TURN / 8 };
                let before = trial.graph.expansions();
                let bounds = Bounds {
                    bytes: trial.graph.bytes().saturating_add(bytes as usize),
                    expansions: before + turn.min(left),
                    ..Bounds::default()
                };
                let side = trial.side;
                let mut tell = progress(|graph| report(side, &graph.progress()));
                search(&mut trial.graph, &mut trial.workers, &bounds, control, &mut tell);
                moved |= trial.graph.expansions() > before;
                if self.answer() != Answer::Unknown {
                    break;
                }
            }
            if !moved {
                break;
            }
        }
        self.answer()
    }

    /// The side whose lines look better; the side to move if they look the same.
    fn favourite(&self) -> Side {
        let position = &self.question.position;
        let looks = |trial: &&Trial| {
            let field = trial.workers[0].field(position);
            (first_numbers::of_attacker(&field), trial.side != position.to_move())
        };
        self.trials.iter().min_by_key(looks).map_or(Side::First, |trial| trial.side)
    }

    /// The graph and a worker of the side that is proven to win.
    pub fn proof(&mut self) -> Option<(&mut Graph<Attack>, &mut Attack)> {
        let trial = self.trials.iter_mut().find(|trial| trial.graph.verdict() == Verdict::Proven)?;
        Some((&mut trial.graph, trial.workers.first_mut()?))
    }

    /// The winner's moves, where a win is known: empty if it is a forced win by threes.
    pub fn moves(&self) -> Option<solution::Moves> {
        match self.answer() {
            Answer::Value(Outcome::Win(_)) if self.forced.is_some() => Some(solution::Moves::new()),
            Answer::Value(Outcome::Win(side)) => {
                self.trials.iter().find(|trial| trial.side == side).and_then(|t| solution::moves(&t.graph))
            }
            _ => None,
        }
    }

    /// The forced win by threes of the side to move, if that is how the position is won.
    pub const fn forced(&self) -> Option<&Win> {
        self.forced.as_ref()
    }

    /// What the search has cost.
    pub fn cost(&self) -> Cost {
        let mut cost = Cost::default();
        for trial in &self.trials {
            cost.nodes += trial.graph.nodes() as u64;
            cost.expansions += trial.graph.expansions();
            cost.bytes += trial.graph.bytes() as u64;
            for worker in &trial.workers {
                let (calls, nodes) = worker.forced_win_calls();
                cost.calls += calls;
                cost.forced_nodes += nodes;
            }
        }
        cost
    }

    /// Writes the state of the search.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&describe(&self.question))?;
        for trial in &self.trials {
            trial.graph.save(out, stones, |cell| cell.index() as u16)?;
        }
        Ok(())
    }

    /// Takes up a search from its state; `None` if that is the state of another question.
    ///
    /// # Errors
    /// If the bytes cannot be read or are no state.
    pub fn load(question: &Question, threads: usize, input: &mut impl Read) -> io::Result<Option<Self>> {
        let mut solver = Self::new(question, threads);
        let mut head = [0; HEAD];
        input.read_exact(&mut head)?;
        if head != describe(question) {
            return Ok(None);
        }
        for trial in &mut solver.trials {
            let cell = |number| Cell::new(usize::from(number));
            trial.graph = Graph::load(&trial.workers[0], input, position, cell)?;
            if *trial.graph.position(0) != question.position.canonical() {
                return Err(damaged());
            }
        }
        Ok(Some(solver))
    }
}

/// A shortest forced win of the side to move that is complete when there are `last_ply` stones on the board.
pub(super) fn forced_win(position: &Qubic, last_ply: u32) -> Option<Win> {
    let plies = match last_ply {
        64 => ANY_LENGTH,
        last => last.saturating_sub(position.ply()),
    };
    ForcedWins::new(18).shortest(&super::Field::of(position), FORCED, plies)
}

const HEAD: usize = 24;

/// The question in bytes: a state is taken up only by the same one.
fn describe(question: &Question) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..16].copy_from_slice(&stones(&question.position));
    head[16] = match question.attacker {
        None => 0,
        Some(Side::First) => 1,
        Some(Side::Second) => 2,
    };
    head[17] = question.last_ply as u8;
    head
}

fn stones(position: &Qubic) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&position.stones(Side::First).to_le_bytes());
    bytes[8..].copy_from_slice(&position.stones(Side::Second).to_le_bytes());
    bytes
}

fn position(bytes: [u8; 16]) -> Option<Qubic> {
    let (x, o) = bytes.split_at(8);
    let set = |half: &[u8]| half.try_into().ok().map(u64::from_le_bytes);
    Qubic::from_sets(set(x)?, set(o)?).ok()
}
