//! Problems of settings, in a sentence for hosts: which setting, where it was set, and what is allowed.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("setting `{key}`{}{place}: {why}", if .place.is_empty() { "" } else { " in " })]
pub struct SettingError {
    /// `games.max_open`
    pub key: String,
    /// File or environment variable; empty if it is not set.
    pub place: String,
    pub why: String,
}

impl SettingError {
    /// For a value of the right type that is still invalid.
    pub(crate) fn new(key: &str, why: impl Into<String>) -> Self {
        Self { key: key.to_owned(), place: String::new(), why: why.into() }
    }
}

/// All invalid settings, one per line.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub(crate) struct SettingErrors(pub(crate) Vec<SettingError>);
