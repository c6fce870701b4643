//! Samuel's program: the look-ahead against a slow one that follows the paper's sentences, its claims against the rules, its
//! options, book games and games against itself.

use fourscore::game::draughts::{Draughts, Move, pdn};
use fourscore::game::{Game, Notation, Outcome, Played, Side};
use fourscore::learning::Memory;
use fourscore::search::{Control, Limits, Score};
use fourscore::strategy::samuel::book::{Tally, follow};
use fourscore::strategy::samuel::draughts::TERMS;
use fourscore::strategy::samuel::plies::Plies;
use fourscore::strategy::samuel::polynomial::{Coefficient, Polynomial};
use fourscore::strategy::samuel::scoring::{Scoring, WON, one_man};
use fourscore::strategy::samuel::series::{Contestant, Ending, judge, play};
use fourscore::strategy::samuel::thinker::{Manner, Thought, think};
use fourscore::strategy::samuel::{DRAUGHTS, known, manner};
use fourscore::strategy::settings::Settings;
use fourscore::strategy::{Choice, Context, Report};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::io::Read;

/// The options at first, with these values.
fn settings(values: &[(&str, &str)]) -> Settings {
    let mut settings = Settings::defaults(DRAUGHTS.options);
    for (name, value) in values {
        let spec = DRAUGHTS.options.iter().find(|spec| spec.name == *name).unwrap();
        settings.set(spec.name, spec.parse(value).unwrap().unwrap());
    }
    settings
}

fn scoring(polynomial: &str) -> Scoring<Draughts> {
    known::scoring(&settings(&[("Samuel.Polynomial", polynomial)])).unwrap()
}

fn at(text: &str) -> Played<Draughts> {
    Played::new(Draughts::from_text(&(), text).unwrap())
}

fn text(game: &Played<Draughts>, m: Move) -> String {
    game.position().move_text(m, Notation::default())
}

fn with_moves(mut game: Played<Draughts>, moves: &[&str]) -> Played<Draughts> {
    for text in moves {
        let m = game.position().parse_move(text, Notation::default()).unwrap();
        game.play(m).unwrap();
    }
    game
}

/// Looks ahead with these break points; every move with its score if `all`.
fn ahead(
    game: &Played<Draughts>,
    scoring: &Scoring<Draughts>,
    plies: Plies,
    all: bool,
    pruning: bool,
) -> Thought<Draughts> {
    let limits = Limits { multi_pv: if all { usize::MAX } else { 1 }, ..Limits::default() };
    let manner = Manner { plies, deepens: false, pruning };
    think(game, scoring, manner, &limits, &Control::new(), &mut |_| {})
}

/// The section "Ply limitations", sentence by sentence.
struct Slow<'a> {
    scoring: &'a Scoring<Draughts>,
    plies: Plies,
    nodes: u64,
}

impl Slow<'_> {
    /// The score of the position at the end of this game for who is to move; `ply` moves have been looked ahead.
    fn score(&mut self, game: &Played<Draughts>, before: &Draughts, last: Option<Move>, ply: usize) -> i64 {
        let position = game.position();
        if ply > 0 {
            self.nodes += 1;
            match game.outcome() {
                Some(Outcome::Draw) => return 0,
                Some(Outcome::Win(_)) => return -WON,
                None => {}
            }
            if !self.goes_on(position, last, ply) {
                return self.evaluate(position, before, ply);
            }
        }
        let scores = game.legal_moves().into_iter().map(|m| self.of_move(game, m, ply));
        scores.max().unwrap()
    }

    fn of_move(&mut self, game: &Played<Draughts>, m: Move, ply: usize) -> i64 {
        let mut next = game.clone();
        next.play(m).unwrap();
        let score = -self.score(&next, game.position(), Some(m), ply + 1);
        score - score.signum()
    }

    fn goes_on(&self, position: &Draughts, last: Option<Move>, ply: usize) -> bool {
        let next_is_jump = moves(position).iter().any(|m| m.is_capture());
        let last_was_jump = last.is_some_and(Move::is_capture);
        let Plies { minimum, exchange, jump, decided, last: end } = self.plies;
        match ply {
            _ if ply >= end => false,
            _ if ply >= decided.max(minimum) => next_is_jump && !ahead_by_more_than_two_kings(position),
            _ if ply >= jump.max(minimum) => next_is_jump,
            _ if ply >= exchange.max(minimum) => next_is_jump || can_offer_exchange(position),
            _ if ply >= minimum => next_is_jump || last_was_jump || can_offer_exchange(position),
            _ => true,
        }
    }

    fn evaluate(&self, position: &Draughts, before: &Draughts, ply: usize) -> i64 {
        let score = self.scoring.evaluate(position, &self.scoring.rate(before));
        let pieces = |position: &Draughts| self.scoring.pieces(advantage(position));
        let captures: Vec<_> = moves(position).into_iter().filter(|m| m.is_capture()).collect();
        if ply < self.plies.last || captures.is_empty() {
            return score;
        }
        let after = |&m: &Move| {
            let mut next = *position;
            next.play(m);
            -pieces(&next)
        };
        score - pieces(position) + captures.iter().map(after).max().unwrap()
    }
}

fn moves(position: &Draughts) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn credit(position: &Draughts, side: Side) -> i64 {
    let pieces = position.pieces(side);
    i64::from(2 * pieces.count_ones() + (pieces & position.kings()).count_ones())
}

fn advantage(position: &Draughts) -> i64 {
    let side = position.to_move();
    let (own, other) = (credit(position, side), credit(position, side.other()));
    (own - other) * (96 - own - other)
}

fn ahead_by_more_than_two_kings(position: &Draughts) -> bool {
    (credit(position, Side::First) - credit(position, Side::Second)).abs() > 6
}

/// A step after which the other side must jump, and can be jumped back whatever it does.
fn can_offer_exchange(position: &Draughts) -> bool {
    moves(position).into_iter().filter(|m| !m.is_capture()).any(|m| {
        let mut next = *position;
        next.play(m);
        let replies = moves(&next);
        replies[..].first().is_some_and(|m| m.is_capture())
            && replies.into_iter().all(|reply| {
                let mut after = next;
                after.play(reply);
                moves(&after).first().is_some_and(|m| m.is_capture())
            })
    })
}

/// Positions within random games, with their history.
fn games(number: u64) -> Vec<Played<Draughts>> {
    let mut games = Vec::new();
    for seed in 0..number {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Played::new(Draughts::start(&()));
        for _ in 0..seed * 7 % 90 {
            let Some(&m) = game.legal_moves().choose(&mut random) else { break };
            game.play(m).unwrap();
        }
        if game.outcome().is_none() {
            games.push(game);
        }
    }
    games
}

#[test]
fn the_look_ahead_is_that_of_the_paper() {
    let sets = [
        Plies { minimum: 2, exchange: 3, jump: 4, decided: 5, last: 7 },
        Plies { minimum: 1, exchange: 2, jump: 3, decided: 11, last: 20 },
        Plies { minimum: 3, exchange: 3, jump: 3, decided: 3, last: 4 },
    ];
    let mut deep = 0;
    for (number, game) in games(45).iter().enumerate() {
        let scoring = scoring(["second", "four", "piece"][number % 3]);
        let plies = sets[number / 3 % 3];
        let mut slow = Slow { scoring: &scoring, plies, nodes: 0 };
        let expected: Vec<_> = game.legal_moves().iter().map(|&m| (m, slow.of_move(game, m, 0))).collect();
        for pruning in [false, true] {
            let all = ahead(game, &scoring, plies, true, pruning);
            for (m, score) in &expected {
                let found = all.candidates.iter().find(|candidate| candidate.m == *m).unwrap();
                assert_eq!(found.score, Some(*score), "{} {}", game.position().to_text(), text(game, *m));
            }
            assert!(pruning || all.nodes == slow.nodes, "{} nodes, not {}", all.nodes, slow.nodes);
            deep = deep.max(all.deepest);
            // The first of the best, whatever is cut off.
            let best = ahead(game, &scoring, plies, false, pruning);
            let highest = expected.iter().map(|&(_, score)| score).max();
            let first = expected.iter().find(|&&(_, score)| Some(score) == highest).unwrap();
            assert_eq!((best.candidates[0].m, best.score()), (first.0, Some(first.1)));
            assert!(!pruning || best.nodes <= all.nodes);
            // The line is play that is legal.
            let line = best.candidates[0].line.iter();
            line.fold(game.clone(), |mut game, &m| {
                game.play(m).unwrap();
                game
            });
        }
    }
    assert!(deep >= 7, "jumps are followed beyond the minimum: {deep}");
}

#[test]
fn break_points_bound_the_tree() {
    let (game, scoring) = (Played::new(Draughts::start(&())), scoring("second"));
    let flat = |ply| Plies { minimum: ply, exchange: ply, jump: ply, decided: ply, last: ply };
    for (ply, nodes) in [(1, 7), (2, 7 + 49), (3, 7 + 49 + 302)] {
        let thought = ahead(&game, &scoring, flat(ply), true, false);
        assert_eq!((thought.nodes, thought.deepest), (nodes, ply));
    }
    let paper = ahead(&game, &scoring, Plies::PAPER, true, false);
    assert!(paper.nodes > 358 && (4..=20).contains(&paper.deepest), "{}", paper.deepest);
    // The options: a minimum is asked for as a depth, and few pieces raise it.
    let few = settings(&[("Samuel.FewPieces", "6"), ("Samuel.FewPiecesPlies", "4")]);
    assert_eq!(Plies::from_settings(&few, game.position()), Plies::PAPER);
    let raised = Plies { minimum: 7, exchange: 8, jump: 9, decided: 15, last: 20 };
    assert_eq!(Plies::from_settings(&few, at("B:W32:B1").position()), raised);
    assert_eq!(
        Plies::PAPER.with_minimum(1),
        Plies { minimum: 1, exchange: 2, jump: 3, decided: 9, last: 18 }
    );
}

#[test]
fn a_jump_to_come_is_allowed_for_where_the_look_ahead_ends() {
    // 14-18 loses two men to 23x14x5, 14-17 none; at a last ply of 1 nobody looks.
    let game = at("B:W23,32:B9,14");
    let last = Plies { minimum: 1, exchange: 1, jump: 1, decided: 1, last: 1 };
    let thought = ahead(&game, &scoring("piece"), last, true, true);
    let score = |wanted: &str| {
        let found = thought.candidates.iter().find(|candidate| text(&game, candidate.m) == wanted);
        found.unwrap().score.unwrap()
    };
    assert_eq!(score("14-17"), 0);
    assert!(score("14-18") < -one_man::<Draughts>());
}

#[test]
fn wins_are_taken_soon_and_losses_late() {
    for (position, score) in [("W:W15:B10", WON - 1), ("W:W29:B21,22,K14", 2 - WON)] {
        let thought = ahead(&at(position), &scoring("second"), Plies::PAPER, false, true);
        assert_eq!(thought.score(), Some(score), "{position} {thought:?}");
    }
    // A won man counts for the less, the later it is won.
    let game = at("W:W23,32,K31:B9,K1");
    let scoring = scoring("piece");
    let thought = ahead(&game, &scoring, Plies::PAPER, true, true);
    let static_score = scoring.pieces(advantage(game.position()));
    let best = thought.score().unwrap();
    assert!(best < static_score && best >= static_score - 20, "{best} {static_score}");
}

fn choose(
    game: &Played<Draughts>,
    limits: &Limits<Draughts>,
    values: &[(&str, &str)],
) -> (Choice<Draughts>, Vec<String>) {
    let (control, memory, settings) = (Control::new(), Memory::none(), settings(values));
    let mut words = Vec::new();
    let mut report = |report| {
        if let Report::Words(text) = report {
            words.push(text);
        }
    };
    let mut context =
        Context { control: &control, settings: &settings, memory: &memory, report: &mut report };
    let choice = (DRAUGHTS.make)().choose(game, limits, &mut context);
    (choice, words)
}

fn depth(depth: u32) -> Limits<Draughts> {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Whether the side to move wins within so many plies, by the rules alone.
fn wins(game: &Played<Draughts>, plies: u32) -> bool {
    let side = game.position().to_move();
    plies > 0
        && game.legal_moves().into_iter().any(|m| {
            let mut next = game.clone();
            next.play(m).unwrap();
            match next.outcome() {
                Some(outcome) => outcome == Outcome::Win(side),
                None => loses(&next, plies - 1),
            }
        })
}

/// Whether the side to move loses within so many plies.
fn loses(game: &Played<Draughts>, plies: u32) -> bool {
    let side = game.position().to_move();
    plies > 0
        && game.legal_moves().into_iter().all(|m| {
            let mut next = game.clone();
            next.play(m).unwrap();
            match next.outcome() {
                Some(outcome) => outcome == Outcome::Win(side.other()),
                None => wins(&next, plies - 1),
            }
        })
}

/// The positions some plies before random games are won and lost.
fn endings(number: u64) -> Vec<Played<Draughts>> {
    let mut endings = Vec::new();
    for seed in 0..number {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Played::new(Draughts::start(&()));
        while let Some(&m) = game.legal_moves().choose(&mut random) {
            game.play(m).unwrap();
        }
        (0..2 + seed % 3).for_each(|_| _ = game.take_back());
        endings.push(game);
    }
    endings
}

#[test]
fn what_is_announced_is_won_and_what_is_conceded_is_lost() {
    let (mut announced, mut conceded) = (0, 0);
    for game in endings(150) {
        let (choice, _) = choose(&game, &depth(4), &[("Samuel.FewPieces", "0"), ("Samuel.LastPly", "8")]);
        match choice.lines[0].score {
            Score::Win { in_plies } => {
                announced += 1;
                assert!(
                    in_plies % 2 == 1 && (in_plies > 5 || wins(&game, in_plies)),
                    "{}",
                    game.position().to_text()
                );
                assert!(choice.reason.contains("a win is predicted") && !choice.resigns, "{}", choice.reason);
            }
            Score::Loss { in_plies } => {
                conceded += 1;
                assert!(
                    in_plies % 2 == 0 && (in_plies > 6 || loses(&game, in_plies)),
                    "{}",
                    game.position().to_text()
                );
                assert!(choice.reason.contains("going to lose") && choice.resigns, "{}", choice.reason);
            }
            Score::Heuristic(_) | Score::Draw => assert!(!choice.resigns),
        }
    }
    assert!(announced >= 5 && conceded >= 3, "{announced} {conceded}");
}

#[test]
fn nothing_is_conceded_that_is_not_proven_or_that_the_options_keep() {
    let lost = at("B:W14:B9");
    let (choice_made, _) = choose(&lost, &depth(3), &[]);
    assert!(matches!(choice_made.lines[0].score, Score::Loss { in_plies: 2 }) == choice_made.resigns);
    let lost = at("W:W29:B21,22,K14");
    for (values, resigns) in [(&[][..], true), (&[("Samuel.Concede", "false")][..], false)] {
        let (choice, _) = choose(&lost, &depth(5), values);
        assert!(matches!(choice.lines[0].score, Score::Loss { .. }), "{choice:?}");
        assert_eq!(choice.resigns, resigns);
    }
    // Of a move that was asked for alone nothing follows for the others.
    let game = at("B:W23,32:B9,14");
    let only = vec![game.position().parse_move("14-18", Notation::default()).unwrap()];
    let (choice, _) = choose(&game, &Limits { only: only.clone(), ..depth(7) }, &[]);
    assert_eq!(choice.best(), Some(only[0]));
    assert!(matches!(choice.lines[0].score, Score::Heuristic(_)) && !choice.resigns, "{choice:?}");
    // The give-away game is none of the protocol's rules.
    let (choice, _) = choose(&at("W:W15:B10"), &depth(3), &[("Samuel.GiveAway", "true")]);
    assert!(matches!(choice.lines[0].score, Score::Heuristic(score) if score < 0), "{choice:?}");
}

#[test]
fn the_history_of_the_game_counts() {
    let round = ["1-6", "32-27", "6-1", "27-32", "1-6", "32-27", "6-1"];
    let game = with_moves(at("B:WK32,K31:BK1"), &round);
    let thought = ahead(&game, &scoring("piece"), Plies::PAPER, true, true);
    for candidate in &thought.candidates {
        let third_time = text(&game, candidate.m) == "27-32";
        assert_eq!(candidate.score == Some(0), third_time, "{}", text(&game, candidate.m));
    }
}

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
    let (deeper, _) = choose(&game, &Limits { nodes: Some(20_000), ..Limits::default() }, &[]);
    assert!(deeper.progress.depth > 3, "break points are raised while nodes last: {:?}", deeper.progress);
    let (four, _) = choose(&game, &Limits { multi_pv: 4, ..depth(3) }, &[]);
    assert_eq!(four.lines.len(), 4);
}

#[test]
fn polynomials_are_read_written_and_refused() {
    for name in known::NAMES {
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
    let mut changed = second.clone();
    let leaving = changed.active()[15].0;
    let entering = changed.replace(15).unwrap();
    assert_eq!(TERMS[entering].name, "DIAV");
    assert_eq!(
        (changed.active()[15], changed.reserve().last()),
        ((entering, Coefficient::Zero), Some(&leaving))
    );
    for (text, words) in [
        ("MOB", "is no term with its coefficient"),
        ("MOB:-2^19", "powers go to 2^18"),
        ("MOB:3", "is no term with its coefficient"),
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
    let of_file = known::scoring::<Draughts>(&settings(&[("Samuel.Terms", path)])).unwrap();
    let inline = known::scoring::<Draughts>(&settings(&[("Samuel.Terms", "MOB:-2^3, DENY:+2^4")])).unwrap();
    assert_eq!(of_file.polynomial(), inline.polynomial());
    // What cannot be read is said, and the named one plays.
    let game = Played::new(Draughts::start(&()));
    let (named, words) = choose(&game, &depth(3), &[]);
    assert_eq!(words, Vec::<String>::new());
    for text in ["no such file", "MOB:7"] {
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
        "MOC2           0        -2^18             0  the first",
        "MODE3          1        -2^13          8192",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(
        text.ends_with("POLE HOLE GAP MOB") && text.contains("reserve: DIAV NODE OREO RECAP CORN"),
        "{text}"
    );
    let refused = (DRAUGHTS.make)().evaluation(&game, &settings(&[("Samuel.Terms", "MOB:7")])).unwrap();
    assert!(refused.contains("'MOB:7' is no term"), "{refused}");
}

/// Some games of masters, spread over the collection.
fn master_games(number: usize) -> Vec<Vec<Move>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/draughts/acf-games.txt.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let games: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let chosen = (0..number).map(|n| games[n * games.len() / number]);
    chosen.map(|line| pdn::parse(line.split_once(' ').unwrap().1).unwrap().remove(0).moves).collect()
}

#[test]
fn book_games_are_followed_and_correlated() {
    let games = master_games(12);
    let start = Draughts::start(&());
    let tally_of = |polynomial: &str| {
        let settings = settings(&[("Samuel.Polynomial", polynomial)]);
        let scoring = known::scoring(&settings).unwrap();
        let mut tally = Tally::default();
        for moves in &games {
            let followed =
                follow(&start, moves, &scoring, |game| manner(&settings, game), &Control::new()).unwrap();
            let mut game = Played::new(start);
            for m in &followed {
                assert_eq!(m.legal() as usize, game.legal_moves().len());
                assert_eq!(m.better == 0, m.book_score == m.proposed_score);
                assert!(m.book_score <= m.proposed_score && m.side == game.position().to_move());
                game.play(m.book).unwrap();
                tally.count(m);
            }
            assert!(followed.len() == moves.len() || game.outcome().is_some());
        }
        tally
    };
    let [piece, four, second] = ["piece", "four", "second"].map(tally_of);
    // The polynomial that the paper adopted had 0.6, the poorest 0.2.
    for tally in [&four, &second] {
        let c = tally.correlation().unwrap();
        assert!((0.4..0.7).contains(&c), "{c}");
        assert!(tally.ties() < 0.06);
        assert!(tally.by_lot > 2.0 * tally.by_chance);
    }
    // Piece advantage alone seems to agree better still: it cannot tell half of the moves from the book's.
    assert!(piece.correlation().unwrap() > 0.8 && piece.ties() > 0.4, "{piece:?}");
    assert!(piece.with_ties().unwrap() < four.with_ties().unwrap());
    assert!(piece.by_lot < four.by_lot);
}

#[test]
fn a_book_that_is_not_legal_is_refused() {
    let start = Draughts::start(&());
    let moves: Vec<_> =
        ["11-15", "11-16"].map(|text| start.parse_move(text, Notation::default()).unwrap()).into();
    let settings = settings(&[]);
    let scoring = known::scoring(&settings).unwrap();
    let error =
        follow(&start, &moves, &scoring, |game| manner(&settings, game), &Control::new()).unwrap_err();
    assert!(error.contains("move 2 of the book game is not legal"), "{error}");
}

#[test]
fn games_are_ended_and_judged_conceded_or_finished() {
    let contestant = |values: &[(&str, &str)]| Contestant::<Draughts>::new(settings(values)).unwrap();
    let play_from = |position: &str, values: &[(&str, &str)], moves| {
        let player = contestant(values);
        play(at(position), [&player, &player], &Limits::default(), moves, &Control::new())
    };
    let start = Draughts::start(&()).to_text();
    let record = play_from(&start, &[], 30);
    assert_eq!((record.ending, record.game.plies()), (Ending::Judged, 30));
    assert_eq!(record.winner, judge(&record.game, false));
    let record = play_from("W:W29:B21,22,K14", &[], 70);
    assert_eq!((record.ending, record.winner), (Ending::Conceded(Side::Second), Some(Side::First)));
    let record = play_from("W:W29:B21,22,K14", &[("Samuel.Concede", "false")], 70);
    assert_eq!((record.ending, record.winner), (Ending::Finished, Some(Side::First)));
    // Two against two kings, and nothing to win.
    let record = play_from("B:WK32,K31:BK1,K2", &[], 20);
    assert_eq!((record.ending, record.winner), (Ending::Judged, None));
    // Jumps to come are made before it is judged.
    let (fair, give_away) = (judge(&at("B:W15,32:B11,1"), false), judge(&at("B:W15,32:B11,1"), true));
    assert_eq!((fair, give_away), (Some(Side::First), Some(Side::Second)));
    // Given away: Black's last man must take the road to be taken.
    let giving = [("Samuel.GiveAway", "true"), ("Samuel.Concede", "false")];
    let record = play_from("B:W20:B11", &giving, 70);
    assert_eq!(record.ending, Ending::Finished);
    let loser = record.game.outcome();
    assert_eq!(
        record.winner,
        match loser {
            Some(Outcome::Win(side)) => Some(side.other()),
            _ => None,
        }
    );
}
