//! The grammar of a `custom_id`: `v1:<word>:<field>:…`. The id has all that an answer needs, so a button works after a restart and a year
//! later. A missing field is empty; only the last field may hold a `:`. Each feature declares its own [`buttons!`].

use std::fmt::{self, Debug, Display};

pub use base::field::{Field, sample};

pub const LONGEST_ID: usize = 100;

const VERSION: &str = "v1:";

/// The ids of the buttons, selects and forms of one feature.
pub trait CustomId: Display + Debug + Clone + PartialEq {
    const WORDS: &'static [&'static str];

    fn parts(&self) -> Vec<String>;

    fn read(word: &str, fields: &str) -> Option<Self>;

    /// Every button, with the extremes of its fields, for tests.
    fn samples() -> Vec<Self>;

    /// `None` for an id of somebody else, or of another version.
    fn parse(custom_id: &str) -> Option<Self> {
        let (word, fields) = split(custom_id)?;
        Self::read(word, fields)
    }

    /// The parts, without empty fields at the end.
    fn joined(&self) -> String {
        let parts = self.parts();
        let filled = parts.iter().rposition(|part| !part.is_empty()).map_or(0, |last| last + 1);
        parts[..filled].join(":")
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}{}", self.joined())
    }

    fn about<S: Field>(self, subject: S) -> About<S, Self> {
        About { subject, button: self }
    }
}

/// The word of a `custom_id`, by which the router finds the feature.
pub fn word_of(custom_id: &str) -> Option<&str> {
    split(custom_id).map(|(word, _)| word)
}

fn split(custom_id: &str) -> Option<(&str, &str)> {
    let id = custom_id.strip_prefix(VERSION)?;
    Some(id.split_once(':').unwrap_or((id, "")))
}

/// A button whose first field is its subject: a game, a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About<S, B> {
    pub subject: S,
    pub button: B,
}

impl<S: Field, B: CustomId> About<S, B> {
    /// A long turn may not fit.
    pub fn fits(&self) -> bool {
        self.to_string().chars().count() <= LONGEST_ID
    }
}

impl<S: Field, B: CustomId> CustomId for About<S, B> {
    const WORDS: &'static [&'static str] = B::WORDS;

    fn parts(&self) -> Vec<String> {
        let mut parts = self.button.parts();
        parts.insert(1, self.subject.write());
        parts
    }

    fn read(word: &str, fields: &str) -> Option<Self> {
        let (subject, fields) = fields.split_once(':').unwrap_or((fields, ""));
        Some(Self { subject: S::read(subject)?, button: B::read(word, fields)? })
    }

    fn samples() -> Vec<Self> {
        (0..).zip(B::samples()).map(|(n, button)| Self { subject: sample(n), button }).collect()
    }
}

impl<S: Field, B: CustomId> Display for About<S, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// Declares the buttons of a feature, each with its word and its fields.
#[macro_export]
macro_rules! buttons {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $button:ident $({ $($field:ident: $type:ty),+ $(,)? })? = $word:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        $vis enum $name { $($(#[$doc])* $button $({ $($field: $type),+ })?,)+ }

        impl $crate::custom_id::CustomId for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn parts(&self) -> Vec<String> {
                match self {
                    $(Self::$button $({ $($field),+ })? => {
                        vec![$word.to_owned(), $($($crate::custom_id::Field::write($field)),+)?]
                    })+
                }
            }

            fn read(word: &str, fields: &str) -> Option<Self> {
                let count = |names: &[&str]| names.len().max(1);
                match word {
                    $($word => {
                        let mut fields = fields.splitn(count(&[$($(stringify!($field)),+)?]), ':');
                        let button = Self::$button $({
                            $($field: $crate::custom_id::Field::read(fields.next().unwrap_or_default())?),+
                        })?;
                        fields.all(str::is_empty).then_some(button)
                    })+
                    _ => None,
                }
            }

            fn samples() -> Vec<Self> {
                let all = |n: usize| {
                    let _ = n;
                    [$(Self::$button $({ $($field: $crate::custom_id::sample(n)),+ })?),+]
                };
                (0..16).flat_map(all).collect()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::custom_id::CustomId::write(self, f)
            }
        }
    };
}
pub use buttons;

#[derive(Clone, Copy)]
pub struct Words {
    pub all: &'static [&'static str],
    /// For tests: asserts that samples read back as themselves and fit, and reads this text.
    pub check: fn(text: &str),
}

impl Words {
    pub const NONE: Self = Self { all: &[], check: |_| {} };

    pub const fn of<B: CustomId>() -> Self {
        Self {
            all: B::WORDS,
            check: |text| {
                for button in B::samples() {
                    assert!(button.to_string().len() <= LONGEST_ID, "{button}");
                    assert_eq!(B::parse(&button.to_string()), Some(button));
                }
                B::parse(text);
            },
        }
    }
}
