//! The game being looked at, as a tree: a move that differs from what was played begins a branch beside it.

use crate::message::Step;

/// No game has more nodes: the server's memory is bounded.
pub const MOST_NODES: usize = 4096;
/// A comment is cut to this many bytes.
const LONGEST_COMMENT: usize = 2000;

/// A position of the tree, and the move that led to it.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The node before; the root is its own.
    pub parent: usize,
    /// The move that led here, without the others of that position; empty at the root.
    pub step: Step,
    /// The nodes behind, in the order in which they were tried.
    pub children: Vec<usize>,
    /// The child that was looked at last: the line goes on there.
    pub favourite: Option<usize>,
}

/// A game with its branches, and the node that is looked at.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    here: usize,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()], here: 0 }
    }
}

impl Tree {
    /// The node that is looked at.
    pub const fn here(&self) -> usize {
        self.here
    }

    /// A node, if it exists.
    pub fn node(&self, number: usize) -> Option<&Node> {
        self.nodes.get(number)
    }

    /// The move that led to a node, to be commented.
    pub fn step_mut(&mut self, number: usize) -> Option<&mut Step> {
        self.nodes.get_mut(number).map(|node| &mut node.step)
    }

    /// Looks at another node; `false` if there is none of this number.
    pub fn go(&mut self, number: usize) -> bool {
        if number >= self.nodes.len() {
            return false;
        }
        self.here = number;
        let mut node = number;
        while node != 0 {
            let parent = self.nodes[node].parent;
            self.nodes[parent].favourite = Some(node);
            node = parent;
        }
        true
    }

    /// Plays a move from the node that is looked at, and looks at what comes of it.
    ///
    /// # Errors
    /// If the tree is full.
    pub fn play(&mut self, m: &str, player: u8) -> Result<usize, String> {
        let same = |child: &&usize| self.nodes[**child].step.m == m;
        let node = match self.nodes[self.here].children.iter().find(same) {
            Some(&child) => child,
            None if self.nodes.len() >= MOST_NODES => {
                return Err(format!("a game here has at most {MOST_NODES} positions: begin another one"));
            }
            None => {
                let number = self.nodes.len();
                let step = Step { node: number, m: m.to_owned(), player, ..Step::default() };
                self.nodes.push(Node { parent: self.here, step, ..Node::default() });
                self.nodes[self.here].children.push(number);
                number
            }
        };
        self.go(node);
        Ok(node)
    }

    /// The nodes from the first move to this node.
    pub fn path(&self, mut node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while node != 0 {
            path.push(node);
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    /// The moves from the start to this node.
    pub fn moves(&self, node: usize) -> Vec<String> {
        self.path(node).into_iter().map(|node| self.nodes[node].step.m.clone()).collect()
    }

    /// The nodes of the line that is looked at: to here, and on as it was looked at last.
    pub fn line(&self) -> Vec<usize> {
        let mut line = self.path(self.here);
        let mut node = self.here;
        while let Some(next) = self.nodes[node].favourite.or(self.nodes[node].children.first().copied()) {
            line.push(next);
            node = next;
        }
        line
    }

    /// Adds a remark to the comment of a node.
    pub fn remark(&mut self, node: usize, text: &str) {
        let Some(Node { step: Step { comment, .. }, .. }) = self.nodes.get_mut(node) else { return };
        if comment.contains(text) || comment.len() + text.len() > LONGEST_COMMENT {
            return;
        }
        if !comment.is_empty() {
            comment.push_str("; ");
        }
        comment.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_move_begins_a_branch_and_the_line_follows_what_is_looked_at() {
        let mut tree = Tree::default();
        let a = tree.play("a", 1).unwrap();
        let b = tree.play("b", 2).unwrap();
        tree.go(a);
        let c = tree.play("c", 2).unwrap();
        assert_eq!((tree.line(), tree.moves(c)), (vec![a, c], vec!["a".into(), "c".into()]));
        tree.go(a);
        assert_eq!(tree.line(), [a, c], "the line goes on where it was looked at last");
        assert_eq!(tree.play("b", 2).unwrap(), b, "a move that is known makes no new node");
        assert_eq!(tree.line(), [a, b]);
        assert!(!tree.go(99) && tree.here() == b);
    }

    #[test]
    fn nodes_and_comments_are_bounded() {
        let mut tree = Tree::default();
        while tree.play("m", 1).is_ok() {}
        assert_eq!(tree.nodes.len(), MOST_NODES);
        (0..1000).for_each(|n| tree.remark(1, &format!("remark {n}")));
        assert!(tree.node(1).unwrap().step.comment.len() < LONGEST_COMMENT + 100);
    }
}
