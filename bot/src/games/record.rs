//! What can be said of a stored game without opening it.

use crate::domain::{Game, GameRecord, GameSummary, Phase, SeatedPlayer, UserId};
use crate::games::endings::ABORTED;
use crate::games::refusal::GameError;

impl GameRecord {
    /// Where this person sits.
    pub fn seat_of(&self, user: UserId) -> Option<u8> {
        self.seats.iter().find(|seat| seat.user == user).map(|seat| seat.seat)
    }

    /// Who was challenged.
    pub fn challenged(&self) -> impl Iterator<Item = &SeatedPlayer> {
        self.seats.iter().filter(|seat| seat.user != self.game.challenger)
    }

    /// The challenged who have not answered yet.
    pub fn unanswered(&self) -> impl Iterator<Item = &SeatedPlayer> {
        self.challenged().filter(|seat| !seat.agreed)
    }

    /// The seat of somebody who plays in a game that is being played; the reason why not otherwise.
    pub fn playing_seat(&self, user: UserId) -> Result<u8, GameError> {
        let seat = self.seat_of(user).ok_or(GameError::NotAPlayer)?;
        match self.game.phase {
            Phase::Playing => Ok(seat),
            Phase::Offered => Err(GameError::NotStarted),
            Phase::Over => Err(GameError::Over),
            Phase::Void if self.game.is_aborted() => Err(GameError::Aborted),
            Phase::Void => Err(GameError::ChallengeClosed),
        }
    }

    /// The game goes on: it does not stand still.
    pub(crate) fn goes_on(&self) -> Result<(), GameError> {
        self.game.terms.adjourned.map_or(Ok(()), |adjourned| Err(GameError::Adjourned(adjourned.until)))
    }

    /// The seat of somebody who may call the game off: not everybody has made a move.
    pub fn aborting_seat(&self, user: UserId) -> Result<u8, GameError> {
        let seat = self.playing_seat(user)?;
        if (self.game.ply as usize) < self.seats.len() { Ok(seat) } else { Err(GameError::TooLateToAbort) }
    }

    /// Everybody who plays against this person.
    pub fn opponents(&self, user: UserId) -> impl Iterator<Item = &SeatedPlayer> {
        opponents(&self.seats, user)
    }

    /// Who has to agree to what this seat proposes for the game: partners too, whose moves and clocks are concerned.
    pub fn everybody_else(&self, seat: u8) -> impl Iterator<Item = &SeatedPlayer> {
        self.seats.iter().filter(move |other| other.seat != seat)
    }

    /// The player at this seat.
    pub fn at(&self, seat: u8) -> Option<&SeatedPlayer> {
        self.seats.iter().find(|seated| seated.seat == seat)
    }
}

impl GameSummary {
    /// Everybody who plays against this person.
    pub fn opponents(&self, user: UserId) -> impl Iterator<Item = &SeatedPlayer> {
        opponents(&self.seats, user)
    }
}

fn opponents(seats: &[SeatedPlayer], user: UserId) -> impl Iterator<Item = &SeatedPlayer> {
    seats.iter().filter(move |seat| seat.user != user)
}

/// More moves than any game has.
pub(crate) const BOARDS: i64 = 100_000;

impl Game {
    /// The board as it is, for the buttons below it: its number of moves, and which commit last took some back, so that a button
    /// of a board that is gone does nothing on a later one with as many moves.
    pub fn revision(&self) -> i64 {
        self.terms.taken_back.unwrap_or(0) * BOARDS + i64::from(self.ply)
    }

    /// Was it called off after it had begun?
    pub fn is_aborted(&self) -> bool {
        self.phase == Phase::Void && self.reason.as_deref() == Some(ABORTED)
    }

    /// Do all marbles look the same until the end? Asked of the setup, without opening it.
    pub fn hides_colors(&self) -> bool {
        self.setup.split_whitespace().any(|word| word == "colors=one")
    }
}
