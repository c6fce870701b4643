//! Work with a line that shows how far it is, and pieces of it that do not depend on each other, several at once.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A bar for so many of something, of which some are done.
pub(crate) fn progress_bar(number: usize, done: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(number as u64).with_position(done as u64);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left");
    let bar = match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    // It is there from the first second, and not only once something is done.
    bar.tick();
    bar
}

/// What `work` makes of each item, in their order, on so many threads; `None` from where it says to stop. `units` names the
/// items in the line that shows the progress.
pub(crate) fn at_once<T: Sync, R: Send>(
    items: &[T],
    threads: u64,
    units: &str,
    work: impl Fn(&T) -> Option<R> + Sync,
) -> Vec<Option<R>> {
    let bar = progress_bar(items.len(), 0, units);
    let next = AtomicUsize::new(0);
    let done: Vec<_> = items.iter().map(|_| Mutex::new(None)).collect();
    let worker = || {
        while let Some((item, place)) = items.iter().zip(&done).nth(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(result) = work(item) else { break };
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    bar.finish_and_clear();
    done.into_iter().map(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}
