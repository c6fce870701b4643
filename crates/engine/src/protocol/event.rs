//! The engine's events as lines of UGI or UCI.

use crate::event::{Event, Info};
use search::Score;
use search::score::Bound;
use std::fmt::Write;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Distances to the end of the game count plies.
    #[default]
    Ugi,
    /// They count the winner's moves.
    Uci,
}

/// Appends the line or lines of an event, each ended by a newline.
pub fn write(event: &Event, dialect: Dialect, out: &mut String) {
    match event {
        Event::Info(info) => write_info(info, dialect, out),
        Event::Message(words) => words.lines().for_each(|line| push_line(out, &["info string ", line])),
        Event::BestMove(Some(text)) => push_line(out, &["bestmove ", text]),
        Event::BestMove(None) => push_line(out, &["bestmove 0000"]),
        Event::Response(word) => push_line(out, &["response ", word]),
        Event::Text(text) => text.lines().for_each(|line| push_line(out, &[line])),
        Event::Ready => push_line(out, &["readyok"]),
        Event::Last(event) => write(event, dialect, out),
        Event::Finished => {}
    }
}

fn push_line(out: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| out.push_str(part));
    out.push('\n');
}

fn write_info(info: &Info, dialect: Dialect, out: &mut String) {
    let progress = &info.progress;
    let seconds = info.time.as_secs_f64();
    // Below a microsecond the rate says nothing.
    let rate = if seconds > 1e-6 { (progress.nodes as f64 / seconds) as u64 } else { 0 };
    let _ = write!(
        out,
        "info depth {} seldepth {} time {} nodes {} nps {rate} hashfull {} score {}",
        progress.depth,
        progress.seldepth,
        info.time.as_millis(),
        progress.nodes,
        progress.hashfull,
        score_text(info.score, dialect),
    );
    match info.bound {
        Bound::Exact => {}
        Bound::Lower => out.push_str(" lowerbound"),
        Bound::Upper => out.push_str(" upperbound"),
    }
    let _ = write!(out, " multipv {}", info.rank);
    if !info.pv.is_empty() {
        out.push_str(" pv");
        for m in &info.pv {
            out.push(' ');
            out.push_str(m);
        }
    }
    out.push('\n');
}

fn score_text(score: Score, dialect: Dialect) -> String {
    let distance = |plies: u32| match dialect {
        Dialect::Ugi => plies,
        Dialect::Uci => plies.div_ceil(2),
    };
    match score {
        Score::Win { in_plies } => format!("mate {}", distance(in_plies)),
        Score::Loss { in_plies } => format!("mate -{}", distance(in_plies)),
        Score::Draw => "cp 0".to_owned(),
        Score::Heuristic(value) => format!("cp {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use strategies::Progress;

    fn line(event: &Event, dialect: Dialect) -> String {
        let mut out = String::new();
        write(event, dialect, &mut out);
        out
    }

    fn info(score: Score, bound: Bound) -> Event {
        let progress = Progress { depth: 3, seldepth: 7, nodes: 2130, hashfull: 12 };
        let pv = vec!["111".into(), "444".into()];
        Event::Info(Info { rank: 1, score, bound, pv, progress, time: Duration::from_millis(100) })
    }

    #[test]
    fn info_lines() {
        assert_eq!(
            line(&info(Score::Heuristic(-15), Bound::Lower), Dialect::Ugi),
            "info depth 3 seldepth 7 time 100 nodes 2130 nps 21300 hashfull 12 score cp -15 lowerbound multipv 1 pv \
             111 444\n"
        );
    }

    #[test]
    fn distances_count_plies_in_ugi_and_moves_in_uci() {
        let cases = [
            (Score::Win { in_plies: 1 }, "mate 1", "mate 1"),
            (Score::Win { in_plies: 7 }, "mate 7", "mate 4"),
            (Score::Loss { in_plies: 2 }, "mate -2", "mate -1"),
            (Score::Loss { in_plies: 8 }, "mate -8", "mate -4"),
            (Score::Draw, "cp 0", "cp 0"),
        ];
        for (score, ugi, uci) in cases {
            assert_eq!(score_text(score, Dialect::Ugi), ugi);
            assert_eq!(score_text(score, Dialect::Uci), uci);
        }
    }

    #[test]
    fn messages_never_break_the_line_format() {
        let text = line(&Event::Message("a\nbestmove 111\n".into()), Dialect::Ugi);
        assert_eq!(text, "info string a\ninfo string bestmove 111\n");
    }
}
