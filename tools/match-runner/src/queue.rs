//! The games that are to be played next, for whichever worker asks first. It may run empty for a while, when a round
//! must be complete before the next one is known: workers then wait.

use crate::schedule::Game;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Games in order, until it is closed.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    games: VecDeque<Game>,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds games behind those that are there.
    pub(crate) fn extend(&self, games: impl IntoIterator<Item = Game>) {
        self.lock().games.extend(games);
        self.changed.notify_all();
    }

    /// No game will come any more, and those that are left are not wanted.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// How many games wait.
    pub(crate) fn len(&self) -> usize {
        self.lock().games.len()
    }

    /// The next game; waits for one if need be. `None` once the queue is closed.
    pub(crate) fn take(&self) -> Option<Game> {
        let waiting = |state: &mut State| !state.closed && state.games.is_empty();
        let mut state = self.changed.wait_while(self.lock(), waiting).unwrap_or_else(PoisonError::into_inner);
        if state.closed { None } else { state.games.pop_front() }
    }
}

/// Closes a queue when it goes: a worker that ends for whatever reason must not leave the others waiting for ever.
#[derive(Debug)]
pub(crate) struct Closing<'a>(pub &'a Queue);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn workers_wait_for_games_and_for_the_end() {
        let game = |number| Game { number, pair: number / 2, opening: 0, engines: [0, 1] };
        let queue = Queue::default();
        thread::scope(|scope| {
            let worker = || {
                let mut seen = 0;
                while queue.take().is_some() {
                    seen += 1;
                }
                seen
            };
            let workers = [scope.spawn(worker), scope.spawn(worker)];
            queue.extend([game(0), game(1), game(2)]);
            while queue.len() > 0 {
                thread::yield_now();
            }
            drop(Closing(&queue));
            let seen: i32 = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
            assert_eq!(seen, 3);
        });
        queue.extend([game(3)]);
        assert!(queue.take().is_none(), "closed is closed");
    }
}
