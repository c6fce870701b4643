//! The first proof that the first player wins Qubic, Patashnik's of 1977, in the form of a certificate.

use crate::support::patashnik;
use proof_checker::{Options, check, check_with};

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

#[test]
fn games_that_may_not_be_so_long_are_refused() {
    let bytes = patashnik().to_bytes();
    let within = |plies| {
        let options = Options { longest: Some(plies), ..Options::default() };
        check_with(&bytes, None, options, &mut |_| ()).map_err(|refusal| refusal.to_string())
    };
    assert_eq!(within(49).unwrap().longest, 49);
    assert!(within(48).unwrap_err().contains("its longest game has 49 plies, more than 48"));
}
