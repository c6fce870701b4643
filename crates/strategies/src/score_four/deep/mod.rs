//! Score 4 with what its author could not do (Doake 1972, VII): backtracking until SEARCH no longer recognises a pattern,
//! descriptions of more than five lines that say which line meets which, and every square tried as a defence.

pub mod choice;
pub(crate) mod description;
pub(crate) mod lessons;
pub mod memory;
pub(crate) mod recognition;

use super::knowledge::{Kept, Origin, or_thesis, read, read_file};
use super::patterns::{Lists, Owner};
use super::words::Words;
use crate::learning::Memory;
use crate::options::{LEARN, MEMORY, NOTATION};
use crate::settings::{Settings, choice, integer, options, text};
use crate::{Abilities, Choice, Context, Report, Row, Strategy};
use choice::{Chooser, Decision, Why};
use description::{Description, MOST_LINES};
use files::sealed::{from_json, unsealed_strictly};
use games::qubic::Qubic;
use games::{Game, Notation, Outcome, Played};
use lessons::Lesson;
use memory::{Entry, Known};
use recognition::{Seen, recognise};
use search::{Limits, Score};

pub(crate) const ROW: Row<Qubic> = Row {
    name: "score-four-deep",
    summary: "Score 4 with the backtracking, descriptions and defences that its author wished for",
    make: || Box::new(ScoreFourDeep::default()),
    options: DeepOptions::OPTIONS,
    abilities: Abilities { learns: true, ..Abilities::NONE },
};

options! {
    /// What the deep version is asked for.
    struct DeepOptions {
        /// What it knows before it has a Memory: rules, thesis (patterns 1 to 3), learned (a list learned by self-play),
        /// the path of a memory to read, or auto (rules with Learn, else learned).
        patterns: String = text("ScoreFourDeep.Patterns", "auto"),
        /// Whether every square is tried as a defence, or only key squares as in the thesis.
        defence: String = choice("ScoreFourDeep.Defence", "every", &["every", "key"]),
        /// How many descriptions it may learn; each costs time at every move.
        capacity: usize = integer("ScoreFourDeep.Capacity", 48, 1, 10_000),
        /// How many lines a description may have; 5 in the original.
        lines: usize = integer("ScoreFourDeep.Lines", 10, 2, MOST_LINES as i64),
    }
}

/// A list learned by self-play from the rules alone; `docs/papers/doake-1972.md` gives the command.
const LEARNED: &str = include_str!("../../../../../data/qubic/score-four-deep.memory");

/// The program. Between moves it keeps only what it has read from its memory.
#[derive(Default)]
struct ScoreFourDeep {
    kept: Kept<Vec<Description>>,
}

impl Strategy<Qubic> for ScoreFourDeep {
    fn recall(&mut self, settings: &Settings, memory: &Memory) -> Vec<String> {
        let origin = Origin::of(DeepOptions::of(settings).patterns, settings, memory);
        self.kept.recall(origin, || {
            let (known, warning) = or_thesis(load(settings, memory), Known::thesis);
            (known.descriptions(), warning)
        })
    }

    fn choose(
        &mut self,
        game: &Played<Qubic>,
        limits: &Limits<Qubic>,
        context: &mut Context<'_, Qubic>,
    ) -> Choice<Qubic> {
        for words in self.recall(context.settings, context.memory) {
            (context.report)(Report::Words(words));
        }
        let descriptions = self.kept.known().map_or(&[][..], Vec::as_slice);
        let (own, other) = game.position().own_and_other();
        let notation = Notation::from_name(&context.settings.get(&NOTATION)).unwrap_or_default();
        let decision = match super::first_move(context.seed(), game, game.position().empty()) {
            Some(square) if own == 0 => Some((square, Score::Heuristic(0), super::FIRST_MOVE.to_owned())),
            _ => {
                Chooser::new(own, other, descriptions, key_only(context.settings)).choose().map(|decision| {
                    let reason = reason(&decision, descriptions, notation);
                    (decision.square, score(&decision), reason)
                })
            }
        };
        super::allowed(decision, game, limits)
    }

    fn evaluation(&self, game: &Played<Qubic>, settings: &Settings) -> Option<String> {
        let memory = Memory::read_only(&settings.get(&MEMORY), Qubic::NAME, ROW.name);
        let known = load(settings, &memory).unwrap_or_else(|_| Known::thesis()).descriptions();
        let (own, other) = game.position().own_and_other();
        let chooser = Chooser::new(own, other, &known, key_only(settings));
        let notation = Notation::from_name(&settings.get(&NOTATION)).unwrap_or_default();
        let lists = Lists::rules();
        let words = Words::new(&lists, notation);
        let mut text = format!("{} descriptions are known", known.len());
        for owner in [Owner::Own, Owner::Other] {
            if let Some(seen) = recognise(chooser.sums(), &known, owner) {
                let lines: Vec<usize> = super::sums::lines_of(seen.lines()).collect();
                let picture = words.draw(chooser.sums(), &lines, &[seen.key()]);
                let whose = if owner == Owner::Own { "own" } else { "the opponent's" };
                text.push_str(&format!("\n{whose} {}\n{}", said(&seen, &known, &words), picture.trim_end()));
            }
        }
        Some(text)
    }

    fn after_move(&mut self, game: &Played<Qubic>, _memory: &mut Memory) {
        self.kept.after_move(game);
    }

    fn after_game(
        &mut self,
        game: &Played<Qubic>,
        _outcome: Outcome,
        settings: &Settings,
        memory: &mut Memory,
    ) -> Result<Vec<crate::Lesson>, String> {
        let played = self.kept.end_game(memory)?;
        let mut known = load(settings, memory)?;
        known.games = known.games.saturating_add(1);
        let lesson = take_lesson(&mut known, game, played, settings);
        memory.save(&known).map_err(|error| error.to_string())?;
        Ok(vec![lesson])
    }

    fn games_learned(&self, memory: &Memory) -> Result<Option<u32>, String> {
        Ok(Some(read(memory)?.map_or(0, |known: Known| known.games)))
    }
}

/// Whether only key squares are tried as defences, as in the thesis.
fn key_only(settings: &Settings) -> bool {
    DeepOptions::of(settings).defence == "key"
}

/// Learns from a game, and says what.
fn take_lesson(
    known: &mut Known,
    game: &Played<Qubic>,
    played: [bool; 2],
    settings: &Settings,
) -> crate::Lesson {
    let options = DeepOptions::of(settings);
    let finding = lessons::learn(game, &known.descriptions(), options.lines);
    if let (Some(number), Some(Outcome::Win(winner))) = (finding.decided_by, game.outcome()) {
        let views = super::lessons::Views::of(played, winner);
        known.entries[number].won += u32::from(views.won);
        known.entries[number].lost += u32::from(views.lost);
    }
    let learned = matches!(&finding.lesson, Lesson::New(..)) && known.entries.len() < options.capacity;
    let words = match finding.lesson {
        Lesson::New(description, _) if known.entries.len() >= options.capacity => {
            format!("pattern {description} is not listed: there is no room for more")
        }
        Lesson::New(description, ply) => {
            let words = format!("learned pattern {description} from game {}, move {}", known.games, ply + 1);
            let moves = game.moves().map(|m| m.index() as u8).collect();
            known.entries.push(Entry { game: known.games, ply, moves, ..Entry::given(description) });
            words
        }
        Lesson::Blunder(ply) => {
            format!("before move {} the game was not won yet: there was a better answer to it", ply + 1)
        }
        Lesson::TooLarge(ply) => format!("the pattern before move {} has too many lines", ply + 1),
        Lesson::Nothing => "nothing to backtrack".to_owned(),
    };
    if learned { crate::Lesson::Learned(words) } else { crate::Lesson::Remark(words) }
}

/// The list that the memory holds, or else the one that the options name.
fn load(settings: &Settings, memory: &Memory) -> Result<Known, String> {
    if let Some(known) = read(memory)? {
        return Ok(known);
    }
    match DeepOptions::of(settings).patterns.as_str() {
        "rules" => Ok(Known::default()),
        "thesis" => Ok(Known::thesis()),
        "auto" | "" if settings.get(&LEARN) => Ok(Known::default()),
        "auto" | "" | "learned" => {
            let body = LEARNED.split_once('\n').map_or("", |(_, body)| body);
            let known = unsealed_strictly(body).map_err(str::to_owned).and_then(|body| from_json(body, 2));
            known.map_err(|error| format!("the list learned by self-play: {error}"))
        }
        path => read_file(path, ROW.name),
    }
}

fn score(decision: &Decision) -> Score {
    match &decision.why {
        Why::Attack(Seen::Three(..)) => Score::Win { in_plies: 1 },
        Why::Attack(_) | Why::Double(..) => Score::Heuristic(5_000),
        Why::Defence(_, false) => Score::Heuristic(-5_000),
        _ => Score::Heuristic(0),
    }
}

fn said(seen: &Seen, known: &[Description], words: &Words<'_>) -> String {
    match seen {
        Seen::Three(_, square) => format!("three in a row on {}", words.square(*square)),
        Seen::Pattern(number, place) => {
            let description = known.get(*number).map(ToString::to_string).unwrap_or_default();
            format!("pattern {} ({description}) on {}", number + 1, words.square(place.key))
        }
    }
}

fn reason(decision: &Decision, known: &[Description], notation: Notation) -> String {
    let lists = Lists::rules();
    let words = Words::new(&lists, notation);
    let said = |seen: &Seen| said(seen, known, &words);
    match &decision.why {
        Why::Attack(Seen::Three(..)) => "makes four in a row".to_owned(),
        Why::Attack(seen) => format!("attack by {}", said(seen)),
        Why::Defence(Seen::Three(..), _) => "stops three in a row".to_owned(),
        Why::Defence(seen, true) => format!("stops the opponent's {}", said(seen)),
        Why::Defence(seen, false) => format!("no square stops the opponent's {}", said(seen)),
        Why::Double(first, left) => {
            format!("no reply stops both {} and what remains, as {}", said(first), said(left))
        }
        Why::Danger(before, remain) => format!(
            "the opponent threatens double patterns on {before} squares; {remain} remain after this move"
        ),
        Why::Forms(seen) => format!("forms {}", said(seen)),
        Why::Counters => "counters: no pattern in sight".to_owned(),
    }
}
