//! `fourscore lab self-play`: Samuel's program against itself: whole games from any position, several at once, ended after 70
//! moves and judged, each printed as a log or as PDN.

use super::interrupt;
use super::learn::samuel::matches::{Score, Terms, openings, play_all};
use super::player::settings_of;
use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use games::draughts::Draughts;
use games::draughts::pdn::PdnGame;
use games::{Game, Notation, Outcome, Played, Side};
use search::{Control, Limits};
use std::io::{self, Write};
use std::path::PathBuf;
use strategies::playing::{Ending, Record};
use strategies::samuel::DRAUGHTS;
use strategies::samuel::modes::self_play::{Contestant, MOVES};
use strategies::samuel::terms::{Subject as _, named};

#[derive(Args)]
pub struct SelfPlayArguments {
    /// Games; Alpha has White and Black in turn, and every two games have the next of the seven first moves (from the usual
    /// start, unless --position or --free says otherwise)
    #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Begin with this position, as PDN's FEN
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Number of the 174 three-move ballots to play instead, spread evenly over them, each with both colours; ended by --moves as
    /// well
    #[arg(long, conflicts_with_all = ["games", "position", "free"], value_parser = clap::value_parser!(u64).range(1..=174))]
    ballots: Option<u64>,
    /// Leave the first move to the program
    #[arg(long)]
    free: bool,
    /// Moves, of both sides together, after which a game ends and is judged
    #[arg(long, default_value_t = MOVES as u64, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    moves: u64,
    /// Nodes for each move; without them the break points alone say how far to look ahead
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Play the give-away game
    #[arg(long)]
    give_away: bool,
    /// Games played at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    at_once: u64,
    /// Write the games to this file as PDN
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// An option of both players, as NAME=VALUE, such as Samuel.MinimumPly=5; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// An option of Beta, where it differs, as NAME=VALUE; may be given several times
    #[arg(long = "beta-option", value_name = "NAME=VALUE")]
    beta_options: Vec<String>,
}

/// Plays the games on standard output, the progress on standard error.
pub fn run(arguments: &SelfPlayArguments) -> anyhow::Result<()> {
    let control = interrupt::control()?;
    print(arguments, &control, &mut io::stdout())
}

/// A beginning, and the side that Alpha has.
type Pairing = (Played<Draughts>, Side);

fn print(arguments: &SelfPlayArguments, control: &Control, output: &mut impl Write) -> anyhow::Result<()> {
    let give_away = if arguments.give_away { "true" } else { "false" };
    let fixed = [(named::GIVE_AWAY.name, give_away)];
    let contestant = |options: &[String]| {
        let settings = settings_of(DRAUGHTS.options, options, &fixed)?;
        if settings.get(&named::GIVE_AWAY) != arguments.give_away {
            bail!("{} is for both players: use --give-away", named::GIVE_AWAY.name);
        }
        Contestant::new(settings).map_err(|error| anyhow!(error))
    };
    let alpha = contestant(&arguments.options)?;
    let beta = contestant(&[&arguments.options[..], &arguments.beta_options[..]].concat())?;
    let pairings = pairings(arguments)?;
    let terms = Terms {
        moves: usize::try_from(arguments.moves).unwrap_or(MOVES),
        limits: Limits { nodes: arguments.nodes, ..Limits::default() },
        threads: arguments.at_once,
        control,
    };
    let records = play_all(&alpha, &beta, &pairings, &terms);
    let mut score = Score::default();
    let mut pdn = String::new();
    for (number, ((_, alpha), record)) in pairings.iter().zip(&records).enumerate() {
        let Some(record) = record else { continue };
        writeln!(output, "{}", told(number + 1, *alpha, record))?;
        score.count(record.winner, *alpha);
        pdn += &as_pdn(number + 1, *alpha, record).to_string();
    }
    let Score { won, drawn, lost } = score;
    writeln!(output, "Alpha won {won}, lost {lost}, drew {drawn} of {} games", won + lost + drawn)?;
    for (name, player) in [("Alpha", &alpha), ("Beta", &beta)] {
        if player.remembers() {
            write!(output, "{name}'s rote memory\n{}", player.tally())?;
        }
    }
    if control.is_stopped() {
        writeln!(output, "interrupted: only finished games are counted")?;
    }
    if let Some(path) = &arguments.pdn {
        files::write_atomically(path, pdn.as_bytes())
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

/// The games with their first moves, and Alpha's side in each: White first, as in the paper's first games.
fn pairings(arguments: &SelfPlayArguments) -> anyhow::Result<Vec<Pairing>> {
    if arguments.ballots.is_some() {
        let openings = openings::<Draughts>(arguments.ballots)?;
        let both = |game: Played<Draughts>| [Side::Second, Side::First].map(|alpha| (game.clone(), alpha));
        return Ok(openings.into_iter().flat_map(both).collect());
    }
    let start = arguments.position.as_deref().map(|text| Draughts::from_text(&(), text)).transpose()?;
    let opening = start.is_none() && !arguments.free;
    let game = Played::new(start.unwrap_or_else(|| Draughts::start(&())));
    if game.outcome().is_some() {
        bail!("the game is over in this position");
    }
    let pairing = |number: u64| {
        let mut game = game.clone();
        if opening {
            let text = Draughts::FIRST_MOVES[(number / 2 % 7) as usize];
            game.play_text(text)?;
        }
        Ok((game, if number.is_multiple_of(2) { Side::Second } else { Side::First }))
    };
    (0..arguments.games).map(pairing).collect()
}

fn name(side: Side) -> &'static str {
    if side == Side::First { "Black" } else { "White" }
}

/// A game in a line.
fn told(number: usize, alpha: Side, record: &Record<Draughts>) -> String {
    let player = |side| if side == alpha { "Alpha" } else { "Beta" };
    let result = match (record.ending, record.winner) {
        (Ending::Conceded(side), _) => format!("{} concedes", player(side)),
        (Ending::Judged, Some(side)) => format!("terminated, {} is ahead", player(side)),
        (Ending::Judged, None) => "terminated, nobody is ahead".to_owned(),
        (_, Some(side)) => format!("{} wins", player(side)),
        (_, None) => "drawn".to_owned(),
    };
    let moves = record.game.move_texts(Notation::default()).join(" ");
    format!("G-{number} (Alpha {}): {result} after {} moves: {moves}", name(alpha), record.game.plies())
}

/// A game as PDN; the result is that of the judgment where the game was ended.
fn as_pdn(number: usize, alpha: Side, record: &Record<Draughts>) -> PdnGame {
    let of = |side| if side == alpha { "Alpha" } else { "Beta" }.to_owned();
    let ending = match record.ending {
        Ending::Finished => "normal",
        Ending::Conceded(_) => "conceded",
        Ending::Judged | Ending::Stopped => "adjudication",
    };
    PdnGame {
        tags: vec![
            ("Event".to_owned(), format!("G-{number}")),
            ("Black".to_owned(), of(Side::First)),
            ("White".to_owned(), of(Side::Second)),
            ("Termination".to_owned(), ending.to_owned()),
        ],
        start: *record.game.start(),
        moves: record.game.moves().collect(),
        result: Some(record.winner.map_or(Outcome::Draw, Outcome::Win)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(arguments: &[&str]) -> anyhow::Result<String> {
        crate::said(arguments, |arguments, output| print(arguments, &Control::new(), output))
    }

    #[test]
    fn a_series_alone_at_once_and_as_pdn() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pdn");
        let arguments = ["--games", "4", "--moves", "24", "--beta-option", "Samuel.Polynomial=piece"];
        let text = played(&arguments).unwrap();
        assert!(text.starts_with("G-1 (Alpha White): ") && text.contains(": 9-13 "), "{text}");
        assert!(text.contains("G-4 (Alpha Black): ") && text.contains(" of 4 games\n"), "{text}");
        let more = ["--at-once", "3", "--pdn", path.to_str().unwrap()];
        assert_eq!(played(&[&arguments[..], &more].concat()).unwrap(), text);
        let games = games::draughts::pdn::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(games.len(), 4);
        assert!(games.iter().all(|game| game.moves.len() <= 24 && game.result.is_some()));
    }

    #[test]
    fn positions_and_the_give_away_game() {
        let lost = ["--games", "2", "--position", "W:W29:B21,22,K14"];
        let text = played(&lost).unwrap();
        assert!(text.contains("G-1 (Alpha White): Alpha concedes after 0 moves"), "{text}");
        assert!(text.contains("Alpha won 1, lost 1, drew 0 of 2 games"), "{text}");
        // The side that cannot move has won it.
        let text = played(&[&lost[..], &["--give-away"]].concat()).unwrap();
        assert!(text.contains("G-1 (Alpha White): Alpha wins") || text.contains("Beta concedes"), "{text}");
    }

    #[test]
    fn what_cannot_be_played_is_refused_in_words() {
        let message = |arguments: &[&str]| format!("{:#}", played(arguments).unwrap_err());
        assert!(message(&["--position", "x"]).contains("'x' is not a position"));
        assert!(message(&["--position", "W:W:B1"]).contains("the game is over"));
        assert!(message(&["--option", "Samuel.GiveAway=true"]).contains("use --give-away"));
        assert!(message(&["--beta-option", "Samuel.MinimumPly=0"]).contains("from 1 to 99"));
    }
}
