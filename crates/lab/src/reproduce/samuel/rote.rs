//! Rote learning: what is stored and looked up, and what can be told without a long series.

use super::super::item::{Block, Found, Verdict::Agrees};
use super::super::said::{Makers, compare, percent};
use super::{appendix_b, masters, scoring};
use crate::learn::samuel::matches;
use games::Played;
use games::draughts::Draughts;
use search::{Control, Limits};
use std::collections::BTreeSet;
use strategies::samuel::look_ahead::plies::Plies;
use strategies::samuel::look_ahead::think::{SearchSettings, Thought, think_recalling};
use strategies::samuel::rote::table::{Noted, Rules, Table};
use strategies::samuel::rote::{Recall, stored};
use strategies::samuel::terms::Subject as _;
use strategies::samuel::terms::scoring::Scoring;

pub(super) const MAKERS: Makers =
    &[("figure 3", |_| figure_3()), ("standard form", |_| standard()), ("3.8 words", |_| words())];

/// All break points at three plies: the figure's simple case.
const FIXED: Plies = Plies { minimum: 3, exchange: 3, jump: 3, decided: 3, last: 3 };

fn looked_ahead(game: &Played<Draughts>, scoring: &Scoring<Draughts>, table: &Table) -> Thought<Draughts> {
    let search = SearchSettings { plies: FIXED, deepens: false, pruning: false };
    let recall = Some(Recall::new(table, false));
    think_recalling(game, scoring, search, &Limits::default(), &Control::new(), recall, &mut |_| {})
}

/// Saves the positions of a line from its end, three plies apart, each with the memory of those before.
fn figure_3() -> anyhow::Result<Found> {
    let (_, scoring) = scoring("four")?;
    let mut reached = [0_usize; 4];
    let ballots = matches::openings::<Draughts>(None)?;
    for ballot in &ballots {
        let rules = Rules { capacity: 100, record: 100, new_age: 0, oldest: 1000, moves: 20 };
        let mut table = Table::new(rules, Draughts::record);
        let mut line = vec![ballot.clone()];
        while line.len() < reached.len() {
            let mut game = line[line.len() - 1].clone();
            let thought = looked_ahead(&game, &scoring, &table);
            let best = thought.candidates[0].line.clone();
            if best.into_iter().take(3).map(|m| game.play(m)).any(|played| played.is_err()) {
                break;
            }
            line.push(game);
        }
        for (saved, game) in line.iter().rev().enumerate() {
            let thought = looked_ahead(game, &scoring, &table);
            let Some((score, ply)) = thought.found(3) else { break };
            reached[saved] += usize::from(ply == 3 * (saved + 1));
            let position = game.position().standard().unwrap_or_default();
            table.merge(&[], &[Noted { position, score: stored(score), ply: ply as u32 }], 0);
        }
    }
    let rows = reached.iter().enumerate().map(|(saved, &number)| {
        vec![(saved + 1).to_string(), (3 * (saved + 1)).to_string(), percent(number, ballots.len())]
    });
    let head =
        ["time saved", "plies behind the score", "of the lines where the saved score is the one that counts"];
    Agrees.given(reached.iter().all(|&number| number > 0)).with([Block::table(head, rows)])
}

fn standard() -> anyhow::Result<Found> {
    let (mut all, mut same) = (0, 0);
    let mut records = BTreeSet::new();
    for game in masters(20)?.into_iter().chain(appendix_b()?) {
        let mut played = Played::new(game.start);
        for m in game.moves {
            played.play(m)?;
            let position = played.position();
            all += 1;
            same += usize::from(position.standard() == position.turned().standard());
            records.extend(position.standard().map(Draughts::record));
        }
    }
    let mut found =
        compare(&[("positions that are kept as their reversal", &all.to_string(), same.to_string())])?;
    let words = format!("they are catalogued in {} records", records.len());
    found.blocks.push(Block::Text(words));
    Ok(found)
}

fn words() -> anyhow::Result<Found> {
    let bytes = size_of::<(u128, strategies::samuel::rote::table::Remembered)>();
    compare(&[("bytes a position, in memory", &format!("{:.0}", 3.8 * 36.0 / 8.0), bytes.to_string())])
}
