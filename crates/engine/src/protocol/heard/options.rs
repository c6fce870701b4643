//! The options that an engine offers, and what each of them can be set to: a value that an engine would refuse, or
//! silently replace, must stop the match before it begins, because it would be a match between others than asked for.

/// One option that an engine has announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    pub name: String,
    /// What it can be set to.
    pub kind: Kind,
    /// What it is set to at first, as announced; empty if that was not said.
    pub default: String,
}

/// What an option can be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Check,
    /// A whole number; a bound that was not announced is none.
    Spin {
        /// The least.
        min: Option<i64>,
        /// The greatest.
        max: Option<i64>,
    },
    /// One of these; anything if none was announced.
    Combo(Vec<String>),
    /// Nothing: it is pressed.
    Button,
    Text,
}

/// How a protocol sets an option.
pub type Say = fn(&str, Option<&str>) -> String;

/// As UGI and UCI set an option.
pub fn set_option(name: &str, value: Option<&str>) -> String {
    let value = value.map_or_else(String::new, |value| format!(" value {value}"));
    format!("setoption name {name}{value}\n")
}

impl Offered {
    /// Reads `option name N type T ...`; `None` if the line is none.
    pub fn parse(line: &str) -> Option<Self> {
        let rest = line.strip_prefix("option")?.trim_start().strip_prefix("name ")?;
        let (name, attributes) = rest.split_once(" type ")?;
        let words: Vec<&str> = attributes.split_whitespace().collect();
        let number = |key: &str| {
            let place = words.iter().position(|word| *word == key)?;
            words.get(place + 1)?.parse().ok()
        };
        let kind = match *words.first()? {
            "check" => Kind::Check,
            "spin" => Kind::Spin { min: number("min"), max: number("max") },
            "combo" => Kind::Combo(choices(&words)),
            "button" => Kind::Button,
            _ => Kind::Text,
        };
        let default = words.iter().skip_while(|word| **word != "default").skip(1);
        let default: Vec<_> =
            default.take_while(|word| !matches!(**word, "var" | "min" | "max")).copied().collect();
        Some(Self { name: name.trim().to_owned(), kind, default: default.join(" ") })
    }

    /// Whether this is the option of that name; case does not matter.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The command that sets it, with the value as the engine spells it.
    ///
    /// # Errors
    /// If it cannot have this value: a sentence that names the option and what is allowed.
    pub fn command(&self, value: &str) -> Result<String, String> {
        self.command_by(value, set_option)
    }

    /// The same in another protocol, which says name and value in its own way; a button has no value.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub fn command_by(&self, value: &str, say: Say) -> Result<String, String> {
        let name = &self.name;
        match self.spelled(value.trim()) {
            Some(_) if self.kind == Kind::Button => Ok(say(name, None)),
            Some(value) => Ok(say(name, Some(value))),
            None => Err(format!("option {name} = '{value}': {name} takes {}", self.allowed())),
        }
    }

    fn spelled<'a>(&'a self, value: &'a str) -> Option<&'a str> {
        let same = |allowed: &&'a str| allowed.eq_ignore_ascii_case(value);
        match &self.kind {
            Kind::Check => ["true", "false"].into_iter().find(same),
            Kind::Spin { min, max } => {
                let number: i128 = value.parse().ok()?;
                let above = min.is_none_or(|min| number >= min.into());
                (above && max.is_none_or(|max| number <= max.into())).then_some(value)
            }
            Kind::Combo(choices) if choices.is_empty() => Some(value),
            Kind::Combo(choices) => choices.iter().map(String::as_str).find(same),
            Kind::Button => ["", "true"].into_iter().find(same),
            Kind::Text => Some(value),
        }
    }

    /// What it can be set to, in words.
    fn allowed(&self) -> String {
        match &self.kind {
            Kind::Check => "true or false".to_owned(),
            Kind::Spin { min: Some(min), max: Some(max) } => format!("a whole number from {min} to {max}"),
            Kind::Spin { min: Some(min), .. } => format!("a whole number not below {min}"),
            Kind::Spin { max: Some(max), .. } => format!("a whole number not above {max}"),
            Kind::Spin { .. } => "a whole number".to_owned(),
            Kind::Combo(choices) => format!("one of {}", choices.join(", ")),
            Kind::Button => "no value but 'true': it is a button, and this presses it".to_owned(),
            Kind::Text => "any text".to_owned(),
        }
    }

    /// A number within its bounds that depends on all bits of `random`.
    pub fn number(&self, random: u64) -> i64 {
        let (min, max) = if let Kind::Spin { min, max } = self.kind { (min, max) } else { (None, None) };
        let min = min.unwrap_or(0);
        let max = max.unwrap_or(i64::from(i32::MAX)).max(min);
        let span = i128::from(max) - i128::from(min) + 1;
        i64::try_from(i128::from(min) + i128::from(random).rem_euclid(span)).unwrap_or(min)
    }
}

/// What stands behind each `var`; it can be several words long.
fn choices(words: &[&str]) -> Vec<String> {
    words.split(|word| *word == "var").skip(1).map(|choice| choice.join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(attributes: &str) -> Offered {
        Offered::parse(&format!("option name X type {attributes}")).unwrap()
    }

    #[test]
    fn options_are_read() {
        let seed = Offered::parse("option name Seed type spin default 0 min 0 max 9").unwrap();
        assert_eq!((seed.name.as_str(), seed.default.as_str()), ("Seed", "0"));
        assert_eq!(seed.kind, Kind::Spin { min: Some(0), max: Some(9) });
        assert!((0..100).all(|random| (0..=9).contains(&seed.number(random))));
        let button = Offered::parse("option name Clear Hash type button").unwrap();
        assert_eq!(button.command("true").unwrap(), "setoption name Clear Hash\n");
        assert!(button.is("clear hash"));
        let style = offered("combo default Very Safe var Very Safe var wild");
        assert_eq!(style.default, "Very Safe");
        assert_eq!(style.kind, Kind::Combo(vec!["Very Safe".into(), "wild".into()]));
        for line in ["option", "option name", "option name X", "option name X type ", "id name X"] {
            assert_eq!(Offered::parse(line), None, "{line}");
        }
    }

    #[test]
    fn values_are_sent_as_the_engine_spells_them() {
        let table = [
            ("spin default 1 min 1 max 8", "8", "8"),
            ("spin default 1", "-5", "-5"),
            ("combo default a var a var B c", "b C", "B c"),
            ("combo default a", "whatever", "whatever"),
            ("check default true", "False", "false"),
            ("string default <empty>", "a  b", "a  b"),
            ("novelty", "x", "x"),
        ];
        for (attributes, value, sent) in table {
            let command = offered(attributes).command(value);
            assert_eq!(command, Ok(format!("setoption name X value {sent}\n")), "{attributes}");
        }
    }

    #[test]
    fn values_out_of_bounds_are_refused_with_what_is_allowed() {
        let table = [
            ("spin default 1 min 1 max 8", "0", "from 1 to 8"),
            ("spin default 1 min 1 max 8", "9", "from 1 to 8"),
            ("spin default 1 min 1", "99999999999999999999x", "not below 1"),
            ("spin default 1 max 8", "9", "not above 8"),
            ("spin", "1.5", "a whole number"),
            ("combo default a var a var b", "c", "one of a, b"),
            ("check default true", "yes", "true or false"),
            ("button", "false", "a button"),
        ];
        for (attributes, value, allowed) in table {
            let refusal = offered(attributes).command(value).unwrap_err();
            assert!(refusal.starts_with(&format!("option X = '{value}'")), "{refusal}");
            assert!(refusal.contains(allowed), "{refusal}");
        }
    }

    #[test]
    fn numbers_stay_within_any_bounds() {
        let spin =
            |min, max| Offered { name: "Seed".into(), kind: Kind::Spin { min, max }, default: String::new() };
        for random in [0, 1, u64::MAX] {
            let _ = spin(Some(i64::MIN), Some(i64::MAX)).number(random);
        }
        assert_eq!(spin(Some(5), Some(3)).number(17), 5);
    }
}
