//! Appendix II computed again: the classes of three and of four stones in an empty plane, and which of them hold a
//! terminal forcing sequence; beside what the thesis printed, as far as it can be read.
//!
//! Cells are 0 to 15 here and 1 to 16 in print (figure 6.2); sets of them are `u16`.

use super::plane::{LOCAL_SETS, Plane, Rule};
use serde_json::Value;

/// The thesis's tables as far as the scan can be read.
const PRINTED: &str = include_str!("../../../../data/qubic/citrenbaum-1965-planes.json");

/// The seven transformations of the program in Appendix II (arrays `MZ`, `MA` to `MF`): where each cell goes.
pub const TRANSFORMATIONS: [[u8; 16]; 7] = [
    [3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12],
    [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    [12, 8, 4, 0, 13, 9, 5, 1, 14, 10, 6, 2, 15, 11, 7, 3],
    [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12],
    [15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0],
    [12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3],
];

fn image(set: u16, transformation: &[u8; 16]) -> u16 {
    (0..16).filter(|cell| set >> cell & 1 != 0).fold(0, |found, cell| found | 1 << transformation[cell])
}

/// The eight images of a set, itself first.
fn images(set: u16) -> [u16; 8] {
    std::array::from_fn(|n| if n == 0 { set } else { image(set, &TRANSFORMATIONS[n - 1]) })
}

/// All sets of this many cells, in the order of the ALGOL loops: lexicographic by their cells.
pub fn subsets(stones: u32) -> Vec<u16> {
    // Reversed bits turn lexicographic order into falling order.
    let mut sets: Vec<u16> = (0..=u16::MAX).filter(|set| set.count_ones() == stones).collect();
    sets.sort_by_key(|set| std::cmp::Reverse(set.reverse_bits()));
    sets
}

/// What the printed program (p. 88) leaves over when it is run: it goes through the list once for each transformation
/// and strikes out the image of every set that is still there. Sets that are their own image strike themselves out.
pub fn printed_reduction(stones: u32) -> Vec<u16> {
    let mut left: Vec<Option<u16>> = subsets(stones).into_iter().map(Some).collect();
    for transformation in &TRANSFORMATIONS {
        let mut images: Vec<Option<u16>> =
            left.iter().map(|set| set.map(|set| image(set, transformation))).collect();
        for n in 0..left.len() {
            let Some(wanted) = images[n] else { continue };
            if let Some(struck) = left.iter().position(|&set| set == Some(wanted)) {
                (left[struck], images[struck]) = (None, None);
            }
        }
    }
    left.into_iter().flatten().collect()
}

/// A class of sets under the eight symmetries of a plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The set that stands for it: the thesis's where one is known, otherwise the first.
    pub cells: u16,
    /// How many different images it has.
    pub images: usize,
    /// Files with two of its cells, or three (a 3-0 file counts as one, as in Table III).
    pub files: usize,
    /// Files with exactly two.
    pub exact_files: usize,
    /// Whether there is a terminal forcing sequence, strictly and leniently read.
    pub tfs: [bool; 2],
    /// Every cell that starts one, under both readings.
    pub openings: [u16; 2],
    /// Every cell that starts a pseudo-terminal forcing sequence: strict forces with one quiet move among them.
    pub pseudo: u16,
    /// The row of Table III, if it can be read.
    pub printed: Option<PrintedRow>,
}

impl Class {
    fn of(cells: u16) -> Self {
        let mut distinct = images(cells).to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let plane = Plane::isolated(cells, 0);
        let rules = [Rule::Strict, Rule::Lenient];
        Self {
            cells,
            images: distinct.len(),
            files: files_with(cells, |count| count == 2 || count == 3),
            exact_files: files_with(cells, |count| count == 2),
            tfs: rules.map(|rule| plane.has_sequence(rule)),
            openings: rules.map(|rule| plane.openings(rule)),
            pseudo: plane.pseudo_openings(),
            printed: None,
        }
    }

    /// Whether it is four in line, which has been won already.
    pub fn is_full(&self) -> bool {
        files_with(self.cells, |count| count == 4) > 0
    }
}

fn files_with(cells: u16, wanted: impl Fn(u32) -> bool) -> usize {
    LOCAL_SETS.iter().filter(|set| wanted((cells & *set).count_ones())).count()
}

/// A legible row of Table III.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedRow {
    pub cells: u16,
    pub files: Option<usize>,
    /// Whether it has a terminal forcing sequence.
    pub tfs: bool,
    /// Its opening moves; of pseudo sequences if `tfs` is false.
    pub(crate) openings: Option<u16>,
    /// What is doubtful about the reading.
    pub note: String,
}

impl PrintedRow {
    fn read(row: &Value) -> Option<Self> {
        let thesis = row.get("thesis")?;
        Some(Self {
            cells: cell_set(row.get("cells")?)?,
            files: thesis.get("files")?.as_u64().and_then(|files| usize::try_from(files).ok()),
            tfs: thesis.get("tfs")?.as_bool()?,
            openings: cell_set(thesis.get("openings")?),
            note: thesis.get("note")?.as_str()?.to_owned(),
        })
    }

    /// Whether the scan leaves no doubt which cells are meant.
    pub fn is_legible(&self) -> bool {
        !self.note.contains("garbled")
    }

    /// What the table says that is not so; empty if nothing.
    pub fn differences(&self, class: &Class) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(files) = self.files.filter(|&files| files != class.files) {
            found.push(format!("{files} files"));
        }
        if self.tfs != class.tfs[0] {
            found.push(format!("TFS {}", if self.tfs { "yes" } else { "no" }));
        }
        // The printed openings belong to the printed cells, not to the set that stands for the class here. Those of
        // pseudo sequences (rows with an asterisk) make no claim to be complete.
        let plane = Plane::isolated(self.cells, 0);
        let Some(openings) = self.openings else { return found };
        let ours = if self.tfs { plane.openings(Rule::Strict) } else { plane.pseudo_openings() };
        let (missing, wrong) = (if self.tfs { ours & !openings } else { 0 }, openings & !ours);
        if missing != 0 {
            found.push(format!("leaves out {}", cell_list(missing)));
        }
        if wrong != 0 {
            found.push(format!("lists {} wrongly", cell_list(wrong)));
        }
        found
    }
}

fn cell_set(list: &Value) -> Option<u16> {
    let mut numbers = list.as_array()?.iter().map(|number| number.as_u64().filter(|n| (1..=16).contains(n)));
    numbers.try_fold(0, |set, number| Some(set | 1 << (number? - 1)))
}

/// The rows of Table III that can be read in part at least.
fn printed_rows() -> Vec<PrintedRow> {
    let data: Value = serde_json::from_str(PRINTED).unwrap_or_default();
    let rows = data.get("three").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    rows.iter().filter_map(PrintedRow::read).collect()
}

/// The classes of this many stones. Those of three bear the cells of Table III where they can be told: the ones that
/// the printed program leaves over, and the legible ones.
pub fn classes(stones: u32) -> Vec<Class> {
    let rows = if stones == 3 { printed_rows() } else { Vec::new() };
    let survivors = if stones == 3 { printed_reduction(3) } else { Vec::new() };
    let firsts = subsets(stones);
    // In lexicographic order; all images are of the same size.
    let is_first = |set: &&u16| images(**set).iter().all(|other| set.reverse_bits() >= other.reverse_bits());
    let mut found: Vec<Class> = firsts
        .iter()
        .filter(is_first)
        .map(|&set| {
            let row = rows.iter().find(|row| images(set).contains(&row.cells));
            let survivor = survivors.iter().find(|cells| images(set).contains(cells));
            let cells = row.map(|row| row.cells).or_else(|| survivor.copied()).unwrap_or(set);
            Class { printed: row.cloned(), ..Class::of(cells) }
        })
        .collect();
    found.sort_by_key(|class| {
        (std::cmp::Reverse(class.images), std::cmp::Reverse(class.cells.reverse_bits()))
    });
    found
}

/// The cells of a set as the thesis numbers them, separated by commas; a dash for none.
pub fn cell_list(set: u16) -> String {
    let numbers: Vec<String> =
        (0..16).filter(|cell| set >> cell & 1 != 0).map(|cell| (cell + 1).to_string()).collect();
    if numbers.is_empty() { "-".to_owned() } else { numbers.join(",") }
}
