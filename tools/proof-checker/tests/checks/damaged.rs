//! Damaged certificates: what is accepted claims what is true, and everything gets an answer in good time.
//! `FOURSCORE_DAMAGED=10000 cargo test --release -p proof-checker --test checks damaged -- --nocapture` tries so many of each.

use crate::support::{gomoku, late, sealed};
use proof_checker::file::Certificate;
use proof_checker::gomoku::position::Position;
use proof_checker::{Options, check, check_with};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How many of each certificate.
fn number() -> u64 {
    std::env::var("FOURSCORE_DAMAGED").ok().and_then(|text| text.parse().ok()).unwrap_or(360)
}

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

/// What a kind of damage does to a file without its checksum, whose body begins here and has entries of so many bytes.
type Damage = fn(&mut Vec<u8>, usize, usize, &mut Random);

const DAMAGES: &[(&str, Damage)] = &[
    ("a bit anywhere", |file, _, _, random| {
        let place = random.below(file.len());
        file[place] ^= 1 << random.below(8);
    }),
    ("a byte of an entry", |file, body, _, random| {
        let place = body + random.below(file.len() - body);
        file[place] = random.below(256) as u8;
    }),
    ("another move", |file, body, length, random| {
        let entry = body + random.below((file.len() - body) / length) * length;
        file[entry + if length == 18 { 16 } else { 8 }] =
            random.below(if length == 18 { 64 } else { 225 }) as u8;
    }),
    ("moves changed about", |file, body, length, random| {
        let mut entry = || body + random.below((file.len() - body) / length) * length;
        let (one, other) = (entry(), entry());
        (length - 2..length).for_each(|byte| file.swap(one + byte, other + byte));
    }),
    ("an entry gone", |file, body, length, random| {
        let entries = (file.len() - body) / length;
        let entry = body + random.below(entries) * length;
        file.drain(entry..entry + length);
        announce(file, body, entries - 1);
    }),
    ("cut short or lengthened", |file, _, _, random| {
        let length = random.below(2 * file.len());
        file.resize(length, b'x');
    }),
    ("another header", |file, body, _, random| {
        let letters = b"0123456789/xo:-p \n";
        for _ in 0..1 << random.below(5) {
            file[random.below(body)] = letters[random.below(letters.len())];
        }
    }),
    ("rubbish behind the first line", |file, _, _, random| {
        file.truncate(18);
        file.extend((0..random.below(300)).map(|_| random.below(256) as u8));
    }),
    ("another winner", |file, body, _, _| {
        let place = file[..body].windows(2).position(|pair| pair == b"p1").unwrap();
        file[place + 1] = b'2';
    }),
];

/// Writes the number of entries into the header, whose last line it is.
fn announce(file: &mut Vec<u8>, body: usize, entries: usize) {
    let line = file[..body].windows(8).rposition(|word| word == b"entries ").unwrap();
    file.splice(line..body, format!("entries {entries}\n\n").into_bytes());
}

/// The longest time that an answer took, and how many were accepted, by kinds of damage.
type Tally = BTreeMap<&'static str, (Duration, u64)>;

/// Damages a certificate of what is true in every way.
fn damage(whole: &[u8], length: usize, tally: &mut Tally) {
    let claim = check(whole, None, &mut |_| ()).unwrap().claim;
    let file = &whole[..whole.len() - 4];
    let body = file.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    // Each certificate has damages of its own.
    let checksum = whole[file.len()..].iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
    for seed in 0..number() {
        let (kind, damage) = &DAMAGES[seed as usize % DAMAGES.len()];
        let mut random = Random(seed << 32 | checksum);
        let mut damaged = file.to_vec();
        damage(&mut damaged, body, length, &mut random);
        // Half of those of the first kind keep the old checksum.
        let unsealed = damaged != file && *kind == "a bit anywhere" && random.below(2) == 0;
        let bytes = if unsealed { [&damaged, &whole[file.len()..]].concat() } else { sealed(damaged) };
        let started = Instant::now();
        let answer = check(&bytes, None, &mut |_| ());
        let (longest, accepted) = tally.entry(kind).or_default();
        *longest = (*longest).max(started.elapsed());
        let verified = match answer {
            Ok(verified) => verified,
            Err(refusal) => {
                let said = ["after ", "at the start ", "entry "];
                let in_entries =
                    ["a byte of an entry", "another move", "moves changed about", "an entry gone"];
                let tells = said.iter().any(|words| refusal.0.starts_with(words));
                assert!(tells || !in_entries.contains(kind), "{kind}, seed {seed}: {refusal}");
                continue;
            }
        };
        assert!(!unsealed, "{kind}, seed {seed}: accepted with a wrong checksum");
        *accepted += 1;
        let entries = Certificate::parse(&bytes).unwrap().entries;
        assert_eq!((verified.choices + verified.unused.len()) as u64, entries, "{kind}, seed {seed}");
        // Something else may be true, too: then it is if every reply is played, and it is not what was claimed.
        if verified.claim != claim {
            assert!(check(&bytes, Some(&claim), &mut |_| ()).is_err(), "{kind}, seed {seed}");
            let every =
                check_with(&bytes, None, Options { every_reply: true, ..Options::default() }, &mut |_| ());
            assert_eq!(every.unwrap().claim, verified.claim, "{kind}, seed {seed}");
            println!("{kind}, seed {seed}: {verified}");
        }
    }
}

/// Certificates of what is false, with moves at random: none is accepted.
fn invent(tally: &mut Tally) {
    for seed in 0..number() {
        let mut random = Random(seed);
        // White holds by a pairing.
        let start = ["5/5/5/5/5", "6/6/6/6/6/6", "7/7/7/7/7/7/7"][seed as usize % 3];
        let mut parts =
            gomoku::Gomoku::new(["freestyle", "standard", "renju"][seed as usize / 3 % 3], start, &[]);
        let mut position = Position::parse(start).unwrap();
        for _ in 0..1 + random.below(20) {
            let square = random.below(position.size * position.size) as u16;
            if position.black.contains(square) || position.white.contains(square) {
                continue;
            }
            if position.black_moves {
                parts.entries.push((position, square));
                position.black.insert(square);
            } else {
                position.white.insert(square);
            }
            position.black_moves = !position.black_moves;
        }
        refused(&parts.to_bytes(), "a false claim, gomoku", tally);
        // Player one wins from the empty board, so that player two does not.
        let mut parts = late();
        (parts.winner, parts.start) = ("p2".into(), "64".into());
        parts.entries.retain(|_| random.below(2) == 0);
        for entry in &mut parts.entries {
            (entry.0, entry.1) = (entry.1, entry.0 & !(1 << random.below(64)));
            entry.2 = random.below(64) as u8;
        }
        refused(&parts.to_bytes(), "a false claim, qubic", tally);
    }
}

fn refused(bytes: &[u8], kind: &'static str, tally: &mut Tally) {
    let started = Instant::now();
    assert!(check(bytes, None, &mut |_| ()).is_err(), "{kind}");
    let (longest, _) = tally.entry(kind).or_default();
    *longest = (*longest).max(started.elapsed());
}

#[test]
fn damaged_certificates_prove_nothing_false_and_are_answered_soon() {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    damage(&late().to_bytes(), 18, tallies.entry("qubic".into()).or_default());
    for parts in crate::gomoku::proofs() {
        damage(&parts.to_bytes(), 10, tallies.entry(parts.rules.clone()).or_default());
    }
    invent(tallies.entry("invented".into()).or_default());
    for (name, tally) in tallies {
        println!("{} of {name}, the slowest answer and how many were accepted: {tally:?}", number());
        assert_eq!(tally.get("another winner").map_or(0, |&(_, accepted)| accepted), 0, "{name}");
        assert!(tally.values().all(|(slowest, _)| *slowest < Duration::from_secs(120)), "{name}: {tally:?}");
    }
}
