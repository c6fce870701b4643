//! The engine's certificates, read back by itself and by the checker that shares no code with it.

use games::qubic::Qubic;
use games::{Game, Notation, Player};
use solve::certificate::Certificate;
use solve::certificate::qubic::{Dictionary, start};

/// Patashnik's dictionary of 1977, the first proof that the first player wins.
fn patashnik() -> Dictionary {
    let text = include_str!("../../data/qubic/patashnik-1977.dictionary");
    let (_, lines) = text.split_once("---\n").unwrap();
    let mut dictionary = Dictionary::new();
    for line in lines.lines() {
        let (text, m) = line.split_once(' ').unwrap();
        let position = Qubic::from_text(&(), text).unwrap();
        let m = position.parse_move(m, Notation::Index).unwrap();
        assert_eq!(dictionary.insert(&position, m, 49).unwrap(), None);
    }
    dictionary
}

#[test]
fn what_the_engine_writes_it_reads_and_the_checker_accepts() {
    let dictionary = patashnik();
    let certificate = dictionary.to_certificate(&Qubic::default(), Player::P1).unwrap();
    let bytes = certificate.to_bytes().unwrap();
    assert_eq!(bytes.len(), 70 + 2929 * 18 + 4);
    let again = Certificate::parse(&bytes).unwrap();
    assert_eq!(start(&again.header).unwrap(), Qubic::default());
    assert_eq!(Dictionary::from_certificate(&again).unwrap(), dictionary);
    let claim = "qubic - 64 p1".parse().unwrap();
    let verified = proof_checker::check(&bytes, Some(&claim), &mut |_| ()).unwrap();
    assert_eq!(
        verified.to_string(),
        "verified: game=qubic rules=- start=64 winner=p1 longest=49 choices=2929"
    );
}

#[test]
fn what_the_winner_is_not_to_move_in_is_no_entry() {
    let refused = patashnik().to_certificate(&Qubic::default(), Player::P2).unwrap_err();
    assert!(refused.to_string().contains("the winner is not to move"));
}
