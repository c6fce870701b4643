//! Whatever the bytes are, the checker answers: it never panics, and it accepts nothing that is not proven.

use crate::support::{Qubic, late, sealed};
use proof_checker::check;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(check(&bytes, None, &mut |_| ()).is_err());
        let head = b"fourscore-proof 2\n";
        let file = sealed(head.iter().copied().chain(bytes).collect());
        prop_assert!(check(&file, None, &mut |_| ()).is_err());
    }

    #[test]
    fn random_header_values_are_answered(start in "[xo0-9 ]{0,70}", winner in "p[12]", entries in "[0-9]{1,20}") {
        let mut parts = Qubic::new("64", &winner, &[]);
        parts.start = start;
        parts.announced = Some(entries);
        let _ = check(&parts.to_bytes(), None, &mut |_| ());
    }

    #[test]
    fn changed_bytes_are_refused(place: prop::sample::Index, flip in 1_u8..) {
        let mut bytes = late().to_bytes();
        let place = place.index(bytes.len());
        bytes[place] ^= flip;
        prop_assert!(check(&bytes, None, &mut |_| ()).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Entries changed and sealed again: most are no proof any more, some still are; all get an answer.
    #[test]
    fn changed_entries_are_answered(place: prop::sample::Index, flip in 1_u8..64, drop: bool) {
        let mut parts = late();
        let place = place.index(parts.entries.len());
        if drop {
            parts.entries.remove(place);
        } else {
            parts.entries[place].2 ^= flip;
        }
        match check(&parts.to_bytes(), None, &mut |_| ()) {
            Ok(verified) => prop_assert!(verified.choices + verified.unused.len() == parts.entries.len()),
            Err(refusal) => {
                let said = ["after ", "at the start ", "entry "];
                prop_assert!(said.iter().any(|words| refusal.0.starts_with(words)), "{}", refusal.0);
            }
        }
    }
}
