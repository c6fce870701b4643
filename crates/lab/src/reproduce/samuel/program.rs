//! The checkers-playing program itself: rules, scoring, look-ahead, modes of play.

use super::super::item::{
    Block, Found,
    Verdict::{Agrees, Answered},
};
use super::super::said::{Makers, by_the_text, compare, percent};
use super::{appendix_b, scoring};
use games::draughts::Draughts;
use games::{Game as _, Played, Side};
use search::{Control, Limits};
use strategies::playing::Ending;
use strategies::samuel::look_ahead::plies::Plies;
use strategies::samuel::look_ahead::think::{SearchSettings, Thought, think};
use strategies::samuel::modes::self_play::{Contestant, MOVES, play};
use strategies::samuel::terms::draughts::TERMS;
use strategies::samuel::terms::{Subject as _, named};

pub(super) const MAKERS: Makers = &[
    ("note 14", |_| rules()),
    ("figure 1", |_| levels()),
    ("figure 2", |_| pruning()),
    ("piece ratio", |_| pieces()),
    ("give-away", |_| give_away()),
    ("ply limitations", |_| plies()),
    ("30 seconds", |_| nodes()),
    ("38 terms", |_| terms()),
    ("two kings against one", |_| two_kings()),
];

fn rules() -> anyhow::Result<Found> {
    let mut seen = 0;
    let mut kept = 0;
    for game in appendix_b()? {
        let mut played = Played::new(game.start);
        for m in game.moves {
            if played.position().jumpers() != 0 {
                seen += 1;
                kept += usize::from(played.legal_moves().iter().all(|m| m.is_capture()));
            }
            played.play(m)?;
        }
    }
    compare(&[(
        "positions of Appendix B with a capture, all whose legal moves are captures",
        &seen.to_string(),
        kept.to_string(),
    )])
}

/// What the program thinks at every position of the four games.
fn thoughts(pruning: bool) -> anyhow::Result<Vec<Thought<Draughts>>> {
    let (settings, scoring) = scoring("second")?;
    let mut thoughts = Vec::new();
    for game in appendix_b()?.into_iter().filter(|game| game.title.starts_with("game")) {
        let mut played = Played::new(game.start);
        for m in game.moves {
            let search = SearchSettings { pruning, deepens: false, ..SearchSettings::of(&settings, &played) };
            let limits = Limits::default();
            thoughts.push(think(&played, &scoring, search, &limits, &Control::new(), &mut |_| {}));
            played.play(m)?;
        }
    }
    Ok(thoughts)
}

fn levels() -> anyhow::Result<Found> {
    let deepest: Vec<usize> = thoughts(false)?.iter().map(|thought| thought.deepest).collect();
    let rows = (0..=20).filter_map(|ply| {
        let number = deepest.iter().filter(|&&deepest| deepest == ply).count();
        (number > 0).then(|| vec![ply.to_string(), number.to_string()])
    });
    let greatest = deepest.iter().copied().max().unwrap_or(0);
    Agrees.given((3..=20).contains(&greatest)).with([Block::table(["deepest level", "look-aheads"], rows)])
}

fn pruning() -> anyhow::Result<Found> {
    let (all, cut) = (thoughts(false)?, thoughts(true)?);
    let chosen = |thought: &Thought<Draughts>| (thought.candidates[0].m, thought.score());
    let same = all.iter().zip(&cut).filter(|(a, b)| chosen(a) == chosen(b)).count();
    let nodes = |thoughts: &[Thought<Draughts>]| thoughts.iter().map(|thought| thought.nodes).sum::<u64>();
    let rows = [("the same move and score", &*all.len().to_string(), same.to_string())];
    let mut found = by_the_text(compare(&rows)?);
    let words = format!("{} positions looked at, {} with branches cut off", nodes(&all), nodes(&cut));
    found.blocks.push(Block::Text(words));
    Ok(found)
}

fn nodes() -> anyhow::Result<Found> {
    let mut nodes: Vec<u64> = thoughts(false)?.iter().map(|thought| thought.nodes).collect();
    nodes.sort_unstable();
    let at = |share: usize| nodes[(nodes.len() - 1) * share / 100].to_string();
    let row = vec![nodes.len().to_string(), at(50), at(90), at(100)];
    Answered.with([Block::table(["moves", "median", "nine tenths", "most"], vec![row])])
}

fn pieces() -> anyhow::Result<Found> {
    let lead = |text: &str| Draughts::from_text(&(), text).map(|position| position.advantage());
    let (few, many) = (lead("B:W12:B20,21")?, lead("B:W13,14,15,16,17:B20,21,22,23,24,25")?);
    compare(&[
        ("three men against two kings", "0", lead("B:WK1,K2:B20,21,22")?.to_string()),
        ("a man ahead counts more with fewer pieces", "true", (few > many).to_string()),
    ])
}

fn give_away() -> anyhow::Result<Found> {
    let start = Played::new(Draughts::first_position());
    let player = |give: &str| -> anyhow::Result<Contestant<Draughts>> {
        let given = [(named::POLYNOMIAL.name, "piece"), (named::GIVE_AWAY.name, give)];
        Contestant::new(super::settings(&given)?).map_err(|error| anyhow::anyhow!(error))
    };
    let record =
        play(start, [&player("true")?, &player("false")?], &Limits::default(), MOVES, &Control::new());
    let position = *record.game.position();
    let own = |side| {
        let (mover, other) = position.own_and_other();
        if position.to_move() == side { mover } else { other }.count_ones()
    };
    let (given, kept) = (own(Side::First), own(Side::Second));
    let mut found = compare(&[("gives its pieces away", "true", (given < kept).to_string())])?;
    found.blocks.push(Block::Text(format!("{given} pieces left of its own, {kept} of the other's")));
    Ok(found)
}

fn plies() -> anyhow::Result<Found> {
    let (settings, _) = scoring("second")?;
    let Plies { minimum, exchange, jump, decided, last } =
        Plies::from_settings(&settings, &Draughts::first_position());
    compare(&[
        ("the look-ahead always goes to", "3", minimum.to_string()),
        ("from here on the last move's jump does not count", "4", exchange.to_string()),
        ("from here on only a jump to come goes on", "5", jump.to_string()),
        ("not with a lead of more than two kings", "11", decided.to_string()),
        ("ends in any case", "20", last.to_string()),
        ("moves after which a game is ended", "70", MOVES.to_string()),
        ("Beta's forced first moves", "7", Draughts::FIRST_MOVES.len().to_string()),
    ])
}

fn terms() -> anyhow::Result<Found> {
    let simple = TERMS.iter().filter(|term| term.is_simple()).count();
    compare(&[
        ("terms", "38", TERMS.len().to_string()),
        ("simple terms", "27", simple.to_string()),
        ("connectives of 27 simple terms", "1404", (4 * 27 * 26 / 2).to_string()),
    ])
}

/// The squares of the double corners.
const CORNERS: [usize; 4] = [1, 5, 28, 32];

fn two_kings() -> anyhow::Result<Found> {
    let mut rows = Vec::new();
    let mut own: f64 = 1.0;
    for name in ["piece", "four", "start", "second", "second-active"] {
        let (settings, scoring) = scoring(name)?;
        let player = Contestant::with(settings, scoring);
        let (mut won, mut games) = (0, 0);
        for (corner, first, second) in placings().step_by(21) {
            let start = Draughts::from_text(&(), &format!("W:WK{first},K{second}:BK{corner}"))?;
            if start.jumpers() != 0 || start.passed().jumpers() != 0 {
                continue;
            }
            let record =
                play(Played::new(start), [&player, &player], &Limits::default(), 200, &Control::new());
            games += 1;
            won += usize::from(record.ending != Ending::Judged && record.winner == Some(Side::Second));
        }
        own = if name == "second" { won as f64 / games as f64 } else { own };
        rows.push(vec![name.to_owned(), games.to_string(), won.to_string(), percent(won, games)]);
    }
    Agrees.given(own < 0.1).with([Block::table(["polynomial", "endings", "won", "share"], rows)])
}

/// Every placing of a king in a double corner and two others elsewhere.
fn placings() -> impl Iterator<Item = (usize, usize, usize)> {
    let pairs =
        |corner| (1..32).flat_map(move |first| (first + 1..=32).map(move |second| (corner, first, second)));
    let all = CORNERS.into_iter().flat_map(pairs);
    all.filter(|&(corner, first, second)| first != corner && second != corner)
}
