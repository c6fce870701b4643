//! Doake 1972: her figures, her games and what she says of them, and what her program and its parts are worth.

mod commentary;
mod curves;
mod figures;
mod matches;

use super::item::{Block, Board, Found, Item, Run, Verdict, cells};
use super::said::{Makers, items};
use crate::player::{Player, Thought};
use anyhow::Context as _;
use games::qubic::{Cell, Qubic, is_strong};
use games::{Outcome, Played};
use search::Limits;
use std::fmt::Write;
use std::sync::LazyLock;
use strategies::score_four::backtrack::{Analysis, analyse};
use strategies::score_four::choice::{Best, Chooser};
use strategies::score_four::patterns::Lists;
use strategies::score_four::printed::{PrintedGame, printed_games};
use strategies::score_four::reading::Reading;
use strategies::score_four::search::Meeting;

pub(super) static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    items(include_str!("items.json"), &[figures::MAKERS, MAKERS, commentary::MAKERS, matches::MAKERS])
});

const MAKERS: Makers = &[
    ("figure 20", figure_20),
    ("learning from the rules", from_the_rules),
    ("games", games),
    ("ends of the games", ends),
];

/// The corners 1, 13 and 16 before both programs.
fn figure_20(_: &mut Run) -> anyhow::Result<Found> {
    // Second counters that share no line with the corners' patterns.
    let played = game(&[1, 22, 13, 40, 16, 59])?;
    let title = "Figure 20, and marked what the programs play";
    let mut board = Board::layers(title, figures::set(&[1, 13, 16]), 0).numbered();
    let mut said = Vec::new();
    for strategy in ["score-four", "score-four-deep"] {
        let mut player = Player::<Qubic>::new(strategy, &[], &[("Notation", "doake")], Limits::default())?;
        let Thought { choice, words } = player.think(&played);
        let square = choice.best().context("there is no move to play")?.index();
        board = board.mark(square);
        said.push(format!("{strategy} plays {}: {}", square + 1, words.join("; ")));
    }
    let fits = said[1].contains("pattern 8");
    said.push(figures::NOTATION.to_owned());
    let said = said.into_iter().map(Block::Text);
    Verdict::Answered.given(fits).with(std::iter::once(Block::Board(board)).chain(said))
}

/// In how many series of fifteen games the program learns patterns 1 and 2.
fn from_the_rules(run: &mut Run) -> anyhow::Result<Found> {
    let series: Vec<u64> = (0..30).collect();
    let folder = tempfile::tempdir()?;
    let learned = run.each(&series, "series", |&number| {
        let path = folder.path().join(number.to_string());
        let memory = format!("Memory={}", path.display());
        let given = [memory, "Learn=true".to_owned(), "ScoreFour.Patterns=rules".to_owned()];
        let mut player = Player::<Qubic>::new("score-four", &given, &[], Limits::default())?;
        for game in 0..15 {
            let game = curves::own_game(run, &mut player, number, game);
            player.agent.learn(&game, game.outcome().unwrap_or(Outcome::Draw), &player.settings)?;
        }
        let text = std::fs::read_to_string(&path)?;
        Ok(["[10,10]", "[10,5,10]", "[10,0,10,10]"].map(|sums| text.contains(&format!("\"pattern\":{sums}"))))
    })?;
    let rows =
        ["1, (10,10)", "2, (10,5,10)", "3, (10,0,10,10)"].into_iter().enumerate().map(|(n, pattern)| {
            cells![
                pattern,
                format!("{} of {}", learned.iter().filter(|known| known[n]).count(), series.len())
            ]
        });
    let fits = learned.iter().all(|known| known[0] && known[1]);
    let head = ["pattern", "series of fifteen games that list it"];
    Verdict::Agrees.given(fits).with([Block::table(head, rows)])
}

/// The lessons of the five games.
fn lessons() -> anyhow::Result<Vec<Analysis>> {
    let lesson = |printed: PrintedGame| {
        let squares: Vec<_> = printed.moves.iter().map(|cell| cell + 1).collect();
        analyse(&game(&squares)?).context("nobody has won")
    };
    printed_games().into_iter().map(lesson).collect()
}

fn ends(_: &mut Run) -> anyhow::Result<Found> {
    let row = |(analysis, number): (&Analysis, usize)| {
        let early = analysis.early.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        cells![number, analysis.pattern, format!("({early})")]
    };
    let lessons = lessons()?;
    let table =
        Block::table(["game", "pattern", "the same one move earlier"], lessons.iter().zip(1..).map(row));
    Verdict::Answered.given(lessons.len() == 5).with([table])
}

/// A game of these squares, in her numbers.
fn game(squares: &[usize]) -> anyhow::Result<Played<Qubic>> {
    let mut played = Played::new(Qubic::default());
    for square in squares {
        played.play(Cell::new(square - 1).context("no square")?)?;
    }
    Ok(played)
}

/// The readings of the listing, with and without its defects.
const READINGS: [(&str, Reading); 8] = [
    ("`faithful`", Reading::FAITHFUL),
    ("`faithful` without D1", Reading { meeting: Meeting::Strict, ..Reading::FAITHFUL }),
    ("`faithful` without D2", Reading { wipes: false, ..Reading::FAITHFUL }),
    ("`faithful` without D3", Reading { either: false, ..Reading::FAITHFUL }),
    ("`faithful` without D4", Reading { stale_marge: false, ..Reading::FAITHFUL }),
    (
        "`faithful` with the text's limits of 15 points",
        Reading { enough_own: 15, enough_other: 15, ..Reading::FAITHFUL },
    ),
    ("`text`", Reading::TEXT),
    ("`corrected`", Reading::CORRECTED),
];

fn games(_: &mut Run) -> anyhow::Result<Found> {
    let rows = READINGS.map(|(name, reading)| [name.to_owned(), printed_moves_chosen(reading).to_string()]);
    let mut blocks = vec![Block::table(["reading", "of 92 moves"], rows)];
    let fixed = [("Notation", "doake"), ("ScoreFour.Patterns", "thesis")];
    let mut player = Player::<Qubic>::new("score-four", &[], &fixed, Limits::default())?;
    let mut total = [0, 0];
    for game in printed_games() {
        let (text, [same, all]) = replay(&mut player, &game)?;
        total = [total[0] + same, total[1] + all];
        blocks.push(Block::text(text));
    }
    let fits = total[1] == 92 && total[0] == printed_moves_chosen(Reading::FAITHFUL);
    anyhow::ensure!(fits, "the program plays {total:?}, and its parts do not");
    Verdict::Equal.given(total[0] == total[1]).with(blocks)
}

/// How many of the printed moves that are not random this reading chooses.
fn printed_moves_chosen(reading: Reading) -> usize {
    let lists = Lists::thesis();
    let mut chosen = 0;
    for game in printed_games() {
        let (mut stones, mut marge) = ([0_u64; 2], [Best::default(); 2]);
        for (ply, &square) in game.moves.iter().enumerate() {
            let (side, other) = (ply % 2, 1 - ply % 2);
            if game.by_program[side] && stones[side] != 0 {
                let mut chooser = Chooser::new(stones[side], stones[other], &lists, reading);
                let decision = chooser.choose(&mut marge[side], |_| None);
                chosen += usize::from(decision.is_some_and(|decision| decision.square == square));
            }
            stones[side] |= 1 << square;
        }
    }
    chosen
}

/// Plays a game through, asking the program for each of its own moves but the first of each side, which is random.
fn replay(player: &mut Player<Qubic>, game: &PrintedGame) -> anyhow::Result<(String, [usize; 2])> {
    let [mut same, mut all] = [0, 0];
    let mut played = Played::new(Qubic::default());
    let winning = game.winning_line.iter().map(|&cell| text(cell)).collect::<Vec<_>>().join("-");
    let mut out = format!("Game {} ({}), won on {winning}\n", game.number, game.kind);
    for (ply, &square) in game.moves.iter().enumerate() {
        let (number, printed) = (game.count(ply + 1), text(square));
        let m = Cell::new(square).context("the printed game names no cell")?;
        let who = if game.by_program[ply % 2] { "program" } else { "human" };
        if ply < 2 || who == "human" {
            let random = who == "program" && is_strong(m);
            let why = if random { "random, a strong square" } else { "not asked" };
            writeln!(out, "  {number:<17} {who:<8} {printed:>2}          {why}")?;
        } else {
            let Thought { choice, words } = player.think(&played);
            let chosen = choice.best().context("there is no move to play")?;
            all += 1;
            same += usize::from(chosen == m);
            let verdict = if chosen == m { "same".into() } else { format!("plays {}", text(chosen.index())) };
            writeln!(out, "  {number:<17} {who:<8} {printed:>2} {verdict:<8}  {}", words.join("; "))?;
        }
        played.play(m)?;
    }
    Ok((out, [same, all]))
}

fn text(square: usize) -> String {
    (square + 1).to_string()
}
