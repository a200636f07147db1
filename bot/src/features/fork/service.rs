//! A challenge that begins with the moves of a finished game.

use crate::domain::{Follows, GameId, Origin, Person, Phase, RequestId};
use crate::features::challenge::service::{ColorChoice, NewChallenge};
use crate::games::{Done, GameError, Games, ReplayedGame};

/// A game that begins with the moves of another one.
#[derive(Debug, Clone)]
pub struct NewFork {
    pub request: RequestId,
    /// The game whose moves they are, and how many of them.
    pub game: GameId,
    pub ply: u32,
    pub challenger: Person,
    pub opponent: Person,
    /// Where it is asked for.
    pub origin: Origin,
}

impl Games {
    /// Challenges somebody to play on from a position of a finished game, at its pace and unrated. Who has played it keeps their
    /// color, anybody else has the color on turn.
    ///
    /// # Errors
    /// [`GameError::NotOver`]: nobody tries out a game that is still played. [`GameError::Over`] at the end of a game by the rules.
    pub async fn fork(&self, fork: NewFork) -> Result<Done, GameError> {
        let replayed = self.forkable(fork.game, fork.ply).await?;
        let record = &replayed.record;
        let to_move = replayed.any_game.to_move().ok_or(GameError::Over)?;
        let own = record.seat_of(fork.challenger.user).unwrap_or(to_move);
        let place = record.game.place;
        // Elsewhere the person may see the old game and not its channel.
        let is_at_home = place.guild_id == fork.origin.guild_id && place.channel() == fork.origin.channel_id;
        let channel_id = if is_at_home { place.channel_id } else { fork.origin.channel_id };
        let origin = Origin { channel_id, ..fork.origin };
        let new = NewChallenge {
            request: fork.request,
            challenger: fork.challenger,
            opponents: vec![fork.opponent],
            setup: record.game.setup.to_string(),
            pace: record.game.time_control.to_string(),
            color: ColorChoice::Seat(own),
            rated: Some(false),
            origin,
        };
        let moves = record.plies.iter().take(fork.ply as usize).map(|ply| ply.notation.clone()).collect();
        let follows = Follows { game: fork.game, number: record.game.number, ply: Some(fork.ply) };
        self.challenge_after(new, follows, moves).await
    }

    /// The position of a finished game of two from which it can be played on.
    pub async fn forkable(&self, game: GameId, ply: u32) -> Result<ReplayedGame, GameError> {
        let replayed = self.load(game, Some(ply)).await?;
        match replayed.record.game.phase {
            Phase::Over if replayed.any_game.to_move().is_none() => Err(GameError::Over),
            Phase::Over if replayed.record.game.hides_colors() => Err(GameError::ColorsHidden),
            Phase::Over if replayed.record.seats.len() == 2 => Ok(replayed),
            Phase::Over => Err(GameError::WrongNumber { needed: 2, given: replayed.record.seats.len() }),
            Phase::Offered | Phase::Playing | Phase::Void => Err(GameError::NotOver),
        }
    }
}
