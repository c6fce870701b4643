//! The lists of preset moves that the programs play from when no threat asks for attention.

use games::qubic::lines::{CELLS, STRONG, bit};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The values that options for preset lists allow.
pub(crate) const KINDS: &[&str] = &["fixed", "strong", "random"];

/// A preset list: every cell once.
pub(crate) type Preset = [u8; CELLS];

/// The list of this kind; `random` depends on `seed`.
pub(crate) fn list(kind: &str, seed: u64) -> Preset {
    match kind {
        "random" => random(seed),
        "strong" => strong(),
        _ => fixed(),
    }
}

/// `PTABLE` of Appendix V as far as it can be read: places 1, 11, 21, 31, 41, 51 and 61 hold the cells 10, 18, 47,
/// 1 (a single stroke in the scan), 42, 14 and 25. The other 57 places are lost; here the remaining cells fill them in
/// ascending order of 37 times their number modulo 64, which scatters them as the legible ones are scattered.
fn fixed() -> Preset {
    const LEGIBLE: [u8; 7] = [10, 18, 47, 1, 42, 14, 25];
    let mut rest: Vec<u8> = (1..=CELLS as u8).filter(|number| !LEGIBLE.contains(number)).collect();
    rest.sort_unstable_by_key(|&number| 37 * u32::from(number) % 64);
    let mut rest = rest.into_iter();
    std::array::from_fn(|place| {
        let legible = LEGIBLE.get(place / 10).copied().filter(|_| place % 10 == 0);
        legible.or_else(|| rest.next()).map_or(0, |number| number - 1)
    })
}

/// "Arranged to take advantage of those cells which are contained in seven different files" (p. 35): the strong cells
/// first, core before corners, each group as in the fixed list.
fn strong() -> Preset {
    const CORE: u64 = STRONG & 0x0000_0660_0660_0000;
    let mut list = fixed();
    list.sort_by_key(|&cell| match bit(cell.into()) {
        set if set & CORE != 0 => 0,
        set if set & STRONG != 0 => 1,
        _ => 2,
    });
    list
}

/// The PDP-4's list: a random order, new for each game (p. 68).
fn random(seed: u64) -> Preset {
    let mut list: Preset = std::array::from_fn(|cell| cell as u8);
    list.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    list
}

/// The first vacant cell of a list from this place on, and from its front if there is none.
///
/// The 1107 program stopped at the end of the list and declared a tie even if earlier cells were vacant (Appendix V,
/// label `PRESET`); a program that plays on needs the wrap.
pub(crate) fn first_vacant(list: &Preset, from: usize, empty: u64) -> Option<u8> {
    let (front, back) = list.split_at(from.min(CELLS));
    back.iter().chain(front).copied().find(|&cell| empty & bit(cell.into()) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_holds_every_cell_once() {
        for kind in KINDS {
            let mut list = list(kind, 7);
            list.sort_unstable();
            assert_eq!(list, std::array::from_fn(|cell| cell as u8));
        }
        assert_ne!(list("random", 1), list("random", 2));
        assert_eq!(list("random", 1), list("random", 1));
    }

    #[test]
    fn the_fixed_list_keeps_what_is_legible_and_the_strong_one_starts_with_the_core() {
        let fixed = fixed();
        let legible: Vec<u8> = fixed.iter().step_by(10).map(|cell| cell + 1).collect();
        assert_eq!(legible, [10, 18, 47, 1, 42, 14, 25]);
        let front: u64 = strong()[..8].iter().map(|&cell| bit(cell.into())).sum();
        assert_eq!(front, bit(21) | bit(22) | bit(25) | bit(26) | bit(37) | bit(38) | bit(41) | bit(42));
        let front: u64 = strong()[..16].iter().map(|&cell| bit(cell.into())).sum();
        assert_eq!(front, STRONG);
    }

    #[test]
    fn the_list_wraps() {
        let list = fixed();
        assert_eq!(first_vacant(&list, 0, u64::MAX), Some(9));
        assert_eq!(first_vacant(&list, 63, bit(9)), Some(9));
        assert_eq!(first_vacant(&list, 64, bit(9)), Some(9));
        assert_eq!(first_vacant(&list, 4, 0), None);
    }
}
