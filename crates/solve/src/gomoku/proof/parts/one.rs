//! The search of one reply: small at first, larger and different each time it is tried again.

use super::super::{Attack, Moves, Tuning};
use super::division::Reply;
use super::found::write;
use super::under_way::{Noted, Searches};
use search::Control;
use search::proof_number::graph::Sum::{self, Weak, Whole};
use search::proof_number::graph::{Bounds, Graph, NodeId, Verdict, search};
use std::sync::RwLock;

/// The searches that a part gets, one after the other; the last ones again and again, twice as large each time round. Most
/// parts are easy, and the first is for them. What makes the others succeed is how hard wins by threats are looked for, above all where black is to
/// move: j7 i9 g7 takes 3.1 million positions of threat searches with up to 100,000 each there, 5.5 with 10,000, and is
/// not proven within 12 million with 3,000; nor are 1,500 expansions enough with 500 after a reply.
///
/// No one of them will do for all, nor does either order of black's moves: j10 g7 k9 takes 2 million by the learned policy and 45 by
/// the zone alone, h10 g7 j8 more than 33 and 30.
const TRIES: [Try; 6] = [
    Try { expansions: 400, moves: 16, pass: 500, reply: 300, own: 10_000, sum: Weak, learned: true },
    Try { expansions: 1_500, moves: 24, pass: 2_000, reply: 1_000, own: 100_000, sum: Weak, learned: true },
    Try { expansions: 2_000, moves: 24, pass: 2_000, reply: 2_000, own: 200_000, sum: Weak, learned: false },
    Try { expansions: 2_000, moves: 24, pass: 4_000, reply: 4_000, own: 200_000, sum: Weak, learned: true },
    Try { expansions: 2_000, moves: 40, pass: 5_000, reply: 1_000, own: 100_000, sum: Weak, learned: false },
    Try { expansions: 3_000, moves: 24, pass: 2_000, reply: 1_000, own: 200_000, sum: Whole, learned: false },
];

/// So many of them, the last ones, are made again.
const AGAIN: usize = 4;

/// What a search has proven is known to others, and can be saved, after so many expansions: a few seconds.
const SLICE: u64 = 200;

/// A search of a part: as many expansions as take about a minute at most.
#[derive(Clone, Copy, Debug)]
struct Try {
    expansions: u64,
    moves: usize,
    /// Positions of a threat search after a pass.
    pass: u64,
    /// The same after a reply.
    reply: u64,
    /// The same in a position that the proof comes to.
    own: u64,
    sum: Sum,
    /// Whether the learned policy says which move comes first.
    learned: bool,
}

impl Try {
    fn number(tries: u32) -> Self {
        let (tries, again) = (tries as usize, TRIES.len() - AGAIN);
        let mut this = TRIES[if tries < TRIES.len() { tries } else { again + (tries - again) % AGAIN }];
        let round = tries.saturating_sub(again) / AGAIN;
        this.expansions = this.expansions.saturating_mul(1 << round.min(32));
        this
    }
}

/// How the search of a reply came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Searched {
    pub(crate) proven: bool,
    /// Something ended it before its own limit.
    pub(crate) stopped: bool,
    pub(crate) expansions: u64,
    /// Positions that came up.
    pub(crate) positions: u64,
}

/// What the searches of all replies have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) size: usize,
    pub(crate) known: &'a RwLock<Moves>,
    /// What has come to no end.
    pub(crate) searches: &'a RwLock<Searches>,
}

/// The search of a reply: [`search_one`], but in a test of what comes of a bug in it.
pub(crate) type SearchOne = for<'a> fn(&'a mut Attack, &Reply, u32, Shared<'a>, Bounds, &Control) -> Searched;

/// Searches a reply once, from where an earlier search with the same settings was cut off. The bound on expansions is of new
/// ones.
pub(crate) fn search_one<'a>(
    worker: &'a mut Attack,
    reply: &Reply,
    tries: u32,
    shared: Shared<'a>,
    bounds: Bounds,
    control: &Control,
) -> Searched {
    let Try { expansions, moves, pass, reply: effort, own, sum, learned } = Try::number(tries);
    let tuning = Tuning { moves, pass, reply: effort, own, learned };
    worker.set_tuning(tuning);
    let mut noted = Noted::new(worker, reply.place, tries, shared.searches);
    let mut graph = Graph::new(&noted, reply.place).with_sum(sum);
    let go = |graph: &mut Graph<Noted<'a>>, noted: &mut Noted<'a>, until| {
        let bounds = Bounds { expansions: until, ..bounds };
        search(graph, std::slice::from_mut(noted), &bounds, control, &mut |_| {})
    };
    let written = noted.written();
    go(&mut graph, &mut noted, written);
    let before = graph.nodes();
    let verdict = loop {
        let left = bounds.expansions.saturating_sub(noted.fresh());
        let until = expansions.min(graph.expansions() + SLICE.min(left));
        let verdict = go(&mut graph, &mut noted, until);
        keep(&graph, shared);
        let over = graph.expansions() < until || until == expansions || left <= SLICE;
        if verdict != Verdict::Unknown || over {
            break verdict;
        }
    };
    // A search that is out of memory has had its try.
    let cut = control.must_stop() || noted.fresh() >= bounds.expansions;
    let stopped = verdict == Verdict::Unknown && graph.expansions() < expansions && cut;
    Searched {
        proven: verdict == Verdict::Proven,
        stopped,
        expansions: noted.fresh(),
        positions: (graph.nodes() - before) as u64 + u64::from(written == 0),
    }
}

/// Keeps what a graph has proven, whether its root is or not.
fn keep(graph: &Graph<Noted<'_>>, shared: Shared<'_>) {
    let mut known = write(shared.known);
    for node in 0..graph.nodes() as NodeId {
        if graph.numbers(node).0 != 0 || !graph.attacker_moves(node) || !graph.is_expanded(node) {
            continue;
        }
        if let Some((m, _)) = graph.proving(node).next() {
            let (class, symmetry) = graph.position(node).class(shared.size);
            known.entry(class).or_insert_with(|| m.image(shared.size, symmetry));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Place, Spent};
    use super::super::under_way::Search;
    use super::super::{End, Found, Parts, PartsLimits};
    use super::*;
    use games::Game;
    use games::gomoku::{Gomoku, Rules, Setup, Square};
    use search::proof_number::{Expansion, Problem as _};
    use std::sync::Arc;

    #[test]
    fn the_last_tries_come_again_twice_as_large() {
        let expansions: Vec<u64> = (0..11).map(|tries| Try::number(tries).expansions).collect();
        assert_eq!(expansions, [400, 1_500, 2_000, 2_000, 2_000, 3_000, 4_000, 4_000, 4_000, 6_000, 8_000]);
        assert_eq!((Try::number(6).moves, Try::number(7).reply, Try::number(8).moves), (24, 4_000, 40));
        assert_eq!(Try::number(9).sum, Whole);
    }

    fn reply(black: &[&str], white: &[&str]) -> Reply {
        let set = |squares: &[&str]| squares.iter().map(|text| Square::parse(text, 15).unwrap()).collect();
        let place = Place { black: set(black), white: set(white), black_moves: true };
        Reply { place: place.class(15).0, tries: 0, since: 0, proven: false }
    }

    /// What a search comes to in pieces of so many expansions, each with a worker of its own, and what is proven then.
    fn in_pieces(reply: &Reply, piece: u64, most: u64) -> (Searched, Spent, Moves) {
        let (known, searches) = (Arc::new(RwLock::new(Moves::default())), RwLock::default());
        let shared = Shared { size: 15, known: &known, searches: &searches };
        let (mut all, mut spent) = (Searched::default(), Spent::default());
        loop {
            let mut worker = Attack::new(15, Rules::Freestyle, Arc::clone(&known));
            let expansions = piece.min(most - all.expansions);
            let bounds = Bounds { expansions, ..Bounds::default() };
            let one = search_one(&mut worker, reply, 0, shared, bounds, &Control::new());
            let (expansions, positions) = (all.expansions + one.expansions, all.positions + one.positions);
            all = Searched { expansions, positions, ..one };
            let Spent { calls, nodes } = worker.spent();
            spent = Spent { calls: spent.calls + calls, nodes: spent.nodes + nodes };
            assert_eq!(searches.read().unwrap()[&reply.place].expanded.len() as u64, expansions);
            if !one.stopped || expansions == most {
                let moves = known.read().unwrap().clone();
                return (all, spent, moves);
            }
            assert_eq!(one.expansions, piece);
        }
    }

    #[test]
    fn a_search_that_was_cut_off_comes_to_the_same_end_without_searching_for_threats_again() {
        let easy = reply(&["h8", "i7"], &["o15", "g8"]);
        let hard = reply(&["h8", "i9"], &["j7", "g7"]);
        for (reply, piece, most, proven) in [(easy, 3, u64::MAX, true), (hard, 37, 120, false)] {
            let whole = in_pieces(&reply, most, most);
            assert_eq!((whole.0.proven, whole.0.stopped), (proven, !proven));
            assert!(whole.0.expansions > 3 * piece && whole.0.positions > whole.0.expansions);
            assert_eq!(in_pieces(&reply, piece, most), whole);
        }
    }

    #[test]
    fn a_panic_in_a_search_ends_the_proof_with_the_reply_in_words() {
        let panics: SearchOne = |_, _, _, _, _, _| panic!("on purpose");
        let start = Gomoku::from_text(
            &Setup::new("freestyle", 15).unwrap(),
            "15/15/15/15/15/15/15/7xx6/15/15/15/15/15/15/14o:o",
        )
        .unwrap();
        for threads in [1, 2] {
            let mut parts = Parts::new(&start, Found::default(), threads);
            parts.search = panics;
            let words = parts.run(&PartsLimits::default(), &Control::new(), &mut |_, _| true).unwrap_err();
            assert!(words.contains("a bug") && words.contains("/15/15") && words.contains(":x"), "{words}");
            // Without the bug the proof goes on.
            parts.search = search_one;
            let limits = PartsLimits { expansions: 10, ..PartsLimits::default() };
            assert_eq!(parts.run(&limits, &Control::new(), &mut |_, _| true), Ok(End::Stopped), "{threads}");
        }
    }

    #[test]
    fn what_is_searched_in_vain_is_divided_by_the_advised_answer() {
        // Nothing is found before black has three stones.
        let late: SearchOne =
            |_, reply, _, _, _, _| Searched { proven: reply.place.black.count() > 2, ..Searched::default() };
        let setup = Setup::new("freestyle", 9).unwrap();
        for (start, own) in [("4x4/9/9/9/9/9/9/9/8o:x", 1), ("4xx3/9/9/9/9/9/9/9/7oo:x", 2)] {
            let start = Gomoku::from_text(&setup, start).unwrap();
            let asked = Arc::new(RwLock::new(Vec::new()));
            let heard = Arc::clone(&asked);
            let adviser = Box::new(move |game: &Gomoku| {
                let mut legal = Vec::new();
                game.legal_moves(&mut legal);
                heard.write().unwrap().push(Place::of(game).class(9).0);
                legal.first().copied()
            });
            let mut parts = Parts::new(&start, Found::default(), 1).advised_by(adviser);
            parts.search = late;
            assert_eq!(
                parts.run(&PartsLimits::default(), &Control::new(), &mut |_, _| true),
                Ok(End::Proven)
            );
            // Each position that was divided is known with the answer by which it was, and so is the start.
            let (asked, moves) = (asked.read().unwrap(), parts.moves());
            assert!(!asked.is_empty() && asked.iter().all(|place| moves.contains_key(place)));
            assert!(
                asked.iter().all(|place| place.black.count() == 2) && Place::of(&start).black.count() == own
            );
            assert!(moves.contains_key(&Place::of(&start).class(9).0));
        }
    }

    #[test]
    fn what_another_try_has_written_down_is_not_read() {
        let reply = reply(&["h8", "i9"], &["j7", "g7"]);
        let (known, searches) = (Arc::new(RwLock::new(Moves::default())), RwLock::default());
        let mut worker = Attack::new(15, Rules::Freestyle, Arc::clone(&known));
        let noted = Noted::new(&mut worker, reply.place, 1, &searches);
        assert_eq!((noted.written(), noted.fresh()), (0, 0));
        let expanded = [(reply.place, Expansion::Disproven)].into_iter().collect();
        searches.write().unwrap().insert(reply.place, Search { tries: 1, expanded });
        let mut noted = Noted::new(&mut worker, reply.place, 1, &searches);
        assert_eq!((noted.expand(&reply.place), noted.fresh()), (Expansion::Disproven, 0));
        let mut noted = Noted::new(&mut worker, reply.place, 2, &searches);
        assert_eq!(noted.written(), 0);
        assert_ne!(noted.expand(&reply.place), Expansion::Disproven);
        assert_eq!((noted.written(), noted.fresh()), (1, 1));
    }
}
