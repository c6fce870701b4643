//! An engine's process with whatever it starts: a process group, or a job where the system is Windows. All of it ends with its
//! [`Group`].

#[cfg(target_os = "linux")]
use super::strays::Mark;
#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command};
#[cfg(windows)]
use win32job::{ExtendedLimitInfo, Job};

#[derive(Debug)]
pub(super) struct Group {
    child: Child,
    #[cfg(unix)]
    id: Pid,
    /// What has left the group is known by it.
    #[cfg(target_os = "linux")]
    mark: Mark,
    /// What is in it ends when it is closed, be it by the end of this program.
    #[cfg(windows)]
    job: Option<Job>,
}

#[cfg(unix)]
impl Group {
    pub(super) fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        let mark = Mark::set(command);
        let child = std::os::unix::process::CommandExt::process_group(command, 0).spawn()?;
        Ok(Self {
            id: Pid::from_child(&child),
            child,
            #[cfg(target_os = "linux")]
            mark,
        })
    }

    /// How its first process ended, in words, if it has. It is left to be reaped, so that the group keeps its number.
    pub(super) fn status(&mut self) -> Option<String> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(self.id), options).ok().flatten()?;
        Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("exit status {code}"),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "unknown status".to_owned(),
        })
    }

    /// Asks it to end, where the system has a way to ask.
    pub(super) fn terminate(&self) {
        let _ = kill_process_group(self.id, Signal::TERM);
    }

    fn kill(&mut self) {
        let _ = kill_process_group(self.id, Signal::KILL);
        let _ = self.child.kill();
        #[cfg(target_os = "linux")]
        self.mark.end_strays(self.id);
    }
}

#[cfg(windows)]
impl Group {
    pub(super) fn spawn(command: &mut Command) -> io::Result<Self> {
        use std::os::windows::{io::AsRawHandle, process::CommandExt};
        // A group of its own keeps Ctrl-C from it: whether it ends is for the match to say.
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        let mut limit = ExtendedLimitInfo::new();
        limit.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limit).map_err(io::Error::other)?;
        let child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
        let mut group = Self { child, job: None };
        job.assign_process(group.child.as_raw_handle() as isize).map_err(io::Error::other)?;
        group.job = Some(job);
        Ok(group)
    }

    /// How its first process ended, in words, if it has.
    pub(super) fn status(&mut self) -> Option<String> {
        self.child
            .try_wait()
            .ok()
            .flatten()
            .map(|status| format!("exit status {}", status.code().unwrap_or(-1)))
    }

    /// Asks it to end, where the system has a way to ask.
    pub(super) const fn terminate(&self) {}

    fn kill(&mut self) {
        self.job = None;
        let _ = self.child.kill();
    }
}

impl Group {
    pub(super) fn take_pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.child.stdin.take().zip(self.child.stdout.take())
    }
}

impl Drop for Group {
    /// Kills whatever is left of it, and reaps it.
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}
