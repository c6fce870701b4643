//! Thinking on the opponent's time: a search that an engine begins before it is its turn, and what becomes of it. Whatever
//! the engine says meanwhile is read while the other one thinks, so that it is never stopped by a full pipe.

use super::{Client, Heard, Reply, Task, keep, refusal};
use crate::engine::Source;
use crate::engine::fault::Trouble;
use std::time::{Duration, Instant};

/// A search on the opponent's time.
#[derive(Debug, Default)]
pub(super) struct Pondering {
    /// The answer, if it came before it was asked for: it counts once the expected move is played.
    early: Option<Reply>,
    /// What went wrong meanwhile; it counts when the engine is next spoken to.
    trouble: Option<Trouble>,
}

impl Client {
    /// Whether it thinks on the opponent's time now.
    pub(crate) const fn is_pondering(&self) -> bool {
        self.pondering.is_some()
    }

    /// Has it think about a position that ends in the move which it expects.
    pub(crate) fn begin_pondering(&mut self, task: &Task<'_>) -> Result<(), Trouble> {
        self.begin_search(task, true)?;
        let deadline = Instant::now() + self.timeouts.reply;
        self.process.send(&self.batch, deadline).map_err(|trouble| trouble.or_stall("told to ponder"))?;
        self.pondering = Some(Pondering::default());
        Ok(())
    }

    /// The move that it expected has been played: from now on its clock runs.
    pub(crate) fn ponder_hit(
        &mut self,
        time: Option<Duration>,
        other: Option<&mut Self>,
    ) -> Result<Reply, Trouble> {
        let pondering = self.pondering.take().unwrap_or_default();
        if let Some(trouble) = pondering.trouble {
            return Err(trouble);
        }
        if let Some(early) = pondering.early {
            // It is told all the same: it may wait for that before it believes that the search is over.
            let deadline = Instant::now() + self.timeouts.reply;
            self.process
                .send(self.speech.ponder_hit(), deadline)
                .map_err(|trouble| trouble.or_stall("pondering"))?;
            return Ok(early);
        }
        self.batch.clear();
        self.batch.push_str(self.speech.ponder_hit());
        self.answer(time, other)
    }

    /// Another move has been played, or the game is over: its search is stopped and its answer forgotten. Nothing if it
    /// does not ponder.
    pub(crate) fn end_pondering(&mut self) -> Result<(), Trouble> {
        let Some(pondering) = self.pondering.take() else { return Ok(()) };
        if let Some(trouble) = pondering.trouble {
            return Err(trouble);
        }
        let stalled = |trouble: Trouble| trouble.or_stall("told to stop pondering");
        let deadline = Instant::now() + self.timeouts.reply;
        // Behind both answers nothing of the old search can be taken for an answer to the next one.
        let words = self.speech.stop().to_owned() + &self.speech.ask_ready();
        self.process.send(&words, deadline).map_err(stalled)?;
        let (mut ready, mut answered) = (false, pondering.early.is_some());
        while !(ready && answered) {
            let line = self.process.line(deadline).map_err(stalled)?;
            ready |= self.speech.is_ready(&line).unwrap_or(false);
            answered |= matches!(self.speech.hear(&line, ""), Heard::Best(..));
        }
        Ok(())
    }

    /// Where its output arrives, to be waited for beside that of another engine; `None` if there is nothing to hear.
    pub(super) fn ear(&self) -> Option<Source<'_>> {
        let listening = self.pondering.as_ref().is_some_and(|pondering| pondering.trouble.is_none());
        listening.then(|| self.process.output())
    }

    /// Hears what a pondering engine has said so far.
    pub(super) fn listen(&mut self) {
        let result = self.hear_waiting();
        if let (Some(pondering), Err(trouble)) = (&mut self.pondering, result) {
            pondering.trouble = Some(trouble);
        }
    }

    fn hear_waiting(&mut self) -> Result<(), Trouble> {
        self.process.fill()?;
        while let Some(line) = self.process.waiting_line()? {
            match self.speech.hear(&line, &self.main_line) {
                Heard::Thought => keep(&mut self.main_line, &line),
                Heard::Resigns => self.resigns = true,
                Heard::Best(best, expected) => {
                    let early = self.reply(best, expected, Duration::ZERO);
                    if let Some(pondering) = &mut self.pondering {
                        pondering.early.get_or_insert(early);
                    }
                }
                Heard::Refuses(words) => return Err(refusal(&words)),
                Heard::Nothing | Heard::Say(_) => {}
            }
        }
        Ok(())
    }
}
