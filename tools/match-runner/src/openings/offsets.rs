//! Openings as Gomocup writes them for Go-Moku: on each line the stones in their order, as offsets from the centre of the
//! board: `8,-3, 6,-4, 5,-4`. The column grows to the right, the row downwards.

use super::Opening;
use games::gomoku::Square;

/// Reads a line for a board of this size.
pub(super) fn parse(line: &str, place: &str, size: usize) -> Result<Opening, String> {
    let wrong = |what: &str| format!("{place}: {what}; a line is 'X,Y, X,Y, ...', offsets from the centre");
    let numbers: Result<Vec<isize>, _> = line.split(',').map(|word| word.trim().parse::<isize>()).collect();
    let numbers = numbers.map_err(|_| wrong("this is not a list of whole numbers"))?;
    if numbers.len() % 2 == 1 {
        return Err(wrong("the last offset is half of one"));
    }
    let half = isize::try_from(size / 2).unwrap_or(0);
    let stone = |offset: &[isize]| {
        let place =
            |offset: isize| usize::try_from(offset.checked_add(half)?).ok().filter(|place| *place < size);
        let (column, row) = (place(*offset.first()?)?, place(*offset.get(1)?)?);
        Square::new(column, size - 1 - row).map(|square| square.to_string())
    };
    let moves: Option<Vec<String>> = numbers.chunks(2).map(stone).collect();
    let moves = moves.ok_or_else(|| wrong(&format!("a stone lies beside the board of size {size}")))?;
    Ok(Opening { fen: None, moves, place: place.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_from_the_centre() {
        assert_eq!(parse("0,0, -7,-7,7,7", "line 1", 15).unwrap().moves, ["h8", "a15", "o1"]);
        assert_eq!(parse("0,0", "line 1", 20).unwrap().moves, ["k10"]);
        for (line, part) in [
            ("1,2,3", "half of one"),
            ("8,0", "beside the board"),
            ("9223372036854775807,0", "beside"),
            ("h8", "not a list"),
        ] {
            assert!(parse(line, "line 1", 15).unwrap_err().contains(part), "{line}");
        }
    }
}
