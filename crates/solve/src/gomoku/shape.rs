//! What a stone would make on one line, looked up by what lies around its square: the table behind the threat board.
//!
//! A neighbourhood is a number of two bits for each of the squares within five on a line: empty, black, white, or off
//! the board. The squares at distance five only matter where a row of six does not win, so that a table for rows of
//! five and more does without them.

use games::Side;
use games::gomoku::Rules;
use std::sync::OnceLock;

/// What a stone would make on one line, the worst first. *Open* shapes grow into a straight four, *closed* ones only
/// into a four that one stone stops; the numbers count the stones, the new one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// No row of five can be made here.
    Dead,
    /// One stone of a closed row.
    ClosedOne,
    /// One stone with room on both sides.
    OpenOne,
    /// Two stones, from which a closed three can be made.
    ClosedTwo,
    /// Two stones, from which a three can be made in one or two ways.
    OpenTwo,
    /// Two stones, from which a three can be made in three ways or more.
    WideTwo,
    /// Three stones of a row of five squares: one more makes a four.
    ClosedThree,
    /// A three: one more stone, on one square only, makes two winning squares.
    OpenThree,
    /// A three that two or more squares complete.
    WideThree,
    /// A four: one winning square.
    Four,
    /// A straight four, or two fours on one line: two winning squares.
    StraightFour,
    Five,
    /// A row that is too long to win.
    Overline,
}

impl Shape {
    pub const COUNT: usize = 13;

    /// All of them in order.
    pub(crate) const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::ClosedOne,
        Self::OpenOne,
        Self::ClosedTwo,
        Self::OpenTwo,
        Self::WideTwo,
        Self::ClosedThree,
        Self::OpenThree,
        Self::WideThree,
        Self::Four,
        Self::StraightFour,
        Self::Five,
        Self::Overline,
    ];

    /// The shape of this number; there is none above 12, and it reads as dead.
    pub const fn from_number(number: u8) -> Self {
        if (number as usize) < Self::COUNT { Self::ALL[number as usize] } else { Self::Dead }
    }
}

/// The bit of the square itself in a line of eleven.
pub(super) const CENTRE: u32 = 5;
/// The squares whose content matters in full.
const NEAR: u32 = 0b011_1101_1110;

/// The slot of a neighbourhood in which a square at this distance (-5..=5, not 0) stands.
const fn slot(distance: i32) -> u32 {
    match distance {
        -5 => 8,
        5 => 9,
        -4..=-1 => (distance + 4) as u32,
        _ => (distance + 3) as u32,
    }
}

/// The neighbourhood of a place that is five or more from the ends of a line of two bits a place.
#[inline]
pub(super) const fn neighbourhood(line: u64, place: usize) -> u32 {
    let around = (line >> (2 * (place - 5))) as u32;
    around >> 2 & 0xff | around >> 4 & 0xff00 | (around & 3) << 16 | (around >> 20 & 3) << 18
}

/// The shapes of both sides for every neighbourhood: the first side's in the lower four bits.
#[derive(Debug)]
pub(crate) enum Shapes {
    /// Neighbourhoods that reach four squares to each side.
    Near(Box<[u8; 1 << 16]>),
    /// Neighbourhoods that reach five.
    Far(Box<[u8; 1 << 20]>),
}

impl Shapes {
    /// The table for these rules, made when it is first asked for.
    pub(crate) fn of(rules: Rules) -> &'static Self {
        static TABLES: [OnceLock<Shapes>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        let number = match rules {
            Rules::Freestyle | Rules::SecondMoveRestricted => 0,
            Rules::Standard => 1,
            Rules::Renju => 2,
        };
        TABLES[number].get_or_init(|| Self::make(rules))
    }

    /// The shapes of both sides in this neighbourhood.
    #[inline]
    pub(crate) fn at(&self, neighbourhood: u32) -> u8 {
        match self {
            Self::Near(table) => table[neighbourhood as usize & 0xffff],
            Self::Far(table) => table[neighbourhood as usize & 0xf_ffff],
        }
    }

    fn make(rules: Rules) -> Self {
        let exactly = [Side::First, Side::Second].map(|side| rules.exactly_five(side));
        let mut lines = exactly.map(Lines::new);
        if exactly == [false; 2] {
            let mut table = Box::new([0; 1 << 16]);
            Self::fill(&mut *table, &mut lines);
            return Self::Near(table);
        }
        // Too large for a stack.
        let mut table = vec![0; 1 << 20].into_boxed_slice();
        Self::fill(&mut table, &mut lines);
        table.try_into().map_or_else(|_| Self::Near(Box::new([0; 1 << 16])), Self::Far)
    }

    /// Fills a table for neighbourhoods of as many squares as it has room for.
    fn fill(table: &mut [u8], lines: &mut [Lines; 2]) {
        for near in 0..1_usize << 16 {
            let [empty, first, second, edge] = [0, 1, 2, 3].map(|content| places(near, content));
            let sides = [(first, second | edge), (second, first | edge)];
            debug_assert_eq!(empty | first | second | edge, NEAR);
            // Of the far squares only one's own stones count: four cases for each side.
            let cases = if table.len() >> 16 == 1 { 1 } else { 4 };
            let mut shapes = [[0; 4]; 2];
            for (number, (own, blocked)) in sides.into_iter().enumerate() {
                for (beyond, shape) in (0..cases).zip(&mut shapes[number]) {
                    let own = own | 1 << CENTRE | beyond & 1 | beyond >> 1 << 10;
                    *shape = lines[number].shape(own, blocked);
                }
            }
            for far in 0..table.len() >> 16 {
                let [first, second] = [0, 1].map(|number: usize| {
                    let beyond = |bit: usize| usize::from(far >> bit & 3 == number + 1);
                    shapes[number][beyond(0) | beyond(2) << 1]
                });
                table[far << 16 | near] = first | second << 4;
            }
        }
    }
}

/// The near squares of a line of eleven that hold this content.
fn places(near: usize, content: usize) -> u32 {
    let distances = (-4..=4).filter(|&distance| distance != 0);
    distances
        .filter(|&distance| near >> (2 * slot(distance)) & 3 == content)
        .fold(0, |set, distance| set | 1 << (distance + CENTRE as i32))
}

/// The shapes of lines of eleven squares for one side, each worked out once.
struct Lines {
    exactly: bool,
    known: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;

impl Lines {
    fn new(exactly: bool) -> Self {
        Self { exactly, known: vec![UNKNOWN; 1 << 22] }
    }

    /// The shape of the stone in the centre of these stones, which it is one of.
    fn shape(&mut self, own: u32, blocked: u32) -> u8 {
        let key = (own << 11 | blocked) as usize;
        if self.known[key] == UNKNOWN {
            self.known[key] = self.shape_afresh(own, blocked) as u8;
        }
        self.known[key]
    }

    fn shape_afresh(&mut self, own: u32, blocked: u32) -> Shape {
        let row = run(own, CENTRE);
        if row == 5 || (row > 5 && !self.exactly) {
            return Shape::Five;
        }
        if row > 5 {
            return Shape::Overline;
        }
        let empty = NEAR & !own & !blocked;
        let places = (0..11).filter(|place| empty >> place & 1 == 1);
        match places.clone().filter(|&place| wins(own | 1 << place, place, self.exactly)).count() {
            0 => {}
            1 => return Shape::Four,
            _ => return Shape::StraightFour,
        }
        let mut counts = [0; Shape::COUNT];
        places.for_each(|place| counts[self.shape(own | 1 << place, blocked) as usize] += 1);
        let many = |shapes: &[Shape]| shapes.iter().map(|&shape| counts[shape as usize]).sum::<u32>();
        grown(
            many(&[Shape::StraightFour]),
            many(&[Shape::Four]),
            many(&[Shape::OpenThree, Shape::WideThree]),
            many(&[Shape::ClosedThree]),
            many(&[Shape::OpenTwo, Shape::WideTwo]),
            many(&[Shape::ClosedTwo]),
        )
    }
}

/// The places of a neighbourhood, [`CENTRE`] being the square itself, at which another stone of this side completes a
/// winning row with one on the square.
pub(super) fn fives_along(neighbourhood: u32, side: Side, exactly: bool) -> u32 {
    let own = 1 << CENTRE | holding(neighbourhood, if side == Side::First { 1 } else { 2 });
    let empty = holding(neighbourhood, 0) & NEAR;
    (1..=CENTRE).fold(0, |fives, from| {
        let missing = 0b11111 << from & !own;
        // One place, and where longer rows do not win none of one's own at either end.
        let one = missing & missing.wrapping_sub(1) == 0 && !(exactly && own & 0b100_0001 << (from - 1) != 0);
        if one { fives | missing & empty } else { fives }
    })
}

/// The places of a line of eleven that hold this content.
const fn holding(neighbourhood: u32, content: u32) -> u32 {
    // Of two bits a place the lower one where both are as in the content, then one bit a place, in the order of the slots.
    let other = neighbourhood ^ (content * 0x5_5555);
    let mut same = !(other | other >> 1) & 0x5_5555;
    same = (same | same >> 1) & 0x3_3333;
    same = (same | same >> 2) & 0xf_0f0f;
    same = (same | same >> 4) & 0xf00ff;
    same = (same | same >> 8) & 0x3ff;
    (same & 0xf) << 1 | (same & 0xf0) << 2 | same >> 8 & 1 | (same & 0x200) << 1
}

/// Whether two winning squares that a stone in the centre makes, where exactly five win, are the ends of one row of four: it makes one four.
pub(super) fn is_straight(neighbourhood: u32, side: Side) -> bool {
    let fives = fives_along(neighbourhood, side, true);
    fives.count_ones() == 2 && fives.ilog2() - fives.trailing_zeros() == 5
}

/// Whether the stone on `place` completes a winning row that holds the centre.
fn wins(own: u32, place: u32, exactly: bool) -> bool {
    let (low, high) = (place.min(CENTRE), place.max(CENTRE));
    let between = ((1 << (high - low + 1)) - 1) << low;
    let row = run(own, place);
    own & between == between && (row == 5 || (row > 5 && !exactly))
}

/// The shape from which so many squares lead to each better one.
const fn grown(straight: u32, four: u32, three: u32, closed_three: u32, two: u32, closed_two: u32) -> Shape {
    match (straight, four, three, closed_three, two, closed_two) {
        (2.., ..) => Shape::WideThree,
        (1, ..) => Shape::OpenThree,
        (_, 1.., ..) => Shape::ClosedThree,
        (_, _, 3.., ..) => Shape::WideTwo,
        (_, _, 1.., ..) => Shape::OpenTwo,
        (_, _, _, 1.., ..) => Shape::ClosedTwo,
        (_, _, _, _, 1.., _) => Shape::OpenOne,
        (_, _, _, _, _, 1..) => Shape::ClosedOne,
        _ => Shape::Dead,
    }
}

/// How many stones stand in a row with the one on `place`.
const fn run(own: u32, place: u32) -> u32 {
    let up = (own >> place).trailing_ones();
    let down = (own << (31 - place)).leading_ones();
    up + down - 1
}
