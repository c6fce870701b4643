//! The first proof that the first player wins Qubic, Patashnik's of 1977, in the form of a certificate.

use crate::support::patashnik;
use proof_checker::check;

#[test]
fn the_dictionary_of_1977_stands() {
    let claim = "qubic - 64 p1".parse().unwrap();
    let verified = check(&patashnik().to_bytes(), Some(&claim), &mut |_| ()).unwrap();
    assert_eq!(
        verified.to_string(),
        "verified: game=qubic rules=- start=64 winner=p1 longest=49 choices=2929"
    );
    assert_eq!(verified.unused, []);
}
