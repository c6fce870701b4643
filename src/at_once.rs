//! Pieces of work that do not depend on each other, several at once, with a line that shows how far they are.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What `work` makes of each item, in their order, on so many threads; `None` from where it says to stop. `units` names the
/// items in the line that shows the progress.
pub fn at_once<T: Sync, R: Send>(
    items: &[T],
    threads: u64,
    units: &str,
    work: impl Fn(&T) -> Option<R> + Sync,
) -> Vec<Option<R>> {
    let bar = ProgressBar::new(items.len() as u64);
    if let Ok(style) =
        ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {units}, {{eta}} left"))
    {
        bar.set_style(style);
    }
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
