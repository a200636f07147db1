//! Buttons of the question before somebody's data are deleted.

use std::fmt;
use std::str::FromStr;

use crate::commands::button::ParseButtonError;
use crate::domain::Timestamp;

/// The meaning of a `custom_id`: `v1:privacy-<verb>:<when it was asked>`. It names nobody: a press means the one who presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrivacyButton {
    pub verb: PrivacyVerb,
    pub asked_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrivacyVerb {
    Delete,
    ResignAndDelete,
    Keep,
}

pub(super) const WORDS: [&str; 3] = ["privacy-delete", "privacy-resign", "privacy-keep"];

const VERBS: [(PrivacyVerb, &str); 3] =
    [(PrivacyVerb::Delete, WORDS[0]), (PrivacyVerb::ResignAndDelete, WORDS[1]), (PrivacyVerb::Keep, WORDS[2])];

impl fmt::Display for PrivacyButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = VERBS.iter().find(|(verb, _)| *verb == self.verb).map_or("", |(_, word)| word);
        write!(f, "v1:{word}:{}", self.asked_at.0)
    }
}

impl FromStr for PrivacyButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let rest = text.strip_prefix("v1:").and_then(|rest| rest.split_once(':'));
        let (word, at) = rest.ok_or(ParseButtonError)?;
        let verb = VERBS.iter().find(|(_, known)| *known == word).map(|(verb, _)| *verb).ok_or(ParseButtonError)?;
        Ok(Self { verb, asked_at: at.parse().map(Timestamp).map_err(|_| ParseButtonError)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_reads_back_as_itself_and_fits() {
        for (verb, _) in VERBS {
            let button = PrivacyButton { verb, asked_at: Timestamp(i64::MAX) };
            assert!(button.to_string().len() <= 100 && button.to_string().parse() == Ok(button), "{button}");
        }
        for text in ["", "v1:privacy-delete", "v1:privacy-delete:x", "v1:privacy-all:1", "v1:delete:1"] {
            assert_eq!(text.parse::<PrivacyButton>(), Err(ParseButtonError), "{text}");
        }
    }
}
