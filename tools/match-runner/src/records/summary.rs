//! The end of a match as one JSON document, for scripts: everything that the result table says, and more digits.

use crate::run::Summary;
use crate::sections::ranked_openings;
use crate::settings::Settings;
use crate::standings::Standings;
use crate::stats::Tally;
use crate::stats::elo::{elo, superiority};
use crate::stats::normalised::normalised;
use serde_json::{Map, Value, json};

/// What is written; readers may rely on it as long as the number stays.
const VERSION: u32 = 1;

pub(crate) fn summary(summary: &Summary) -> Value {
    let Summary { settings, standings, .. } = summary;
    let ratings = standings.ratings(settings.engines.len());
    let name = |engine: usize| settings.engines[engine].name.as_str();
    let pairings = standings
        .pairings()
        .map(|([one, two], tally)| json!({ "engines": [name(one), name(two)], "results": of_tally(&tally) }));
    let openings = ranked_openings(standings).into_iter().map(|(opening, tally)| {
        let [lost, drawn, won] = tally.for_first;
        let opening = &settings.openings[opening];
        json!({
            "fen": opening.fen, "moves": opening.moves, "place": opening.place,
            "player_one": { "won": won, "drawn": drawn, "lost": lost, "score": tally.score() },
            "decidedness": tally.decidedness(),
            "mean_plies": tally.plies as f64 / tally.games().max(1) as f64,
        })
    });
    json!({
        "format": "match-runner summary",
        "version": VERSION,
        "game": settings.game,
        "tournament": settings.tournament.name(),
        "seed": settings.seed,
        "part": settings.shard.map(|shard| shard.to_string()),
        "complete": !summary.interrupted,
        "games": standings.games(),
        "repeated_games": standings.repeated(),
        "seconds": summary.elapsed.as_secs_f64(),
        "engines": (0..settings.engines.len()).map(|it| engine(settings, standings, &ratings, it)).collect::<Vec<_>>(),
        "pairings": pairings.collect::<Vec<_>>(),
        "ratings_with_prior": ratings.with_prior,
        "player_one": of_tally(&standings.first_player()),
        "openings": openings.collect::<Vec<_>>(),
        "reasons": standings.endings().map(|(name, count)| (name.to_owned(), count.into())).collect::<Map<_, _>>(),
        "sprt": sprt(settings, standings),
    })
}

fn engine(
    settings: &Settings,
    standings: &Standings,
    ratings: &crate::stats::ratings::Ratings,
    engine: usize,
) -> Value {
    let usage = standings.usage(engine);
    let [as_one, as_two] = standings
        .by_player(engine)
        .map(|[lost, drawn, won]| json!({ "won": won, "drawn": drawn, "lost": lost }));
    let faults = standings.faults(engine).map(|(kind, count, _)| (kind.name().to_owned(), count.into()));
    json!({
        "name": settings.engines[engine].name,
        "limit": settings.engines[engine].limit.to_string(),
        "results": of_tally(&standings.of_engine(engine)),
        "rating": ratings.ratings[engine],
        "as_player_one": as_one,
        "as_player_two": as_two,
        "moves": usage.moves,
        "seconds": usage.time.as_secs_f64(),
        "seconds_per_move": usage.time_per_move(),
        "longest_move_seconds": usage.longest.as_secs_f64(),
        "mean_depth": usage.mean_depth(),
        "nodes": usage.nodes,
        "nodes_per_second": usage.speed(),
        "faults": faults.collect::<Map<_, _>>(),
    })
}

fn of_tally(tally: &Tally) -> Value {
    let pairs = &tally.pairs;
    json!({
        "games": tally.games(),
        "won": tally.wins,
        "drawn": tally.draws,
        "lost": tally.losses,
        "in_repeated_pairs": tally.repeated.iter().sum::<u64>(),
        "score": tally.score(),
        "draw_rate": tally.draw_rate(),
        "pairs": pairs,
        "pentanomial": pairs.pentanomial(),
        "elo": elo(tally),
        "normalised_elo": normalised(tally),
        "likelihood_of_superiority": superiority(tally),
    })
}

fn sprt(settings: &Settings, standings: &Standings) -> Value {
    let (Some(test), Some(state)) = (&settings.sprt, standings.sprt(settings)) else { return Value::Null };
    let decision = state.decision().map_or("undecided".to_owned(), |accepted| format!("{accepted:?}"));
    json!({
        "elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta, "model": test.model,
        "llr": state.llr, "lower": state.lower, "upper": state.upper, "decision": decision,
    })
}
