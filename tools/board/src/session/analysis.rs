//! Engines that look at the position side by side, following wherever the page looks.

use super::{Done, Role, Session};
use crate::message::Chosen;

/// More engines than this do not look at a time.
const MOST: usize = 4;
/// More lines than this are not asked for.
const MOST_LINES: u32 = 64;

#[derive(Default)]
pub(super) struct Analysis {
    engines: Vec<Chosen>,
}

impl Session {
    pub(super) fn analyse(&mut self, engines: Vec<Chosen>, lines: u32) -> Done {
        if engines.is_empty() || engines.len() > MOST || !(1..=MOST_LINES).contains(&lines) {
            return Err(format!("one to {MOST} engines look, and each gives 1 to {MOST_LINES} lines").into());
        }
        engines.iter().try_for_each(|chosen| self.check(chosen))?;
        self.stop_analysis();
        for (number, chosen) in engines.iter().enumerate() {
            let lines = lines.to_string();
            let takes_lines =
                self.means.catalogue.engines.iter().any(|card| card.name == chosen.engine && card.many_lines);
            let more = [("MultiPV", lines.as_str())];
            self.employ(Role::Analyst(number), chosen, if takes_lines { &more } else { &[] })?;
        }
        self.analysis.engines = engines;
        self.follow();
        Ok(())
    }

    pub(super) fn stop_analysis(&mut self) {
        self.analysis.engines.clear();
        self.dismiss(|role| matches!(role, Role::Analyst(_)));
    }

    /// Has all that look at a position look at this one.
    pub(super) fn follow(&mut self) {
        let (node, over) = (self.tree.here(), self.is_over());
        for number in 0..self.analysis.engines.len() {
            let role = Role::Analyst(number);
            let Some(employed) = self.employed(role) else { continue };
            if over {
                employed.stop();
                employed.hearing.search = 0;
            } else if employed.hearing.search == 0 || employed.hearing.node != node {
                let commands = self.commands(node, &[], "go infinite");
                self.ask(role, node, commands, None);
            }
        }
    }
}
