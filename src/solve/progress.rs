//! How a search of minutes or hours shows itself: one line on standard error while it runs, a line every minute where that
//! is no terminal, and its cost at the end.

use games::Side;
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressFinish, ProgressStyle};
use search::proof_number::graph::Progress;
use solve::qubic::proof::solver::Cost;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Seconds between two lines where there is no terminal.
const EVERY: u64 = 60;

/// The line, and the clock.
pub(super) struct Show {
    bar: ProgressBar,
    started: Instant,
    /// After how many seconds a line was last written to what is no terminal.
    written: AtomicU64,
}

impl Show {
    /// A line that says what is done, until something more is known; it goes when it is dropped.
    pub(super) fn new(words: &'static str) -> Self {
        let bar = ProgressBar::new_spinner().with_finish(ProgressFinish::AndClear).with_message(words);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar, started: Instant::now(), written: AtomicU64::new(0) }
    }

    /// Shows where a search stands.
    pub(super) fn search(&self, attacker: Side, progress: &Progress) {
        let player = super::player(attacker);
        let rate = progress.expansions as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        self.say(format!(
            "{player}: proof {} disproof {}, {} positions, {} expanded ({}/s), {}",
            number(progress.proof),
            number(progress.disproof),
            HumanCount(progress.nodes as u64),
            HumanCount(progress.expansions),
            HumanCount(rate as u64),
            HumanBytes(progress.bytes as u64),
        ));
    }

    pub(super) fn say(&self, words: String) {
        let passed = self.started.elapsed().as_secs();
        if self.bar.is_hidden() && passed >= self.written.load(Ordering::Relaxed) + EVERY {
            self.written.store(passed, Ordering::Relaxed);
            eprintln!("{} {words}", HumanDuration(self.started.elapsed()));
        }
        self.bar.set_message(words);
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// What the search has cost, in lines.
    pub(super) fn cost(&self, cost: &Cost) -> String {
        format!(
            "search: {} positions, {} expanded; {} calls of the forced-win search, {}\n\
             time: {}; memory: {}\n",
            HumanCount(cost.nodes),
            HumanCount(cost.expansions),
            HumanCount(cost.calls),
            self.nodes(cost.forced_nodes),
            self.time(),
            HumanBytes(cost.bytes),
        )
    }

    /// So many nodes of the forced-win search, and how many a second.
    pub(super) fn nodes(&self, nodes: u64) -> String {
        let rate = nodes as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        format!("{} nodes ({:.1} million nodes/s)", HumanCount(nodes), rate / 1e6)
    }

    /// The time since the beginning, and that of the processor.
    pub(super) fn time(&self) -> String {
        let wall = self.started.elapsed();
        let processor = processor_time().map_or_else(String::new, |words| words + ", ");
        format!("{processor}{:.2} s ({})", wall.as_secs_f64(), HumanDuration(wall))
    }
}

fn number(n: u32) -> String {
    if n == u32::MAX { "infinite".to_owned() } else { HumanCount(u64::from(n)).to_string() }
}

/// A line that says the processor time of this process so far, and how much memory it has had at most, where the system tells it.
pub(super) fn tell_cost(name: &str, output: &mut impl Write) -> std::io::Result<()> {
    let Some(time) = processor_time() else { return Ok(()) };
    let memory =
        most_memory().map_or_else(String::new, |bytes| format!("; memory: {} at most", HumanBytes(bytes)));
    writeln!(output, "{name}: {time}{memory}")
}

/// The most bytes that have lain in memory at once.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().strip_suffix("kB")?;
    Some(kibibytes.trim().parse::<u64>().ok()? * 1024)
}

/// The processor time of this process so far, in words, where the system tells it.
fn processor_time() -> Option<String> {
    // Linux counts user and system time in hundredths of a second, fields 14 and 15; the command's name before them may
    // hold spaces, but ends with the last parenthesis.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<u64> =
        stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(2).filter_map(|f| f.parse().ok()).collect();
    (fields.len() == 2).then(|| format!("{:.2} s of processor time", (fields[0] + fields[1]) as f64 / 100.0))
}
