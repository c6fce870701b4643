//! Figures in prose: each is one that an item or a file named beside it gives, unless another command stands there.

use super::*;
use strategies::samuel::DRAUGHTS;
use strategies::settings::Kind;

/// Sections that tell what a paper says and how it was read.
const TOLD: [&str; 3] = ["The program", "Readings and deviations", "Items"];

/// A number as it stands there, its value, its decimals.
type Number = (String, f64, usize);

fn numbers(text: &str) -> Vec<Number> {
    let number = |part: &str| {
        let part = part.trim_matches(|c: char| !c.is_ascii_digit());
        let plain = part.replace([',', '_'], "");
        let decimals = plain.split_once('.').map_or(0, |(_, behind)| behind.len());
        Some((part.to_owned(), plain.parse().ok()?, decimals))
    };
    let text = text.replace("..", " ");
    text.split(|c: char| !c.is_ascii_digit() && !".,_".contains(c)).filter_map(number).collect()
}

/// What a text claims: numbers from ten on or with decimals, but none of pages and years, in names (`i11`) and in lists (`(10,5,10)`).
fn claimed(prose: &str) -> Vec<Number> {
    let (mut found, mut before) = (Vec::new(), "");
    for word in prose.split_whitespace() {
        let placed = ["p.", "(p.", "page", "chapter", "(chapter", "figure", "figures"].contains(&before);
        before = word;
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !"{}".contains(c));
        let listed = !word.contains('.') && word.split(',').skip(1).any(|part| part.len() != 3);
        if !placed && !listed && !word.contains(|c: char| c.is_alphabetic() || "{}^".contains(c)) {
            let year = |(text, value, _): &Number| text.len() == 4 && (1900.0..2100.0).contains(value);
            let counts = |number: &Number| (number.2 > 0 || number.1 >= 10.0) && !year(number);
            found.extend(numbers(word).into_iter().filter(counts));
        }
    }
    found
}

/// Those of these numbers that are none of what is known, rounded.
fn unknown(claims: Vec<Number>, known: &[f64]) -> Vec<String> {
    let is_known = |(_, value, decimals): &Number| {
        let most = 0.5 * 10_f64.powi(-(*decimals as i32)) + 1e-9;
        known.iter().any(|known| (known - value).abs() <= most)
    };
    claims.into_iter().filter(|claim| !is_known(claim)).map(|claim| claim.0).collect()
}

/// The numbers of the files that are named in a text.
fn of_files(text: &str) -> Vec<f64> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let names = text.split(|c: char| c.is_whitespace() || "`()[],;:#".contains(c));
    let names = names.filter(|name| [".rs", ".md"].iter().any(|end| name.ends_with(end)));
    let read = |name: &str| {
        let paths = [root.join(name), root.join("docs/papers").join(name)];
        paths.iter().find_map(|path| std::fs::read_to_string(path).ok()).unwrap_or_default()
    };
    names.flat_map(|name| numbers(&read(name))).map(|number| number.1).collect()
}

/// The numbers that an item gives.
fn of_item(paper: Paper, label: &str) -> Vec<f64> {
    let blocks = found(paper, label).map(|found| serde_json::to_string(&found.blocks).unwrap());
    numbers(&blocks.unwrap_or_default()).into_iter().map(|number| number.1).collect()
}

/// The numbers that a paper's items say it has.
fn of_paper(paper: Paper) -> Vec<f64> {
    paper.items().iter().flat_map(|item| numbers(item.claim)).map(|number| number.1).collect()
}

/// A text without what stands between backquotes and where links lead; and that code alone.
fn prose_and_code(text: &str) -> (String, String) {
    let (mut prose, mut code) = (String::new(), String::new());
    for (n, part) in text.split('`').enumerate() {
        if n % 2 == 1 {
            code.extend([part, "\n"]);
            continue;
        }
        let mut links = part.split("](");
        prose += links.next().unwrap_or_default();
        links.for_each(|link| prose += link.split_once(')').map_or("", |(_, after)| after));
        prose.push(' ');
    }
    (prose, code)
}

/// The paragraphs of a section, each with the tables and the code that follow it.
fn paragraphs(section: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for part in section.split("\n\n") {
        match all.last_mut() {
            Some(last) if part.starts_with(['|', ' ', '`', '<']) => last.extend(["\n", part]),
            _ => all.push(part.to_owned()),
        }
    }
    all
}

#[test]
fn every_figure_in_the_prose_of_the_pages_is_made_by_what_stands_beside_it() {
    let mut wrong = Vec::new();
    for (paper, _, text) in pages() {
        let own = text.split("<!-- items -->").flat_map(|part| part.split("<!-- /items -->").last());
        let text = own.collect::<Vec<_>>().join("\n");
        for section in text.split("\n## ").flat_map(|part| part.split("\n### ")).skip(1) {
            let (title, body) = section.split_once('\n').unwrap_or_default();
            if TOLD.contains(&title) {
                continue;
            }
            let flat = body.split_whitespace().collect::<Vec<_>>().join(" ");
            let cited = |label: &str| {
                let forms = [("'", "'"), ("\"", "\""), ("*", "*"), ("item ", "`"), ("table: ", " -->")];
                forms.iter().any(|(before, after)| flat.contains(&format!("{before}{label}{after}")))
            };
            let items = paper.items().iter().filter(|item| cited(item.label));
            let items = items.flat_map(|item| of_item(paper, item.label));
            let known: Vec<f64> = items.chain(of_files(&flat)).chain(of_paper(paper)).collect();
            for paragraph in paragraphs(body) {
                let (prose, code) = prose_and_code(&paragraph);
                let other = ["cargo ", "fourscore ", "fourscore-match "].into_iter().any(|command| {
                    code.match_indices(command)
                        .any(|(at, _)| !code[at + command.len()..].starts_with("reproduce"))
                });
                let unknown = unknown(claimed(&prose), &known);
                if !unknown.is_empty() && !other {
                    wrong.push(format!(
                        "{paper:?}, {title}: {}: {unknown:?}",
                        paragraph.chars().take(80).collect::<String>()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn figures_in_the_reasons_of_items_are_made() {
    let mut wrong = Vec::new();
    for (paper, item) in Papers::All.items() {
        let known = [of_item(paper, item.label), of_files(item.why), of_paper(paper)].concat();
        let measured = claimed(item.why).into_iter().filter(|number| number.2 > 0).collect();
        let unknown = unknown(measured, &known);
        if !unknown.is_empty() {
            wrong.push(format!("{paper:?}, {}: {unknown:?}", item.label));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Rows of tables that begin with an option and a number tell its default.
#[test]
fn defaults_of_options_are_told_as_they_are() {
    let (_, _, text) = pages().into_iter().last().unwrap();
    let mut told = 0;
    for line in text.lines() {
        let cells: Vec<_> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, name, value, ..] = cells[..] else { continue };
        let Some(option) = DRAUGHTS.options.iter().find(|option| option.name == name) else { continue };
        let Kind::Integer { default, .. } = option.kind else { continue };
        assert_eq!(value, default.to_string(), "{name}");
        told += 1;
    }
    assert!(told >= 5, "{told}");
}
