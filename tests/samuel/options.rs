//! Limits, polynomials as text and from files, and the evaluation in words.

use crate::common::{depth, nodes};
use crate::{choose, scoring, settings, with_moves};
use games::draughts::Draughts;
use games::{Game, Played};
use search::Limits;
use strategies::samuel::DRAUGHTS;
use strategies::samuel::terms::draughts::TERMS;
use strategies::samuel::terms::named;
use strategies::samuel::terms::polynomial::{Coefficient, Polynomial};

#[test]
fn limits_are_kept_and_the_choice_is_the_same_again() {
    let game = with_moves(Played::new(Draughts::start(&())), &["11-15", "23-19", "8-11", "22-17"]);
    for nodes in [1, 100, 5_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (first, _) = choose(&game, &limits, &[]);
        let (again, _) = choose(&game, &limits, &[]);
        assert_eq!((&first.lines, first.progress), (&again.lines, again.progress));
        assert_eq!(first.progress.nodes, nodes);
        let (shallow, _) = choose(&game, &limits, &[("Samuel.Deepen", "false")]);
        assert!(shallow.progress.depth <= 3 && shallow.progress.nodes <= nodes);
    }
    let (deeper, _) = choose(&game, &nodes(20_000), &[]);
    assert!(deeper.progress.depth > 3, "break points are raised while nodes last: {:?}", deeper.progress);
    let (four, _) = choose(&game, &Limits { multi_pv: 4, ..depth(3) }, &[]);
    assert_eq!(four.lines.len(), 4);
}

#[test]
fn polynomials_are_read_written_and_refused() {
    for name in named::NAMES {
        let scoring = scoring(name);
        let again = Polynomial::parse(&TERMS, &scoring.polynomial().to_text(&TERMS)).unwrap();
        assert_eq!(&again, scoring.polynomial(), "{name}");
        assert_eq!(again.active().len() + again.reserve().len(), 38);
    }
    let second = scoring("second");
    let second = second.polynomial();
    assert_eq!(second.active().len(), 16);
    assert_eq!(second.active()[0].1, Coefficient::minus(18));
    assert_eq!(second.active()[1].1.value(), 65_536);
    let tapered = Polynomial::parse(&TERMS, "MOB:-300~+60 DENY:+0~-4").unwrap();
    assert!(tapered.to_text(&TERMS).starts_with("MOB:-300~+60 DENY:+0~-4 | "));
    assert_eq!(Polynomial::parse(&TERMS, &tapered.to_text(&TERMS)).as_ref(), Ok(&tapered));
    let mob = tapered.active()[0].1;
    assert_eq!([24, 18, 12, 0].map(|pieces| mob.with_pieces(pieces, 24)), [-300, -210, -120, 60]);
    assert_eq!((mob.value(), Coefficient::minus(3).with_pieces(2, 24)), (-300, -8));
    for (text, words) in [
        ("MOB", "is not a term with its coefficient"),
        ("MOB:-2^19", "powers go to 2^18"),
        ("MOB:x", "is not a term with its coefficient"),
        ("MOB:99999999", "is not a term with its coefficient"),
        ("MOB:5~", "is not a term with its coefficient"),
        ("MOB:5~99999999", "is not a term with its coefficient"),
        ("KING:+2^3", "there is no term 'KING'"),
        ("MOB:0 mob:0", "named twice"),
        ("MOB:0 | MOB", "named twice"),
    ] {
        let error = Polynomial::parse(&TERMS, text).unwrap_err();
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn a_polynomial_may_come_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("learned");
    std::fs::write(&path, "# learned yesterday\nMOB:-2^3 DENY:+2^4\n").unwrap();
    let path = path.to_str().unwrap();
    let of_file = named::scoring::<Draughts>(&settings(&[("Samuel.Terms", path)])).unwrap();
    let inline = named::scoring::<Draughts>(&settings(&[("Samuel.Terms", "MOB:-2^3, DENY:+2^4")])).unwrap();
    assert_eq!(of_file.polynomial(), inline.polynomial());
    // What cannot be read is said, and the named one plays.
    let game = Played::new(Draughts::start(&()));
    let (named, words) = choose(&game, &depth(3), &[]);
    assert_eq!(words, Vec::<String>::new());
    for text in ["no such file", "MOB:seven"] {
        let (choice, words) = choose(&game, &depth(3), &[("Samuel.Terms", text)]);
        assert!(
            words[0].starts_with("Samuel.Terms: ")
                && words[0].ends_with("playing by Samuel.Polynomial instead"),
            "{words:?}"
        );
        assert_eq!(choice.lines, named.lines);
    }
}

#[test]
fn the_evaluation_shows_terms_and_coefficients() {
    let game = with_moves(Played::new(Draughts::start(&())), &["11-15", "23-19"]);
    let text = (DRAUGHTS.make)().evaluation(&game, &settings(&[])).unwrap();
    for line in [
        "MOC2           0            -2^18             0  the first",
        "MODE3          1            -2^13          8192",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(
        text.ends_with("POLE HOLE GAP MOB") && text.contains("reserve: DIAV NODE OREO RECAP CORN"),
        "{text}"
    );
    let refused = (DRAUGHTS.make)().evaluation(&game, &settings(&[("Samuel.Terms", "MOB:seven")])).unwrap();
    assert!(refused.contains("'MOB:seven' is not a term"), "{refused}");
}
