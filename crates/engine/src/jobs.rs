//! What the searcher's jobs do with a strategy: pass on its reports, announce its choice, count leaves, run the bench.

use super::event::{Event, Info};
use super::registry::Games;
use super::searcher::Sink;
use super::session::SearchOrder;
use games::{Game, Notation, Played};
use search::host::Instant;
use search::{Control, Limits, Score};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use strategies::agent::Agent;
use strategies::learning::Memory;
use strategies::settings::Settings;
use strategies::{Choice, Context, Line, Playable, Progress, Report, Row};

/// Takes the agent, which starts again when that is wanted (`afresh`) and when its strategy broke.
pub(crate) fn lock<G: Playable>(agent: &Mutex<Agent<G>>, afresh: bool) -> MutexGuard<'_, Agent<G>> {
    let broke = agent.is_poisoned();
    agent.clear_poison();
    let mut guard = agent.lock().unwrap_or_else(PoisonError::into_inner);
    if afresh || broke {
        guard.start_again(broke);
    }
    guard
}

/// Turns a strategy's reports into events, at a rate that a reader can stand.
pub(crate) struct Reporter<'a, G: Game> {
    order: &'a SearchOrder,
    played: &'a Played<G>,
    sink: &'a Sink<'a>,
    /// What was last said: rank, depth, when.
    last: Option<(usize, u32, Instant)>,
}

/// Lines of the same rank and depth follow each other no faster than this.
const LEAST_INTERVAL: Duration = Duration::from_millis(50);

impl<'a, G: Game> Reporter<'a, G> {
    pub(crate) const fn new(order: &'a SearchOrder, played: &'a Played<G>, sink: &'a Sink<'a>) -> Self {
        Self { order, played, sink, last: None }
    }

    /// Passes a report on, unless one like it has just been.
    pub(crate) fn tell(&mut self, report: Report<G>) {
        match report {
            Report::Words(words) => self.sink.send(Event::Message(words)),
            Report::Line { rank, line, progress } => {
                let again = self.last.is_some_and(|(last_rank, depth, when)| {
                    last_rank == rank && depth == progress.depth && when.elapsed() < LEAST_INTERVAL
                });
                if !again {
                    self.last = Some((rank, progress.depth, Instant::now()));
                    let info = Info {
                        rank,
                        score: line.score,
                        bound: line.bound,
                        pv: line_text(self.played, &line, self.order.notation),
                        progress,
                        time: self.order.control.elapsed(),
                    };
                    self.sink.send(Event::Info(info));
                }
            }
        }
    }
}

/// What plays on what: strategy, game, position, and the options that are not as at first.
pub(crate) fn state<G: Game>(games: &Games, row: &Row<G>, played: &Played<G>, settings: &Settings) -> String {
    let mut words = format!("{} on {}: position fen {}", row.name, G::NAME, played.start().to_text());
    if played.plies() > 0 {
        words.push_str(&format!(" moves {}", played.move_texts(Notation::default()).join(" ")));
    }
    for spec in games.options().iter().filter(|spec| settings.is_changed(spec)) {
        let value = settings.value(spec).map_or_else(String::new, |value| value.to_string());
        words.push_str(&format!(", {}={value}", spec.name));
    }
    words
}

/// What ended a search, for the log.
pub(crate) fn ending(order: &SearchOrder, progress: &Progress) -> &'static str {
    match order.nodes {
        _ if order.control.is_stopped() => "told to stop",
        _ if order.control.enough() => "out of time",
        Some(most) if progress.nodes >= most => "at its limit of nodes",
        _ if order.depth.is_some() => "at its depth, or by itself",
        _ => "by itself",
    }
}

/// Sends the end of a search: the reason, every line for the last time, and the move.
pub(crate) fn announce<G: Game>(
    choice: &Choice<G>,
    order: &SearchOrder,
    played: &Played<G>,
    sink: &Sink<'_>,
) {
    if choice.resigns {
        sink.send(Event::Message("resigns".into()));
    }
    if !choice.reason.is_empty() {
        sink.send(Event::Message(choice.reason.clone()));
    }
    let score = choice.lines.first().map(|line| line.score);
    if let Some(within) = order.win_within
        && !matches!(score, Some(Score::Win { in_plies }) if in_plies <= within)
    {
        sink.send(Event::Message(format!("no win within {within} plies found")));
    }
    let time = order.control.elapsed();
    for (index, line) in choice.lines.iter().enumerate().rev() {
        sink.send(Event::Info(Info {
            rank: index + 1,
            score: line.score,
            bound: line.bound,
            pv: line_text(played, line, order.notation),
            progress: choice.progress,
            time,
        }));
    }
    let best = choice.best().map(|m| played.position().move_text(m, order.notation));
    sink.send(Event::BestMove(best));
}

/// The moves of a line as text, each written in the position where it is played.
fn line_text<G: Game>(played: &Played<G>, line: &Line<G>, notation: Notation) -> Vec<String> {
    let mut position = played.position().clone();
    let mut texts = Vec::with_capacity(line.moves.len());
    for &m in &line.moves {
        if !position.is_legal(m) {
            log::warn!(
                "a line holds an illegal move and is cut short there: {}",
                played.position().to_text()
            );
            debug_assert!(false, "a line holds an illegal move");
            break;
        }
        texts.push(position.move_text(m, notation));
        position.play(m);
    }
    texts
}

/// Counts leaves move by move, ending with the line `nodes C`.
pub(crate) fn perft<G: Game>(
    played: &Played<G>,
    depth: u32,
    notation: Notation,
    control: &Control,
    sink: &Sink<'_>,
) {
    let mut total = u64::from(depth == 0);
    if depth > 0 {
        let mut position = played.position().clone();
        for m in played.legal_moves() {
            let Some(leaves) = perft_below(&mut position, m, depth, control) else {
                sink.conclude(Event::Message("stopped before the count was complete".into()));
                return;
            };
            sink.send(Event::Text(format!("{} {leaves}", position.move_text(m, notation))));
            total += leaves;
        }
    }
    let seconds = control.elapsed().as_secs_f64().max(1e-9);
    sink.send(Event::Message(format!(
        "{:.3} s, {:.1} million leaves per second",
        seconds,
        total as f64 / seconds / 1e6
    )));
    sink.conclude(Event::Text(format!("nodes {total}")));
}

/// Counts the leaves below a move, looking at the stop flag two plies above them; `None` if stopped. (On the largest board of
/// Go-Moku that is for every 160,000 leaves.)
fn perft_below<G: Game>(position: &mut G, m: G::Move, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    let undo = position.play(m);
    let leaves = if depth <= 3 {
        Some(position.perft(depth - 1))
    } else {
        position.moves().into_iter().map(|next| perft_below(position, next, depth - 1, control)).sum()
    };
    position.undo(m, undo);
    leaves
}

/// Searches the bench positions with options at their defaults, ending with the line `N nodes M nps`.
pub(crate) fn bench<G: Playable>(games: &Games, row: &Row<G>, control: &Control, sink: &Sink<'_>) {
    let settings = Settings::defaults(games.options());
    let begin = Instant::now();
    let mut nodes = 0;
    for &(text, depth) in G::BENCH {
        let Ok(position) = G::from_text(&G::Setup::default(), text) else {
            sink.send(Event::Message(format!("bench position {text} cannot be read")));
            continue;
        };
        let played = Played::new(position);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let memory = Memory::none();
        let choice = (row.make)().choose(
            &played,
            &limits,
            &mut Context { control, settings: &settings, memory: &memory, report: &mut |_| {} },
        );
        if control.is_stopped() {
            sink.conclude(Event::Message("stopped before the bench was complete".into()));
            return;
        }
        nodes += choice.progress.nodes;
        sink.send(Event::Text(format!("{text} depth {depth} nodes {}", choice.progress.nodes)));
    }
    let rate = (nodes as f64 / begin.elapsed().as_secs_f64().max(1e-9)) as u64;
    sink.conclude(Event::Text(format!("{nodes} nodes {rate} nps")));
}
