//! What a button carries: all that is needed to act, so that it works after a restart and a year later.

use std::fmt;
use std::str::FromStr;

use crate::domain::{BoardRevision, GameId};

/// Characters that Discord takes in a `custom_id`.
const LONGEST_ID: usize = 100;

/// The meaning of a `custom_id`: `v1:<verb>:<game>[:<number>[:<text>]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// What to do.
    pub verb: ButtonAction,
    /// In which game.
    pub game: GameId,
    /// Ply, version or [`BoardRevision`] that the button was drawn for.
    pub number: Option<i64>,
    /// A move, a page.
    pub text: Option<String>,
}

/// What a button does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ButtonAction {
    /// Accept a challenge.
    Accept,
    /// Refuse it.
    Decline,
    /// Withdraw it.
    Withdraw,
    /// Show the board: after so many plies, or as it is now.
    Board,
    /// The same from the other side.
    Flip,
    /// Ask whether to resign.
    Resign,
    /// Resign.
    ResignYes,
    /// Abort the game.
    AbortYes,
    /// Agree to what is proposed.
    Agree,
    /// Do not agree to it.
    Refuse,
    /// Withdraw what one has proposed oneself.
    WithdrawProposal,
    /// Resume an adjourned game.
    Resume,
    /// Claim a win against an opponent who has left.
    ClaimWin,
    /// Claim no more than a draw of it.
    ClaimDraw,
    /// Offer a draw.
    Draw,
    /// Accept the draw.
    DrawYes,
    /// Decline it.
    DrawNo,
    /// Withdraw one's own draw offer.
    WithdrawDraw,
    /// Begin to enter a move, in a new private message.
    Move,
    /// The same in the private message: back, or another page.
    Entry,
    /// What to move has been chosen (a select).
    From,
    /// Where to has been chosen: show the result.
    Dir,
    /// Play it.
    Play,
    /// Give the game as files.
    Record,
    /// Challenge the same people again.
    Rematch,
    /// Show the game as an animation.
    Replay,
    /// Show its moves: a page, or the last one.
    History,
    /// Show the next game in which the person who presses can move.
    Next,
    /// Show the board after so many plies, on the way through the game.
    Step,
    /// Ask for the move to go to (a modal), and go there.
    GoTo,
    /// Give the record as text to be copied.
    Copy,
    /// Ask whom to play from this position.
    Fork,
    /// Challenge the person who is chosen (a select) to it.
    ForkWith,
    /// Ask for a conditional move (a modal), and keep it.
    Line,
    /// Watch a game of others.
    Watch,
    /// Watch it no more.
    Unwatch,
    /// Stop the vacation of this number, though next to nothing is left of one's time. It acts on the vacation of the person who presses
    /// it, and on no game: the one that it names is the first of those in question, because a button names one.
    StopVacation,
}

const ACTIONS: [(ButtonAction, &str); 37] = [
    (ButtonAction::Accept, "accept"),
    (ButtonAction::Decline, "decline"),
    (ButtonAction::Withdraw, "withdraw"),
    (ButtonAction::Board, "board"),
    (ButtonAction::Flip, "flip"),
    (ButtonAction::Resign, "resign"),
    (ButtonAction::ResignYes, "resign!"),
    (ButtonAction::AbortYes, "abort!"),
    (ButtonAction::Agree, "agree"),
    (ButtonAction::Refuse, "refuse"),
    (ButtonAction::WithdrawProposal, "withdraw-proposal"),
    (ButtonAction::Resume, "resume"),
    (ButtonAction::ClaimWin, "claim-win"),
    (ButtonAction::ClaimDraw, "claim-draw"),
    (ButtonAction::Draw, "draw"),
    (ButtonAction::DrawYes, "draw-yes"),
    (ButtonAction::DrawNo, "draw-no"),
    (ButtonAction::WithdrawDraw, "withdraw-draw"),
    (ButtonAction::Move, "move"),
    (ButtonAction::Entry, "entry"),
    (ButtonAction::From, "from"),
    (ButtonAction::Dir, "dir"),
    (ButtonAction::Play, "play"),
    (ButtonAction::Record, "record"),
    (ButtonAction::Rematch, "rematch"),
    (ButtonAction::Replay, "replay"),
    (ButtonAction::History, "history"),
    (ButtonAction::StopVacation, "stop-vacation"),
    (ButtonAction::Watch, "watch"),
    (ButtonAction::Unwatch, "unwatch"),
    (ButtonAction::Next, "next"),
    (ButtonAction::Step, "step"),
    (ButtonAction::GoTo, "go-to"),
    (ButtonAction::Copy, "copy"),
    (ButtonAction::Fork, "fork"),
    (ButtonAction::ForkWith, "fork-with"),
    (ButtonAction::Line, "line"),
];

impl ButtonAction {
    /// The word of each verb, as it stands in a `custom_id`.
    pub fn words() -> impl Iterator<Item = &'static str> {
        ACTIONS.iter().map(|(_, word)| *word)
    }
}

impl Button {
    /// A button about a game.
    pub const fn of(verb: ButtonAction, game: GameId) -> Self {
        Self { verb, game, number: None, text: None }
    }

    /// A button about a game at a ply or version.
    pub fn at(verb: ButtonAction, game: GameId, number: impl Into<i64>) -> Self {
        Self { number: Some(number.into()), ..Self::of(verb, game) }
    }

    /// A button about a move in a game at a ply.
    pub fn with(verb: ButtonAction, game: GameId, number: impl Into<i64>, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::at(verb, game, number) }
    }

    /// The board that the button was drawn for, when the number says one.
    pub fn revision(&self) -> Option<BoardRevision> {
        self.number.and_then(|number| number.try_into().ok())
    }

    /// The ply, when the number is one.
    pub fn ply(&self) -> Option<u32> {
        self.number.and_then(|number| u32::try_from(number).ok())
    }

    /// Is the answer a message of its own below a board: a record as text, or a game that is watched, or is no more?
    pub const fn keeps_board(&self) -> bool {
        match self.verb {
            ButtonAction::Copy | ButtonAction::Watch => true,
            ButtonAction::Unwatch => self.number.is_some(),
            _ => false,
        }
    }

    /// Whether it fits into a `custom_id`: a long turn may not.
    pub fn fits(&self) -> bool {
        self.to_string().chars().count() <= LONGEST_ID
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = ACTIONS.iter().find(|(verb, _)| *verb == self.verb).map_or("", |(_, word)| word);
        write!(f, "v1:{word}:{}", self.game)?;
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
        let word = parts.next().ok_or(ParseButtonError)?;
        let verb = ACTIONS.iter().find(|(_, known)| *known == word).map(|(verb, _)| *verb).ok_or(ParseButtonError)?;
        let game = parts.next().and_then(|game| game.parse().ok()).ok_or(ParseButtonError)?;
        let number = parts.next().map(str::parse).transpose().map_err(|_| ParseButtonError)?;
        Ok(Self { verb, game, number, text: parts.next().map(str::to_owned) })
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_button_reads_back_as_itself_and_fits(
            verb in 0..ACTIONS.len(), game in 0..1_i64 << 45, number in 0_i64..100_000, text in "[a-i1-9@:,+-]{0,40}",
        ) {
            for press in [
                Button::of(ACTIONS[verb].0, GameId(game)),
                Button::at(ACTIONS[verb].0, GameId(game), number),
                Button::with(ACTIONS[verb].0, GameId(game), number, text),
            ] {
                let id = press.to_string();
                prop_assert!(id.len() <= 100, "{id}");
                prop_assert_eq!(id.parse(), Ok(press));
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,120}") {
            let _ = text.parse::<Button>();
        }
    }
}
