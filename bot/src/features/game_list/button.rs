//! The buttons and selects of `/games`.

use base::named::named;
use discord::custom_id::buttons;
use games::domain::GameId;

named! {
    pub enum Show, "choice of games" {
        /// Running games and challenges.
        Open = "open",
        Turn = "my-turn",
        /// Games that wait for others.
        Waiting = "waiting",
        Challenges = "challenges",
        Finished = "finished",
        /// Games of others that this person watches.
        Watched = "watched",
        /// All games of the server.
        Server = "server",
        Seeks = "seeks",
    }
}

named! {
    pub enum Sort, "order of games" {
        /// Games that wait for this person first, by deadline.
        Deadline = "deadline",
        Newest = "newest",
        Opponent = "opponent",
    }
}

impl Sort {
    /// The other order, for the button.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Deadline => Self::Newest,
            Self::Newest => Self::Opponent,
            Self::Opponent => Self::Deadline,
        }
    }
}

/// The list, order and page shown to the person who presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownList {
    pub show: Show,
    pub sort: Sort,
    /// From 0.
    pub page: usize,
}

impl ShownList {
    pub const fn button(self) -> ListButton {
        let Self { show, sort, page } = self;
        ListButton::Page { show, sort, page }
    }
}

buttons! {
    pub enum ListButton {
        Page { show: Show, sort: Sort, page: usize } = "games",
        Show { sort: Sort } = "games-show",
        /// Replay the selected finished game.
        Replay = "games-replay",
        /// Show the next game in which the person who presses can move.
        Next { after: Option<GameId> } = "next",
    }
}
