//! Options by name: what there is to set, what is allowed, and the values of one search.

use std::collections::BTreeMap;

/// What an option may hold, and what it holds at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number within bounds.
    Integer {
        /// At first.
        default: i64,
        /// Least allowed.
        min: i64,
        /// Greatest allowed.
        max: i64,
    },
    /// `true` or `false`.
    Flag {
        /// At first.
        default: bool,
    },
    /// One of some words.
    Choice {
        /// At first.
        default: &'static str,
        /// All that are allowed.
        allowed: &'static [&'static str],
    },
    /// Any text, such as a path; may be empty.
    Text {
        /// At first.
        default: &'static str,
    },
    /// Something to press, without a value.
    Button,
}

/// One row of an option table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// As it is printed; names are compared without regard to case.
    pub name: &'static str,
    /// What it may hold.
    pub kind: Kind,
    /// One sentence for people.
    pub help: &'static str,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of [`Kind::Integer`].
    Integer(i64),
    /// Of [`Kind::Flag`].
    Flag(bool),
    /// Of [`Kind::Choice`] (spelt as in the table) and [`Kind::Text`].
    Text(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl OptionSpec {
    /// The value at first; a button has none.
    #[must_use]
    fn default_value(&self) -> Option<Value> {
        match self.kind {
            Kind::Integer { default, .. } => Some(Value::Integer(default)),
            Kind::Flag { default } => Some(Value::Flag(default)),
            Kind::Choice { default, .. } | Kind::Text { default } => Some(Value::Text(default.to_owned())),
            Kind::Button => None,
        }
    }

    /// Reads a value, `None` for a button.
    ///
    /// # Errors
    /// A sentence that names what is allowed.
    pub fn parse(&self, text: &str) -> Result<Option<Value>, String> {
        let refused = |allowed: String| {
            Err(format!("option {} cannot be {}: {allowed}", self.name, crate::quoted(text)))
        };
        match self.kind {
            Kind::Integer { min, max, .. } => match text.parse::<i64>() {
                Ok(number) if (min..=max).contains(&number) => Ok(Some(Value::Integer(number))),
                _ => refused(format!("it takes a whole number from {min} to {max}")),
            },
            Kind::Flag { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(Some(Value::Flag(true))),
                "false" => Ok(Some(Value::Flag(false))),
                _ => refused("it takes true or false".to_owned()),
            },
            Kind::Choice { allowed, .. } => match allowed.iter().find(|word| word.eq_ignore_ascii_case(text))
            {
                Some(word) => Ok(Some(Value::Text((*word).to_owned()))),
                None => refused(format!("it takes one of {}", allowed.join(", "))),
            },
            Kind::Text { .. } => Ok(Some(Value::Text(if text == "<empty>" { "" } else { text }.to_owned()))),
            Kind::Button => Ok(None),
        }
    }
}

/// The values of options, by the names of their table. Missing names read as nothing: 0, `false`, the empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(BTreeMap<&'static str, Value>);

impl Settings {
    /// The values that these options hold at first.
    pub fn defaults<'a>(specs: impl IntoIterator<Item = &'a OptionSpec>) -> Self {
        Self(specs.into_iter().filter_map(|spec| Some((spec.name, spec.default_value()?))).collect())
    }

    /// Sets the option of this name (as in its table).
    pub fn set(&mut self, name: &'static str, value: Value) {
        self.0.insert(name, value);
    }

    /// What this option holds now; a button nothing.
    #[must_use]
    pub fn value(&self, spec: &OptionSpec) -> Option<Value> {
        self.0.get(spec.name).cloned().or_else(|| spec.default_value())
    }

    /// Whether this option holds another value than at first.
    #[must_use]
    pub fn is_changed(&self, spec: &OptionSpec) -> bool {
        self.value(spec) != spec.default_value()
    }

    /// The number that this option holds.
    #[must_use]
    pub fn integer(&self, name: &str) -> i64 {
        match self.0.get(name) {
            Some(Value::Integer(number)) => *number,
            _ => 0,
        }
    }

    /// Whether this option is on.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.0.get(name), Some(Value::Flag(true)))
    }

    /// The text that this option holds.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        match self.0.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }
}
