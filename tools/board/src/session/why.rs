//! Why a program moves: what it would play in the position that is looked at, the reason that it gives, the line that it expects, and
//! what it sees without searching, for the page to draw.

use super::answers::Hearing;
use super::work::Work;
use super::{Done, Gone, Session};
use crate::memories;
use crate::message::{Chosen, ToPage};
use crate::scratch::Folder;

impl Session {
    pub(super) fn why(&mut self, chosen: &Chosen, memory: &str) -> Done {
        self.goes_on()?;
        let folder = memories::place(&self.means.scratch, memory)?;
        let path = folder.file(memories::FILE);
        let more = [("Memory", path.as_str())];
        let by = chosen.strategy.clone().unwrap_or_else(|| chosen.engine.clone());
        let work = Why {
            _folder: folder,
            chosen: chosen.clone(),
            by,
            node: self.tree.here(),
            answer: None,
            done: false,
        };
        self.begin_work(Box::new(work), chosen, if memory.is_empty() { &[] } else { &more })
    }
}

struct Why {
    /// Where its memory lies.
    _folder: Folder,
    chosen: Chosen,
    by: String,
    node: usize,
    /// The move, and what was said of it.
    answer: Option<(String, Hearing)>,
    done: bool,
}

impl Work for Why {
    fn ask(&mut self, session: &mut Session) -> Done<bool> {
        if self.done {
            return Ok(false);
        }
        let (go, _) = super::choosing::go_within(self.chosen.limit);
        let go = if self.answer.is_some() { "eval\nisready" } else { &go };
        session.ask_worker(self.node, session.commands(self.node, &[], go));
        Ok(true)
    }

    fn hear(&mut self, session: &mut Session, m: String, hearing: Hearing) -> Result<(), Gone> {
        let Some((m, said)) = self.answer.take() else {
            self.answer = Some((m, hearing));
            return Ok(());
        };
        self.done = true;
        session.tell(ToPage::Why {
            node: self.node,
            by: self.by.clone(),
            m,
            reason: said.reason(),
            score: said.score,
            pv: said.pv,
            view: hearing.view.join("\n"),
        })
    }
}
