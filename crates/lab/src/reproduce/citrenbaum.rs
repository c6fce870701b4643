//! Citrenbaum 1965.

use super::item::{Block, Board, Found, Item, Run, Takes, Verdict, nothing};
use strategies::citrenbaum::appendix::{cell_list, classes};

pub(super) const ITEMS: &[&[Item]] = &[&[
    Item {
        label: "figure 6.1",
        place: "ch. 6, p. 46",
        claim: "sixteen of the 1,820 planes of four stones have no file of two: two shapes, each in eight positions",
        takes: Takes::Quick,
        verdict: Verdict::Differs,
        why: "there are twelve, in three shapes: one has eight images, the other two have two each",
        make: figure_6_1,
    },
    Item {
        label: "tables I and II",
        place: "Appendix I",
        claim: "the cells of the files, and the files through each cell, in the order of the programs",
        takes: Takes::Quick,
        verdict: Verdict::CannotBeHad,
        why: "lost in the scan; the order was found again from the data lists of Appendix V",
        make: nothing,
    },
]];

fn figure_6_1(_: &mut Run) -> anyhow::Result<Found> {
    let without: Vec<_> =
        classes(4).into_iter().filter(|class| class.files == 0 && !class.is_full()).collect();
    let board = |class: &strategies::citrenbaum::appendix::Class| {
        Block::Board(Board::plane(
            format!("{{{}}}, {} images", cell_list(class.cells), class.images),
            class.cells,
            0,
        ))
    };
    let sets: usize = without.iter().map(|class| class.images).sum();
    let equal = without.len() == 2 && sets == 16;
    Ok(Found { verdict: Verdict::Equal.given(equal), blocks: without.iter().map(board).collect() })
}
