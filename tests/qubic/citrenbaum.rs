//! The three programs of Citrenbaum 1965 against their thesis: every reason of the flow charts, claims that hold,
//! options, and the example games of chapter 9. Appendix II is in `citrenbaum_planes.rs`.

use crate::common;
use games::qubic::{Cell, Qubic};
use games::{Game, Notation, Outcome, Played, Side};
use search::{Limits, Score};
use std::collections::BTreeMap;
use strategies::citrenbaum::chapter9;
use strategies::citrenbaum::chapter9::Opening;
use strategies::citrenbaum::{general, planar, related_pair};
use strategies::settings::{Settings, Value};
use strategies::{Choice, Row, random};

type QubicRow = Row<Qubic>;

static RANDOM: QubicRow = random::row();

fn choose(row: &QubicRow, played: &Played<Qubic>, options: &[(&'static str, &str)]) -> Choice<Qubic> {
    choose_among(row, played, options, &Limits::default())
}

fn choose_among(
    row: &QubicRow,
    played: &Played<Qubic>,
    options: &[(&'static str, &str)],
    limits: &Limits<Qubic>,
) -> Choice<Qubic> {
    let mut settings = Settings::defaults(row.options);
    settings.set("Seed", Value::Integer(5));
    for &(name, text) in options {
        let spec = row.options.iter().find(|spec| spec.name == name).unwrap();
        settings.set(spec.name, spec.parse(text).unwrap().unwrap());
    }
    common::choose(row, played, limits, &settings)
}

/// A position from the cells of both sides, as level, row and column.
fn position(x: &[&str], o: &[&str]) -> Played<Qubic> {
    let set = |cells: &[&str]| {
        cells.iter().fold(0, |set, text| {
            set | Qubic::default().parse_move(text, Notation::Coordinates).unwrap().set()
        })
    };
    Played::new(Qubic::from_sets(set(x), set(o)).unwrap())
}

fn text(choice: &Choice<Qubic>) -> (String, String) {
    let cell = choice.best().unwrap();
    (Qubic::default().move_text(cell, Notation::Coordinates), choice.reason.clone())
}

fn answer(row: &QubicRow, x: &[&str], o: &[&str]) -> (String, String) {
    text(&choose(row, &position(x, o), &[]))
}

fn pair(cell: &str, reason: &str) -> (String, String) {
    (cell.to_owned(), reason.to_owned())
}

// ---- claims ----

/// Whether the side to move really wins by these moves (own ones and expected replies alternate) against any reply.
fn line_wins(position: Qubic, moves: &[Cell]) -> bool {
    let mut position = position;
    for (n, &m) in moves.iter().step_by(2).enumerate() {
        let side = position.to_move();
        position.play(m);
        if position.outcome() == Some(Outcome::Win(side)) {
            return true;
        }
        let replies = position.moves();
        let punished = |reply: Cell| {
            let after = position.after(reply);
            if after.outcome().is_some() {
                return false;
            }
            let answers = after.moves();
            answers.into_iter().any(|answer| after.after(answer).outcome() == Some(Outcome::Win(side)))
        };
        let escapes: Vec<Cell> = replies.into_iter().filter(|&reply| !punished(reply)).collect();
        match (escapes.as_slice(), moves.get(2 * n + 1)) {
            ([], None) => return true,
            ([only], Some(expected)) if only == expected => {
                position.play(*only);
            }
            _ => return false,
        }
    }
    false
}

#[test]
fn wins_and_losses_are_claimed_only_when_they_are_so() {
    let (mut wins, mut losses) = (0, 0);
    for row in [&related_pair::ROW, &planar::ROW, &general::ROW] {
        for seed in 0..25 {
            let game = chapter9::play([row, if seed % 2 == 0 { row } else { &RANDOM }], &[], seed);
            let mut played = Played::new(Qubic::default());
            for m in game.played.moves() {
                let choice = choose(row, &played, &[]);
                match choice.lines[0].score {
                    Score::Win { in_plies } => {
                        wins += 1;
                        assert!(line_wins(*played.position(), &choice.lines[0].moves), "{}", choice.reason);
                        assert_eq!(in_plies % 2, 1);
                    }
                    Score::Loss { in_plies } => {
                        losses += 1;
                        assert_eq!(in_plies, 2);
                        let moves = played.position().moves();
                        assert!(
                            moves
                                .into_iter()
                                .all(|m| { games::qubic::winning_cells(&played.position().after(m)) != 0 })
                        );
                    }
                    Score::Draw => panic!("no program knows a draw"),
                    Score::Heuristic(_) => {}
                }
                played.play(m).unwrap();
            }
        }
    }
    assert!(wins > 50 && losses > 10, "{wins} wins and {losses} losses claimed");
}

// ---- reasons ----

#[test]
fn the_related_pair_program_gives_every_reason_of_figure_4_1() {
    let row = &related_pair::ROW;
    assert_eq!(answer(row, &[], &[]), pair("132", "Preset move"));
    assert_eq!(
        answer(row, &["111", "112", "113"], &["211", "244", "321"]),
        pair("114", "Forms a 4-0 file, wins")
    );
    // One's own four comes before the block.
    assert_eq!(
        answer(row, &["111", "112", "113"], &["211", "212", "213"]),
        pair("114", "Forms a 4-0 file, wins")
    );
    let three = ["111", "112", "113", "444"];
    assert_eq!(answer(row, &three, &["211", "244", "321"]), pair("114", "Blocks a 0-3 file"));
    // Files 111 112 and 124 134 meet in 114.
    let apart = ["231", "342", "424", "413"];
    assert_eq!(answer(row, &["111", "112", "124", "134"], &apart), pair("114", "Forms two 3-0 files"));
    assert_eq!(
        answer(row, &["111", "112", "124", "134", "433"], &apart),
        pair("114", "Blocks a related pair")
    );
}

#[test]
fn the_planar_program_gives_every_reason_of_appendix_v() {
    let row = &planar::ROW;
    assert_eq!(answer(row, &["111"], &[]).1, "Preset move");
    assert_eq!(
        answer(row, &["111", "112", "113"], &["211", "244", "321"]),
        pair("114", "Forms a 4-0 file, wins")
    );
    let three = ["111", "112", "113", "444"];
    assert_eq!(answer(row, &three, &["211", "244", "321"]), pair("114", "Blocks a 0-3 file"));
    // The plane of level 1 with 111, 114, 141 (three 2-0 files, the class 1,4,13) has a sequence.
    let corners = ["111", "114", "141"];
    let (cell, reason) = answer(row, &corners, &["231", "342", "423"]);
    assert_eq!(reason, "Starts a TFS", "{cell}");
    let (_, reason) = answer(row, &["111", "114", "141", "423"], &["231", "342", "314"]);
    assert_eq!(reason, "Blocks a TFS");
    // What else there is shows in its own games.
    let seen = reasons_of(row, 60);
    let printed = [
        "Preset move",
        "Forms an excess-three plane",
        "Forms an excess-four plane",
        "Blocks a TFS",
        "Blocks a related pair",
        "Blocks a 0-3 file",
        "Moves to XWATCH cell in excess-two plane",
        "Moves to XWATCH cell in excess-three plane",
        "Starts a TFS",
        "Continues TFS",
        "Forms two 3-0 files",
        "Forms a 4-0 file, wins",
    ];
    for reason in printed {
        assert!(seen.contains_key(reason), "{reason}: {seen:?}");
    }
}

#[test]
fn the_general_program_gives_every_reason_of_figure_8_1() {
    let seen = reasons_of(&general::ROW, 400);
    let all = [
        "Takes a strong cell",
        "Takes the mirror image of the opening move",
        "Forms a 4-0 file, wins",
        "Blocks a 0-3 file",
        "Forms two 3-0 files",
        "Starts a TFS",
        "Continues TFS",
        "Moves to XWATCH cell in excess-two plane, starts a TFS",
        "Moves to XWATCH cell in excess-one plane, starts a TFS",
        "Starts a cubic Case 1 sequence",
        "Starts a plane-plane sequence",
        "Blocks a related pair",
        "Blocks a TFS",
        "Blocks several threats",
        "Blocks the shortest of several threats",
        "Starts a pseudo-TFS",
        "Builds a future threat in an excess plane",
        "Builds a future threat in two excess planes",
        "Builds a future threat in a plane of the opponent's excess",
        "Preset move",
    ];
    let missing: Vec<_> = all.iter().filter(|reason| !seen.contains_key(**reason)).collect();
    assert!(missing.is_empty(), "{missing:?} not in {seen:#?}");
}

/// How often a program gives each reason in games from random openings against itself and the others.
fn reasons_of(row: &QubicRow, games: u64) -> BTreeMap<String, usize> {
    let mut seen = BTreeMap::new();
    let rivals = [row, &planar::ROW, &general::ROW, &related_pair::ROW];
    for n in 0..games {
        let rival = rivals[n as usize % 4];
        let first = if n % 8 < 4 { Side::First } else { Side::Second };
        let players = if first == Side::First { [row, rival] } else { [rival, row] };
        let opening = (0..n % 6).filter_map(|k| Cell::new(((n * 37 + k * 29 + k * k * 7) % 64) as usize));
        let opening: Vec<Cell> = opening.collect();
        let game = chapter9::play(players, &opening, n);
        for (ply, reason) in game.reasons.iter().enumerate().skip(opening.len()) {
            if std::ptr::eq(players[ply % 2], row) || ply % 2 == first.index() {
                *seen.entry(reason.clone()).or_insert(0) += 1;
            }
        }
    }
    seen
}

// ---- options and rules of the house ----

#[test]
fn concession_follows_the_option() {
    let row = &related_pair::ROW;
    // Two open threes against the side to move.
    let lost = position(&["111", "112", "113", "222", "223", "224"], &["311", "324", "342", "441", "433"]);
    let resigns = |level| choose(row, &lost, &[("RelatedPair.Concede", level)]).resigns;
    assert_eq!(["never", "code", "chart"].map(resigns), [false, true, true]);
    let choice = choose(row, &lost, &[]);
    assert_eq!(choice.lines[0].score, Score::Loss { in_plies: 2 });
    // A three, and a related pair elsewhere that the block neither spoils nor answers.
    let behind = ["111", "112", "113", "411", "412", "424", "434"];
    let worse = position(&behind, &["311", "324", "342", "243", "233", "131"]);
    let resigns = |level| choose(row, &worse, &[("RelatedPair.Concede", level)]).resigns;
    assert_eq!(["never", "code", "chart"].map(resigns), [false, false, true]);
    for (row, name) in [(&planar::ROW, "Planar.Concede"), (&general::ROW, "General.Concede")] {
        assert!(choose(row, &lost, &[]).resigns);
        assert!(!choose(row, &lost, &[(name, "false")]).resigns);
    }
}

#[test]
fn moves_outside_the_ones_to_consider_are_never_chosen() {
    let played = position(&["111", "112", "113"], &["211", "244", "321"]);
    for row in [&related_pair::ROW, &planar::ROW, &general::ROW] {
        let only = vec![Cell::new(40).unwrap(), Cell::new(50).unwrap()];
        let limits = Limits { only: only.clone(), ..Limits::default() };
        let choice = choose_among(row, &played, &[], &limits);
        assert!(only.contains(&choice.best().unwrap()));
        assert_eq!(choice.lines[0].score, Score::Heuristic(0));
    }
}

#[test]
fn random_presets_depend_on_the_seed_and_choices_on_nothing_else() {
    let start = Played::new(Qubic::default());
    for row in [&related_pair::ROW, &planar::ROW, &general::ROW] {
        let prefix = row.options[0].name;
        let once = text(&choose(row, &start, &[(prefix, "random")]));
        assert_eq!(once, text(&choose(row, &start, &[(prefix, "random")])));
        let a = chapter9::play([row, row], &[], 3);
        let b = chapter9::play([row, row], &[], 3);
        assert!(a.played.moves().eq(b.played.moves()) && a.reasons == b.reasons);
    }
}

#[test]
fn a_sequence_is_continued_by_a_program_that_is_handed_the_game_in_the_middle() {
    let games = chapter9::games(Opening::Strong, Opening::Weak, 40, 1);
    let game = games.into_iter().find(|game| game.reasons.iter().any(|r| r == "Continues TFS")).unwrap();
    let mut played = Played::new(Qubic::default());
    for (m, reason) in game.played.moves().zip(&game.reasons) {
        if reason != "Opening" {
            let choice = choose(&planar::ROW, &played, &[]);
            assert_eq!((choice.best(), &choice.reason), (Some(m), reason));
        }
        played.play(m).unwrap();
    }
}

#[test]
fn the_opening_advice_of_chapter_8() {
    let row = &general::ROW;
    assert_eq!(answer(row, &["111"], &[]), pair("144", "Takes the mirror image of the opening move"));
    assert_eq!(answer(row, &["222"], &[]), pair("233", "Takes the mirror image of the opening move"));
    let (cell, reason) = answer(row, &["112"], &[]);
    assert_eq!(reason, "Takes a strong cell");
    // It shares no file with 112.
    assert!(!["111", "114", "222", "333", "442"].contains(&cell.as_str()), "{cell}");
}

#[test]
fn the_example_games_are_those_of_the_command() {
    let mut all = Vec::new();
    for first in Opening::ALL {
        for second in Opening::ALL {
            all.extend(chapter9::games(first, second, 1000, 1965));
        }
    }
    let examples = chapter9::examples(&all);
    assert_eq!(examples.len(), 3);
    for (name, text) in examples {
        let path = format!("{}/data/qubic/citrenbaum-1965-games/{name}", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{name}");
    }
}

#[test]
fn the_openings_of_matches_are_those_of_the_command() {
    let text = include_str!("../../data/qubic/openings-random-4.txt");
    let start = Qubic::default();
    let expected: Vec<Vec<Cell>> = chapter9::random_openings(100, 1965).collect();
    let read: Vec<Vec<Cell>> = text
        .lines()
        .map(|line| line.split(' ').map(|t| start.parse_move(t, Notation::Coordinates).unwrap()).collect())
        .collect();
    assert_eq!(read, expected);
}
