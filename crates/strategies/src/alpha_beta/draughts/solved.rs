//! What alpha-beta makes of endings that are solved beforehand.
//!
//! Where the distance to the end is kept and nothing in the game's history can come between, a win is proven and so is
//! its length. Elsewhere it is an estimate beyond all others that grows as the end comes nearer: by the distance, or where
//! only the winner is kept by the evaluation, until the search sees an exchange or a king after which it is kept. In
//! positions with as many pieces as the game has now, the search goes on below such a win, for that is how it finds
//! the way; below those with fewer, it does not.

use super::evaluation::evaluate;
use crate::settings::{options, text};
use games::Game;
use games::draughts::{Draughts, Move};
use search::alpha_beta::Prospect;
use solve::endgames::{Endgames, FileError, Known};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

options! {
    /// What alpha-beta is asked for in draughts.
    pub(crate) struct DraughtsOptions {
        /// File of solved endings of draughts, made by the command endgames; empty for none.
        endgames: String = text("AlphaBeta.Endgames", ""),
    }
}

/// What a win is worth of which the length is not proven.
pub(crate) const WON: i32 = 20_000;
/// Less for every ply to the end, where the distance is kept.
const PLY: i32 = 20;

/// The tables in use, with the path that they were read from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solved {
    path: String,
    tables: Option<Arc<Endgames>>,
}

/// A file that was read, with its path and by what another one would be noticed.
type Kept = (String, (u64, Option<SystemTime>), Arc<Endgames>);

/// The tables of the file at this path, which is read once and not for every game.
///
/// # Errors
/// If there is no such file, or it is refused.
pub(super) fn tables(path: &str) -> Result<Arc<Endgames>, FileError> {
    static KEPT: Mutex<Option<Kept>> = Mutex::new(None);
    let metadata = std::fs::metadata(path)?;
    let stamp = (metadata.len(), metadata.modified().ok());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, same, tables)) = &*kept
        && known == path
        && *same == stamp
    {
        return Ok(Arc::clone(tables));
    }
    let tables = Arc::new(Endgames::load(Path::new(path))?);
    log::info!("endings {path}: opened");
    *kept = Some((path.to_owned(), stamp, Arc::clone(&tables)));
    Ok(tables)
}

impl Solved {
    /// Reads the file at this path (empty: none), unless that is what was read last.
    ///
    /// # Errors
    /// A sentence, if there is no such file, or it is refused; nothing is known then.
    pub(crate) fn read(&mut self, path: &str) -> Result<(), String> {
        if path == self.path {
            return Ok(());
        }
        *self = Self { path: path.to_owned(), tables: None };
        if !path.is_empty() {
            let tables = tables(path);
            let tables = tables.map_err(|error| {
                log::info!("endings {path}: refused: {error}");
                format!("AlphaBeta.Endgames {path}: {error}; playing without")
            })?;
            self.tables = Some(tables);
        }
        Ok(())
    }

    #[inline]
    fn probe(&self, position: &Draughts) -> Option<Known> {
        self.tables.as_ref()?.probe(position)
    }

    /// What can be said of a position without a search, if something can: `within` plies nothing in the game's history ends
    /// it, and the game has `pieces` pieces now.
    pub(crate) fn prospect(&self, position: &Draughts, within: u32, pieces: u32) -> Option<Prospect<Move>> {
        let best = |wanted: Known| self.move_to(position, wanted);
        match self.probe(position)? {
            Known::Draw => Some(Prospect::Draw(best(Known::Draw)?)),
            Known::Win(Some(plies)) if plies <= within => {
                Some(Prospect::Win(best(Known::Loss(Some(plies - 1)))?, plies))
            }
            // Without a move the game is over: nobody asks then.
            Known::Loss(Some(plies)) if plies <= within => {
                Some(Prospect::Loss(best(Known::Win(Some(plies.saturating_sub(1))))?, plies))
            }
            known => {
                let fewer = (!position.empty()).count_ones() < pieces;
                fewer.then(|| Prospect::Estimate(estimate(position, known)))
            }
        }
    }

    /// The move to a position of this value (to its side to move); of several the one after which the other side looks
    /// worst.
    fn move_to(&self, position: &Draughts, wanted: Known) -> Option<Move> {
        // With its last piece a side has lost, at once.
        let value = |next: &Draughts| self.probe(next).unwrap_or(Known::Loss(Some(0)));
        let moves = position.moves().into_iter().filter(|&m| value(&position.after(m)) == wanted);
        moves.min_by_key(|&m| evaluate(&position.after(m)))
    }

    /// The estimate of a position that is known; `None` if it is not.
    #[inline]
    pub(crate) fn evaluate(&self, position: &Draughts) -> Option<i32> {
        Some(estimate(position, self.probe(position)?))
    }
}

fn estimate(position: &Draughts, known: Known) -> i32 {
    let away = |plies: Option<u32>| plies.map(|plies| PLY * plies as i32);
    match known {
        Known::Draw => 0,
        Known::Win(plies) => WON + away(plies).map_or_else(|| evaluate(position), |away| WON - away),
        Known::Loss(plies) => away(plies).map_or_else(|| evaluate(position), |away| away - WON) - WON,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::DRAUGHTS;
    use super::*;
    use crate::settings::{Settings, Value};
    use solve::endgames::build::build;

    #[test]
    fn a_file_is_read_before_the_first_move_and_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("two.endgames");
        build(2, &mut |_| true).unwrap().save(&path).unwrap();
        let name = path.to_str().unwrap();
        let mut settings = Settings::defaults(DRAUGHTS.options);
        settings.set("AlphaBeta.Endgames", Value::Text(name.to_owned()));
        (DRAUGHTS.make)().prepare(&(), &settings);
        // What is read now is what was read then: of the file nothing but its length and its time is left.
        let metadata = std::fs::metadata(&path).unwrap();
        let time = metadata.modified().unwrap();
        std::fs::write(&path, vec![0; usize::try_from(metadata.len()).unwrap()]).unwrap();
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        let mut solved = Solved::default();
        assert_eq!(solved.read(name), Ok(()));
        assert!(solved.tables.is_some());
        // Another file is noticed.
        std::fs::write(&path, b"my thesis").unwrap();
        assert!(Solved::default().read(name).unwrap_err().contains("playing without"));
    }
}
