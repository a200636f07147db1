//! Why something was refused, as data that a host can translate.

/// An error that callers can say in another language: a stable code and its arguments.
pub trait Refusable {
    /// The refusal as data.
    fn refusal(&self) -> Refusal;
}

/// Why something was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// Stable, kebab-case, for translation: `pac`, `own-ejection` …
    pub code: &'static str,
    /// Values named in the sentence: cells, counts.
    pub args: Vec<(&'static str, String)>,
    /// The sentence in English, lower case, no final period.
    pub text: String,
}
