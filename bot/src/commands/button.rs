//! What a button carries: all that is needed to act, so that it works after a restart and a year later.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::domain::{BoardRevision, GameId};

/// Characters that Discord takes in a `custom_id`.
pub const LONGEST_ID: usize = 100;

/// The meaning of a `custom_id`: `v1:<word>[^|_]:<game>[:<number>[:<text>]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    pub word: Cow<'static, str>,
    pub game: GameId,
    /// Whether White is at the bottom (`^`) or not (`_`) of the board that is shown; `None`: as the reader likes it.
    pub flip: Option<bool>,
    /// Ply, version or [`BoardRevision`] that the button was drawn for.
    pub number: Option<i64>,
    pub text: Option<String>,
}

/// The words of buttons: each names the feature that answers it.
pub mod word {
    pub const ACCEPT: &str = "accept";
    pub const DECLINE: &str = "decline";
    /// Refuse it though that loses it, after the question.
    pub const DECLINE_YES: &str = "decline!";
    /// Leave it as it is, after the question.
    pub const DECLINE_NO: &str = "decline-no";
    pub const WITHDRAW: &str = "withdraw";
    pub const BOARD: &str = "board";
    /// Answer with a link to the board in the browser.
    pub const OPEN: &str = "open";
    /// Show what can be done in a game now, or ask about one of it.
    pub const GAME: &str = "game";
    pub const RESIGN: &str = "resign";
    pub const AGREE: &str = "agree";
    pub const REFUSE: &str = "refuse";
    pub const WITHDRAW_PROPOSAL: &str = "withdraw-proposal";
    pub const DRAW: &str = "draw";
    pub const DRAW_YES: &str = "draw-yes";
    pub const DRAW_NO: &str = "draw-no";
    /// Begin to enter a move, in a new private message.
    pub const MOVE: &str = "move";
    /// Ask for a move (a modal), and play it.
    pub const TYPE: &str = "type";
    /// In the private message of the menu: back, or another page.
    pub const ENTRY: &str = "entry";
    pub const PLAY: &str = "play";
    pub const RECORD: &str = "record";
    pub const REMATCH: &str = "rematch";
    /// Play against the bot what nobody has accepted.
    pub const ENGINE: &str = "engine";
    pub const REPLAY: &str = "replay";
    /// Show where it was won and lost: the whole game, or the position after so many plies.
    pub const ANALYSIS: &str = "analysis";
    /// Show its moves: a page, or the last one.
    pub const HISTORY: &str = "history";
    pub const WATCH: &str = "watch";
    pub const UNWATCH: &str = "unwatch";
    /// Show the next game in which the person who presses can move.
    pub const NEXT: &str = "next";
    /// Show the board after so many plies, on the way through the game.
    pub const STEP: &str = "step";
    /// Ask for the move to go to (a modal), and go there.
    pub const GO_TO: &str = "go-to";
    pub const FORK: &str = "fork";
    /// Ask for a conditional move (a modal), and keep it.
    pub const LINE: &str = "line";
}

impl Button {
    pub const fn of(word: &'static str, game: GameId) -> Self {
        Self { word: Cow::Borrowed(word), game, flip: None, number: None, text: None }
    }

    /// A button about a game at a ply or version.
    pub fn at(word: &'static str, game: GameId, number: impl Into<i64>) -> Self {
        Self { number: Some(number.into()), ..Self::of(word, game) }
    }

    /// A button about a move in a game at a ply.
    pub fn with(word: &'static str, game: GameId, number: impl Into<i64>, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::at(word, game, number) }
    }

    /// The same on a board that is turned this way.
    #[must_use]
    pub fn facing(self, flip: Option<bool>) -> Self {
        Self { flip, ..self }
    }

    pub fn revision(&self) -> Option<BoardRevision> {
        self.number.and_then(|number| number.try_into().ok())
    }

    pub fn ply(&self) -> Option<u32> {
        self.number.and_then(|number| u32::try_from(number).ok())
    }

    /// Whether it fits into a `custom_id`: a long turn may not.
    pub fn fits(&self) -> bool {
        self.to_string().chars().count() <= LONGEST_ID
    }
}

/// The word of a `custom_id`: it says which feature answers.
pub fn word_of(custom_id: &str) -> Option<&str> {
    custom_id.strip_prefix("v1:")?.split(':').next().map(|word| split_flip(word).0)
}

/// A word, and which way the board is turned.
fn split_flip(word: &str) -> (&str, Option<bool>) {
    [('^', true), ('_', false)]
        .into_iter()
        .find_map(|(mark, flip)| Some((word.strip_suffix(mark)?, Some(flip))))
        .unwrap_or((word, None))
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facing = match self.flip {
            Some(true) => "^",
            Some(false) => "_",
            None => "",
        };
        write!(f, "v1:{}{facing}:{}", self.word, self.game)?;
        if let Some(number) = self.number {
            write!(f, ":{number}")?;
            if let Some(text) = &self.text {
                write!(f, ":{text}")?;
            }
        }
        Ok(())
    }
}

/// A `custom_id` that is not ours, or of a version we do not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a button of this bot")]
pub struct ParseButtonError;

impl FromStr for Button {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let mut parts = text.splitn(5, ':');
        if parts.next() != Some("v1") {
            return Err(ParseButtonError);
        }
        let (word, flip) = split_flip(parts.next().ok_or(ParseButtonError)?);
        let game = parts.next().and_then(|game| game.parse().ok()).ok_or(ParseButtonError)?;
        let number = parts.next().map(str::parse).transpose().map_err(|_| ParseButtonError)?;
        Ok(Self { word: Cow::Owned(word.to_owned()), game, flip, number, text: parts.next().map(str::to_owned) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".{0,120}") {
            let _ = text.parse::<Button>();
        }
    }
}
