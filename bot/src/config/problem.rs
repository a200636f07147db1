//! What is wrong with a setting, in a sentence that a host understands: which one, where it was set, what it may be.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("setting `{key}`{}{place}: {why}", if .place.is_empty() { "" } else { " in " })]
pub struct SettingError {
    /// `games.max_open`
    pub key: String,
    /// File or environment variable; empty where it is not set.
    pub place: String,
    pub why: String,
}

impl SettingError {
    /// A value that is of the right type, and yet does not fit.
    pub(crate) fn new(key: &str, why: impl Into<String>) -> Self {
        Self { key: key.to_owned(), place: String::new(), why: why.into() }
    }
}

/// All settings that do not fit, a line each.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub(crate) struct SettingErrors(pub(crate) Vec<SettingError>);
