//! The search in parts: limits, advice, what is kept, several threads.

use super::*;
use games::gomoku::Setup;
use search::Score;
use search::proof_number::{Child, Expansion};
use std::sync::Mutex;
use std::time::{Duration, Instant};

fn after(size: usize, moves: &[&str]) -> Gomoku {
    let mut game = Gomoku::start(&Setup::new("freestyle", size).unwrap());
    for m in moves {
        game.play(Square::parse(m, size).unwrap());
    }
    game
}

fn prove(parts: &mut Parts, expansions: u64) -> End {
    let limits = PartsLimits { expansions, ..PartsLimits::default() };
    parts.run(&limits, &Control::new(), &mut |_| true)
}

/// A position, how many moves are set aside, and with how many times the effort.
type Asked = (Place, usize, u64);

/// Advises the squares in their order, with this score, and notes down what it is asked.
fn in_order(score: Score, asked: &Arc<Mutex<Vec<Asked>>>) -> Vec<Adviser> {
    let asked = Arc::clone(asked);
    vec![Box::new(move |game, aside, times, _| {
        asked.lock().unwrap().push((Place::of(game).class(game.setup().size()).0, aside.len(), times));
        Some((game.moves().into_iter().find(|m| !aside.contains(m))?, score))
    })]
}

#[test]
fn where_advice_is_bad_the_next_best_move_is_asked_for() {
    // The advised squares lead nowhere.
    let start = after(9, &["a1", "e5", "i9", "e6"]);
    let asked = Arc::default();
    let advisers = in_order(Score::Heuristic(400), &asked);
    let mut parts = Parts::new(&start, Found::default(), 1).advised_by(advisers);
    assert_eq!(prove(&mut parts, 60), End::Stopped);
    let asked = asked.lock().unwrap();
    assert!(asked.iter().any(|&(_, aside, _)| aside > 0), "{asked:?}");
    // With so few stones more is thought about it, and still more about the next one.
    let first = |place| asked.iter().find(|&&(other, aside, _)| other == place && aside == 0);
    assert!(
        asked.iter().all(|&(place, aside, times)| times > 1 || aside == 0 && place.black.count() > 4),
        "{asked:?}"
    );
    let more = |&(place, _, times)| first(place).is_some_and(|&(.., before)| times > before);
    assert!(asked.iter().filter(|&&(_, aside, _)| aside > 0).all(more), "{asked:?}");
    // Nobody is asked the same twice.
    let different: std::collections::HashSet<_> = asked.iter().collect();
    assert_eq!(different.len(), asked.len());
}

#[test]
fn what_wins_against_other_replies_is_tried_before_any_advice() {
    let square = Square::parse("c3", 9).unwrap();
    let (like, symmetry) = Place::of(&after(9, &["a1", "e5", "i8", "b2"])).class(9);
    let moves = [(like, square.image(9, symmetry))].into_iter().collect();
    let start = after(9, &["a1", "e5", "i8", "e6"]);
    let asked = Arc::default();
    let found = Found { moves, ..Found::default() };
    let mut parts = Parts::new(&start, found, 1).advised_by(in_order(Score::Heuristic(0), &asked));
    prove(&mut parts, 1);
    let (place, symmetry) = Place::of(&start).class(9);
    let expanded = parts.findings().found().expanded;
    let tried = expanded.iter().find(|(node, _)| node.place == place && node.aside.is_empty());
    let Some((_, Expansion::Children(children))) = tried else { panic!("{expanded:?}") };
    assert_eq!(children[0].step, square.image(9, symmetry));
    assert!(asked.lock().unwrap().is_empty());
}

#[test]
fn replies_to_an_answer_are_looked_at_one_after_the_other() {
    let start = after(7, &["a1", "d4"]);
    let asked = Arc::default();
    let mut parts = Parts::new(&start, Found::default(), 1).advised_by(in_order(Score::Heuristic(0), &asked));
    prove(&mut parts, 6);
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 5);
    assert!(asked.iter().all(|&(place, aside, _)| place.black.count() == 2 && aside == 0), "{asked:?}");
}

#[test]
fn a_full_board_is_no_win() {
    let setup = Setup::new("freestyle", 5).unwrap();
    let start = Gomoku::from_text(&setup, "xoxox/xoxox/oxoxo/oxoxo/xoxo1:x").unwrap();
    assert_eq!(prove(&mut Parts::new(&start, Found::default(), 1), u64::MAX), End::Refuted);
}

#[test]
fn the_part_that_was_cut_off_goes_on() {
    // Most of the replies are won by threats at once, and nothing is known of them afterwards.
    let start = after(15, &["h8", "o15", "i7"]);
    let (mut found, mut sum, mut runs) = (Found::default(), 0, 0);
    loop {
        let mut parts = Parts::new(&start, found, 1);
        let end = prove(&mut parts, 100);
        (sum, runs) = (sum + parts.expanded().0, runs + 1);
        if end == End::Proven {
            break;
        }
        assert!(runs < 60, "it comes to no end");
        found = parts.findings().found();
    }
    let mut whole = Parts::new(&start, Found::default(), 1);
    assert_eq!(prove(&mut whole, u64::MAX), End::Proven);
    assert!(runs > 2, "{sum} in {runs} runs, {} in one", whole.expanded().0);
}

#[test]
fn what_the_tree_proves_is_known_before_its_part_ends() {
    let start = after(9, &["a1", "e5", "i9", "e6"]);
    let step = |node: &Node, text: &str| {
        let step = Square::parse(text, 9).unwrap();
        let position = Node { place: node.place.after(step).class(9).0, aside: Vec::new() };
        Child { step, position, proof: 1, disproof: 1 }
    };
    // Of two replies one is known to be won, if only because all that follows is.
    let root = Node { place: Place::of(&start).class(9).0, aside: Vec::new() };
    let answer = step(&root, "c3");
    let replies = [step(&answer.position, "d7"), step(&answer.position, "g3")];
    let won = replies[0].position.clone();
    let last = step(&won, "c7");
    let expanded = [
        (last.position.clone(), Expansion::Proven),
        (won.clone(), Expansion::Children(vec![last])),
        (answer.position.clone(), Expansion::Children(replies.into())),
        (root, Expansion::Children(vec![answer])),
    ];
    let found = Found { expanded: expanded.into_iter().collect(), ..Found::default() };
    let mut parts = Parts::new(&start, found, 1).advised_by(in_order(Score::Heuristic(0), &Arc::default()));
    let findings = parts.findings();
    let limits = PartsLimits { expansions: 20, ..PartsLimits::default() };
    let mut known = Vec::new();
    let end = parts.run(&limits, &Control::new(), &mut |standing| {
        known.push((standing.expansions, findings.found().moves.contains_key(&won.place)));
        true
    });
    assert_eq!((end, known[0].1), (End::Stopped, false), "{known:?}");
    assert!(known.iter().any(|&(expansions, known)| known && expansions < limits.expansions), "{known:?}");
}

#[test]
fn what_an_adviser_says_who_was_stopped_is_not_kept() {
    let start = after(9, &["a1", "e5", "i9", "e6"]);
    let control = Arc::new(Control::new());
    let stops = Arc::clone(&control);
    let stopped: Adviser = Box::new(move |game, _, _, stop| {
        stops.stop();
        assert!(stop());
        Some((*game.moves().first()?, Score::Draw))
    });
    let mut parts = Parts::new(&start, Found::default(), 1).advised_by(vec![stopped]);
    let end = parts.run(&PartsLimits::default(), &control, &mut |_| true);
    assert_eq!((end, parts.findings().found().expanded.len()), (End::Stopped, 0));
}

#[test]
fn a_lost_position_is_not_searched() {
    let start = after(9, &["a1", "e5", "i9", "e6"]);
    let advisers = in_order(Score::Loss { in_plies: 4 }, &Arc::default());
    let mut parts = Parts::new(&start, Found::default(), 1).advised_by(advisers);
    assert_eq!((prove(&mut parts, u64::MAX), parts.expanded().0), (End::Refuted, 1));
}

/// Two advisers who name the squares in their order; the first one asked behind the start waits until it is told to stop. With what has
/// waited so far.
fn one_waits(start: &Gomoku) -> (Vec<Adviser>, Arc<Mutex<Option<Place>>>) {
    let (waited, ply) = (Arc::new(Mutex::new(None)), start.ply());
    let adviser = |_| -> Adviser {
        let waited = Arc::clone(&waited);
        Box::new(move |game, aside, _, stop| {
            let mut who = waited.lock().unwrap();
            if game.ply() > ply && who.is_none() {
                *who = Some(Place::of(game));
                drop(who);
                let begun = Instant::now();
                while !stop() {
                    assert!(begun.elapsed() < Duration::from_secs(60), "nobody told it to stop");
                    std::thread::yield_now();
                }
            }
            Some((game.moves().into_iter().find(|m| !aside.contains(m))?, Score::Heuristic(0)))
        })
    };
    ((0..2).map(adviser).collect(), waited)
}

#[test]
fn what_is_cut_off_at_the_end_is_told_to_stop_and_says_nothing() {
    let start = after(9, &["a1", "e5", "i9", "e6"]);
    let (advisers, waited) = one_waits(&start);
    let mut parts = Parts::new(&start, Found::default(), 2).advised_by(advisers);
    let end = parts.run(&PartsLimits::default(), &Control::new(), &mut |standing| standing.expansions < 8);
    assert_eq!(end, End::Stopped);
    let place = waited.lock().unwrap().expect("one has waited");
    let node = Node { place: place.class(9).0, aside: Vec::new() };
    assert!(!parts.findings().found().expanded.contains_key(&node));
}

#[test]
fn several_threads_come_to_a_proof_too() {
    let start = after(15, &["h8", "o15", "i7", "a1"]);
    for threads in 1..=3 {
        let mut parts = Parts::new(&start, Found::default(), threads);
        assert_eq!(prove(&mut parts, u64::MAX), End::Proven);
        let moves = parts.moves();
        let find = |place: &Place| super::super::find(&moves, 15, place);
        let walked =
            walk::walk(&start, u32::MAX, &find, false, &mut walk::Visited::default(), &mut |_| true).unwrap();
        assert!(walked.longest > 8, "{walked:?}");
    }
}
