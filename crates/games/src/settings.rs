//! Options by name: what there is to set, what is allowed, and the values of one search.

use std::collections::BTreeMap;
use std::marker::PhantomData;

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

/// The option of this name among these.
///
/// # Errors
/// A sentence that names those most like it, and what lists all.
pub fn option_named<'a>(options: &'a [OptionSpec], name: &str) -> Result<&'a OptionSpec, String> {
    options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let like = nearest(name, options.iter().map(|spec| spec.name)).join(", ");
        let like = if like.is_empty() { like } else { format!("; the nearest: {like}") };
        format!("no option is named {}{like}; `fourscore options` lists all", crate::quoted(name))
    })
}

/// At most three of these names that are like what was typed, the most alike first. What precedes a dot may be left out.
fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = typed.to_lowercase();
    let like = |name: &str| {
        let name = name.to_lowercase();
        let last = name.rsplit('.').next().unwrap_or_default();
        strsim::jaro_winkler(&name, &typed).max(strsim::jaro_winkler(last, &typed))
    };
    let mut all: Vec<_> = names.map(|name| (like(name), name)).filter(|&(like, _)| like >= 0.8).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(3).map(|(_, name)| name).collect()
}

impl OptionSpec {
    /// The value at first; a button has none.
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

/// An option with the type of its values. Strategies read no other, and so none that there is not.
#[derive(Clone, Copy, Debug)]
pub struct Setting<T> {
    /// As it is printed.
    pub name: &'static str,
    kind: Kind,
    of: PhantomData<T>,
}

/// A whole number within these bounds.
pub const fn integer<T: Whole>(name: &'static str, default: i64, min: i64, max: i64) -> Setting<T> {
    Setting { name, kind: Kind::Integer { default, min, max }, of: PhantomData }
}

/// `true` or `false`.
pub const fn flag(name: &'static str, default: bool) -> Setting<bool> {
    Setting { name, kind: Kind::Flag { default }, of: PhantomData }
}

/// One of some words.
pub const fn choice(
    name: &'static str,
    default: &'static str,
    allowed: &'static [&'static str],
) -> Setting<String> {
    Setting { name, kind: Kind::Choice { default, allowed }, of: PhantomData }
}

/// Any text, such as a path.
pub const fn text(name: &'static str, default: &'static str) -> Setting<String> {
    Setting { name, kind: Kind::Text { default }, of: PhantomData }
}

impl<T> Setting<T> {
    /// Its row, with what people are told of it; a blank at the beginning, as comments have it, is left out.
    pub const fn row(&self, help: &'static str) -> OptionSpec {
        let help = if help.as_bytes()[0] == b' ' { help.split_at(1).1 } else { help };
        OptionSpec { name: self.name, kind: self.kind, help }
    }
}

/// What a [`Setting`] may hold.
pub trait Held {
    /// What this value is, if it is of that kind.
    fn of(value: &Value) -> Option<Self>
    where
        Self: Sized;
}

/// What a whole number may be read as.
pub trait Whole: Held {}

macro_rules! whole {
    ($($type:ty)*) => {$(
        impl Whole for $type {}

        impl Held for $type {
            fn of(value: &Value) -> Option<Self> {
                if let Value::Integer(number) = value { (*number).try_into().ok() } else { None }
            }
        }
    )*};
}
whole!(i64 u32 u64 usize);

impl Held for bool {
    fn of(value: &Value) -> Option<Self> {
        if let Value::Flag(flag) = value { Some(*flag) } else { None }
    }
}

impl Held for String {
    fn of(value: &Value) -> Option<Self> {
        if let Value::Text(text) = value { Some(text.clone()) } else { None }
    }
}

/// Declares options: a struct with what they hold in a search, and their table. The comment of a field is what people are told.
#[macro_export]
macro_rules! options {
    ($(#[$about:meta])* $vis:vis struct $name:ident {
        $($(#[doc = $help:literal])+ $field:ident: $type:ty = $setting:expr,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        $vis struct $name {
            $($(#[doc = $help])+ pub $field: $type,)*
        }

        impl $name {
            $vis const OPTIONS: &'static [$crate::settings::OptionSpec] = &[$({
                const SETTING: $crate::settings::Setting<$type> = $setting;
                SETTING.row(concat!($($help),+))
            }),*];

            /// What they hold.
            $vis fn of(settings: &$crate::settings::Settings) -> Self {
                Self { $($field: settings.get(&$setting)),* }
            }
        }
    };
}
pub use crate::options;

/// The tables one after the other.
pub const fn joined<const N: usize>(tables: &[&[OptionSpec]]) -> [OptionSpec; N] {
    let mut all = [tables[0][0]; N];
    let (mut n, mut table) = (0, 0);
    while table < tables.len() {
        let mut place = 0;
        while place < tables[table].len() {
            all[n] = tables[table][place];
            (n, place) = (n + 1, place + 1);
        }
        table += 1;
    }
    all
}

/// The values of options, by the names of their table. What is missing is as at first.
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

    /// Takes over what others hold of these names.
    pub fn take_over(&mut self, others: &Self, names: &[&'static str]) {
        self.0.extend(names.iter().filter_map(|&name| Some((name, others.0.get(name)?.clone()))));
    }

    /// What this option holds now; a button nothing.
    pub fn value(&self, spec: &OptionSpec) -> Option<Value> {
        self.0.get(spec.name).cloned().or_else(|| spec.default_value())
    }

    /// Whether this option holds another value than at first.
    pub fn is_changed(&self, spec: &OptionSpec) -> bool {
        self.value(spec) != spec.default_value()
    }

    /// What this option holds now.
    pub fn get<T: Held + Default>(&self, setting: &Setting<T>) -> T {
        self.value(&setting.row(" ")).as_ref().and_then(T::of).unwrap_or_default()
    }
}
