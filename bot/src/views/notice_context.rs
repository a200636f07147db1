//! The context in which a notice is worded.

use discord::OutgoingMessage;
use games::domain::{Game, GameRecord, Phase, Player, Timestamp, UserId};
use rules::Seat;

use crate::commands::{App, Viewer};
use crate::localization::{Language, localize};

/// A notice that is about to be worded, with its game and its readers.
#[derive(Clone, Copy)]
pub struct NoticeContext<'a> {
    pub app: &'a App,
    pub language: Language,
    pub record: &'a GameRecord,
    /// The version of the game that the notice is about.
    pub version: i64,
    pub created_at: Timestamp,
    pub viewer: &'a Viewer,
    /// The reader of a direct message; `None` if everybody reads it.
    pub reader: Option<UserId>,
    /// Worded for the line below an edited board, so without a board.
    pub is_line: bool,
}

impl NoticeContext<'_> {
    pub fn game(&self) -> &Game {
        &self.record.game
    }

    pub fn player(&self, seat: Seat) -> Option<Player> {
        self.record.at(seat).map(|seat| seat.player)
    }

    /// A sentence about the player at this seat.
    pub fn say_of_player(&self, seat: Seat, key: &str) -> Option<OutgoingMessage> {
        let player = self.player(seat)?;
        Some(OutgoingMessage::text(localize!(self.language, key, player = player)))
    }

    /// Whether the turn after `ply` moves is still running.
    pub fn is_about_this_turn(&self, ply: u32) -> bool {
        let game = self.game();
        game.phase == Phase::Playing && game.ply == ply && !self.is_before_takeback()
    }

    /// Whether that turn is running in a game that is not adjourned. Only then its player is mentioned.
    pub fn mentions_now(&self, ply: u32) -> bool {
        self.is_about_this_turn(ply) && self.game().agreements.adjourned.is_none()
    }

    /// Whether the notice was committed before moves were taken back. Then another board may have the same number of
    /// moves.
    pub fn is_before_takeback(&self) -> bool {
        self.game().agreements.taken_back.is_some_and(|version| self.version < version)
    }

    /// Whether it is about a move that was taken back, which the takeback itself reports.
    pub fn is_taken_back(&self, ply: u32) -> bool {
        let last_ply = ply.checked_sub(1).map(|index| self.record.plies.get(index as usize));
        self.is_before_takeback() && last_ply.is_some_and(|ply| ply.is_none_or(|ply| ply.version != self.version))
    }
}
