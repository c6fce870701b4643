//! Samuel 1959.

use super::item::Item;

pub(super) const ITEMS: &[&[Item]] = &[];
