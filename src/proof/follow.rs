//! `fourscore proof follow`: a game put beside a certificate of Go-Moku, for instance the lines that a paper prints beside one's
//! own solution.

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use games::gomoku::{Gomoku, Square};
use games::{Game, Side};
use solve::certificate::Certificate;
use solve::certificate::gomoku::Solution;
use solve::gomoku::attack::proof_number::ProofNumberAttacks;
use solve::gomoku::{Class, ThreatBoard};
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct FollowArguments {
    /// The certificate
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
    /// The moves of the game from the certificate's start, such as h8 h7 g7
    #[arg(required_unless_present = "replies", value_name = "MOVE")]
    moves: Vec<String>,
    /// List white's replies where the game stands (after black's answer, if it is his turn), each with black's answer to it and
    /// how many plies his win takes at most where threats alone do it
    #[arg(long)]
    replies: bool,
}

/// Positions of the search for the threats that a certificate leaves out.
const LIMIT: u64 = 1_000_000;

/// What is known of a position with black to move.
#[derive(Debug, PartialEq, Eq)]
enum Known {
    /// The certificate has a move for it.
    Move(Square),
    /// He wins by fours and threes, beginning with this move, in so many plies at most.
    Threats(Square, u32),
    /// Nothing of both, but white threatens a five there.
    Block(Square),
    Nothing,
}

/// Prints what the certificate plays at each of black's moves.
pub(super) fn follow(arguments: &FollowArguments, output: &mut impl Write) -> anyhow::Result<()> {
    let name = arguments.certificate.display();
    let certificate = Certificate::read(&arguments.certificate).with_context(|| format!("{name}"))?;
    let solution = Solution::from_certificate(&certificate).with_context(|| format!("{name}"))?;
    let mut position = solution.start.clone();
    let (mut same, mut known, mut all, mut left_at) = (0, 0, 0, None);
    for text in &arguments.moves {
        let m = Square::parse(text, position.setup().size()).map_err(|error| anyhow!("{text}: {error}"))?;
        if position.outcome().is_some() {
            bail!("{text}: the game is over before it");
        }
        if !position.is_legal(m) {
            bail!("{text} is not legal after {} stones", position.ply());
        }
        let ply = position.ply() + 1;
        if position.to_move() == Side::First {
            let found = look_up(&solution, &position);
            all += 1;
            known += usize::from(found != Known::Nothing);
            let (agrees, words) = describe(&found, m);
            same += usize::from(agrees);
            if !agrees && left_at.is_none() {
                left_at = Some(ply);
            }
            writeln!(output, "  {ply:>3} {text:<4} {words}")?;
        } else {
            writeln!(output, "  {ply:>3} {text}")?;
        }
        position.play(m);
    }
    if all > 0 {
        writeln!(output, "{same} of black's {all} moves are the certificate's; it has an answer at {known}")?;
        match left_at {
            Some(ply) => writeln!(output, "the game leaves it with move {ply}"),
            None => writeln!(output, "the game never leaves it"),
        }?;
    }
    if arguments.replies { replies(&solution, position, output) } else { Ok(()) }
}

/// White's replies: first those to which the certificate has an answer, then those that lose to threats, the longest first.
fn replies(solution: &Solution, mut position: Gomoku, output: &mut impl Write) -> anyhow::Result<()> {
    if position.to_move() == Side::First {
        let own = match look_up(solution, &position) {
            _ if position.outcome().is_some() => bail!("the game is over"),
            Known::Nothing => bail!("the certificate has no answer there"),
            Known::Move(m) | Known::Threats(m, _) | Known::Block(m) => m,
        };
        writeln!(output, "black plays {own}")?;
        position.play(own);
    }
    let legal = position.moves();
    let answer = |&m: &Square| (m, look_up(solution, &position.after(m)));
    let mut found: Vec<(Square, Known)> = legal.iter().map(answer).collect();
    found.sort_by_key(|(_, known)| match known {
        Known::Nothing => (0, 0),
        Known::Move(_) | Known::Block(_) => (1, 0),
        Known::Threats(_, plies) => (2, u32::MAX - plies),
    });
    for (m, known) in found {
        match known {
            Known::Move(own) => writeln!(output, "  {m:<4} {own:<4} by the certificate"),
            Known::Threats(own, plies) => {
                writeln!(output, "  {m:<4} {own:<4} wins by threats in at most {plies} plies")
            }
            Known::Block(own) => writeln!(output, "  {m:<4} {own:<4} the only block"),
            Known::Nothing => writeln!(output, "  {m:<4} -    not in the certificate"),
        }?;
    }
    Ok(())
}

fn look_up(solution: &Solution, position: &Gomoku) -> Known {
    if let Some(m) = solution.find(position) {
        return Known::Move(m);
    }
    let mut board = ThreatBoard::new(position.stones(), position.setup().rules());
    if let Some(win) = ProofNumberAttacks::default().win_left(&mut board, Side::First, LIMIT, &|| false)
        && let Some(m) = win.first()
    {
        return Known::Threats(m, win.plies());
    }
    board.squares(Side::Second, Class::Five).first().map_or(Known::Nothing, Known::Block)
}

/// Whether the move is the one that is known, and what to say of it.
fn describe(known: &Known, m: Square) -> (bool, String) {
    let beside = |own: Square| if own == m { "the same".to_owned() } else { format!("plays {own}") };
    match *known {
        Known::Move(own) => (own == m, format!("{} (the certificate's move)", beside(own))),
        Known::Threats(own, plies) => {
            let within = if plies == 1 { "at once".to_owned() } else { format!("in at most {plies} plies") };
            (own == m, format!("{} (wins by threats {within})", beside(own)))
        }
        Known::Block(own) => (own == m, format!("{} (the only block)", beside(own))),
        Known::Nothing => (false, "not in the certificate".to_owned()),
    }
}
