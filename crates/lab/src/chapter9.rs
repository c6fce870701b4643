//! `fourscore chapter9`: the results of Citrenbaum's chapter 9 found again by self-play, and tables of his three
//! programs against each other.

use anyhow::Context as _;
use clap::Args;
use games::qubic::{Cell, Qubic};
use games::{Game, Notation};
use search::Limits;
use std::io::{self, Write};
use std::path::PathBuf;
use strategies::citrenbaum::chapter9::{
    ChapterGame, Opening, PLAYERS, duel, examples, games, random_openings, tally,
};

/// What can be said about the games wanted.
#[derive(Args)]
pub struct Chapter9Arguments {
    /// Games for each of the four kinds of openings
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Seed of the openings
    #[arg(long, default_value_t = 1965)]
    seed: u64,
    /// Pairs of games between each two programs; 0 for none
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Nodes that alpha-beta may search for each move of these pairs
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// A folder to write the example games to
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// A file to write the matches' openings to, for match-runner
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

/// Plays the games and prints the tables.
pub fn run(arguments: &Chapter9Arguments) -> anyhow::Result<()> {
    print(arguments, &mut io::stdout().lock())
}

fn print(arguments: &Chapter9Arguments, output: &mut impl Write) -> anyhow::Result<()> {
    let played = openings(arguments, output)?;
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        for (name, text) in examples(&played) {
            let path = folder.join(name);
            std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
            writeln!(output, "written: {}", path.display())?;
        }
    }
    if let Some(path) = &arguments.openings {
        let text = openings_text(arguments.pairs, arguments.seed);
        std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    if arguments.pairs > 0 {
        matches(arguments, output)?;
    }
    Ok(())
}

/// The table of openings; all its games.
fn openings(arguments: &Chapter9Arguments, output: &mut impl Write) -> io::Result<Vec<ChapterGame>> {
    writeln!(
        output,
        "planar against itself, {} games for each kind of opening (two moves each):\n",
        arguments.games
    )?;
    writeln!(output, "first player  second player   first wins  second wins  ties  several pairs")?;
    let mut all = Vec::new();
    for first in Opening::ALL {
        for second in Opening::ALL {
            let found: Vec<ChapterGame> = games(first, second, arguments.games, arguments.seed).collect();
            let [wins, losses, ties] = tally(found.iter());
            let double = found.iter().filter(|game| game.double_pairs().is_some()).count();
            let share = |n: usize| format!("{:.1} %", 100.0 * n as f64 / found.len() as f64);
            writeln!(
                output,
                "{:<13} {:<15} {:>10} {:>12} {ties:>5} {double:>14}",
                first.name(),
                second.name(),
                share(wins),
                share(losses)
            )?;
            all.extend(found);
        }
    }
    writeln!(output)?;
    Ok(all)
}

/// The openings of the matches, a line each.
fn openings_text(pairs: u64, seed: u64) -> String {
    let start = Qubic::default();
    let line = |cells: Vec<Cell>| {
        let texts: Vec<String> =
            cells.into_iter().map(|cell| start.move_text(cell, Notation::Coordinates)).collect();
        texts.join(" ") + "\n"
    };
    random_openings(pairs, seed).map(line).collect()
}

fn matches(arguments: &Chapter9Arguments, output: &mut impl Write) -> io::Result<()> {
    let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
    writeln!(
        output,
        "matches of {} games, every random opening of four plies with both colours; alpha-beta with {} nodes a move:\n",
        2 * arguments.pairs,
        arguments.nodes
    )?;
    for (n, row) in PLAYERS.iter().enumerate() {
        for against in &PLAYERS[n + 1..] {
            let [won, lost, ties] = duel([row, against], arguments.pairs, arguments.seed, &limits);
            writeln!(output, "{:<13} {:<13} +{won} -{lost} ={ties}", row.name, against.name)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_printed_and_games_written() {
        let folder = tempfile::tempdir().unwrap();
        let out = Some(folder.path().join("games"));
        let openings = Some(folder.path().join("openings.txt"));
        let mut output = Vec::new();
        print(&Chapter9Arguments { games: 30, seed: 1965, pairs: 1, nodes: 50, out, openings }, &mut output)
            .unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains("strong        weak"), "{text}");
        assert!(text.contains("alpha-beta    random"), "{text}");
        let openings = std::fs::read_to_string(folder.path().join("openings.txt")).unwrap();
        assert_eq!(openings.lines().count(), 1);
        let game = std::fs::read_to_string(folder.path().join("games/second-player.txt")).unwrap();
        assert!(game.contains("# result: O wins"), "{game}");
    }
}
