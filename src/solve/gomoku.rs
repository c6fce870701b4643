//! `fourscore solve --game gomoku`: that black wins a position, proven part by part, with what is proven kept in a file;
//! on small boards also that nobody does.

use super::due::{Due, FIRST, warn_of};
use super::gomoku_kept::{Keeper, Kept};
use super::gomoku_walk::{no_proof, report, walked, write_certificate};
use super::progress::{Show, tell_cost};
use super::{SolveArguments, UNDECIDED, check_not_over, check_out, only_for, small, typed_move};
use crate::asking::{set_option, think_until};
use anyhow::{Context as _, anyhow, bail};
use crossbeam_channel::RecvTimeoutError;
use engine::{BUILT_IN, Engine, GoRequest};
use games::gomoku::{Gomoku, Setup, Square, text};
use games::qubic::Qubic;
use games::{Game, Side};
use indicatif::{HumanCount, HumanDuration};
use search::{Control, Score};
use solve::certificate::Certificate;
use solve::certificate::gomoku::Solution;
use solve::gomoku::proof::parts::{Adviser, End, Example, Parts, PartsLimits, Standing};
use solve::gomoku::proof::walk::Halt;
use solve::gomoku::proof::{Place, find};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Nodes of alpha-beta for each move that it advises, if nothing else is said.
const ADVICE: u64 = 300_000;

/// Solves; see the module.
pub(crate) fn run(
    arguments: &SolveArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let start = position(arguments)?;
    let rules = start.setup().rules().name();
    check_not_over(&start)?;
    check_out(arguments.out.as_deref())?;
    let example = arguments.example.as_deref().map(|path| example(path, start.setup().size())).transpose()?;
    let state = arguments.state();
    let within = arguments.within.map_or_else(String::new, |ply| format!(" within {ply}"));
    let what = format!("{rules} {}{within}", start.to_text());
    let keeper = Keeper::open(&state, &what, start.setup())?;
    if state.exists() {
        let (words, state) = (keeper.get(Kept::words), state.display());
        writeln!(output, "the search continues from {state}: {words}")?;
    }
    let found = keeper.get(|kept| kept.found.clone());
    let mut parts =
        Parts::new(&start, found, arguments.threads as usize).within(most(arguments.within, &start));
    let shard = arguments.shard.unwrap_or((0, 1));
    let mut prove =
        |parts: &mut Parts, expansions| prove(arguments, parts, shard, expansions, control, &keeper);
    let mut draws = small::Small::new(&start, arguments, &keeper);
    // On small boards most of the work is in vain.
    if draws.is_none() {
        let adviser = |_| adviser(start.setup(), rules, arguments.advice.unwrap_or(ADVICE));
        parts = parts.advised_by((0..arguments.threads).map(adviser).collect::<anyhow::Result<_>>()?);
        parts = parts.with_example(example);
    }
    let end = match &mut draws {
        None => Some(prove(&mut parts, u64::MAX)),
        Some(draws) => draws.run(control, &mut parts, &mut prove),
    };
    writeln!(output, "position: {}", start.to_text())?;
    if let Some(draws) = &draws {
        draws.cost(output)?;
    }
    cost(&parts, output)?;
    let Some(end) = end else {
        if let Some(draws) = &mut draws {
            draws.report(&start, output)?;
        }
        super::saved::forget(&state)?;
        return Ok(ExitCode::SUCCESS);
    };
    match end {
        End::Stopped => {
            match &draws {
                Some(draws) => draws.keep()?,
                None => keeper.write()?,
            }
            undecided(&keeper, "not decided within the limits", output)
        }
        End::Refuted => refuted(&state, arguments.within, output),
        End::Proven => conclude(arguments, &start, &parts, &keeper, control, output),
    }
}

/// So many of black's stones there may be when a game from here is over with so many stones on the board at most.
pub(crate) fn most(within: Option<u32>, start: &Gomoku) -> u32 {
    let (black, all) = (start.stones().of_side(Side::First).count() as u32, start.stones().count() as u32);
    let own = u32::from(start.to_move() == Side::First);
    within.map_or(u32::MAX, |ply| black + (ply + own).saturating_sub(all) / 2)
}

/// The modern program of the game, asked where a small search for the proof is in vain.
fn adviser(setup: &Setup, rules: &str, nodes: u64) -> anyhow::Result<Adviser> {
    let mut engine = Engine::new(&BUILT_IN)?;
    let size = setup.size();
    for (name, value) in [("Game", "gomoku"), ("Strategy", "alpha-beta"), ("Rules", rules), ("Hash", "64")] {
        set_option(&mut engine, name, value)?;
    }
    set_option(&mut engine, "Size", &size.to_string())?;
    Ok(Box::new(move |position, aside, times, stop| {
        let mut left = position.moves();
        left.retain(|m| !aside.contains(m));
        if left.is_empty() {
            return None;
        }
        let search_moves = left.iter().map(Square::to_string).collect();
        let request =
            GoRequest { nodes: Some(nodes.saturating_mul(times)), search_moves, ..GoRequest::default() };
        engine.new_game().ok()?;
        engine.set_position(Some(&position.to_text()), &[]).ok()?;
        let thought = think_until(&mut engine, &request, stop).ok()?;
        // A move without rivals comes without a score.
        Some((Square::parse(&thought.m, size).ok()?, thought.score.unwrap_or(Score::Draw)))
    }))
}

/// The moves of a certificate, wherever they make sense on a board of this size.
fn example(path: &Path, size: usize) -> anyhow::Result<Example> {
    let solution = Certificate::read(path).and_then(|certificate| Solution::from_certificate(&certificate));
    let solution = solution.with_context(|| format!("--example {}", path.display()))?;
    Ok(Arc::new(move |place| solution.alike(place, size)))
}

/// Says that black's win is not found, and forgets the search.
fn refuted(state: &Path, within: Option<u32>, output: &mut impl Write) -> anyhow::Result<ExitCode> {
    super::saved::forget(state)?;
    let draws = "draws are proven under freestyle and standard on boards of up to 8 x 8 only";
    let why = within.map_or_else(
        || format!("no win of black's was found, and {draws}"),
        |ply| format!("no win of black's by ply {ply} was found"),
    );
    writeln!(output, "value: not decided ({why})")?;
    Ok(ExitCode::from(UNDECIDED))
}

/// Says that something has ended the search, and where it is kept.
fn undecided(keeper: &Keeper<'_>, value: &str, output: &mut impl Write) -> anyhow::Result<ExitCode> {
    writeln!(output, "value: {value}")?;
    writeln!(output, "what is proven is kept in {}: the same command continues it", keeper.path.display())?;
    Ok(ExitCode::from(UNDECIDED))
}

/// All parts are proven: walks through the whole, if this was the whole, and writes the certificate.
fn conclude(
    arguments: &SolveArguments,
    start: &Gomoku,
    parts: &Parts,
    keeper: &Keeper<'_>,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let moves = if parts.open((0, 1)) == 0 {
        let mut visited = keeper.get(|kept| kept.visited.clone());
        warn_of(keeper.write());
        let moves = parts.moves();
        let of_moves = |place: &Place| find(&moves, start.setup().size(), place);
        let walked = walked(
            start,
            most(arguments.within, start),
            &of_moves,
            true,
            &mut visited,
            control,
            &mut |visited| keeper.keep(|kept| kept.visited = visited.clone()),
        )?;
        let walked = match walked {
            Ok(walked) => walked,
            Err(Halt::Stopped) => {
                let words = "all parts are proven, but the walk through the whole was cut off";
                return undecided(keeper, words, output);
            }
            Err(Halt::Hole(hole)) => {
                let path = keeper.path.display();
                return Err(no_proof(start, &hole)).with_context(|| {
                    format!("what is kept in {path} is not a proof: delete it to begin the search again")
                });
            }
        };
        let within = arguments.within.map_or_else(String::new, |ply| format!(" by ply {ply}"));
        writeln!(output, "value: p1 wins{within} (proven)")?;
        report(&walked, output)?;
        tell_cost("time with the walk", output)?;
        walked.moves
    } else {
        let (index, count) = arguments.shard.unwrap_or((0, 1));
        writeln!(output, "value: part {} of {count} is proven", index + 1)?;
        parts.moves()
    };
    if let Some(out) = &arguments.out {
        write_certificate(out, start.clone(), &moves)?;
        writeln!(output, "certificate: {}", out.display())?;
    }
    super::saved::forget(keeper.path)?;
    Ok(ExitCode::SUCCESS)
}

/// The position that was typed.
fn position(arguments: &SolveArguments) -> anyhow::Result<Gomoku> {
    let of_qubic = [
        (arguments.attacker.is_some(), "--attacker"),
        (arguments.classes.is_some(), "--classes"),
        (arguments.minimise.is_some(), "--minimise"),
        (arguments.split, "--split"),
    ];
    only_for(Qubic::NAME, &of_qubic)?;
    let rules = arguments.rules.as_deref().unwrap_or("freestyle");
    let rows = arguments.position.as_deref().map(text::rows_in);
    let size = arguments.size.map(|size| size as usize).or(rows).unwrap_or(15);
    let setup = Setup::new(rules, size).map_err(|words| anyhow!("{words}"))?;
    if !setup.rules().name().eq_ignore_ascii_case(rules) {
        bail!("--rules {rules}: they begin with an opening protocol; solve takes rules without one");
    }
    let mut position = match arguments.position.as_deref() {
        None => Gomoku::start(&setup),
        Some(text) => Gomoku::from_text(&setup, text).map_err(|error| anyhow!("--position: {error}"))?,
    };
    for text in &arguments.moves {
        position.play(typed_move(&position, "--moves", text, "the square is taken or forbidden")?);
    }
    Ok(position)
}

/// Searches, shows where the proof stands, and has it kept now and then.
fn prove(
    arguments: &SolveArguments,
    parts: &mut Parts,
    shard: (usize, usize),
    expansions: u64,
    control: &Control,
    keeper: &Keeper<'_>,
) -> End {
    let limits = arguments.limits();
    let limits = PartsLimits { expansions: limits.expansions.min(expansions), bytes: limits.bytes, shard };
    let (show, started) = (Show::new("searching"), Instant::now());
    let (all, findings) = (parts.open(shard), parts.findings());
    let end = std::thread::scope(|scope| {
        let (searching, ended) = crossbeam_channel::bounded::<()>(0);
        scope.spawn(move || {
            let mut due = Due::after(FIRST);
            while ended.recv_timeout(due.left()) == Err(RecvTimeoutError::Timeout) {
                due.keep(|| keeper.keep(|kept| kept.found = findings.found()));
            }
        });
        let mut part = (all, started);
        let end = parts.run(&limits, control, &mut |standing| {
            if part.0 != standing.open {
                part = (standing.open, Instant::now());
            }
            show.say(words(standing, all, started.elapsed(), part.1.elapsed()));
            true
        });
        drop(searching);
        end
    });
    keeper.note(|kept| kept.found = parts.findings().found());
    show.clear();
    end
}

/// Where the proof stands, in words, so long after its beginning, and after that of the part at hand. The parts come in the order of how
/// near white's stone is, and the near ones take longest: those left are likely to take longer than those done, and than the one at hand so far.
fn words(standing: &Standing, all: usize, passed: Duration, part: Duration) -> String {
    let done = all - standing.open;
    let answer = standing.answer.map_or_else(String::new, |(m, proven, replies)| {
        format!(", answer {m}: {proven} of {replies} replies")
    });
    let rate = standing.expansions as f64 / passed.as_secs_f64().max(0.001);
    let each = (done > 0).then(|| part.max((passed - part) / done as u32));
    let left = each.map_or_else(String::new, |each| {
        format!(", more than {} left", HumanDuration(each * standing.open as u32))
    });
    format!(
        "{} of {all} parts proven; part {}{answer}, proof number {}; {} moves proven, {} expanded ({}/s){left}",
        done,
        standing.part + 1,
        HumanCount(u64::from(standing.proof)),
        HumanCount(standing.known as u64),
        HumanCount(standing.expansions),
        HumanCount(rate as u64),
    )
}

/// What the search has cost.
fn cost(parts: &Parts, output: &mut impl Write) -> anyhow::Result<()> {
    let (expansions, positions) = parts.expanded();
    let spent = parts.spent();
    writeln!(
        output,
        "search: {} positions, {} expanded; {} threat searches, {} positions in them",
        HumanCount(positions),
        HumanCount(expansions),
        HumanCount(spent.calls),
        HumanCount(spent.nodes)
    )?;
    Ok(tell_cost("time", output)?)
}

/// Reads `I/N` of --shard.
///
/// # Errors
/// A sentence that says what a shard is.
pub(crate) fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let shard =
        text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    shard
        .filter(|&(index, count): &(usize, usize)| (1..=count).contains(&index))
        .map(|(index, count)| (index - 1, count))
        .ok_or_else(|| "a shard is I/N with I from 1 to N, such as 2/5".to_owned())
}
