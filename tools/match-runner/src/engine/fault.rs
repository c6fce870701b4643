//! What engines do wrong. Each kind has a name of its own, so that a table can tell a crash from a hang from a lost
//! clock; the details are for people.

use std::fmt::{self, Display};

/// A kind of misbehaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// It could not be started, or did not finish the handshake.
    Start,
    Crash,
    /// The process lives, but has closed its input or output.
    ClosedPipe,
    /// It did not answer in time, and not when told to stop either.
    Stall,
    /// It said that there is an error, and no move.
    Error,
    /// It answered, but after its time was up.
    Time,
    /// It wrote what no protocol allows: binary data, endless lines, a flood.
    Garbage,
    /// It played a move that is not legal.
    IllegalMove,
    /// It did not end when told to, and was killed.
    RefusedToQuit,
}

impl FaultKind {
    /// All kinds, in their order, with their names in records: a word each.
    pub const ALL: [(Self, &str); 9] = [
        (Self::Start, "start-failure"),
        (Self::Crash, "crash"),
        (Self::ClosedPipe, "closed-pipe"),
        (Self::Stall, "stall"),
        (Self::Error, "error"),
        (Self::Time, "time"),
        (Self::Garbage, "garbage"),
        (Self::IllegalMove, "illegal-move"),
        (Self::RefusedToQuit, "refused-to-quit"),
    ];

    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == name).map(|(kind, _)| kind)
    }

    /// Whether the engine still answers after this, so that it can be told how the game ended.
    pub const fn is_responsive(self) -> bool {
        matches!(self, Self::Time | Self::IllegalMove)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    /// What happened, in words.
    pub detail: String,
}

impl Fault {
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.detail)
    }
}

/// Why waiting for an engine ended without what was waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The match is to end; nobody is to blame.
    Interrupted,
    /// Nothing came before the deadline.
    TimedOut,
    Fault(Fault),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl Trouble {
    /// The same, with a missed deadline made a fault: a stall while `doing` this.
    pub fn or_stall(self, doing: &str) -> Self {
        match self {
            Self::TimedOut => Self::Fault(Fault::new(FaultKind::Stall, format!("no answer while {doing}"))),
            other => other,
        }
    }
}
