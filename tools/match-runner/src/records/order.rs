//! Puts games back into the order of the schedule: workers end them in any order, records and statistics take them
//! in one. That is what makes files and decisions the same under any concurrency.

use std::collections::{BTreeMap, VecDeque};

/// Things that arrive in any order and leave in the order in which they are expected.
#[derive(Debug)]
pub(crate) struct InOrder<T> {
    expected: VecDeque<usize>,
    waiting: BTreeMap<usize, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { expected: VecDeque::new(), waiting: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Number `number` comes behind all that have been expected so far; ascending numbers.
    pub(crate) fn expect(&mut self, number: usize) {
        self.expected.push_back(number);
    }

    /// Whether nothing is expected any more.
    pub(crate) fn is_complete(&self) -> bool {
        self.expected.is_empty()
    }

    /// Takes in number `number`.
    pub(crate) fn push(&mut self, number: usize, item: T) {
        self.waiting.insert(number, item);
    }

    /// The next one in order, if it has arrived.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let item = self.waiting.remove(self.expected.front()?)?;
        self.expected.pop_front();
        Some(item)
    }

    /// Number `number`, if it has arrived before its turn.
    pub(crate) fn get(&self, number: usize) -> Option<&T> {
        self.waiting.get(&number)
    }

    /// Those that have arrived before their turn.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &T> {
        self.waiting.values()
    }

    /// The same, and no more are expected: what an interrupted match has to show, in order but with gaps.
    pub(crate) fn into_rest(self) -> impl Iterator<Item = T> {
        self.waiting.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::InOrder;

    #[test]
    fn things_leave_in_order() {
        let mut order = InOrder::default();
        // As a part expects its own numbers only.
        [0, 1, 2, 4, 7, 9].into_iter().for_each(|number| order.expect(number));
        order.push(1, 'b');
        assert_eq!(order.pop(), None);
        order.push(4, 'd');
        order.push(0, 'a');
        order.push(9, 'f');
        assert_eq!((order.pop(), order.pop(), order.pop()), (Some('a'), Some('b'), None));
        assert_eq!(order.waiting().count(), 2);
        order.push(2, 'c');
        assert_eq!((order.pop(), order.pop(), order.is_complete()), (Some('c'), Some('d'), false));
        assert_eq!(order.into_rest().collect::<String>(), "f");
    }
}
