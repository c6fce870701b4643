//! What the page is shown of a game, and games as texts: pasted, copied, and those that come along.

use super::record::record;
use super::{Done, Gone, Session};
use crate::clock::Clocks;
use crate::message::{NewGame, Played, State, Step, ToPage};
use crate::reading::take_apart;
use crate::rules::{Rules, position};
use crate::samples;
use search::host::Instant;
use std::collections::BTreeMap;

/// The notations in which pasted moves are tried.
const NOTATIONS: [&str; 4] = ["coordinates", "doake", "index", "drops"];

impl Session {
    /// Shows the game as it is.
    pub(super) fn show(&self) -> Result<(), Gone> {
        self.tell(ToPage::State(Box::new(self.state())))
    }

    fn state(&self) -> State {
        let here = self.tree.here();
        let ended = self.ended.as_ref().filter(|ended| ended.node == here);
        let line = self.tree.line();
        let last = line.last().copied().unwrap_or(0);
        let at_end = self.ended.as_ref().filter(|ended| ended.node == last);
        let (clocks, now) = (self.clocks.as_ref(), Instant::now());
        State {
            id: self.games_begun,
            game: self.rules.game().to_owned(),
            rules: self.options.clone(),
            node: here,
            position: self.verdict.position.clone(),
            start: self.start.clone(),
            line: line.into_iter().filter_map(|node| self.step(node)).collect(),
            ply: self.tree.path(here).len(),
            legal: if ended.is_some() || self.posing { Vec::new() } else { self.verdict.legal.clone() },
            marks: self.verdict.marks.clone(),
            result: ended.map_or_else(|| self.verdict.result.clone(), |ended| ended.result.clone()),
            reason: ended.map(|ended| ended.reason.clone()).unwrap_or_default(),
            ended: at_end.map(|ended| (ended.result.clone(), ended.reason.clone())),
            turn: self.verdict.turn,
            seats: self.seats.clone(),
            names: self.names.clone(),
            clock: clocks.map(|clocks| clocks.left(now).map(|left| left.as_secs_f64())),
            running: clocks.and_then(Clocks::running).map_or(0, |player| player as u8 + 1),
            thinking: self.is_thinking(),
            paused: self.paused,
            title: self.title.clone(),
            puzzle: self.puzzle.as_ref().map(|puzzle| puzzle.shown.clone()),
            posing: self.posing,
        }
    }

    fn step(&self, number: usize) -> Option<Step> {
        let node = self.tree.node(number)?;
        let others = self.tree.node(node.parent)?.children.iter().filter(|&&child| child != number);
        let others = others.filter_map(|&child| Some((child, self.tree.node(child)?.step.m.clone())));
        Some(Step { others: others.collect(), ..node.step.clone() })
    }

    /// Reads a text as a position or a game of the game that is on the board.
    pub(super) fn paste(&mut self, text: &str, notation: &str) -> Result<(), String> {
        let rules = &mut self.rules;
        let pasted = take_apart(text, |word| rules.look(Some(word), &[]).is_ok());
        if pasted.start.is_none() && pasted.moves.is_empty() {
            return Err("there is no position and no move in that text".to_owned());
        }
        let order = std::iter::once(notation).chain(NOTATIONS).filter(|name| NOTATIONS.contains(name));
        let mut refusal = String::new();
        let title = if pasted.moves.is_empty() { "A position" } else { "Pasted" };
        for from in order {
            match rules.translate(pasted.start.as_deref(), &pasted.moves, from, "coordinates") {
                Ok(moves) => {
                    let played = Played {
                        line: moves.into_iter().map(|m| Step { m, ..Step::default() }).collect(),
                        title: title.to_owned(),
                        names: pasted.names,
                        ..Played::default()
                    };
                    let (game, rules) = (self.rules.game().to_owned(), self.options.clone());
                    return self.begin(NewGame {
                        game,
                        rules,
                        position: pasted.start,
                        played,
                        ..NewGame::default()
                    });
                }
                Err(error) if refusal.is_empty() => refusal = error,
                Err(_) => {}
            }
        }
        Err(refusal)
    }

    /// Gives the position and the game in all texts that there are.
    pub(super) fn copy(&mut self, notation: &str) -> Done {
        if !NOTATIONS.contains(&notation) {
            let names = NOTATIONS.join(", ");
            return Err(format!("there is no notation '{notation}'; there are {names}").into());
        }
        let moves = self.tree.moves(self.tree.here());
        let start = self.start.clone();
        let moves = self.rules.translate(start.as_deref(), &moves, "coordinates", notation)?;
        let mut texts = vec![
            ("Position".to_owned(), self.verdict.position.clone()),
            ("Moves".to_owned(), moves.join(" ")),
            ("Command".to_owned(), position(start.as_deref(), &moves)),
            ("Record".to_owned(), record(&self.state(), start.as_deref(), &moves)),
        ];
        texts.retain(|(_, text)| !text.is_empty());
        Ok(self.tell(ToPage::Texts { texts })?)
    }

    /// Puts a game that comes along on the board, at its start.
    pub(super) fn sample(&mut self, id: usize) -> Result<(), String> {
        let sample = samples::all().into_iter().nth(id).ok_or_else(|| format!("there is no game {id}"))?;
        let game = sample.title.game;
        let mut rules = Rules::start(&*self.means.engines, game, &BTreeMap::new())?;
        let moves = rules.translate(None, &sample.moves, sample.notation, "coordinates")?;
        let comments = sample.comments.into_iter().chain(std::iter::repeat(String::new()));
        let steps = moves.into_iter().zip(comments);
        let played = Played {
            line: steps.map(|(m, comment)| Step { m, comment, ..Step::default() }).collect(),
            ply: Some(0),
            title: format!("{} ({})", sample.title.title, sample.title.credit),
            names: sample.names.map(str::to_owned),
            ..Played::default()
        };
        self.begin(NewGame { game: game.to_owned(), played, ..NewGame::default() })
    }
}
