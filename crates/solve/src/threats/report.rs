//! Threat-space search told to people: the tree as the paper's tables have it (Allis, van den Herik and Huntjens 1994,
//! Tables 1 to 3), and the win if there is one.

use super::space::{self, Node, Options};
use super::{ThreatGame, ThreatOf};
use games::{Notation, Side};

#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Whose threats; `None`: the side to move's.
    pub attacker: Option<Side>,
    /// Only threats that win at the next move.
    pub fours: bool,
    /// Whether independent threats are combined.
    pub combine: bool,
    /// Whether the search ends with the first win instead of completing the tree.
    pub first_win: bool,
    /// Nodes at most.
    pub nodes: usize,
    /// How squares are written.
    pub notation: Notation,
}

/// The tree of a position and what comes out of it, line by line.
pub fn report<G: ThreatGame>(position: &G, request: &Request) -> Vec<String> {
    if position.outcome().is_some() {
        return vec!["The game is over: nothing is threatened any more.".to_owned()];
    }
    let attacker = request.attacker.unwrap_or_else(|| position.to_move());
    let options = Options::<G> {
        nodes: request.nodes,
        kinds: if request.fours { G::wins_next } else { |_| true },
        combine: request.combine,
        complete: !request.first_win,
        ..Options::default()
    };
    let tree = space::search(&position.field(), attacker, &options);
    let text = |square: G::Move| position.move_text(square, request.notation);
    let mut lines = vec![row("Depth", "Type of threat", "Gain square", "Cost squares")];
    lines.extend(tree.rows().into_iter().map(|node| node_row(node, &text)));
    let (decisive, verified) = tree
        .rows()
        .iter()
        .fold((0, 0), |(d, v), n| (d + usize::from(n.decisive), v + usize::from(n.verified)));
    lines.push(String::new());
    lines.push(format!(
        "{} nodes{}; {decisive} potential winning sequences, of which {verified} withstand every counter-attack",
        tree.len(),
        if tree.was_cut() { " (cut short: --nodes allows more)" } else { "" },
    ));
    lines.push(match tree.win() {
        Some(win) => {
            let steps: Vec<String> = win.iter().map(|threat| step::<G>(threat, &text)).collect();
            let turn = if attacker == position.to_move() { "" } else { ", if it were his turn" };
            format!("won{turn}: {}", steps.join(", "))
        }
        None => "no win found".to_owned(),
    });
    lines
}

fn row(depth: &str, kind: &str, gain: &str, costs: &str) -> String {
    format!("{depth:<5}  {kind:<22}  {gain:<11}  {costs}").trim_end().to_owned()
}

fn node_row<G: ThreatGame>(node: &Node<G>, text: &impl Fn(G::Move) -> String) -> String {
    let gain = text(node.threat.gain);
    let kind = match node.partner {
        Some(_) => format!("combination with {gain}"),
        None => node.threat.kind.to_string(),
    };
    row(&node.depth.to_string(), &kind, &gain, &squares::<G>(&node.threat, text))
}

fn squares<G: ThreatGame>(threat: &ThreatOf<G>, text: &impl Fn(G::Move) -> String) -> String {
    threat.costs.iter().map(|&square| text(square)).collect::<Vec<_>>().join(",")
}

fn step<G: ThreatGame>(threat: &ThreatOf<G>, text: &impl Fn(G::Move) -> String) -> String {
    let costs = squares::<G>(threat, text);
    let gain = text(threat.gain);
    if costs.is_empty() { gain } else { format!("{gain} ({costs})") }
}
