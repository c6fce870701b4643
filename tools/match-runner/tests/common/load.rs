//! A machine that is asked for more than it has: busy threads for each processor, for as long as this lives.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

pub(crate) struct Load {
    done: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    pub(crate) fn new(times: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let done = Arc::new(AtomicBool::new(false));
        let busy = |done: Arc<AtomicBool>| move || while !done.load(Ordering::Relaxed) {};
        let threads = (0..times * processors).map(|_| std::thread::spawn(busy(done.clone()))).collect();
        Self { done, threads }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
