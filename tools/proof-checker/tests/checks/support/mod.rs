//! Certificates made for tests, by the words of `proof-format.md` and nothing of the program.

pub(crate) mod gomoku;

use assert_cmd::Command;
use proof_checker::qubic::board::Position;
use std::io::Write;
use std::sync::LazyLock;

/// What goes into a certificate; tests change it before it is written.
#[derive(Clone)]
pub(crate) struct Parts<E> {
    pub(crate) first_line: String,
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) start: String,
    pub(crate) winner: String,
    /// The announced number of entries, where it is not the true one.
    pub(crate) announced: Option<String>,
    pub(crate) entries: Vec<E>,
    /// Within how many plies every entry is said to win, where entries say so.
    pub(crate) plies: u8,
}

pub(crate) trait Entry: Clone {
    const GAME: &str;

    /// What entries are sorted by.
    fn order(&self) -> [u64; 3];

    fn bytes(&self, plies: u8) -> Vec<u8>;
}

impl<E: Entry> Parts<E> {
    fn of(rules: &str, start: &str, winner: &str, entries: Vec<E>) -> Self {
        let [first_line, game, rules, start, winner] =
            ["fourscore-proof 2", E::GAME, rules, start, winner].map(str::to_owned);
        Self { first_line, game, rules, start, winner, announced: None, entries, plies: 64 }
    }

    /// The file, its entries sorted.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut sorted = self.clone();
        sorted.entries.sort_unstable_by_key(Entry::order);
        sorted.to_bytes_as_they_are()
    }

    pub(crate) fn to_bytes_as_they_are(&self) -> Vec<u8> {
        let Self { first_line, game, rules, start, winner, announced, entries, plies } = self;
        let announced = announced.clone().unwrap_or_else(|| entries.len().to_string());
        let mut file = format!(
            "{first_line}\ngame {game}\nrules {rules}\nstart {start}\nwinner {winner}\nentries {announced}\n\n"
        )
        .into_bytes();
        entries.iter().for_each(|entry| file.extend(entry.bytes(*plies)));
        sealed(file)
    }

    /// The file is refused in these words.
    #[track_caller]
    pub(crate) fn refused(&self, words: &str) {
        refused(&self.to_bytes(), None, words);
    }
}

/// Stones of x, stones of o, the move.
type Stones = (u64, u64, u8);

/// A certificate about Qubic.
pub(crate) type Qubic = Parts<Stones>;

impl Entry for Stones {
    const GAME: &str = "qubic";

    fn order(&self) -> [u64; 3] {
        [self.0, self.1, self.2.into()]
    }

    fn bytes(&self, plies: u8) -> Vec<u8> {
        let (x, o, cell) = self;
        [&x.to_le_bytes()[..], &o.to_le_bytes(), &[*cell, plies]].concat()
    }
}

impl Qubic {
    pub(crate) fn new(start: &str, winner: &str, entries: &[(&str, u8)]) -> Self {
        let entries = entries.iter().map(|&(text, cell)| {
            let position = Position::parse(text).unwrap();
            (position.x, position.o, cell)
        });
        Self::of("-", start, winner, entries.collect())
    }
}

pub(crate) fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file
}

/// Patashnik's dictionary of 1977 as a certificate.
pub(crate) fn patashnik() -> Qubic {
    let dictionary = include_str!("../../../../../data/qubic/patashnik-1977.dictionary");
    let (_, lines) = dictionary.split_once("---\n").unwrap();
    let entries: Vec<(&str, u8)> = lines
        .lines()
        .map(|line| line.split_once(' ').map(|(text, cell)| (text, cell.parse().unwrap())).unwrap())
        .collect();
    Qubic::new("64", "p1", &entries)
}

/// A small part of it: from a later start, the few entries that are reached from there.
pub(crate) fn late() -> Qubic {
    static LATE: LazyLock<Qubic> = LazyLock::new(|| {
        let mut parts = patashnik();
        parts.start = "xo10x50o".into();
        parts.entries.sort_unstable();
        let verified = proof_checker::check(&parts.to_bytes(), None, &mut |_| ()).unwrap();
        let mut number = 0;
        parts.entries.retain(|_| {
            number += 1;
            verified.unused.binary_search(&number).is_err()
        });
        assert_eq!(parts.entries.len(), 7);
        parts
    });
    LATE.clone()
}

/// Runs the checker on a file of these bytes: its exit status, standard output and standard error.
pub(crate) fn run(bytes: &[u8], arguments: &[&str]) -> (i32, String, String) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    run_on(file.path().to_str().unwrap(), arguments)
}

pub(crate) fn run_on(path: &str, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("fourscore-proof").unwrap();
    let output = command.args(arguments).arg(path).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[track_caller]
pub(crate) fn refused(bytes: &[u8], claim: Option<&str>, words: &str) {
    let arguments: Vec<&str> = claim.iter().flat_map(|claim| ["--claim", claim]).collect();
    let (status, out, err) = run(bytes, &arguments);
    assert_eq!((status, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("refused: ") && err.contains(words), "no '{words}' in: {err}");
}
