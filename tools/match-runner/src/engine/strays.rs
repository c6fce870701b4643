//! Processes that an engine has started and that have left its process group, as `setsid` and daemons do: on Linux they
//! become children of this process when their own parents have gone, and a mark in their environment tells whose they
//! are.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The variable that holds the mark.
const NAME: &str = "MATCH_RUNNER_ENGINE";

/// Makes this process the parent of all its descendants that lose theirs.
pub fn adopt_strays() {
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// What tells the processes of one engine from all others.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// A mark that no other engine has, which the command hands on.
    pub(super) fn set(command: &mut Command) -> Self {
        static ENGINES: AtomicUsize = AtomicUsize::new(0);
        let mark = format!("{}.{}", std::process::id(), ENGINES.fetch_add(1, Ordering::Relaxed));
        command.env(NAME, &mark);
        Self(mark)
    }

    /// Ends those that the engine has left, now that its group has been killed: there are more as long as some are found.
    pub(super) fn end_strays(&self, group: Pid) {
        loop {
            // Members of the group whose parents are dead are to be waited for here, too.
            while let Ok(Some(_)) = waitid(WaitId::Pgid(Some(group)), WaitIdOptions::EXITED) {}
            let strays: Vec<Pid> = children().into_iter().filter(|&child| self.is_on(child)).collect();
            for &stray in &strays {
                let _ = kill_process(stray, Signal::KILL);
                let _ = waitid(WaitId::Pid(stray), WaitIdOptions::EXITED);
            }
            if strays.is_empty() {
                return;
            }
        }
    }

    fn is_on(&self, process: Pid) -> bool {
        let wanted = format!("{NAME}={}", self.0);
        let environment =
            std::fs::read(format!("/proc/{}/environ", process.as_raw_nonzero())).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
    }
}

/// The children of this process, whichever of its threads has started them.
fn children() -> Vec<Pid> {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let all: String = lists.collect();
    all.split_whitespace().filter_map(|id| Pid::from_raw(id.parse().ok()?)).collect()
}
