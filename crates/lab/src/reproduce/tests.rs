//! The items of the papers: labels, verdicts, reports.

use super::item::{Block, Board, Verdict};
use super::*;
use games::qubic::Qubic;
use std::collections::BTreeSet;
use std::sync::LazyLock;

mod figures;

/// What the quick items give, made once for all tests, with the seconds that each took.
static QUICK: LazyLock<Vec<(Paper, &Item, item::Found, f64)>> = LazyLock::new(|| {
    let mut run = Run::quiet();
    let quick = Papers::All.items().into_iter().filter(|(_, item)| item.minutes.is_none());
    let make = |(paper, item): (Paper, &'static Item)| {
        let begin = std::time::Instant::now();
        let found =
            item.found(&mut run).unwrap_or_else(|error| panic!("{paper:?} {}: {error:#}", item.label));
        (paper, item, found, begin.elapsed().as_secs_f64())
    };
    quick.map(make).collect()
});

static RECORDED: LazyLock<Records> = LazyLock::new(|| Records::recorded().unwrap());

/// What an item gives, on the spot or as it was recorded.
fn found(paper: Paper, label: &str) -> Option<&'static item::Found> {
    let quick = QUICK.iter().find(|made| made.0 == paper && made.1.label == label).map(|made| &made.2);
    quick.or_else(|| RECORDED.find(paper, label).map(|record| &record.found))
}

/// The pages of the papers: where they are, and their texts.
fn pages() -> Vec<(Paper, PathBuf, String)> {
    let names = ["doake-1972", "citrenbaum-1965", "allis-1994", "samuel-1959"];
    let page = |(paper, name)| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/papers/{name}.md"));
        let text = std::fs::read_to_string(&path).unwrap();
        (paper, path, text)
    };
    Paper::ALL.into_iter().zip(names).map(page).collect()
}

#[test]
fn labels_are_unique_and_rows_are_whole() {
    for paper in Paper::ALL {
        let labels: Vec<_> = paper.items().iter().map(|item| plain(item.label)).collect();
        let different: BTreeSet<_> = labels.iter().collect();
        assert_eq!(different.len(), labels.len(), "{paper:?}: {labels:?}");
        for item in paper.items() {
            assert!(!item.place.is_empty() && !item.claim.is_empty(), "{paper:?} {}", item.label);
            let explained = matches!(item.verdict, Verdict::Equal | Verdict::Agrees | Verdict::Answered);
            assert!(explained || !item.why.is_empty(), "{paper:?} {}: why?", item.label);
        }
    }
}

#[test]
fn quick_items_give_their_verdicts() {
    let mut wrong = Vec::new();
    for (paper, item, found, seconds) in QUICK.iter() {
        eprintln!("{paper:?} {}: {seconds:.1} s", item.label);
        if found.verdict != item.verdict {
            wrong.push(format!("{paper:?} {}: {}, not {}", item.label, found.verdict, item.verdict));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_was_recorded_belongs_to_items() {
    for record in RECORDED.all() {
        let item = record.paper.items().iter().find(|item| item.label == record.label);
        let item = item.unwrap_or_else(|| panic!("{:?} {}: no such item", record.paper, record.label));
        assert_eq!(record.found.verdict, item.verdict, "{:?} {}", record.paper, item.label);
        assert!(item.minutes.is_some(), "{:?} {}: it is made on the spot", record.paper, item.label);
    }
}

#[test]
fn a_wrong_label_names_the_nearest() {
    let items = Papers::Doake.items();
    let refused = |label: &str| {
        chosen(&items, &[label.to_owned()]).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(refused("gmaes").contains("games"), "{}", refused("gmaes"));
    assert!(refused("fig 99").contains("the nearest are: figure 9, "), "{}", refused("fig 99"));
    for (label, wanted, named) in [
        ("GA mes", "games", true),
        ("Fig. 14", "figures 13 to 16", true),
        ("fig 20", "figure 20", true),
        ("p. 21", "figure 19", false),
        ("a pattern gives 9 points", "scoring", false),
        ("unplay game won", "ends of the games", false),
        ("label 510", "scoring", false),
    ] {
        let (found, by_label) = chosen(&items, &[label.to_owned()]).unwrap();
        assert!(found.iter().any(|(_, item)| item.label == wanted) && found.len() < 4, "{label}");
        assert_eq!(by_label, named, "{label}");
    }
}

#[test]
fn reports_hold_every_kind_of_block_and_an_interrupt_keeps_what_is_finished() {
    static ITEM: Item = Item {
        label: "figure 1",
        place: "I, p. 1",
        claim: "a <claim>",
        minutes: None,
        verdict: Verdict::Equal,
        why: "",
        also: "",
        make: Some(|_| {
            let series = vec![("won".to_owned(), vec![(1.0, 2.0), (2.0, 3.5)])];
            let plot = Block::Plot { title: "games".into(), x: "played".into(), y: "number".into(), series };
            let board = Block::Board(Board::qubic("start", &Qubic::default()));
            let blocks = vec![Block::text("said"), Block::table(["", "b"], [["1", "2 | 3"]]), board, plot];
            Ok(item::Found { verdict: Verdict::Equal, blocks })
        }),
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html.part");
    let mut state = Records::open(Some(path.clone())).unwrap();
    let mut run = Run::quiet();
    let record = make(&mut run, Paper::Doake, &ITEM, "", &mut state).unwrap();
    run.control.stop();
    assert!(
        make(&mut run, Paper::Doake, &ITEM, "", &mut state).unwrap_err().to_string().contains("interrupted")
    );
    let state = Records::open(Some(path)).unwrap();
    assert_eq!(state.made(Paper::Doake, "figure 1", 1), Some(&record));
    assert_eq!(state.made(Paper::Doake, "figure 1", 2), None);
    let rows = [Row { paper: Paper::Doake, item: &ITEM, record: Some(record) }];
    let page = html::page(&rows).unwrap();
    let command = "fourscore reproduce doake --item 'figure 1'";
    let parts = [
        "a &lt;claim&gt;",
        "class=\"board\"",
        "class=\"plot\"",
        "<td>2 | 3",
        "verdict equal",
        "<td><th>b",
        command,
    ];
    for part in parts {
        assert!(page.contains(part), "{part}: {page}");
    }
    let text = report::markdown(&rows, true);
    assert!(text.contains("| 1   | 2 \\| 3 |") && text.contains("| 2      | 3.5 |"), "{text}");
    assert!(text.contains(command) && text.contains("*equal*: the same figures"), "{text}");
    assert!(report::json(&rows).contains("\"verdict\": \"equal\""));
}

#[test]
fn a_report_is_written_over_a_report_alone() {
    let folder = tempfile::tempdir().unwrap();
    let rows: Vec<_> =
        Papers::Doake.items().into_iter().map(|(paper, item)| Row { paper, item, record: None }).collect();
    let markdown = [report::markdown(&rows, true), report::markdown(&rows, false), report::list(&rows)];
    let reports = [
        ("html", vec![html::page(&rows).unwrap()]),
        ("md", markdown.to_vec()),
        ("json", vec![report::json(&rows)]),
    ];
    for (end, reports) in reports {
        let path = folder.path().join(format!("report.{end}"));
        check_out(&path).unwrap();
        for report in reports {
            std::fs::write(&path, report).unwrap();
            check_out(&path).unwrap();
        }
        std::fs::write(&path, "# my thesis\n").unwrap();
        assert!(check_out(&path).unwrap_err().to_string().contains("left as it is"));
    }
}

/// The generated parts of a paper's page between `<!-- items -->` or `<!-- table: LABEL -->` and its end: the index, an item's table.
fn generated(paper: Paper, mark: &str) -> String {
    let row = |item| Row { paper, item, record: RECORDED.find(paper, item.label).cloned() };
    let Some(label) = mark.strip_prefix("table: ") else {
        return report::index(&paper.items().iter().map(row).collect::<Vec<_>>());
    };
    let found = found(paper, label).unwrap_or_else(|| panic!("{label}"));
    let table = found.blocks.iter().find(|block| matches!(block, Block::Table { .. }));
    report::block_text(table.unwrap_or_else(|| panic!("{label}: no table")))
}

#[test]
fn the_shelf_explains_the_verdicts_as_reports_do() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/README.md"));
    let words = text.unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&report::key(|name| format!("*{name}*"))), "{words}");
}

/// With UPDATE_ITEMS in the environment, it writes them.
#[test]
fn the_pages_of_the_papers_have_the_index_and_the_tables_of_items() {
    for (paper, path, text) in pages() {
        let page = path.display();
        let (mut whole, mut own, mut rest) = (String::new(), 0, &*text);
        while let Some((head, tail)) = rest.split_once("<!-- ") {
            let (mark, tail) = tail.split_once(" -->").unwrap();
            let name = mark.split(':').next().unwrap_or(mark);
            let (_, after) = tail.split_once(&format!("<!-- /{name} -->")).unwrap();
            let made = generated(paper, mark);
            whole += &format!("{head}<!-- {mark} -->\n\n{}\n\n<!-- /{name} -->", made.trim_end());
            own += head.split_whitespace().count();
            rest = after;
        }
        whole += rest;
        own += rest.split_whitespace().count();
        assert!(own <= 2_500, "{page}: {own} words beside what is generated");
        if std::env::var_os("UPDATE_ITEMS").is_some() {
            std::fs::write(&path, &whole).unwrap();
            continue;
        }
        assert!(
            whole == text,
            "{page}: UPDATE_ITEMS=1 cargo test -p fourscore-lab index writes what is generated"
        );
    }
}

/// A row that cites a test (`FILE.rs, its_name`) names one that there is.
#[test]
fn tests_that_rows_cite_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut cited = 0;
    for (paper, item) in Papers::All.items() {
        let words: Vec<_> = item.why.split([' ', ';', ':', ')', '(']).collect();
        for pair in words.windows(2) {
            let Some(file) = pair[0].strip_suffix(',').filter(|file| file.ends_with(".rs")) else { continue };
            let file = match root.join(file) {
                whole if whole.exists() => whole,
                _ => root.join("crates/strategies/src/samuel").join(file),
            };
            let text = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{}: {file:?}", item.label));
            let name = pair[1].trim_end_matches([',', '.']);
            assert!(text.contains(&format!("fn {name}(")), "{paper:?} {}: {name}", item.label);
            cited += 1;
        }
    }
    assert!(cited > 15, "{cited}");
}
