//! Citrenbaum 1965: planes and their forcing sequences, the games of chapter 9 and Appendix III, and what is lost.

mod games;
mod planes;

use super::item::{Block, Found, Item, Takes, Verdict, nothing};

pub(super) const ITEMS: &[&[Item]] = &[EARLY, planes::ITEMS, games::ITEMS, REST];

const fn lost(label: &'static str, place: &'static str, claim: &'static str, why: &'static str) -> Item {
    Item { label, place, claim, why, takes: Takes::Quick, verdict: Verdict::CannotBeHad, make: nothing }
}

/// Not made here, for a reason that stands beside it.
const fn unbuilt(label: &'static str, place: &'static str, claim: &'static str, why: &'static str) -> Item {
    let make = |_: &mut super::item::Run| Ok(Found { verdict: Verdict::Differs, blocks: Vec::new() });
    Item { verdict: Verdict::Differs, make, ..lost(label, place, claim, why) }
}

const EARLY: &[Item] = &[
    Item {
        label: "chapter 2",
        place: "ch. 2",
        claim: "states, strategic sets, primary and secondary X-strategies, nets",
        takes: Takes::Quick,
        verdict: Verdict::Answered,
        why: "the concepts have their counterparts in what proves",
        make: |_| {
            let rows = [
                [
                    "primary X-strategy",
                    "a certificate of fourscore solve, accepted by proof-checker: an answer to every reply until the win",
                ],
                ["strategic set", "the positions of a certificate: from each the player who moves wins"],
                [
                    "chain, connection",
                    "a terminal forcing sequence; the line that a claim of mate brings along",
                ],
                ["minimax", "the searches of alpha-beta and of proof numbers"],
            ];
            Ok(Found { verdict: Verdict::Answered, blocks: vec![Block::table(["his", "here"], rows)] })
        },
    },
    unbuilt(
        "chapter 2, opponents",
        "ch. 2",
        "statistics of an opponent, saved games, daring play, deviations that perplex",
        "not built: he proposes it and says nothing that could be measured",
    ),
];

const REST: &[Item] = &[
    Item {
        label: "never be known",
        place: "ch. 10, p. 76",
        claim: "whether a complete play ends in a draw will probably never be known",
        takes: Takes::Quick,
        verdict: Verdict::Answered,
        why: "the first player wins (Patashnik 1977; proven again here: docs/research/qubic-solved.md)",
        make: |_| {
            let proof = include_bytes!("../../../../../data/qubic/smallest.proof");
            let lines = proof.split(|&byte| byte == b'\n').map_while(|line| str::from_utf8(line).ok());
            let head = lines.take(6).collect::<Vec<_>>().join("\n");
            let text = format!("data/qubic/smallest.proof begins:\n{head}");
            Ok(Found { verdict: Verdict::Answered, blocks: vec![Block::text(text)] })
        },
    },
    lost(
        "tables I and II",
        "Appendix I",
        "the cells of the files, and the files through each cell",
        "lost in the scan; the order was found again from the data lists of Appendix V",
    ),
    unbuilt(
        "procedures 1 and 2",
        "Appendix I",
        "two slower ways to find related pairs, before the one that was programmed",
        "not built: they differ from the third in time, on a machine of 1965",
    ),
    unbuilt(
        "heuristics from Table III",
        "Appendix II",
        "moves could be drawn from the table of openings",
        "not built as an option of planar; the search finds the same openings in microseconds",
    ),
    unbuilt(
        "second reading of the watch cells",
        "Appendix V",
        "an ELSE of the defence can belong to either of two conditions",
        "only one reading is built: the defence compares as many watch cells as the other list is long",
    ),
];
