//! The tree of threats: dependent threats below each other, independent ones combined where their gain squares might
//! make a line (Allis, van den Herik and Huntjens 1994, section 4; Tables 1 to 3 show such trees).

use super::check::Check;
use super::{ThreatGame, ThreatOf};
use games::Side;
use std::collections::HashSet;

/// What a search may spend, and what it looks at.
#[derive(Clone, Copy, Debug)]
pub struct Options<G: ThreatGame> {
    /// Most nodes of the tree.
    pub nodes: usize,
    /// Positions at most that the check of one potential winning sequence looks at.
    pub check: u64,
    /// Which kinds of threats are in the tree.
    pub kinds: fn(G::Kind) -> bool,
    /// Whether the tree is completed after a win has been found, as in Table 1.
    pub complete: bool,
    /// Whether independent nodes are combined.
    pub combine: bool,
}

impl<G: ThreatGame> Default for Options<G> {
    fn default() -> Self {
        Self { nodes: 1_000, check: 5_000, kinds: |_| true, complete: false, combine: true }
    }
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node<G: ThreatGame> {
    /// 1 for threats of the position itself.
    pub depth: usize,
    /// The threat; of a combination, the threat of the partner.
    pub threat: ThreatOf<G>,
    parent: Option<usize>,
    /// If this node is a combination of the node above: the node that it is combined with.
    pub partner: Option<usize>,
    /// Whether a potential winning sequence ends here.
    pub decisive: bool,
    /// Whether that sequence has withstood the check.
    pub verified: bool,
    /// The gain squares that a threat below must use.
    gains: Vec<G::Move>,
    children: Vec<usize>,
}

/// A tree that has been searched.
#[derive(Clone, Debug)]
pub struct Tree<G: ThreatGame> {
    nodes: Vec<Node<G>>,
    roots: Vec<usize>,
    win: Option<Vec<ThreatOf<G>>>,
    exhausted: bool,
}

impl<G: ThreatGame> Tree<G> {
    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the attacker has no threat at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes in the order of the paper's tables: each followed by what is below it.
    pub fn rows(&self) -> Vec<&Node<G>> {
        let mut rows = Vec::with_capacity(self.nodes.len());
        let mut open: Vec<usize> = self.roots.iter().rev().copied().collect();
        while let Some(index) = open.pop() {
            rows.push(&self.nodes[index]);
            open.extend(self.nodes[index].children.iter().rev());
        }
        rows
    }

    /// The first winning sequence that has withstood the check: the attacker's threats in the order of play.
    pub fn win(&self) -> Option<&[ThreatOf<G>]> {
        self.win.as_deref()
    }

    /// Whether the limit of nodes cut the search short.
    pub const fn was_cut(&self) -> bool {
        self.exhausted
    }

    /// The threats that lead to a node, its own the last: its dependency tree in an order in which it can be played.
    pub(crate) fn sequence(&self, node: usize) -> Vec<ThreatOf<G>> {
        let mut sequence = Vec::new();
        self.append(node, &mut sequence);
        sequence
    }

    fn append(&self, index: usize, sequence: &mut Vec<ThreatOf<G>>) {
        let node = &self.nodes[index];
        if let Some(parent) = node.parent {
            self.append(parent, sequence);
        }
        match node.partner {
            Some(partner) => self.append(partner, sequence),
            None if !sequence.contains(&node.threat) => sequence.push(node.threat.clone()),
            None => {}
        }
    }

    fn is_above(&self, above: usize, mut below: usize) -> bool {
        while let Some(parent) = self.nodes[below].parent {
            if parent == above {
                return true;
            }
            below = parent;
        }
        false
    }
}

/// Searches the threats of `attacker`, as if it were his turn.
///
/// The tree never claims more than it has checked: [`Tree::win`] is a forced win if the attacker is to move.
pub fn search<G: ThreatGame>(field: &G::Field, attacker: Side, options: &Options<G>) -> Tree<G> {
    let tree = Tree { nodes: Vec::new(), roots: Vec::new(), win: None, exhausted: false };
    let mut search = Search { root: field, attacker, options, tree, combined: HashSet::new() };
    search.expand(None, field);
    if options.combine {
        search.combine();
    }
    search.tree
}

struct Search<'a, G: ThreatGame> {
    root: &'a G::Field,
    attacker: Side,
    options: &'a Options<G>,
    tree: Tree<G>,
    /// Fields with gain squares that have been combined: the same stones come about in many orders.
    combined: HashSet<(u128, Vec<G::Move>)>,
}

impl<G: ThreatGame> Search<'_, G> {
    fn is_over(&self) -> bool {
        self.tree.exhausted || (self.tree.win.is_some() && !self.options.complete)
    }

    /// Develops the threats that depend on a node (on nothing: those of the position) in this field, which holds the
    /// stones of the node's sequence. A decisive threat that stands the check makes all others superfluous.
    fn expand(&mut self, parent: Option<usize>, field: &G::Field) {
        let gains: &[G::Move] = parent.map_or(&[], |parent| &self.tree.nodes[parent].gains);
        let mut threats = Vec::new();
        G::threats(field, self.attacker, gains, &mut threats);
        threats.retain(|threat| (self.options.kinds)(threat.kind));
        let (decisive, others): (Vec<_>, Vec<_>) =
            threats.into_iter().partition(|threat| G::is_decisive(threat.kind));
        for threat in decisive {
            let Some(index) = self.add(parent, None, threat) else { return };
            if self.verify(index) {
                return;
            }
        }
        for threat in others {
            if self.is_over() {
                return;
            }
            let mut after = field.clone();
            self.place(&mut after, &threat);
            let Some(index) = self.add(parent, None, threat) else { return };
            self.expand(Some(index), &after);
        }
    }

    fn place(&self, field: &mut G::Field, threat: &ThreatOf<G>) {
        G::put(field, self.attacker, threat.gain);
        for &cost in &threat.costs {
            G::put(field, self.attacker.other(), cost);
        }
    }

    fn add(&mut self, parent: Option<usize>, partner: Option<usize>, threat: ThreatOf<G>) -> Option<usize> {
        let index = self.tree.nodes.len();
        if index >= self.options.nodes {
            self.tree.exhausted = true;
            return None;
        }
        let depth = parent.map_or(1, |parent| self.tree.nodes[parent].depth + 1);
        let mut gains = vec![threat.gain];
        if let (Some(parent), Some(_)) = (parent, partner) {
            gains.extend(&self.tree.nodes[parent].gains);
        }
        let decisive = partner.is_none() && G::is_decisive(threat.kind);
        let children = Vec::new();
        self.tree.nodes.push(Node {
            depth,
            threat,
            parent,
            partner,
            decisive,
            verified: false,
            gains,
            children,
        });
        match parent {
            Some(parent) => self.tree.nodes[parent].children.push(index),
            None => self.tree.roots.push(index),
        }
        Some(index)
    }

    /// Whether the sequence that ends in this node withstands any counter-attack.
    fn verify(&mut self, index: usize) -> bool {
        let sequence = self.tree.sequence(index);
        let wins = Check::<G>::new(self.attacker, &sequence, self.options.check).wins(self.root);
        self.tree.nodes[index].verified = wins;
        if wins && self.tree.win.is_none() {
            self.tree.win = Some(sequence);
        }
        wins
    }

    /// Combines independent nodes until there is a win or nothing new to combine.
    fn combine(&mut self) {
        let mut done = 0;
        while self.tree.win.is_none() && !self.tree.exhausted && done < self.tree.nodes.len() {
            // Only pairs with a node of the last round are new.
            let (old, all) = (done, self.tree.nodes.len());
            done = all;
            for first in 0..all {
                for second in (old.max(first + 1)..all).rev() {
                    if self.is_over() {
                        return;
                    }
                    self.combine_pair(first, second);
                }
            }
        }
    }

    fn combine_pair(&mut self, first: usize, second: usize) {
        let (a, b) = (&self.tree.nodes[first], &self.tree.nodes[second]);
        // A combination is extended by plain nodes only: three gain squares are two of one and one of another.
        if a.decisive || b.decisive || b.partner.is_some() && a.partner.is_some() {
            return;
        }
        let (first, second) = if b.partner.is_some() { (second, first) } else { (first, second) };
        let (a, b) = (&self.tree.nodes[first], &self.tree.nodes[second]);
        let mut gains = a.gains.clone();
        gains.push(b.threat.gain);
        if a.gains.contains(&b.threat.gain)
            || gains.len() > 3
            || !G::may_combine(&gains)
            || self.tree.is_above(first, second)
            || self.tree.is_above(second, first)
        {
            return;
        }
        let (above, beside) = (self.tree.sequence(first), self.tree.sequence(second));
        let conflict = above.iter().any(|a| beside.iter().any(|b| a != b && a.conflicts_with(b)));
        if conflict {
            return;
        }
        let mut field = self.root.clone();
        for threat in &above {
            self.place(&mut field, threat);
        }
        for threat in beside.iter().filter(|threat| !above.contains(threat)) {
            self.place(&mut field, threat);
        }
        gains.sort_unstable();
        if !self.combined.insert((G::field_key(&field), gains)) {
            return;
        }
        let threat = self.tree.nodes[second].threat.clone();
        if let Some(index) = self.add(Some(first), Some(second), threat) {
            self.expand(Some(index), &field);
        }
    }
}
