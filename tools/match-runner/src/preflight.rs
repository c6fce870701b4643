//! What is found out before the first game, so that no match is played that can tell nothing: every engine starts, plays
//! the game, and takes its options; somebody can judge each pairing; and the openings suffice.

use crate::console::say;
use crate::engine::{Client, FaultKind, LastWords, Reply, Trouble};
use crate::openings::Opening;
use crate::referee::{Knows, Program, QUESTIONS, Stop};
use crate::rules;
use crate::run::{Environment, Failure};
use crate::settings::{EngineSettings, Limit, Protocol, RefereeKind, Settings, Timeouts, Tournament};
use crate::worker::{Shared, start};
use games::Notation;
use std::collections::BTreeSet;
use std::time::Duration;

/// A move to see whether an engine plays the game takes no longer.
const TRIAL: Duration = Duration::from_millis(100);

/// What is known of an engine.
struct Found {
    /// Whether it gets a new seed for each game.
    seeded: bool,
    /// What it can be asked.
    knows: Knows,
}

/// Starts every engine once, so that a mistyped command ends the match before it begins instead of losing it, and says
/// what the user should know. Fails if an engine does not start or does not play the game, or nobody can judge it.
pub(crate) fn check(shared: Shared<'_>) -> Result<(), Failure> {
    let checked = check_all(shared);
    // An engine that gave no answer because the match is to end has nothing to answer for.
    if shared.interrupt.is_raised() { Err(Failure::Interrupted) } else { checked }
}

fn check_all(shared: Shared<'_>) -> Result<(), Failure> {
    let settings = shared.settings;
    openings_are_legal(shared)?;
    crowded(settings).iter().for_each(|text| warn(text));
    let mut found = Vec::new();
    for (engine, tried) in settings.engines.iter().enumerate() {
        let name = &tried.name;
        let mut tried = tried.clone();
        let said = LastWords::of(&mut tried);
        let mut client = match start(shared, 0, &tried) {
            Ok(client) => client,
            Err(Trouble::Fault(fault)) => {
                let what = format!("the engine '{name}' did not start: {}{}", fault.detail, said.quoted());
                return Err(Failure::Engine(what));
            }
            Err(_) => return Ok(()),
        };
        for warning in client.warnings() {
            warn(&format!("engine '{name}': {warning}"));
        }
        found.push(examined(settings, engine, &mut client)?);
        if let Err(fault) = client.quit() {
            log::warn!("{name}: {}", fault.detail);
        }
    }
    if settings.referee == RefereeKind::Engines {
        somebody_can_judge(settings, &found)?;
    }
    repeated(settings, &found).iter().for_each(|text| warn(text));
    Ok(())
}

/// Has a referee program judge the openings that are used, as the rules that are linked in have judged them already.
fn openings_are_legal(shared: Shared<'_>) -> Result<(), Failure> {
    let settings = shared.settings;
    let RefereeKind::Program(program) = &settings.referee else { return Ok(()) };
    let mut program = program.clone();
    let said = LastWords::of(&mut program);
    let failure = |stop| match stop {
        Stop::Unjudged(what) => Failure::Engine(what + &said.quoted()),
        _ => Failure::Interrupted,
    };
    let mut program =
        Program::start(settings, &program, shared.builtin, shared.interrupt).map_err(failure)?;
    let used: BTreeSet<usize> = settings.plan().schedule().iter().map(|game| game.opening).collect();
    for opening in used.into_iter().map(|opening| &settings.openings[opening]) {
        program.begin(&settings.game, opening).map_err(failure)?;
        if program.result.is_some() {
            let what = format!("openings: {}: the game is over already", opening.named());
            return Err(Failure::Engine(what));
        }
    }
    program.quit();
    Ok(())
}

fn warn(text: &str) {
    say(&format!("fourscore-match: warning: {text}"));
}

/// The settings with the protocol of each engine for which it is to be found out.
pub(crate) fn with_protocols(settings: &Settings, around: &Environment) -> Result<Settings, Failure> {
    let mut found = settings.clone();
    for engine in &mut found.engines {
        engine.protocol = protocol_of(engine, settings, around)?;
    }
    Ok(found)
}

/// The protocol of an engine, found out if need be. Fails if it answers none.
pub(crate) fn protocol_of(
    engine: &EngineSettings,
    settings: &Settings,
    around: &Environment,
) -> Result<Protocol, Failure> {
    if engine.protocol != Protocol::Auto {
        return Ok(engine.protocol);
    }
    let candidates = Protocol::candidates(&settings.game);
    // Together they have the time that an engine has to start.
    let start = settings.timeouts.start / u32::try_from(candidates.len()).unwrap_or(1);
    let timeouts = Timeouts { start, ..settings.timeouts };
    let mut refusals = Vec::new();
    let mut tried = engine.clone();
    let said = LastWords::of(&mut tried);
    for &protocol in candidates {
        let engine = EngineSettings { protocol, ..tried.clone() };
        match Client::start(&engine, &settings.game, &around.builtin, timeouts, &around.interrupt) {
            Ok(client) => {
                let _ = client.quit();
                return Ok(protocol);
            }
            Err(Trouble::Fault(fault)) => refusals.push(fault.detail),
            Err(_) => return Err(Failure::Interrupted),
        }
    }
    let refusals = refusals.join("; ") + &said.quoted();
    Err(Failure::Engine(format!("the engine '{}' did not start under any protocol: {refusals}", engine.name)))
}

/// Looks at an engine that runs. Whatever goes wrong in another way will go wrong, and be counted, in the games, too.
fn examined(settings: &Settings, engine: usize, client: &mut Client) -> Result<Found, Failure> {
    let offers = |name: &str| client.offered().iter().any(|option| option.is(name));
    let fixed = settings.engines[engine].option("Seed").is_some();
    let mut found = Found { seeded: offers("Seed") && !fixed, knows: Knows::default() };
    // What offers the game has been told which one it is.
    let told = offers("Game");
    match &settings.referee {
        RefereeKind::Engines => {
            found.knows = Knows::of(client, &settings.openings[0]).unwrap_or_default();
        }
        RefereeKind::Rules if !told => {
            let limit = trial_limit(settings.engines[engine].limit);
            let name = &settings.engines[engine].name;
            match trial(settings, limit, client) {
                Ok(reply) => plays_the_game(settings, engine, &reply)?,
                Err(Trouble::Fault(fault)) if fault.kind == FaultKind::Error => {
                    let what = format!(
                        "the engine '{name}' does not play '{}': at its first move, {}",
                        settings.game, fault.detail
                    );
                    return Err(Failure::Engine(what));
                }
                Err(Trouble::Fault(fault)) if fault.kind == FaultKind::Time => {
                    let loss = match limit {
                        Limit::Nodes(_) | Limit::Depth(_) => format!(
                            "each of its games is lost as 'stall' after {} s (--move-timeout): give it another limit, such \
                             as movetime=1",
                            settings.timeouts.think.as_secs_f64()
                        ),
                        _ => "each of its games is lost on time: give it another limit".to_owned(),
                    };
                    warn(&format!(
                        "engine '{name}': told to play under {limit}, it gave no move within {} s and was stopped; if it does \
                         not obey this limit, {loss}",
                        settings.timeouts.reply.as_secs_f64()
                    ));
                }
                Err(_) => {}
            }
        }
        _ => {}
    }
    Ok(found)
}

/// The limit of a trial: nobody has to wait for a whole move.
const fn trial_limit(limit: Limit) -> Limit {
    match limit {
        Limit::Clock(_) | Limit::MoveTime(_) => Limit::MoveTime(TRIAL),
        other => other,
    }
}

/// A first move from where the first opening begins. One that comes too late is a [`FaultKind::Time`].
fn trial(settings: &Settings, limit: Limit, client: &mut Client) -> Result<Reply, Trouble> {
    client.begin_game(0)?;
    client.await_ready()?;
    client.choose(&start_of(settings), limit, Some(settings.timeouts.reply))
}

/// Where the first opening begins.
fn start_of(settings: &Settings) -> Opening {
    Opening { moves: Vec::new(), ..settings.openings[0].clone() }
}

fn plays_the_game(settings: &Settings, engine: usize, reply: &Reply) -> Result<(), Failure> {
    let Ok(mut board) = rules::board(&settings.game, &settings.rules) else { return Ok(()) };
    if start_of(settings).set_up(board.as_mut()).is_err() {
        return Ok(());
    }
    board.play(&reply.best, Notation::Coordinates).map(drop).map_err(|error| {
        Failure::Engine(format!(
            "the engine '{}' does not play '{}' (--game names the game): it does not offer an option Game, and as its first \
             move it gives {}: {error}",
            settings.engines[engine].name,
            settings.game,
            games::quoted(&reply.best)
        ))
    })
}

/// Without rules the players judge; one of the two suffices.
fn somebody_can_judge(settings: &Settings, found: &[Found]) -> Result<(), Failure> {
    let pairings = settings.plan().pairings();
    match pairings.iter().find(|pair| !Knows::suffice(pair.map(|engine| found[engine].knows))) {
        None => Ok(()),
        Some(pair) => {
            let [one, two] = pair.map(|engine| settings.engines[engine].name.as_str());
            Err(Failure::Engine(format!(
                "nobody can judge '{}' between '{one}' and '{two}': the rules are not known here ({} are), and neither \
                 engine answers {QUESTIONS}; one that does suffices, or a referee program (--referee)",
                settings.game,
                rules::names()
            )))
        }
    }
}

const fn is_timed(engine: &EngineSettings) -> bool {
    matches!(engine.limit, Limit::Clock(_) | Limit::MoveTime(_))
}

/// What there is to say if more engines think on a clock at a time than there are processors.
fn crowded(settings: &Settings) -> Option<String> {
    let timed = settings.engines.iter().any(is_timed);
    let games = settings.concurrency.min(settings.plan().schedule().len());
    let ponders = settings.engines.iter().any(|engine| engine.ponder);
    let of_game = 1 + usize::from(ponders);
    let processors = std::thread::available_parallelism().map_or(usize::MAX, usize::from);
    (timed && games > 1 && games * of_game > processors).then(|| {
        format!(
            "{games} games at a time{}, and {processors} processors: engines on a clock wait for each other, which counts as \
             thinking; -c {} suits, or a limit of nodes or depth",
            if ponders { " with pondering" } else { "" },
            (processors / of_game).max(1)
        )
    })
}

/// What there is to say if an encounter uses openings more than once.
fn repeated(settings: &Settings, found: &[Found]) -> Option<String> {
    let (pairs, openings) = (settings.pairs, settings.openings.len());
    let often = match settings.tournament {
        Tournament::OpeningsTest => pairs,
        _ => pairs.div_ceil(openings),
    };
    if often < 2 {
        return None;
    }
    let timed = settings.engines.iter().any(is_timed);
    let varies = match (found.iter().any(|found| found.seeded), timed) {
        (false, false) => "nothing is known that varies: the same games may be played again",
        (true, _) => {
            "games differ only where a seed, the time, or chance of an engine's own makes it play differently"
        }
        (false, true) => {
            "games differ only where the time, or chance of an engine's own, makes it play differently"
        }
    };
    let known = settings.referee == RefereeKind::Rules;
    let more = if known { ", --symmetries all, or --random-openings PLIES (with --balance)" } else { "" };
    Some(format!(
        "each opening is used {often} times in an encounter ({openings} for {pairs} pairs), and {varies}; games that repeat \
         count once in the statistics. More openings: --openings FILE{more}"
    ))
}
