//! The buttons and the select of `/live`.

use std::fmt;
use std::str::FromStr;

use crate::commands::button::ParseButtonError;

/// The meaning of a `custom_id`: `v1:live:<page>` shows a page, `v1:live-open:<page>` the game that is chosen on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiveButton {
    Page(usize),
    Open(usize),
}

impl fmt::Display for LiveButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(page) => write!(f, "v1:live:{page}"),
            Self::Open(page) => write!(f, "v1:live-open:{page}"),
        }
    }
}

impl FromStr for LiveButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let page = |page: &str| page.parse().map_err(|_| ParseButtonError);
        match text.strip_prefix("v1:live").and_then(|rest| rest.split_once(':')) {
            Some(("", number)) => page(number).map(Self::Page),
            Some(("-open", number)) => page(number).map(Self::Open),
            _ => Err(ParseButtonError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_reads_back_as_itself_and_fits() {
        for control in [LiveButton::Page(0), LiveButton::Page(usize::MAX), LiveButton::Open(usize::MAX)] {
            assert!(control.to_string().len() <= 100 && control.to_string().parse() == Ok(control), "{control}");
        }
        for text in ["", "v1:live", "v1:live:", "v1:live:-1", "v1:live-open:x", "v1:live-all:1"] {
            assert_eq!(text.parse::<LiveButton>(), Err(ParseButtonError), "{text}");
        }
    }
}
