//! The entries of a certificate by class of positions, the same for every game: which of them games have reached.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Entries: for each class `P`, what the certificate says of it.
pub(crate) struct ByClass<P, T> {
    entries: HashMap<P, Entry<T>>,
    reached: AtomicUsize,
}

struct Entry<T> {
    /// From 1, in the order of the file.
    number: usize,
    says: T,
    reached: AtomicBool,
}

impl<P, T> Default for ByClass<P, T> {
    fn default() -> Self {
        Self { entries: HashMap::new(), reached: AtomicUsize::new(0) }
    }
}

impl<P: Eq + Hash, T> ByClass<P, T> {
    /// Adds an entry unless there is one of its class: then returns that one's number.
    pub(crate) fn insert(&mut self, class: P, number: usize, says: T) -> Option<usize> {
        if let Some(earlier) = self.entries.get(&class) {
            return Some(earlier.number);
        }
        self.entries.insert(class, Entry { number, says, reached: AtomicBool::new(false) });
        None
    }

    /// What is said of a class, if it has an entry, which counts as reached from now on.
    pub(crate) fn reach(&self, class: &P) -> Option<&T> {
        let entry = self.entries.get(class)?;
        if !entry.reached.swap(true, Ordering::Relaxed) {
            self.reached.fetch_add(1, Ordering::Relaxed);
        }
        Some(&entry.says)
    }

    /// The same without counting it as reached.
    pub(crate) fn get(&self, class: &P) -> Option<&T> {
        self.entries.get(class).map(|entry| &entry.says)
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// How many have been reached.
    pub(crate) fn reached(&self) -> usize {
        self.reached.load(Ordering::Relaxed)
    }

    /// The numbers of those that have not.
    pub(crate) fn unused(&self) -> Vec<usize> {
        let unused = self.entries.values().filter(|entry| !entry.reached.load(Ordering::Relaxed));
        let mut numbers: Vec<_> = unused.map(|entry| entry.number).collect();
        numbers.sort_unstable();
        numbers
    }
}
