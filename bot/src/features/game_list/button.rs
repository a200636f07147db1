//! The buttons and selects of `/games`.

use std::fmt;
use std::str::FromStr;

use crate::commands::ParseButtonError;
use crate::domain::named::named;

named! {
    pub enum Show, "choice of games" {
        /// What is played or offered.
        Open = "open",
        /// What waits for them.
        Turn = "my-turn",
        /// What waits for others.
        Waiting = "waiting",
        Challenges = "challenges",
        Finished = "finished",
        /// Of others, followed.
        Watched = "watched",
        /// Of everybody in the server.
        Server = "server",
        /// Open challenges of the server.
        Seeks = "seeks",
    }
}

named! {
    pub enum Sort, "order of games" {
        /// What waits for them first, by deadline.
        Deadline = "deadline",
        Newest = "newest",
        Opponent = "opponent",
    }
}

impl Sort {
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
pub struct ShowSelect(pub Sort);

impl fmt::Display for ListButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1:games:{}:{}:{}", self.show, self.sort, self.page)
    }
}

impl fmt::Display for ShowSelect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1:games-show:{}", self.0)
    }
}

impl FromStr for ListButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let parts: Vec<&str> = text.split(':').collect();
        let ["v1", "games", show, sort, page] = parts.as_slice() else { return Err(ParseButtonError) };
        let read = || Some(Self { show: show.parse().ok()?, sort: sort.parse().ok()?, page: page.parse().ok()? });
        read().ok_or(ParseButtonError)
    }
}

impl FromStr for ShowSelect {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let sort = text.strip_prefix("v1:games-show:").and_then(|sort| sort.parse().ok());
        sort.map(Self).ok_or(ParseButtonError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_reads_back_as_itself_and_fits() {
        for (show, sort) in Show::ALL.iter().flat_map(|show| Sort::ALL.iter().map(|sort| (*show, *sort))) {
            let button = ListButton { show, sort, page: usize::MAX };
            assert!(button.to_string().len() <= 100, "{button}");
            assert_eq!(button.to_string().parse(), Ok(button));
            assert_eq!(ShowSelect(sort).to_string().parse().map(|ShowSelect(read)| read), Ok(sort));
        }
        for text in ["", "v1:games", "v1:games:open:deadline", "v1:games:open:deadline:-1", "v1:games:all:deadline:0"] {
            assert_eq!(text.parse::<ListButton>(), Err(ParseButtonError), "{text}");
        }
    }
}
