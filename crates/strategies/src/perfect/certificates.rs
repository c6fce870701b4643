//! The certificates that come with the program, read once.

use solve::certificate::Certificate;
use solve::certificate::qubic::Dictionary;
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

/// The entries of a certificate that was built in. A test asks for moves of both; should one be damaged nonetheless, the
/// strategy plays without it.
fn entries(bytes: &[u8]) -> Dictionary {
    let read = Certificate::parse(bytes).and_then(|certificate| Dictionary::from_certificate(&certificate));
    read.unwrap_or_else(|error| {
        log::error!("a certificate that comes with the program cannot be read: {error}");
        Dictionary::new()
    })
}
