//! How the match is going, while it goes: a bar on a terminal, a line now and then anywhere else. It goes to standard
//! error, so that standard output holds the result only.

use crate::console::say;
use crate::settings::Settings;
use crate::standings::Standings;
use crate::stats::elo::elo;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Without a terminal: the time between two lines.
const INTERVAL: Duration = Duration::from_secs(10);

/// Shows how a match goes.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Whether there is anyone to show it to.
    shown: bool,
    terminal: bool,
    /// Games that were there from earlier.
    before: u64,
    start: Instant,
    /// When something was shown last.
    last: Option<Instant>,
}

impl Progress {
    /// Begins with no game played; `shown` false shows nothing ever.
    pub(crate) fn new(shown: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = if shown && terminal { ProgressBar::new(0) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        let now = Instant::now();
        Self { bar, shown, terminal, before: 0, start: now, last: None }
    }

    /// So many games are there from earlier: they do not count for the speed.
    pub(crate) fn begin(&mut self, before: u64) {
        self.before = before;
        self.start = Instant::now();
    }

    /// Shows the standings after `finished` games have ended of `total` that are known.
    pub(crate) fn update(&mut self, settings: &Settings, standings: &Standings, finished: u64, total: u64) {
        let message = |it: &Self| format!("{}, {}", it.rate(finished), leader(settings, standings));
        self.show(finished, total, "games", message);
    }

    /// Shows how far a run has come, and what there is to say of it.
    pub(crate) fn show(
        &mut self,
        done: u64,
        total: u64,
        of_what: &str,
        message: impl FnOnce(&Self) -> String,
    ) {
        let now = Instant::now();
        // The bar draws twenty times a second at most; making its text more often would be for nothing.
        let pause = if self.terminal { Duration::from_millis(50) } else { INTERVAL };
        if !self.shown || (self.last.is_some_and(|last| now < last + pause) && done < total) {
            return;
        }
        self.last = Some(now);
        let message = message(self);
        if self.terminal {
            self.bar.set_length(total);
            self.bar.set_position(done);
            self.bar.set_message(message);
        } else {
            say(&format!("{done}/{total} {of_what}, {message}"));
        }
    }

    /// How many of these games were not there from earlier.
    pub(crate) const fn played(&self, games: u64) -> u64 {
        games.saturating_sub(self.before)
    }

    /// Games per second as text.
    pub(crate) fn rate(&self, games: u64) -> String {
        let rate = self.played(games) as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        if rate >= 100.0 { format!("{rate:.0} games/s") } else { format!("{rate:.1} games/s") }
    }

    /// The time since the match began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Takes the bar away, to make room for the result.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How the first engine does in a match of two, or who leads.
fn leader(settings: &Settings, standings: &Standings) -> String {
    let (engine, tally) = match settings.engines.len() {
        2 => (0, standings.of_engine(0)),
        several => standings.ranked(several)[0],
    };
    if tally.games() == 0 {
        // Games are counted in the order of the schedule: one that has ended may have to wait for another.
        return "no result yet".to_owned();
    }
    let score = 100.0 * tally.score();
    format!("{} {score:.1} %, Elo {}", settings.engines[engine].name, elo(&tally).text())
}
