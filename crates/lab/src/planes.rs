//! `fourscore planes`: Appendix II of Citrenbaum 1965 computed again, beside what the thesis printed.

use clap::Args;
use std::io::{self, Write};
use strategies::citrenbaum::appendix::{Class, cell_list, classes, printed_reduction};

/// What can be said about the tables wanted.
#[derive(Args)]
pub struct PlanesArguments {
    /// Which reading of the flow chart decides whether there is a sequence: strict or lenient
    #[arg(long, default_value = "strict", value_parser = ["strict", "lenient"])]
    rule: String,
    /// List the classes of four stones one by one, too
    #[arg(long)]
    four: bool,
}

/// Prints the tables.
pub fn run(arguments: &PlanesArguments) -> anyhow::Result<()> {
    print(arguments, &mut io::stdout().lock())?;
    Ok(())
}

fn print(arguments: &PlanesArguments, output: &mut impl Write) -> io::Result<()> {
    let rule = usize::from(arguments.rule == "lenient");
    let three = classes(3);
    writeln!(output, "Classes of three stones in an empty plane, as in Table III (cells as in figure 6.2);")?;
    writeln!(
        output,
        "TFS and its opening moves by the {} reading, or else those of pseudo-TFS.\n",
        arguments.rule
    )?;
    rows(&three, rule, output)?;
    sums_of_three(&three, output)?;
    table_four(&three, rule, output)?;
    let four = classes(4);
    if arguments.four {
        writeln!(output, "\nClasses of four stones in an empty plane:\n")?;
        rows(&four, rule, output)?;
    }
    sums_of_four(&four, output)
}

fn rows(classes: &[Class], rule: usize, output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "{:<12} {:>6} {:>5} {:<4} {:<24} {:<20} thesis",
        "cells", "images", "files", "TFS", "openings", "pseudo-TFS"
    )?;
    for class in classes {
        let thesis = match &class.printed {
            None => String::new(),
            Some(row) => {
                let differences = row.differences(class);
                let doubt = if row.note.is_empty() { String::new() } else { format!(" ({})", row.note) };
                let verdict =
                    if differences.is_empty() { "agrees".to_owned() } else { differences.join("; ") };
                format!("{verdict}{doubt}")
            }
        };
        let line = format!(
            "{:<12} {:>6} {:>5} {:<4} {:<24} {:<20} {thesis}",
            cell_list(class.cells),
            class.images,
            class.files,
            if class.tfs[rule] { "yes" } else { "no" },
            cell_list(class.openings[rule]),
            cell_list(if class.tfs[rule] { 0 } else { class.pseudo }),
        );
        writeln!(output, "{}", line.trim_end())?;
    }
    Ok(())
}

fn sums_of_three(three: &[Class], output: &mut impl Write) -> io::Result<()> {
    let with_images = |images| three.iter().filter(|class| class.images == images).count();
    let tfs = |rule: usize| three.iter().filter(|class| class.tfs[rule]).count();
    let pseudo = three.iter().filter(|class| !class.tfs[0] && class.pseudo != 0).count();
    let printed: Vec<_> = three.iter().filter_map(|class| Some((class, class.printed.as_ref()?))).collect();
    let legible = printed.iter().filter(|(_, row)| row.is_legible());
    writeln!(
        output,
        "\n{} classes: {} with eight images, {} with four (thesis: 77, 63, 14)",
        three.len(),
        with_images(8),
        with_images(4)
    )?;
    writeln!(output, "the printed reduction program leaves {} over", printed_reduction(3).len())?;
    writeln!(output, "{} with a TFS strictly, {} leniently (thesis: 40)", tfs(0), tfs(1))?;
    writeln!(
        output,
        "{pseudo} of the others have a pseudo-TFS (the thesis marks some, and made no full search)"
    )?;
    writeln!(output, "{} rows of Table III with legible cells, {} in all\n", legible.count(), printed.len())
}

/// Table IV: classes by files with two stones. The scan of its totals is damaged: 4, 28, 35, 10.
fn table_four(three: &[Class], rule: usize, output: &mut impl Write) -> io::Result<()> {
    const PRINTED: [usize; 4] = [10, 35, 28, 4];
    writeln!(output, "Table IV: classes (and those with a TFS) by number of 2-0 files")?;
    writeln!(
        output,
        "{:>5} {:>14} {:>14} {:>14} {:>14}",
        "files", "eight images", "four images", "all", "all in print"
    )?;
    for files in (0..=3).rev() {
        let group = |images: Option<usize>| {
            let of: Vec<_> = three
                .iter()
                .filter(|class| class.files == files && images.is_none_or(|images| class.images == images))
                .collect();
            format!("{} ({})", of.len(), of.iter().filter(|class| class.tfs[rule]).count())
        };
        writeln!(
            output,
            "{files:>5} {:>14} {:>14} {:>14} {:>14}",
            group(Some(8)),
            group(Some(4)),
            group(None),
            PRINTED[files]
        )?;
    }
    Ok(())
}

fn sums_of_four(four: &[Class], output: &mut impl Write) -> io::Result<()> {
    let sets = |wanted: &dyn Fn(&Class) -> bool| -> usize {
        four.iter().filter(|class| wanted(class)).map(|class| class.images).sum()
    };
    let without: Vec<&Class> = four.iter().filter(|class| class.files == 0 && !class.is_full()).collect();
    let shapes: Vec<String> =
        without.iter().map(|class| format!("{{{}}} x{}", cell_list(class.cells), class.images)).collect();
    writeln!(output, "\nFour stones: {} sets in {} classes", sets(&|_| true), four.len())?;
    writeln!(output, "with a file of exactly two: {}", sets(&|class| class.exact_files > 0))?;
    writeln!(
        output,
        "with a file of two or more: {} (thesis: 1804)",
        sets(&|class| class.files > 0 || class.is_full())
    )?;
    writeln!(
        output,
        "with none: {} (thesis: 16, two shapes of eight): {}",
        sets(&|class| class.files == 0 && !class.is_full()),
        shapes.join(", ")
    )?;
    let rescued: Vec<String> = four
        .iter()
        .filter(|class| class.tfs[1] && !class.tfs[0])
        .map(|class| format!("{{{}}}", cell_list(class.cells)))
        .collect();
    // Four in line has been won already; the thesis counts it among the planes that win.
    writeln!(
        output,
        "with a TFS: {} strictly, {} leniently (not counting the ten sets of four in line); only leniently {}",
        sets(&|class| class.tfs[0] && !class.is_full()),
        sets(&|class| class.tfs[1] && !class.is_full()),
        rescued.join(", ")
    )?;
    let lost = without.iter().filter(|class| class.pseudo == 0).count();
    writeln!(output, "of the shapes without a file of two, {} have no pseudo-TFS", lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_printed() {
        let mut output = Vec::new();
        print(&PlanesArguments { rule: "strict".into(), four: true }, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains("77 classes: 63 with eight images, 14 with four"), "{text}");
        assert!(text.contains("40 with a TFS strictly, 40 leniently"), "{text}");
        assert!(text.contains("with none: 12"), "{text}");
    }
}
