//! Citrenbaum 1965: planes and their forcing sequences, the games of chapter 9 and Appendix III, and what is lost.

mod cases;
mod flow;
mod games;
mod pairs;
mod planes;

use super::item::{Block, Item, Verdict};
use super::said::{Makers, items};
use std::sync::LazyLock;

pub(super) static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    let makers = [MAKERS, planes::MAKERS, cases::MAKERS, flow::MAKERS, games::MAKERS, pairs::MAKERS];
    items(include_str!("items.json"), &makers)
});

const MAKERS: Makers = &[
    ("chapter 2", |_| {
        let rows = [
            [
                "primary X-strategy",
                "a certificate of fourscore solve, accepted by fourscore-proof: an answer to every reply until the win",
            ],
            ["strategic set", "the positions of a certificate: from each the player who moves wins"],
            ["chain, connection", "a terminal forcing sequence; the line that a claim of mate brings along"],
            ["minimax", "the searches of alpha-beta and of proof numbers"],
        ];
        Verdict::Answered.with([Block::table(["his", "here"], rows)])
    }),
    ("never be known", |_| {
        let proof = include_bytes!("../../../../../data/qubic/smallest.proof");
        let lines = proof.split(|&byte| byte == b'\n').map_while(|line| str::from_utf8(line).ok());
        let head = lines.take(6).collect::<Vec<_>>().join("\n");
        let text = format!("data/qubic/smallest.proof begins:\n{head}");
        Verdict::Answered.with([Block::text(text)])
    }),
];
