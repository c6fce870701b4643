//! That a player cannot win Go-Moku on a small board: the other one holds by pairs of squares.
//!
//! A row of five without a stone of the defender's is held when two of its empty squares are a pair: takes the attacker
//! one of them, the defender takes the other. With disjoint pairs for all such rows he holds the whole board, whatever is
//! played (Hales & Jewett, "Regularity and positional games", 1963). Where there is no such pairing yet, [`holds`] has
//! the defender place some stones first; that is the way of Hsu, Ko, Chen, Wei, Hsueh & Wu, "On solving the 7,7,5-game and
//! the 8,8,5-game" (Theoretical Computer Science 815, 2020), with an own search.
//!
//! What is proven is more than the game asks: that the attacker never fills five squares in a row, were the defender's
//! rows worth nothing. So it holds under freestyle and under standard (six in a row hold five), and a further stone
//! of the defender's never harms him. Where that is proven of both players the value is a draw ([`draw`]).

pub mod draw;
pub mod holds;
pub mod lines;
pub mod pairs;

pub use draw::DrawSearch;
pub use holds::{Cost, HoldLimits, Holds};
pub use lines::{Lines, Squares};
pub use pairs::Pairings;
