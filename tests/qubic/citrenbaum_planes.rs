//! Appendix II of Citrenbaum 1965 by its counts and rows, and the search for terminal forcing sequences in a plane
//! against one that is obviously right.

use games::random::SplitMix64;
use std::collections::BTreeMap;
use strategies::citrenbaum::appendix::{cell_list, classes, printed_reduction, subsets};
use strategies::citrenbaum::plane::{LOCAL_FILES, Order, Plane, Rule};

// ---- Appendix II ----

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
