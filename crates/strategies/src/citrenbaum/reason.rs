//! Why a program of the thesis moves: the short phrases that its Appendix III prints beside every move, and those
//! that chapters 6 to 8 would have needed.

use std::fmt::{self, Display};

/// The reason of a move, relative to the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Reason {
    /// Nothing asks for attention: the next cell of the preset list.
    Preset,
    /// Opening advice of chapter 8: a cell on seven files and six planes.
    StrongCell,
    /// Opening advice of chapter 8 for the second player: the mirror image of the first player's strong cell.
    MirrorImage,
    /// Completes an own 3-0 file.
    FormsFour,
    /// Occupies the last cell of an opposing 0-3 file.
    BlocksThree,
    /// Occupies the major cell of an own related pair.
    FormsTwoThrees,
    /// Occupies the major cell of an opposing related pair.
    BlocksRelatedPair,
    /// Begins a terminal forcing sequence in a plane.
    StartsTfs,
    /// Goes on with one.
    ContinuesTfs,
    /// Takes the cell on which an opposing terminal forcing sequence depends.
    BlocksTfs,
    /// A free force on an XWATCH cell of a plane with this excess; the flag says that a sequence follows for certain.
    Watch {
        /// Own stones less opposing stones in the plane.
        excess: u8,
        /// Whether a terminal forcing sequence has been found behind it.
        sequence: bool,
    },
    /// Makes a 1-0 file of a promising plane 2-0, so that the plane's excess becomes this.
    FormsExcess(u8),
    /// A 1-0 file that meets two 2-0 files at vacant cells (chapter 7).
    CubicCase1,
    /// Forces in one plane that build up another (chapter 7).
    PlanePlane,
    /// A sequence with one move that is not a strict force (chapter 6).
    PseudoTfs,
    /// A new 2-0 file in this many excess planes at once.
    FutureThreat {
        /// How many planes with an own excess contain the cell.
        planes: u8,
    },
    /// A new 2-0 file inside a plane in which the opponent has the excess.
    DefensiveThreat,
    /// Several opposing threats stopped by one cell.
    BlocksSeveral,
    /// Several opposing threats that no cell stops: the shortest is blocked.
    BlocksShortest,
    /// The program's move is not among those that may be considered.
    OtherMove,
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Preset => f.write_str("Preset move"),
            Self::StrongCell => f.write_str("Takes a strong cell"),
            Self::MirrorImage => f.write_str("Takes the mirror image of the opening move"),
            Self::FormsFour => f.write_str("Forms a 4-0 file, wins"),
            Self::BlocksThree => f.write_str("Blocks a 0-3 file"),
            Self::FormsTwoThrees => f.write_str("Forms two 3-0 files"),
            Self::BlocksRelatedPair => f.write_str("Blocks a related pair"),
            Self::StartsTfs => f.write_str("Starts a TFS"),
            Self::ContinuesTfs => f.write_str("Continues TFS"),
            Self::BlocksTfs => f.write_str("Blocks a TFS"),
            Self::Watch { excess, sequence } => {
                let after = if sequence { ", starts a TFS" } else { "" };
                write!(f, "Moves to XWATCH cell in excess-{} plane{after}", number(excess))
            }
            Self::FormsExcess(excess) => write!(f, "Forms an excess-{} plane", number(excess)),
            Self::CubicCase1 => f.write_str("Starts a cubic Case 1 sequence"),
            Self::PlanePlane => f.write_str("Starts a plane-plane sequence"),
            Self::PseudoTfs => f.write_str("Starts a pseudo-TFS"),
            Self::FutureThreat { planes: 1 } => f.write_str("Builds a future threat in an excess plane"),
            Self::FutureThreat { planes } => {
                write!(f, "Builds a future threat in {} excess planes", number(planes))
            }
            Self::DefensiveThreat => {
                f.write_str("Builds a future threat in a plane of the opponent's excess")
            }
            Self::BlocksSeveral => f.write_str("Blocks several threats"),
            Self::BlocksShortest => f.write_str("Blocks the shortest of several threats"),
            Self::OtherMove => f.write_str("Preset move among those to consider"),
        }
    }
}

/// A small number in letters.
fn number(n: u8) -> &'static str {
    const WORDS: [&str; 9] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    WORDS.get(usize::from(n)).copied().unwrap_or("many")
}
