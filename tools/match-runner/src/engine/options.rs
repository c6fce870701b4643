//! The options that an engine offers, as far as the runner cares: their names, which of them are buttons, and the
//! bounds of numbers.

/// One option that an engine has announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `combo`, `button`, `string`.
    pub kind: String,
    /// The least value of a number.
    pub min: Option<i64>,
    /// The greatest value of a number.
    pub max: Option<i64>,
}

impl Offered {
    /// Reads `option name N type T ...`; `None` if the line is none.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let rest = line.strip_prefix("option")?.trim_start().strip_prefix("name ")?;
        let (name, attributes) = rest.split_once(" type ")?;
        let words: Vec<&str> = attributes.split_whitespace().collect();
        let number = |key: &str| {
            let place = words.iter().position(|word| *word == key)?;
            words.get(place + 1)?.parse().ok()
        };
        Some(Self {
            name: name.trim().to_owned(),
            kind: (*words.first()?).to_owned(),
            min: number("min"),
            max: number("max"),
        })
    }

    /// Whether this is the option of that name; case does not matter.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The command that sets it.
    #[must_use]
    pub fn command(&self, value: &str) -> String {
        if self.kind == "button" {
            format!("setoption name {}\n", self.name)
        } else {
            format!("setoption name {} value {value}\n", self.name)
        }
    }

    /// A number within its bounds that depends on all bits of `random`.
    #[must_use]
    pub fn number(&self, random: u64) -> i64 {
        let min = self.min.unwrap_or(0);
        let max = self.max.unwrap_or(i64::from(i32::MAX)).max(min);
        let span = i128::from(max) - i128::from(min) + 1;
        i64::try_from(i128::from(min) + i128::from(random).rem_euclid(span)).unwrap_or(min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let seed = Offered::parse("option name Seed type spin default 0 min 0 max 9").unwrap();
        assert_eq!(seed, Offered { name: "Seed".into(), kind: "spin".into(), min: Some(0), max: Some(9) });
        assert!((0..100).all(|random| (0..=9).contains(&seed.number(random))));
        let button = Offered::parse("option name Clear Hash type button").unwrap();
        assert_eq!(button.command("true"), "setoption name Clear Hash\n");
        assert!(button.is("clear hash"));
        for line in ["option", "option name", "option name X", "option name X type ", "id name X"] {
            assert_eq!(Offered::parse(line), None, "{line}");
        }
    }

    #[test]
    fn numbers_stay_within_any_bounds() {
        let wide =
            Offered { name: "Seed".into(), kind: "spin".into(), min: Some(i64::MIN), max: Some(i64::MAX) };
        for random in [0, 1, u64::MAX] {
            let _ = wide.number(random);
        }
        let odd = Offered { min: Some(5), max: Some(3), ..wide };
        assert_eq!(odd.number(17), 5);
    }
}
