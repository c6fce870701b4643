//! Planes by themselves: chapter 6 and Appendix II.

use super::super::item::{Block, Board, Found, Run, Verdict, cells};
use super::super::said::Makers;
use strategies::citrenbaum::appendix::{
    Class, TRANSFORMATIONS, cell_list, classes, printed_reduction, subsets,
};
use strategies::citrenbaum::plane::{LOCAL_FILES, Order, Plane, Rule};

pub(super) const MAKERS: Makers = &[
    ("figure 6.1", figure_6_1),
    ("figure II.1", symmetries),
    ("figures 6.7 to 6.9", |_| {
        let without = without_two();
        let rows = without.iter().map(|class| [cell_list(class.cells), cell_list(class.pseudo)]);
        let fits = without.iter().all(|class| class.pseudo != 0);
        Verdict::Agrees.given(fits).with([Block::table(["plane", "opening moves"], rows)])
    }),
    ("figure 6.10", figure_6_10),
    ("excess of planes", excess),
    ("5-0 and 6-0 planes", |_| {
        let tally = [5, 6].map(|own| shares(own, 0));
        let rows = tally
            .iter()
            .zip(["5-0", "6-0"])
            .map(|([with, all], name)| [name.to_owned(), all.to_string(), with.to_string()]);
        Verdict::Equal
            .given(tally.iter().all(|[with, all]| with == all))
            .with([Block::table(["planes", "without a 3-0 file", "with a sequence"], rows)])
    }),
    ("appendix II", |_| {
        let three = classes(3);
        let count = |wanted: &dyn Fn(&Class) -> bool| three.iter().filter(|class| wanted(class)).count();
        let ours = [
            three.len(),
            count(&|class| class.images == 8),
            count(&|class| class.images == 4),
            count(&|class| class.tfs[0]),
        ];
        let rows = ["classes", "with eight images", "with four", "with a sequence"]
            .into_iter()
            .zip([77, 63, 14, 40])
            .zip(ours);
        let rows = rows.map(|((name, his), ours)| [name.to_owned(), his.to_string(), ours.to_string()]);
        let fits = ours == [77, 63, 14, 40];
        Verdict::Equal.given(fits).with([Block::table(["", "thesis", "here"], rows)])
    }),
    ("table III", table_3),
    ("table IV", table_4),
    ("four stones", four_stones),
];

fn full(stones: u16) -> bool {
    let in_line = |file: &[u8; 4]| file.iter().all(|cell| stones >> cell & 1 != 0);
    LOCAL_FILES.iter().any(in_line)
}

fn without_two() -> Vec<Class> {
    classes(4).into_iter().filter(|class| class.files == 0 && !class.is_full()).collect()
}

fn figure_6_1(_: &mut Run) -> anyhow::Result<Found> {
    let without = without_two();
    let board = |class: &Class| {
        let title = format!("{{{}}}, {} images", cell_list(class.cells), class.images);
        Block::Board(Board::plane(title, class.cells, 0))
    };
    let sets: usize = without.iter().map(|class| class.images).sum();
    let equal = without.len() == 2 && sets == 16;
    Verdict::Equal.given(equal).with(without.iter().map(board))
}

/// The plane and its seven transformations by the arrays of the program: where each cell goes.
fn symmetries(_: &mut Run) -> anyhow::Result<Found> {
    let [turn, ..] = TRANSFORMATIONS;
    let all = [&[std::array::from_fn(|cell| cell as u8)][..], &TRANSFORMATIONS].concat();
    let boards = all.iter().zip('a'..).map(|(places, letter)| {
        let what =
            ["as it is", "turned", "turned over"][usize::from(letter > 'a') + usize::from(letter > 'd')];
        let board = Board::plane(format!("({letter}) {what}"), 0, 0);
        Block::Board(
            places.iter().zip(1..).fold(board, |board, (&place, n)| board.text(place.into(), n.to_string())),
        )
    });
    // Each of the turned ones, and of those turned over, is the one before it after another quarter turn.
    let turned = |pair: &[[u8; 16]]| (0..16).all(|cell| pair[1][cell] == turn[usize::from(pair[0][cell])]);
    let fits = all.chunks(4).flat_map(|four| four.windows(2)).all(turned);
    Verdict::Agrees.given(fits).with(boards)
}

/// The first sequence of some planes by both readings.
fn figure_6_10(_: &mut Run) -> anyhow::Result<Found> {
    let mut rows = Vec::new();
    for cells in subsets(3).into_iter().step_by(40).chain(subsets(4).into_iter().step_by(200)) {
        let plane = Plane::isolated(cells, 0);
        let sequence = |rule| {
            let moves = plane.sequence(rule, Order::Chart)?;
            Some(moves.iter().map(|cell| (cell + 1).to_string()).collect::<Vec<_>>().join(", "))
        };
        let [strict, lenient] =
            [Rule::Strict, Rule::Lenient].map(|rule| sequence(rule).unwrap_or_else(|| "-".into()));
        rows.push([cell_list(cells), strict, lenient]);
    }
    let three = classes(3);
    let fits = three.iter().all(|class| class.tfs[0] == class.tfs[1]);
    let head = ["plane", "own moves, strictly", "leniently"];
    Verdict::Agrees.given(fits).with([Block::table(head, rows)])
}

/// How many planes of so many own and opposing stones, neither side with three in a file, have a strict sequence; and how
/// many there are.
fn shares(own: u32, other: u32) -> [usize; 2] {
    let others = subsets(other);
    let mut found = [0; 2];
    for stones in subsets(own) {
        for &against in others.iter().filter(|&&against| against & stones == 0) {
            let plane = Plane::isolated(stones, against);
            if plane.wins() == 0 && plane.dangers() == 0 && !full(stones) && !full(against) {
                found[0] += usize::from(plane.has_sequence(Rule::Strict));
                found[1] += 1;
            }
        }
    }
    found
}

fn excess(run: &mut Run) -> anyhow::Result<Found> {
    let pairs: Vec<(u32, u32)> = (3..=9).map(|own| (own, own - 3)).collect();
    let found = run.each(&pairs, "kinds of planes", |&(own, other)| Ok(shares(own, other)))?;
    let share = |[with, all]: [usize; 2]| 100.0 * with as f64 / all.max(1) as f64;
    let rows = pairs.iter().zip(&found).map(|((own, other), &[with, all])| {
        [format!("{own}-{other}"), all.to_string(), with.to_string(), format!("{:.1}", share([with, all]))]
    });
    let fits = found[..5].iter().all(|&pair| share(pair) > 40.0) && found[6][0] == 0;
    let head = ["planes", "neither side has three in a file", "with a sequence", "%"];
    Verdict::Equal.given(fits).with([Block::table(head, rows)])
}

fn table_3(_: &mut Run) -> anyhow::Result<Found> {
    let three = classes(3);
    let yes = |tfs| if tfs { "yes" } else { "no" }.to_owned();
    let row = |class: &Class| {
        let thesis = class.printed.as_ref().map_or_else(String::new, |row| {
            let differences = row.differences(class);
            let doubt = if row.note.is_empty() { String::new() } else { format!(" ({})", row.note) };
            if differences.is_empty() { format!("agrees{doubt}") } else { differences.join("; ") + &doubt }
        });
        let pseudo = if class.tfs[0] { 0 } else { class.pseudo };
        [
            cell_list(class.cells),
            class.images.to_string(),
            class.files.to_string(),
            yes(class.tfs[0]),
            cell_list(class.openings[0]),
            cell_list(pseudo),
            thesis,
        ]
    };
    let printed: Vec<_> = three.iter().filter_map(|class| Some((class, class.printed.as_ref()?))).collect();
    let agree = printed.iter().filter(|(class, row)| row.differences(class).is_empty()).count();
    let legible = printed.iter().filter(|(_, row)| row.is_legible()).count();
    let text = format!(
        "{} rows can be read, {legible} of them with legible cells; {agree} agree. The printed reduction leaves {} classes.",
        printed.len(),
        printed_reduction(3).len()
    );
    let head = ["cells", "images", "files of two", "sequence", "openings", "pseudo", "thesis"];
    Verdict::Equal
        .given(agree == printed.len())
        .with([Block::text(text), Block::table(head, three.iter().map(row))])
}

fn table_4(_: &mut Run) -> anyhow::Result<Found> {
    const PRINTED: [usize; 4] = [10, 35, 28, 4];
    let three = classes(3);
    let mut fits = true;
    let rows: Vec<_> = (0..=3)
        .rev()
        .map(|files| {
            let group = |images: Option<usize>| {
                let of = three
                    .iter()
                    .filter(|class| class.files == files && images.is_none_or(|n| class.images == n));
                let of: Vec<_> = of.collect();
                format!("{} ({})", of.len(), of.iter().filter(|class| class.tfs[0]).count())
            };
            fits &= three.iter().filter(|class| class.files == files).count() == PRINTED[files];
            [files.to_string(), group(Some(8)), group(Some(4)), group(None), PRINTED[files].to_string()]
        })
        .collect();
    let head = ["files of two", "eight images (with a sequence)", "four images", "all", "all in print"];
    Verdict::Equal.given(fits).with([Block::table(head, rows)])
}

fn four_stones(_: &mut Run) -> anyhow::Result<Found> {
    let four = classes(4);
    let sets = |wanted: &dyn Fn(&Class) -> bool| -> usize {
        four.iter().filter(|class| wanted(class)).map(|class| class.images).sum()
    };
    let with = sets(&|class| class.files > 0 || class.is_full());
    let rows = [
        ["sets (classes)".to_owned(), "1820".to_owned(), format!("{} ({})", sets(&|_| true), four.len())],
        ["with a file of two or more".to_owned(), "1804".to_owned(), with.to_string()],
        cells!["with a file of exactly two", "", sets(&|class| class.exact_files > 0)],
        cells![
            "with a sequence, strictly; four in line counted",
            "1804",
            sets(&|class| class.tfs[0] || class.is_full())
        ],
        cells![
            "with a sequence, leniently; four in line counted",
            "1804",
            sets(&|class| class.tfs[1] || class.is_full())
        ],
        ["left over by the printed PROB2".to_owned(), String::new(), printed_reduction(4).len().to_string()],
    ];
    let only = four
        .iter()
        .filter(|class| class.tfs[1] && !class.tfs[0])
        .map(|class| format!("{{{}}}", cell_list(class.cells)));
    let text = format!("Only leniently: {}, and their images", only.collect::<Vec<_>>().join(", "));
    Verdict::Equal.given(with == 1804).with([Block::table(["", "thesis", "here"], rows), Block::text(text)])
}
