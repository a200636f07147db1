//! The buttons and selects of `/games`.

use std::fmt;
use std::str::FromStr;

use crate::commands::button::ParseButtonError;

/// Which of their games a person sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// What is played or offered.
    Open,
    /// What waits for them.
    Turn,
    /// What waits for others.
    Waiting,
    /// What has not been answered.
    Challenges,
    /// What is over.
    Finished,
}

/// In which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// What waits for them first, by deadline.
    Deadline,
    /// The newest challenge first.
    Newest,
    /// By the name of the opponent.
    Opponent,
}

impl Show {
    pub const ALL: [(Self, &str); 5] = [
        (Self::Open, "open"),
        (Self::Turn, "my-turn"),
        (Self::Waiting, "waiting"),
        (Self::Challenges, "challenges"),
        (Self::Finished, "finished"),
    ];

    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(show, _)| *show == self).map_or("", |(_, word)| word)
    }

    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|(show, _)| *show)
    }
}

impl Sort {
    pub const ALL: [(Self, &str); 3] =
        [(Self::Deadline, "deadline"), (Self::Newest, "newest"), (Self::Opponent, "opponent")];

    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(sort, _)| *sort == self).map_or("", |(_, word)| word)
    }

    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|(sort, _)| *sort)
    }

    /// The order that the button offers.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Deadline => Self::Newest,
            Self::Newest => Self::Opponent,
            Self::Opponent => Self::Deadline,
        }
    }
}

/// The meaning of a `custom_id`: `v1:games:<show>:<sort>:<page>`. The list is that of the person who presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListButton {
    pub show: Show,
    pub sort: Sort,
    /// From 0.
    pub page: usize,
}

/// The select that chooses which games are shown: `v1:games-show:<sort>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowSelect(pub Sort);

impl fmt::Display for ListButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1:games:{}:{}:{}", self.show.as_str(), self.sort.as_str(), self.page)
    }
}

impl fmt::Display for ShowSelect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1:games-show:{}", self.0.as_str())
    }
}

impl FromStr for ListButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let parts: Vec<&str> = text.split(':').collect();
        let ["v1", "games", show, sort, page] = parts.as_slice() else { return Err(ParseButtonError) };
        let (show, sort) = (Show::of(show).ok_or(ParseButtonError)?, Sort::of(sort).ok_or(ParseButtonError)?);
        Ok(Self { show, sort, page: page.parse().map_err(|_| ParseButtonError)? })
    }
}

impl FromStr for ShowSelect {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        text.strip_prefix("v1:games-show:").and_then(Sort::of).map(Self).ok_or(ParseButtonError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_reads_back_as_itself_and_fits() {
        for (show, sort) in Show::ALL.iter().flat_map(|(show, _)| Sort::ALL.iter().map(|(sort, _)| (*show, *sort))) {
            let button = ListButton { show, sort, page: usize::MAX };
            assert!(button.to_string().len() <= 100, "{button}");
            assert_eq!(button.to_string().parse(), Ok(button));
            assert_eq!(ShowSelect(sort).to_string().parse(), Ok(ShowSelect(sort)));
        }
        for text in ["", "v1:games", "v1:games:open:deadline", "v1:games:open:deadline:-1", "v1:games:all:deadline:0"] {
            assert_eq!(text.parse::<ListButton>(), Err(ParseButtonError), "{text}");
        }
    }
}
