//! `fourscore options`: every option for people, with its kind, default, bounds and help; `fourscore strategies`: who plays what.

use anyhow::anyhow;
use clap::Args;
use engine::{BUILT_IN, Selection};
use std::io::{self, Write};
use strategies::settings::{Kind, OptionSpec};

/// Whose options are listed.
#[derive(Args)]
#[command(after_help = "Example: fourscore options --game gomoku --strategy victoria")]
pub(crate) struct OptionsArguments {
    /// Only the options that mean something in this game
    #[arg(long)]
    game: Option<String>,
    /// Only the options of this strategy, and those of the engine
    #[arg(long)]
    strategy: Option<String>,
}

/// Which programs are listed.
#[derive(Args)]
#[command(
    after_help = "Example: fourscore strategies --game draughts\n\nElo is that of the leagues (docs/research), against the other \
                        programs of the game at equal nodes, with its error."
)]
pub(crate) struct StrategiesArguments {
    /// Only those that play this game
    #[arg(long)]
    game: Option<String>,
}

/// The documents of the leagues, which hold the ratings.
const LEAGUES: [(&str, &str); 3] = [
    ("qubic", include_str!("../docs/research/qubic-league.md")),
    ("gomoku", include_str!("../docs/research/gomoku-league.md")),
    ("draughts", include_str!("../docs/research/draughts-league.md")),
];

/// Programs whose default has another name in a league.
const RATED_AS: [(&str, &str); 6] = [
    ("alpha-beta", "alpha-beta 2k"),
    ("perfect", "perfect 2k"),
    ("threat-space", "threat-space 2k"),
    ("score-four", "score-four faithful"),
    ("score-four-deep", "deep learned"),
    ("samuel", "samuel-second"),
];

/// What the league of a game says of a program: its Elo with the error, if it played there.
fn rating(game: &str, strategy: &str) -> Option<&'static str> {
    let (_, league) = LEAGUES.iter().find(|(name, _)| *name == game)?;
    let names = RATED_AS.iter().filter(|(name, _)| *name == strategy).map(|(_, rated)| *rated);
    let of = |line: &'static str, name: &str| {
        let row = line.trim_start_matches(|c: char| c.is_ascii_digit() || " |".contains(c));
        let rest = row.strip_prefix(name).filter(|rest| rest.starts_with(' '))?;
        rest.split_once("% ")?.1.trim_matches([' ', '|']).split("  ").next()
    };
    names.chain([strategy]).find_map(|name| league.lines().find_map(|line| of(line, name)))
}

/// Lists the programs that play each game, the default first.
pub(crate) fn strategies(arguments: &StrategiesArguments, output: &mut impl Write) -> anyhow::Result<()> {
    let selection = BUILT_IN.select(arguments.game.as_deref(), None).map_err(|error| anyhow!(error))?;
    for row in selection.games {
        writeln!(output, "{} (--game {})", row.about.title, row.name)?;
        for info in &row.strategies {
            let learns = if info.abilities.learns { "; learns" } else { "" };
            let elo = rating(row.name, info.name).map_or_else(String::new, |elo| format!("; Elo {elo}"));
            writeln!(output, "  {:<17} {}{learns}{elo}", info.name, info.summary)?;
        }
    }
    Ok(())
}

/// Lists options.
pub(crate) fn list(arguments: &OptionsArguments, output: &mut impl Write) -> anyhow::Result<()> {
    let selection = BUILT_IN.select(arguments.game.as_deref(), arguments.strategy.as_deref());
    let selection = selection.map_err(|error| anyhow!(error))?;
    let mut listed: Vec<(&str, &str, Vec<&OptionSpec>)> = Vec::new();
    for info in selection.strategies() {
        // A strategy that plays several games may have other options in each.
        let place = listed.iter().position(|(name, ..)| *name == info.name).unwrap_or_else(|| {
            listed.push((info.name, info.summary, Vec::new()));
            listed.len() - 1
        });
        let own = &mut listed[place].2;
        let new: Vec<_> = info.options.iter().filter(|spec| !own.contains(spec)).collect();
        own.extend(new);
    }
    writeln!(output, "The engine")?;
    let own = BUILT_IN.own_options().iter().filter_map(|spec| left_open(spec, arguments, &selection));
    own.into_iter().try_for_each(|spec| write_option(output, &spec))?;
    for game in selection.games.iter().filter(|game| !game.rules.is_empty()) {
        writeln!(output, "\nThe rules of {}", game.name)?;
        game.rules.iter().try_for_each(|spec| write_option(output, spec))?;
    }
    for (name, summary, options) in listed.into_iter().filter(|(.., options)| !options.is_empty()) {
        writeln!(output, "\n{name}: {summary}")?;
        options.into_iter().try_for_each(|spec| write_option(output, spec))?;
    }
    Ok(())
}

/// What the choice of a game and a strategy leaves of an option of the engine: nothing of what they fix or never use.
fn left_open(spec: &OptionSpec, said: &OptionsArguments, selection: &Selection<'_>) -> Option<OptionSpec> {
    let learns = || selection.strategies().any(|info| info.abilities.learns);
    let allowed: Vec<_> = match (spec.name, &selection.games[..]) {
        ("Game", _) if said.game.is_some() => return None,
        ("Strategy", _) if said.strategy.is_some() => return None,
        ("Memory" | "Learn", _) if !learns() => return None,
        ("Strategy", [game]) => game.strategies.iter().map(|info| info.name).collect(),
        ("Notation", [game]) => game.about.notations.iter().map(|(notation, _)| notation.name()).collect(),
        _ => return Some(*spec),
    };
    let default = allowed.first().copied().unwrap_or_default();
    Some(OptionSpec { kind: Kind::Choice { default, allowed: allowed.leak() }, ..*spec })
}

fn write_option(output: &mut impl Write, spec: &OptionSpec) -> io::Result<()> {
    let allowed = match spec.kind {
        Kind::Integer { default, min, max } => {
            format!("a whole number from {min} to {max}, default {default}")
        }
        Kind::Flag { default } => format!("true or false, default {default}"),
        Kind::Choice { default, allowed } => format!("{}, default {default}", allowed.join(", ")),
        Kind::Text { default: "" } => "a text, by default empty".to_owned(),
        Kind::Text { default } => format!("a text, default {default}"),
        Kind::Button => "a button".to_owned(),
    };
    writeln!(output, "  {} ({allowed})\n      {}", spec.name, spec.help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(arguments: &[&str]) -> anyhow::Result<String> {
        crate::said(arguments, list)
    }

    #[test]
    fn every_option_is_listed_or_those_asked_for() {
        let all = listed(&[]).unwrap();
        for spec in BUILT_IN.options() {
            assert!(
                all.contains(&format!("\n  {} (", spec.name)) && all.contains(spec.help),
                "{}",
                spec.name
            );
        }
        let few = listed(&["--game", "gomoku", "--strategy", "Victoria"]).unwrap();
        assert!(
            few.contains("  Victoria.Solution (true or false, default true)") && few.contains("  Size (")
        );
        assert!(!few.contains("Samuel.") && !few.contains("(qubic") && !few.contains("doake"), "{few}");
        assert!(!few.contains("  Strategy (") && !few.contains("  Learn ("), "{few}");
        let few = listed(&["--game", "gomoku"]).unwrap();
        assert!(
            few.contains("  Strategy (alpha-beta, victoria, perfect, samuel, random, default alpha-beta)"),
            "{few}"
        );
        let error = |arguments: &[&str]| listed(arguments).unwrap_err().to_string();
        assert!(error(&["--game", "chess"]).contains("there are qubic, gomoku, draughts"));
        assert!(
            error(&["--game", "draughts", "--strategy", "planar"])
                .contains("no strategy 'planar' plays draughts")
        );
    }

    #[test]
    fn programs_are_listed_with_their_strength() {
        let text = crate::said(&[], strategies).unwrap();
        let rated = text.lines().filter(|line| line.starts_with("  ")).filter(|line| line.contains("; Elo "));
        // Not rated: samuel in Qubic and Go-Moku, perfect in Go-Moku.
        assert_eq!(text.lines().filter(|line| line.starts_with("  ")).count(), rated.count() + 3, "{text}");
    }

    /// The rows of the options of engine and rules in `protocol.md` say what the table says.
    #[test]
    fn the_protocol_names_every_option_of_engine_and_rules() {
        let text = include_str!("../protocol.md");
        for spec in BUILT_IN.own_options().iter().chain(BUILT_IN.rows().iter().flat_map(|row| row.rules)) {
            let (kind, default) = match spec.kind {
                Kind::Integer { default, .. } => ("spin", default.to_string()),
                Kind::Flag { default } => ("check", default.to_string()),
                Kind::Choice { default, .. } => ("combo", format!("`{default}`")),
                Kind::Text { .. } => ("string", "empty".to_owned()),
                Kind::Button => ("button", String::new()),
            };
            let row = format!("| `{}` | {kind} | {default}", spec.name);
            assert!(text.contains(row.trim_end()), "{row}");
            if let Kind::Integer { min, max, .. } = spec.kind
                && max < i64::MAX
            {
                assert!(text.contains(&format!("{row} | {min} to {max} |")), "{row}");
            }
        }
    }
}
