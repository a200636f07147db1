//! Refusals as data that a host can translate.

/// An error that callers can translate: a stable code and its arguments.
pub trait Refusable {
    /// The refusal as data.
    fn refusal(&self) -> Refusal;
}

/// The reason why something was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// Stable, kebab-case, for translation: `pac`, `own-ejection` …
    pub code: &'static str,
    /// Values in the sentence: cells, counts.
    pub args: Vec<(&'static str, String)>,
    /// The sentence in English, lower case, no final period.
    pub text: String,
}

/// Defines an error type with each case's fields, code and sentence in one place. A case's fields are the arguments
/// of its refusal. Cases with two dots before them forward another error type's refusals.
macro_rules! refusals {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $(..$outer:ident($inner:ty),)*
            $(
                $case:ident $({ $($field:ident: $type:ty),+ })? = $code:literal, $sentence:literal $(, $word:expr)*;
            )*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        pub enum $name {
            $(
                #[doc = concat!("As [`", stringify!($inner), "`] says.")]
                #[error(transparent)]
                $outer(#[from] $inner),
            )*
            $(
                #[doc = $sentence]
                #[error($sentence $(, $word)*)]
                $case $({ $(#[allow(missing_docs, reason = "the sentence says it")] $field: $type),+ })?,
            )*
        }

        impl $crate::refusal::Refusable for $name {
            fn refusal(&self) -> $crate::refusal::Refusal {
                match self {
                    $(Self::$outer(error) => error.refusal(),)*
                    $(Self::$case $({ $($field),+ })? => $crate::refusal::Refusal {
                        code: $code,
                        args: vec![$($((stringify!($field), $field.to_string())),+)?],
                        text: self.to_string(),
                    },)*
                }
            }
        }
    };
}
pub(crate) use refusals;

pub(crate) fn in_words(count: u8) -> String {
    match count {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        count => count.to_string(),
    }
}
