//! Appendix II of Citrenbaum 1965 by its counts and rows, and the search for terminal forcing sequences in a plane
//! against one that is obviously right.

use games::random::SplitMix64;
use std::collections::BTreeMap;
use strategies::citrenbaum::appendix::{Class, cell_list, classes, printed_reduction, subsets};
use strategies::citrenbaum::plane::{LOCAL_FILES, Order, Plane, Rule};

// ---- Appendix II ----

#[test]
fn three_stones_make_77_classes_40_with_a_sequence() {
    let three = classes(3);
    assert_eq!(three.len(), 77);
    assert_eq!(three.iter().filter(|class| class.images == 8).count(), 63);
    assert_eq!(three.iter().filter(|class| class.images == 4).count(), 14);
    assert_eq!(three.iter().map(|class| class.images).sum::<usize>(), 560);
    for rule in 0..2 {
        assert_eq!(three.iter().filter(|class| class.tfs[rule]).count(), 40);
    }
    let by_files = |files| three.iter().filter(|class| class.files == files).count();
    assert_eq!([3, 2, 1, 0].map(by_files), [4, 29, 34, 10]);
    // Of the classes with four images, those with one 2-0 file lead to a sequence, and those with three; no others.
    for class in three.iter().filter(|class| class.images == 4) {
        assert_eq!(class.tfs[0], class.files % 2 == 1, "{}", cell_list(class.cells));
    }
}

#[test]
fn the_printed_reduction_leaves_the_classes_of_eight() {
    let left = printed_reduction(3);
    let three = classes(3);
    assert_eq!(left.len(), 63);
    for class in &three {
        assert_eq!(left.contains(&class.cells), class.images == 8, "{}", cell_list(class.cells));
    }
}

#[test]
fn table_iii_agrees_but_for_the_named_differences() {
    let mut differences = BTreeMap::new();
    let mut rows = 0;
    for class in classes(3) {
        let Some(row) = &class.printed else { continue };
        rows += 1;
        assert_eq!(row.files.unwrap_or(class.files), class.files);
        assert_eq!(row.tfs, class.tfs[0]);
        let found = row.differences(&class);
        if !found.is_empty() {
            differences.insert(cell_list(row.cells), found.join("; "));
        }
    }
    assert_eq!(rows, 37);
    let expected = [
        // An error of the thesis.
        ("1,10,11", "leaves out 6,12"),
        // Lost in the scan, or misread.
        ("1,4,13", "leaves out 2"),
        ("2,10,11", "leaves out 9"),
        ("1,3,9", "lists 1 wrongly"),
    ];
    let expected = expected.map(|(cells, words)| (cells.to_owned(), words.to_owned()));
    assert_eq!(differences, BTreeMap::from(expected));
}

#[test]
fn four_stones_without_a_file_of_two_are_twelve_not_sixteen() {
    let four = classes(4);
    let sets = |wanted: &dyn Fn(&Class) -> bool| -> usize {
        four.iter().filter(|class| wanted(class)).map(|class| class.images).sum()
    };
    assert_eq!(sets(&|_| true), 1820);
    assert_eq!(sets(&|class| class.exact_files > 0), 1750);
    let in_line = |class: &Class| {
        LOCAL_FILES.iter().any(|file| file.iter().fold(0_u16, |set, &cell| set | 1 << cell) == class.cells)
    };
    assert_eq!(sets(&|class| class.files == 0 && !in_line(class)), 12);
    let shapes: Vec<_> = four
        .iter()
        .filter(|class| class.files == 0 && !in_line(class))
        .map(|class| (cell_list(class.cells), class.images))
        .collect();
    let expected = [("1,7,12,14", 8), ("2,5,12,15", 2), ("2,8,9,15", 2)];
    assert_eq!(shapes, expected.map(|(cells, images)| (cells.to_owned(), images)));
    assert_eq!(sets(&|class| class.tfs[0] && !in_line(class)), 1782);
    assert_eq!(sets(&|class| class.tfs[1] && !in_line(class)), 1798);
    // "There is a pseudo-terminal forcing sequence in every 4-0 plane" (p. 56).
    assert!(four.iter().all(|class| class.tfs[1] || class.pseudo != 0 || in_line(class)));
}

// ---- sequences in a plane against an obvious search ----

fn naive_fourth(stones: u16, blocked: u16) -> u16 {
    (0..16).filter(|cell| (stones | blocked) >> cell & 1 == 0).fold(0, |found, cell| {
        let with = stones | 1 << cell;
        let full = LOCAL_FILES.iter().any(|file| file.iter().all(|&c| with >> c & 1 != 0));
        if full { found | 1 << cell } else { found }
    })
}

/// Whether the attacker, to move, wins by making three in line with every move, whatever the defender replies: tries
/// every cell for both. `strict` gives up as soon as the defender has three in line.
fn naive_wins(own: u16, other: u16, strict: bool) -> bool {
    if naive_fourth(own, other) != 0 {
        return true;
    }
    let danger = naive_fourth(other, own);
    if strict && danger != 0 {
        return false;
    }
    let free = |set: u16| (0..16_u16).filter(move |cell| set >> cell & 1 == 0);
    free(own | other).any(|cell| {
        let own = own | 1 << cell;
        naive_fourth(own, other) != 0
            && naive_fourth(other, own) == 0
            && free(own | other).all(|reply| naive_wins(own, other | 1 << reply, strict))
    })
}

#[test]
fn sequences_agree_with_an_exhaustive_search_on_all_classes_of_three() {
    for class in classes(3) {
        for (rule, strict) in [(Rule::Strict, true), (Rule::Lenient, false)] {
            let plane = Plane::isolated(class.cells, 0);
            assert_eq!(
                plane.has_sequence(rule),
                naive_wins(class.cells, 0, strict),
                "{}",
                cell_list(class.cells)
            );
            assert_eq!(plane.sequence(rule, Order::Program).is_some(), plane.has_sequence(rule));
            // An opening is a cell after which the exhaustive search wins against every reply.
            let openings = (0..16).filter(|cell| class.cells >> cell & 1 == 0).filter(|cell| {
                let own = class.cells | 1 << cell;
                let replies = (0..16).filter(|reply| own >> reply & 1 == 0);
                let wins_now = naive_fourth(class.cells, 0) >> cell & 1 != 0;
                let only_wins = naive_fourth(class.cells, 0) == 0;
                let force = naive_fourth(own, 0) != 0;
                wins_now
                    || only_wins
                        && force
                        && replies.into_iter().all(|reply| naive_wins(own, 1 << reply, strict))
            });
            let openings = openings.fold(0, |set, cell| set | 1 << cell);
            assert_eq!(plane.openings(rule), openings, "{}", cell_list(class.cells));
        }
    }
}

#[test]
fn sequences_agree_with_an_exhaustive_search_on_planes_of_both_sides() {
    let mut checked = 0;
    let mut random = SplitMix64::new(9);
    while checked < 3000 {
        let (mut own, mut other) = (0_u16, 0_u16);
        for n in 0..4 + random.below(6) {
            let cell = random.below(16);
            if (own | other) >> cell & 1 == 0 {
                if n < 4 { own |= 1 << cell } else { other |= 1 << cell }
            }
        }
        let line = |stones: u16| LOCAL_FILES.iter().any(|file| file.iter().all(|&c| stones >> c & 1 != 0));
        if line(own) || line(other) || naive_fourth(other, own) != 0 {
            continue;
        }
        checked += 1;
        for (rule, strict) in [(Rule::Strict, true), (Rule::Lenient, false)] {
            let plane = Plane::isolated(own, other);
            let words = || format!("own {} other {} {rule:?}", cell_list(own), cell_list(other));
            assert_eq!(plane.has_sequence(rule), naive_wins(own, other, strict), "{}", words());
        }
    }
}

#[test]
fn subsets_come_in_the_order_of_the_loops() {
    let sets: Vec<String> = subsets(3).into_iter().map(cell_list).collect();
    assert_eq!(sets.len(), 560);
    assert_eq!(sets[..3], ["1,2,3", "1,2,4", "1,2,5"]);
    assert_eq!(sets[559], "14,15,16");
}
