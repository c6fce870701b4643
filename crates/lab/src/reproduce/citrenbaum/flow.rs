//! The flow chart of figure 6.10 picture by picture: figures 6.11 and 6.12 have lost their drawings and kept their captions.

use super::super::item::{Block, Board, Found, Run, Verdict, cells};
use super::super::said::Makers;
use strategies::citrenbaum::appendix::{cell_list, subsets};
use strategies::citrenbaum::plane::{
    Fate::{self, Forces, NoTwo, Pair, Three},
    Order, Plane, Rule, Tried,
};

pub(super) const MAKERS: Makers = &[("figure 6.11", six_pictures), ("figure 6.12", fourteen_pictures)];

/// The fates of pictures (b) to (f) of 6.11: a file of three at (e), and at (f) a pair at cell 10.
const SIX: [Fate; 6] = [Forces, Forces, Forces, Three, Forces, Pair];
/// Those of pictures (b) to (n) of 6.12, as its captions have them, and the pair at cell 9.
const FOURTEEN: [Fate; 14] =
    [Forces, NoTwo, NoTwo, Forces, Forces, NoTwo, Three, Forces, NoTwo, Three, Forces, Forces, Forces, Pair];

fn is_trace(tried: &[Tried], fates: &[Fate], pair: u8) -> bool {
    tried.iter().map(|step| step.fate).eq(fates.iter().copied())
        && tried.last().is_some_and(|step| step.cell + 1 == pair)
}

fn six_pictures(_: &mut Run) -> anyhow::Result<Found> {
    let traced = |own: &u16| {
        let tried = Plane::isolated(*own, 0).trace(Rule::Strict, Order::Chart);
        is_trace(&tried, &SIX, 10).then_some((*own, tried))
    };
    let fit: Vec<_> = subsets(3).iter().filter_map(traced).collect();
    let listed: Vec<_> = fit.iter().map(|(own, _)| format!("{{{}}}", cell_list(*own))).collect();
    let text = format!("{} planes of three stones have these captions: {}", fit.len(), listed.join(", "));
    let mut blocks = vec![Block::text(text)];
    if let Some((own, tried)) = fit.first() {
        blocks.push(steps(tried));
        blocks.extend(pictures(*own, tried));
    }
    Verdict::Agrees.given(!fit.is_empty()).with(blocks)
}

fn fourteen_pictures(run: &mut Run) -> anyhow::Result<Found> {
    let (mut rows, mut fit) = (Vec::new(), 0);
    for (own, other) in [(3, 0), (4, 1), (5, 2)] {
        let others = subsets(other);
        let found = run.each(&subsets(own), "planes", |&own| {
            let mut counts = [0; 3];
            for &other in others.iter().filter(|&&other| own & other == 0) {
                let plane = Plane::isolated(own, other);
                let traces = [Order::Chart, Order::Program].map(|order| plane.trace(Rule::Strict, order));
                let long = |tried: &Vec<Tried>| {
                    tried.len() == FOURTEEN.len() && tried.last().is_some_and(|step| step.fate == Pair)
                };
                counts[0] += 1;
                counts[1] += usize::from(traces.iter().any(long));
                counts[2] += usize::from(traces.iter().any(|tried| is_trace(tried, &FOURTEEN, 9)));
            }
            Ok(counts)
        })?;
        let sum = |column: usize| found.iter().map(|counts| counts[column]).sum::<usize>();
        fit += sum(2);
        rows.push(cells![format!("{own}-{other}"), sum(0), sum(1), sum(2)]);
    }
    let head = ["planes", "all", "fourteen pictures, ending with a pair", "with the captions of the figure"];
    let nearest = Plane::isolated(1 | 1 << 1 | 1 << 10, 0).trace(Rule::Strict, Order::Chart);
    let text =
        "The nearest plane, {1,2,11}: as many pictures, a pair at cell 9, its dead ends in another order:";
    let blocks = vec![Block::table(head, rows), Block::text(text), steps(&nearest)];
    Ok(Found { verdict: if fit == 0 { Verdict::CannotBeHad } else { Verdict::Agrees }, blocks })
}

/// What is tried, a row for each picture.
fn steps(tried: &[Tried]) -> Block {
    let rows = tried.iter().map(|step| {
        let fate = match step.fate {
            Forces => "a file of two is left",
            NoTwo => "no file of two: erase",
            Three => "O has three in a file: erase",
            Pair => "related pair",
        };
        cells![step.depth + 1, step.cell + 1, step.reply + 1, fate]
    });
    Block::table(["force", "X", "O", "then"], rows)
}

/// The plane before each step and at its end.
fn pictures(own: u16, tried: &[Tried]) -> Vec<Block> {
    let mut line: Vec<Tried> = Vec::new();
    let mut boards = vec![Block::Board(Board::plane("(a)", own, 0))];
    for (step, letter) in tried.iter().filter(|step| step.fate != Pair).zip('b'..) {
        line.truncate(step.depth);
        line.push(*step);
        let with =
            |start: u16, cell: fn(&Tried) -> u8| line.iter().fold(start, |set, step| set | 1 << cell(step));
        let board =
            Board::plane(format!("({letter})"), with(own, |step| step.cell), with(0, |step| step.reply));
        boards.push(Block::Board(board.mark(step.cell.into())));
    }
    boards
}
