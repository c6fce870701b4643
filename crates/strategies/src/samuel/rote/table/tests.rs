use super::*;

const RULES: Rules = Rules { capacity: 1000, record: 1000, new_age: 8, oldest: 20, moves: 20 };

fn noted(position: u128, ply: u32) -> Noted {
    Noted { position, score: position as i64, ply }
}

fn table(rules: Rules) -> Table {
    Table::new(rules, |position| (position / 100) as u16)
}

#[test]
fn a_table_does_what_a_slow_one_does() {
    use rand::{RngExt as _, SeedableRng};
    /// Ages as numbers, all of them counted up at each merge.
    #[derive(Default)]
    struct Slow(BTreeMap<u128, (i64, u32, i64)>);
    let rules = Rules { capacity: 60, record: 25, new_age: 5, oldest: 9, moves: 20 };
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(3);
    let (mut table, mut slow) = (table(rules), Slow::default());
    let (mut forgotten, mut culled) = (0, 0);
    for _ in 0..600 {
        let used: Vec<u128> = (0..6).map(|_| random.random_range(0..300)).collect();
        let met: Vec<Noted> =
            (0..8).map(|_| noted(random.random_range(0..300), random.random_range(3..9))).collect();
        let units = random.random_range(0..2);
        let changes = table.merge(&used, &met, units);
        for position in used {
            slow.0.entry(position).and_modify(|known| known.2 /= 2);
        }
        let (mut new, mut updated) = (0, 0);
        for Noted { position, score, ply } in met {
            // Being met again is a reference, too.
            let age = slow.0.get(&position).map_or(rules.new_age, |known| known.2 / 2);
            match slow.0.insert(position, (score, ply, age)) {
                None => new += 1,
                Some((before, at, _)) => updated += u64::from((before, at) != (score, ply)),
            }
        }
        assert_eq!((changes.new, changes.updated), (new, updated));
        slow.0.values_mut().for_each(|known| known.2 += units);
        let known = slow.0.len();
        slow.0.retain(|_, known| known.2 < rules.oldest);
        assert_eq!(changes.forgotten, (known - slow.0.len()) as u64);
        let known = slow.0.len();
        let lowest = |slow: &Slow, of: &dyn Fn(u128) -> bool| {
            let some = slow.0.iter().filter(|(position, _)| of(**position));
            some.min_by_key(|(position, known)| (known.1, -known.2, **position))
                .map(|(&position, _)| position)
        };
        for record in 0..3 {
            let of = |position: u128| position / 100 == record;
            if slow.0.keys().filter(|&&position| of(position)).count() > rules.record {
                while slow.0.keys().filter(|&&position| of(position)).count() > rules.record * 3 / 4 {
                    slow.0.remove(&lowest(&slow, &of).unwrap());
                }
            }
        }
        if slow.0.len() > rules.capacity {
            while slow.0.len() > rules.capacity * 9 / 10 {
                slow.0.remove(&lowest(&slow, &|_| true).unwrap());
            }
        }
        assert_eq!(changes.culled, (known - slow.0.len()) as u64);
        (forgotten, culled) = (forgotten + changes.forgotten, culled + changes.culled);
        let known = table.sorted().into_iter();
        let known: Vec<_> =
            known.map(|(position, known)| (position, (known.score, known.ply, table.age(&known)))).collect();
        assert_eq!(known, slow.0.clone().into_iter().collect::<Vec<_>>());
    }
    assert!(forgotten > 100 && culled > 100, "{forgotten} forgotten, {culled} culled");
}

#[test]
fn the_changes_taken_one_after_the_other_are_the_table() {
    use rand::{RngExt as _, SeedableRng};
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    let mut table = table(Rules { capacity: 50, record: 30, ..RULES });
    let mut kept = BTreeMap::new();
    for _ in 0..200 {
        let used: Vec<u128> = (0..5).map(|_| random.random_range(0..300)).collect();
        let met: Vec<Noted> =
            (0..5).map(|_| noted(random.random_range(0..300), random.random_range(3..9))).collect();
        table.merge(&used, &met, 1);
        for (position, known) in table.take_changed() {
            match known {
                Some(known) => kept.insert(position, known),
                None => kept.remove(&position),
            };
        }
        assert_eq!(table.sorted(), kept.clone().into_iter().collect::<Vec<_>>());
    }
    let copy = Table::with(*table.rules(), table.record, table.merges(), table.sorted());
    assert_eq!(
        (copy.sorted(), copy.records(), copy.merges()),
        (table.sorted(), table.records(), table.merges())
    );
}
