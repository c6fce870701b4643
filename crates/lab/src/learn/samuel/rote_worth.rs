//! What a rote memory is worth at a size: matches of the program with it against the same program without it, at the same break
//! points, with the same nodes, and from endings.

use super::super::LearnArguments;
use super::super::chart::{self, Frame, Line};
use super::matches::{Score, Terms, openings, play_match};
use crate::book_games::BookGame;
use anyhow::{Context as _, anyhow};
use games::Played;
use games::draughts::Draughts;
use plotters::prelude::{BLACK, BLUE, GREEN, IntoLogRange as _, MAGENTA, RED, SeriesLabelPosition};
use search::{Control, Limits};
use std::io::Write;
use std::sync::Arc;
use strategies::samuel::modes::self_play::{Contestant, MOVES};
use strategies::samuel::rote::FILE;
use strategies::samuel::rote::memory::Rote;
use strategies::samuel::terms::Subject;
use strategies::samuel::terms::scoring::Scoring;
use strategies::settings::{Settings, Value};

/// An ending is a position with so many pieces or fewer.
const ENDING: u32 = 8;
/// What is measured at each size, in percent.
const MEASURED: [&str; 5] = [
    "score, same break points",
    "score, same nodes",
    "score, endings",
    "lookups that hit, same break points",
    "moves chosen by rote, same break points",
];

pub(super) struct Worth<'a> {
    arguments: &'a LearnArguments,
    control: &'a Control,
    openings: Vec<Played<Draughts>>,
    endings: Vec<Played<Draughts>>,
}

/// A match by its name: from these positions, so played.
type Match<'a> = (String, &'a [Played<Draughts>], Terms<'a, Draughts>);

impl<'a> Worth<'a> {
    /// Matches from the ballots, and from endings of these games.
    pub(super) fn new(
        arguments: &'a LearnArguments,
        left_out: Vec<BookGame>,
        control: &'a Control,
    ) -> anyhow::Result<Self> {
        let openings = openings::<Draughts>(arguments.samuel.pairs)?;
        let endings = left_out.iter().filter_map(ending).take(openings.len()).collect();
        Ok(Self { arguments, control, openings, endings })
    }

    /// The least size that the memory has come to and that has not been measured.
    pub(super) fn due(&self, rote: &Rote<Draughts>) -> Option<u64> {
        let reached = rote.table().len() as u64;
        let sizes = self.arguments.samuel.sizes.iter().copied();
        sizes.filter(|&size| size <= reached && rote.word(&name(size)).is_none()).min()
    }

    /// Whether all sizes have been measured.
    pub(super) fn is_done(&self, rote: &Rote<Draughts>) -> bool {
        self.arguments.samuel.sizes.iter().all(|&size| rote.word(&name(size)).is_some())
    }

    /// Plays the matches, prints what came out and has the memory keep it. `false` if it was interrupted.
    pub(super) fn measure(
        &self,
        size: u64,
        rote: &mut Rote<Draughts>,
        settings: &Settings,
        scoring: &Scoring<Draughts>,
        output: &mut impl Write,
    ) -> anyhow::Result<bool> {
        let mut settings = settings.clone();
        settings.set(FILE.name, Value::Text(String::new()));
        let without = || Contestant::<Draughts>::with(settings.clone(), scoring.clone());
        // The memory is lent to the one who plays with it.
        let lent = Arc::new(std::mem::replace(rote, Rote::empty(&settings, scoring)));
        let mut all = Vec::new();
        writeln!(output, "with {size} positions and more ({}):", lent.table().len())?;
        for (what, openings, terms) in self.matches() {
            let (one, other) = (without().remembering(Arc::clone(&lent)), without());
            let Some(score) = play_match(&one, &other, openings, &terms) else { break };
            writeln!(output, "{what}, {} games: {score}", 2 * openings.len())?;
            write!(output, "with it\n{}without it\n{}", one.tally(), other.tally())?;
            all.push((score, one.tally().all()));
        }
        output.flush()?;
        *rote = Arc::try_unwrap(lent).map_err(|_| anyhow!("the memory is still in use"))?;
        let [(breaks, tally), rest @ ..] = &all[..] else { return Ok(false) };
        if all.len() < self.matches().len() {
            return Ok(false);
        }
        let share = |score: &Score| 100.0 * score.share();
        let endings = rest.get(1).map_or(50.0, |(score, _)| share(score));
        let nodes = rest.first().map_or(50.0, |(score, _)| share(score));
        let figures =
            [share(breaks), nodes, endings, 100.0 * tally.hit_rate(), 100.0 * tally.a_move(tally.chosen)];
        rote.say(&name(size), figures.map(|figure| format!("{figure:.3}")).join(" "));
        Ok(true)
    }

    /// The matches by name; those from endings only if there are some.
    fn matches(&self) -> Vec<Match<'_>> {
        let own = &self.arguments.samuel;
        let threads = own.at_once.unwrap_or(1);
        let moves = own.moves.and_then(|moves| usize::try_from(moves).ok()).unwrap_or(MOVES);
        let by = |limits| Terms { moves, limits, threads, control: self.control };
        let nodes = Limits { nodes: Some(self.arguments.nodes), ..Limits::default() };
        let mut matches = vec![
            ("the same break points".to_owned(), &self.openings[..], by(Limits::default())),
            (format!("the same {} nodes a move", self.arguments.nodes), &self.openings[..], by(nodes)),
        ];
        if !self.endings.is_empty() {
            let terms = Terms::played_out(threads, self.control);
            matches.push(("endings of games not learned from".to_owned(), &self.endings[..], terms));
        }
        matches
    }

    /// Draws what was measured, now and before, if a drawing was asked for.
    pub(super) fn draw(&self, rote: &Rote<Draughts>, output: &mut impl Write) -> anyhow::Result<()> {
        let Some(path) = &self.arguments.samuel.curve else { return Ok(()) };
        let mut points: Vec<(f64, Vec<f64>)> = Vec::new();
        for &size in &self.arguments.samuel.sizes {
            let Some(text) = rote.word(&name(size)) else { continue };
            let figures: Vec<f64> = text.split(' ').filter_map(|figure| figure.parse().ok()).collect();
            if figures.len() == MEASURED.len() {
                points.push((size as f64, figures));
            }
        }
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            writeln!(output, "nothing has been measured: the curve is not drawn")?;
            return Ok(());
        };
        let range = first.0..last.0.max(first.0 + 1.0);
        let lines = MEASURED.iter().zip([BLUE, GREEN, RED, BLACK, MAGENTA]).enumerate();
        let lines = lines.map(|(index, (name, color))| {
            let figures = points.iter().map(move |(size, figures)| (*size, figures[index]));
            Line { name: (*name).to_owned(), color, points: Box::new(figures) }
        });
        let frame = Frame {
            title: "samuel with a rote memory against samuel without",
            size: (800, 480),
            across: ("positions stored", range.log_scale()),
            values: ("%", 0.0..100.0),
            legend: SeriesLabelPosition::UpperLeft,
        };
        chart::draw(path, frame, lines).with_context(|| path.display().to_string())?;
        writeln!(output, "drawn in {}", path.display())?;
        Ok(())
    }
}

/// The word by which the memory keeps what was measured at a size.
fn name(size: u64) -> String {
    format!("measured {size}")
}

/// The first position of a game that is an ending, goes on, and has no jump to make.
fn ending(game: &BookGame) -> Option<Played<Draughts>> {
    let mut played = Played::new(game.start);
    for &m in &game.moves {
        played.play(m).ok()?;
        let position = played.position();
        if Subject::pieces(position) <= ENDING
            && !position.next_is_jump(&mut ())
            && played.outcome().is_none()
        {
            return Some(Played::new(*position));
        }
    }
    None
}
