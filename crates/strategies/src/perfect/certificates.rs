//! The certificates that come with the program, read once.

use solve::certificate::qubic::Dictionary;
use solve::certificate::{Certificate, ProofError};
use std::sync::LazyLock;

/// The winner's moves by class of positions, for both classes of first moves.
pub struct Certificates {
    /// Of a first move on a cell with seven lines.
    pub rich: Dictionary,
    /// Of one on a cell with four.
    pub other: Dictionary,
}

/// Those of `data/qubic`: first player's wins from the empty board, checked by `fourscore-proof`.
pub fn committed() -> &'static Certificates {
    static READ: LazyLock<Certificates> = LazyLock::new(|| {
        let rich = include_bytes!("../../../../data/qubic/rich.proof");
        let other = include_bytes!("../../../../data/qubic/other.proof");
        Certificates { rich: entries(rich), other: entries(other) }
    });
    &READ
}

/// The entries of a certificate that was built in. A test reads them all; should one be damaged nonetheless, the
/// strategy plays without it.
fn entries(bytes: &[u8]) -> Dictionary {
    read(bytes).unwrap_or_else(|error| {
        log::error!("a certificate that comes with the program cannot be read: {error}");
        Dictionary::new()
    })
}

fn read(bytes: &[u8]) -> Result<Dictionary, ProofError> {
    Dictionary::from_certificate(&Certificate::parse(bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::qubic::Qubic;

    #[test]
    fn the_certificates_that_come_along_can_be_read() {
        let rich = read(include_bytes!("../../../../data/qubic/rich.proof")).unwrap();
        let other = read(include_bytes!("../../../../data/qubic/other.proof")).unwrap();
        let first = |dictionary: &Dictionary| dictionary.find(&Qubic::start(&())).unwrap();
        assert!(games::qubic::is_strong(first(&rich).m));
        assert!(!games::qubic::is_strong(first(&other).m));
        assert!(rich.len() > 1000 && other.len() > 10_000);
    }
}
