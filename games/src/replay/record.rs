//! Checks on stored games that need no replay.

use crate::domain::{GameRecord, OrganizerError, Phase, UserId};
use crate::refusal::GameError;
use rules::Seat;

impl GameRecord {
    /// The seat of a person in a running game, or why there is none.
    pub fn playing_seat(&self, user: UserId) -> Result<Seat, GameError> {
        let seat = self.seat_of(user).ok_or(GameError::NotAPlayer)?;
        self.check_playing().map(|()| seat)
    }

    /// Refuses unless the game is running.
    pub fn check_playing(&self) -> Result<(), GameError> {
        match self.game.phase {
            Phase::Playing => Ok(()),
            Phase::Offered => Err(GameError::NotStarted),
            Phase::Over => Err(GameError::Over),
            Phase::Void if self.game.is_aborted() => Err(GameError::Aborted),
            Phase::Void if self.game.is_annulled() => Err(OrganizerError::Annulled.into()),
            Phase::Void => Err(GameError::ChallengeClosed(Box::new(self.clone()))),
        }
    }

    /// Refuses to show challenges and annulled games to anybody but their players.
    pub fn check_not_others(&self, user: UserId) -> Result<(), GameError> {
        match self.seat_of(user) {
            Some(_) => Ok(()),
            None if self.game.is_annulled() => Err(OrganizerError::Annulled.into()),
            None => Err(GameError::NotForYou),
        }
    }

    pub fn check_not_adjourned(&self) -> Result<(), GameError> {
        match self.game.agreements.adjourned {
            None => Ok(()),
            Some(adjourned) if adjourned.organizer.is_some() => Err(OrganizerError::Paused(adjourned.until).into()),
            Some(adjourned) => Err(GameError::Adjourned(adjourned.until)),
        }
    }

    /// The seat of a person who may abort the game, as long as not all players have moved.
    pub fn aborting_seat(&self, user: UserId) -> Result<Seat, GameError> {
        let seat = self.playing_seat(user)?;
        let move_count = self.game.ply.saturating_sub(self.given_plies());
        if (move_count as usize) < self.seats.len() { Ok(seat) } else { Err(GameError::TooLateToAbort) }
    }
}
