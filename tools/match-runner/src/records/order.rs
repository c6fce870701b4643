//! Puts games back into the order of the schedule: workers end them in any order, records and statistics take them
//! in one. That is what makes files and decisions the same under any concurrency.

use std::collections::BTreeMap;

/// Things that arrive in any order and leave by number.
#[derive(Debug)]
pub struct InOrder<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { next: 0, waiting: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Takes in number `number`.
    pub fn push(&mut self, number: usize, item: T) {
        self.waiting.insert(number, item);
    }

    /// The next one in order, if it has arrived.
    pub fn pop(&mut self) -> Option<T> {
        let item = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(item)
    }

    /// Whatever is left, in order but with gaps: what an interrupted match has to show.
    pub fn into_rest(self) -> impl Iterator<Item = T> {
        self.waiting.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::InOrder;

    #[test]
    fn things_leave_in_order() {
        let mut order = InOrder::default();
        order.push(1, 'b');
        assert_eq!(order.pop(), None);
        order.push(0, 'a');
        order.push(3, 'd');
        order.push(5, 'f');
        assert_eq!((order.pop(), order.pop(), order.pop()), (Some('a'), Some('b'), None));
        assert_eq!(order.into_rest().collect::<String>(), "df");
    }
}
