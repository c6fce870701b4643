//! Processors for engines: every game that is played at the same time gets a set of its own, given to its engines before
//! they start, so that they never compete with those of another game. Linux alone has this: there a child inherits what the thread
//! that starts it may use; so that thread narrows itself down for as long as it takes to start one.

pub(crate) use system::Pinned;

use std::collections::BTreeSet;
use system::{MOST, available};

/// What can be said, for messages.
const ALLOWED: &str = "affinity is one of none, auto, or a list of processors such as 0-3,8 that games share out among \
                       themselves";

/// Processors by number, in the order in which they are shared out.
pub(crate) type Cpus = Vec<usize>;

/// The sets of processors for `slots` games at a time; empty if engines may run anywhere.
pub(crate) fn plan(text: &str, slots: usize) -> Result<Vec<Cpus>, String> {
    let wrong = |what: String| format!("affinity = \"{text}\": {what}; {ALLOWED}");
    let own = || available().map_err(|error| wrong(format!("processors cannot be chosen here ({error})")));
    let cpus = match text.trim() {
        "none" => return Ok(Vec::new()),
        "" => return Err(wrong("there is nothing".to_owned())),
        "auto" => by_core(own()?),
        listed => known(list(listed).map_err(wrong)?, &own()?).map_err(wrong)?,
    };
    share_out(cpus, slots).map_err(wrong)
}

/// Reads `0-3,8`.
fn list(text: &str) -> Result<Cpus, String> {
    let mut cpus = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.parse::<usize>().ok().filter(|&cpu| cpu < MOST);
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => cpus.extend(first..=last),
            _ => return Err(format!("'{part}' is neither a processor nor a range of them")),
        }
    }
    let mut seen = BTreeSet::new();
    match cpus.iter().find(|cpu| !seen.insert(**cpu)) {
        Some(cpu) => Err(format!("processor {cpu} is named twice")),
        None => Ok(cpus),
    }
}

/// The same list, if this process may use all of it.
fn known(cpus: Cpus, own: &[usize]) -> Result<Cpus, String> {
    match cpus.iter().find(|cpu| !own.contains(cpu)) {
        Some(cpu) => Err(format!("processor {cpu} is not there, or not for this program")),
        None => Ok(cpus),
    }
}

/// As many processors for each game as there are for all; what is left over is used by nobody.
fn share_out(cpus: Cpus, slots: usize) -> Result<Vec<Cpus>, String> {
    let each = cpus.len() / slots.max(1);
    if each == 0 {
        return Err(format!("there are {} processors for {slots} games at a time", cpus.len()));
    }
    Ok(cpus.chunks_exact(each).take(slots).map(<[usize]>::to_vec).collect())
}

/// Processors of the same core side by side, so that a game gets whole cores where it can.
fn by_core(mut cpus: Cpus) -> Cpus {
    cpus.sort_by_cached_key(|&cpu| {
        let file = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
        let siblings = std::fs::read_to_string(file).ok().and_then(|text| list(text.trim()).ok());
        (siblings.and_then(|list| list.first().copied()).unwrap_or(cpu), cpu)
    });
    cpus
}

#[cfg(target_os = "linux")]
mod system {
    use super::Cpus;
    use rustix::io::Errno;
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    pub(super) const MOST: usize = CpuSet::MAX_CPU;

    /// The processors that this process may use.
    pub(super) fn available() -> Result<Cpus, Errno> {
        let set = sched_getaffinity(None)?;
        Ok((0..MOST).filter(|&cpu| set.is_set(cpu)).collect())
    }

    /// While it lives, this thread and what it starts run on some processors only.
    #[derive(Debug)]
    pub(crate) struct Pinned {
        before: CpuSet,
    }

    impl Pinned {
        /// Narrows this thread down to these processors.
        pub(crate) fn to(cpus: &[usize]) -> Result<Self, Errno> {
            let before = sched_getaffinity(None)?;
            let mut set = CpuSet::new();
            cpus.iter().filter(|&&cpu| cpu < MOST).for_each(|&cpu| set.set(cpu));
            sched_setaffinity(None, &set)?;
            Ok(Self { before })
        }
    }

    impl Drop for Pinned {
        fn drop(&mut self) {
            // It could be set before; should that fail now, the thread goes on where it is.
            let _ = sched_setaffinity(None, &self.before);
        }
    }
}

/// Nothing can be chosen, so that there is never anything to narrow down to.
#[cfg(not(target_os = "linux"))]
mod system {
    use std::io::{Error, ErrorKind};

    pub(super) const MOST: usize = 1024;

    pub(super) fn available() -> Result<super::Cpus, Error> {
        Err(ErrorKind::Unsupported.into())
    }

    #[derive(Debug)]
    pub(crate) struct Pinned;

    impl Pinned {
        pub(crate) fn to(_: &[usize]) -> Result<Self, Error> {
            Err(ErrorKind::Unsupported.into())
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        assert_eq!(list("0-3,8"), Ok(vec![0, 1, 2, 3, 8]));
        assert_eq!(list("5"), Ok(vec![5]));
        for text in ["", "x", "3-1", "1,,2", "-1", "0,0", "0-2,1", "99999999"] {
            assert!(list(text).is_err(), "{text}");
        }
    }

    #[test]
    fn processors_are_shared_out_evenly() {
        assert_eq!(share_out(vec![0, 1, 2, 3, 8], 2), Ok(vec![vec![0, 1], vec![2, 3]]));
        assert_eq!(share_out(vec![4], 1), Ok(vec![vec![4]]));
        assert!(share_out(vec![0], 2).unwrap_err().contains("1 processors for 2 games"));
    }

    #[test]
    fn plans_are_made_or_refused_in_words() {
        assert_eq!(plan("none", 8), Ok(Vec::new()));
        let own = available().unwrap();
        assert_eq!(plan("auto", own.len()).unwrap().concat().len(), own.len());
        for (text, slots, part) in [
            ("", 1, "nothing"),
            ("some", 1, "'some' is neither a processor"),
            ("1000", 1, "not there"),
            ("auto", 4096, "for 4096 games"),
        ] {
            let error = plan(text, slots).unwrap_err();
            assert!(error.contains(part) && error.contains("one of none, auto"), "{error}");
        }
        let first = own[0];
        assert_eq!(plan(&first.to_string(), 1), Ok(vec![vec![first]]));
    }

    #[test]
    fn a_thread_is_itself_again_afterwards() {
        let before = available().unwrap();
        {
            let _pinned = Pinned::to(&before[..1]).unwrap();
            assert_eq!(available().unwrap(), before[..1]);
        }
        assert_eq!(available().unwrap(), before);
    }
}
