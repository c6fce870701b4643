//! `fourscore threats`: the tree of threat-space search of a position, printed as Allis, van den Herik and Huntjens 1994
//! print theirs.

use super::asking::{SideName, remarks, set_option, set_options};
use anyhow::{Context as _, anyhow};
use clap::Args;
use engine::{BUILT_IN, Engine};
use games::Game;
use games::gomoku::Opening;
use solve::threats::report::Request;
use std::io::Write;

/// What can be said about the tree wanted.
#[derive(Args)]
pub(crate) struct ThreatsArguments {
    /// The game
    #[arg(long, default_value = Opening::NAME)]
    game: String,
    /// The position as text; without it, the start
    #[arg(long, conflicts_with = "diagram")]
    position: Option<String>,
    /// A diagram of the paper: 1a to 1e, 2a, 2b, 3a, 3b or 4
    #[arg(long)]
    diagram: Option<String>,
    /// Moves from there
    #[arg(long, num_args = 1..)]
    moves: Vec<String>,
    /// Whose threats [default: the side to move]
    #[arg(long, value_enum)]
    side: Option<SideName>,
    /// Only threats to win at the next move (in Go-Moku fours), as in Tables 2 and 3
    #[arg(long)]
    fours: bool,
    /// Without combinations of independent threats, as in Tables 1 and 2
    #[arg(long)]
    no_combinations: bool,
    /// End with the first win instead of completing the tree
    #[arg(long)]
    first_win: bool,
    /// Most nodes of the tree
    #[arg(long, default_value_t = 1_000)]
    nodes: usize,
    /// Another option of the protocol, as NAME=VALUE, such as Rules=standard or Size=19; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// Prints the tree.
pub(crate) fn print(arguments: &ThreatsArguments, output: &mut impl Write) -> anyhow::Result<()> {
    let mut engine = Engine::new(&BUILT_IN)?;
    set_option(&mut engine, "Game", &arguments.game)?;
    set_options(&mut engine, &arguments.options)?;
    for remark in remarks(&mut engine)? {
        writeln!(output, "{remark}")?;
    }
    let start = match &arguments.diagram {
        Some(name) => {
            let printed = lab::reproduce::diagram(name).ok().flatten();
            let allowed = "the paper has 1a to 1e, 2a, 2b, 3a, 3b and 4";
            Some(printed.with_context(|| format!("--diagram {name}: {allowed}"))?)
        }
        None => arguments.position.clone(),
    };
    let moves: Vec<&str> = arguments.moves.iter().map(String::as_str).collect();
    let notation = engine.notation();
    engine.board_mut().map_err(|refusal| anyhow!(refusal))?.set_up(start.as_deref(), &moves, notation)?;
    let request = Request {
        attacker: arguments.side.map(SideName::side),
        fours: arguments.fours,
        combine: !arguments.no_combinations,
        first_win: arguments.first_win,
        nodes: arguments.nodes,
        notation: engine.notation(),
    };
    for line in engine.threats(&request).map_err(|refusal| anyhow!(refusal))? {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(arguments: &[&str]) -> anyhow::Result<String> {
        crate::said(arguments, print)
    }

    #[test]
    fn table_1_is_printed() {
        let text = printed(&["--diagram", "3b", "--no-combinations"]).unwrap();
        assert!(text.contains("Depth  Type of threat          Gain square  Cost squares\n"), "{text}");
        assert!(text.contains("1      Three                   i11          i7,i8,i12\n"), "{text}");
        assert!(text.contains("24 nodes; 2 potential winning sequences, of which 2 withstand"), "{text}");
        assert!(text.contains("won: e15 (d15), i11 (h12), i8 (i7)"), "{text}");
    }

    #[test]
    fn the_threats_of_diagram_1() {
        for (name, first) in [
            ("1a", "1 Five j8"),
            ("1b", "1 Five j8"),
            ("1c", "1 Straight Four j8 k8"),
            ("1d", "1 Straight Four j8 k8"),
            ("1e", "1 Straight Four h8 j8"),
        ] {
            let text = printed(&["--diagram", name, "--no-combinations"]).unwrap();
            let row: Vec<&str> = text.lines().nth(1).unwrap().split_whitespace().collect();
            assert_eq!(row.join(" "), first, "{name}");
        }
    }

    #[test]
    fn other_games_sides_and_positions() {
        let text = printed(&["--game", "qubic", "--position", "xx4o12xo14x4o21o"]).unwrap();
        assert!(text.contains("Three") && text.contains("won: "), "{text}");
        let text = printed(&["--diagram", "3b", "--side", "second"]).unwrap();
        assert!(text.contains("0 nodes") && text.contains("no win found"), "{text}");
        let small = ["--option", "Size=5", "--position", "5/5/1xxx1/5/5:x", "--first-win"];
        assert!(printed(&small).unwrap().contains("Four"));
        assert!(printed(&["--moves", "h8", "h9", "--fours"]).unwrap().contains("0 nodes"));
    }

    #[test]
    fn bad_arguments_are_refused_in_words() {
        let message = |arguments: &[&str]| printed(arguments).unwrap_err().to_string();
        assert!(message(&["--diagram", "9z"]).contains("--diagram 9z: the paper has 1a to 1e"));
        assert!(message(&["--game", "gomoku", "--position", "x"]).contains("1 rows"));
        assert!(message(&["--game", "chess"]).contains("qubic, gomoku"));
    }
}
