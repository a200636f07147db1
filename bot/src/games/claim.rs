//! When an opponent has left a game that has no deadline: they are warned, and when they stay silent the game may be ended.

use super::pace::{DAY_MS, Pace};
use super::{Change, Done, GameError, Games, View, ended, lost, never};
use crate::store::{Game, GameId, Notice, RequestId, Timestamp, UserId, Warned};

/// Days of silence after which a player may be warned.
pub const SILENT_DAYS: i64 = 14;
/// Days that they have after the warning.
pub const GRACE_DAYS: i64 = 7;
/// Why a game that was claimed ended.
const SILENCE: &str = "silence";

/// What somebody claims whose opponent has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The game is won.
    Win,
    /// Nobody has won.
    Draw,
}

/// How far the silence of an opponent goes.
#[derive(Debug)]
pub enum Silence {
    /// They have been warned, now or before: until then they may move.
    Warned(Timestamp),
    /// It may be claimed.
    Ripe(Box<View>),
}

impl Games {
    /// Warns an opponent who has been silent for long, or finds that the warning has passed without a move.
    pub async fn silence(&self, request: RequestId, game: GameId, user: UserId) -> Result<Silence, GameError> {
        let view = self.view(game, None).await?;
        let now = self.clock.now();
        silent_seat(&view, user, now)?;
        match view.record.game.terms.warned {
            Some(warned) if warned.until <= now => return Ok(Silence::Ripe(Box::new(view))),
            Some(warned) => return Ok(Silence::Warned(warned.until)),
            None => {}
        }
        let done = self.change(request, game, Some(user), never, move |view, now| {
            let seat = silent_seat(&view, user, now)?;
            let until = now.plus(GRACE_DAYS * DAY_MS);
            let mut game = view.record.game;
            game.terms.warned = Some(Warned { until });
            let notice = Notice::Warned { seat, until, ply: game.ply };
            Ok(Change::of(game, "warn", vec![notice]))
        });
        let warned = done.await?.view.record.game.terms.warned;
        Ok(Silence::Warned(warned.map_or(now, |warned| warned.until)))
    }

    /// Ends a game whose opponent was warned and has not moved. The question must have been about this version.
    pub async fn claim(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        version: i64,
        claim: Claim,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never, move |view, now| {
            let seat = silent_seat(&view, user, now)?;
            if version != view.record.game.version {
                return Err(GameError::Stale(Box::new(view)));
            }
            match view.record.game.terms.warned {
                Some(warned) if warned.until <= now => {}
                Some(warned) => return Err(GameError::NotSilentYet(warned.until)),
                None => return Err(GameError::Stale(Box::new(view))),
            }
            let game = match claim {
                Claim::Win => lost(view, seat, SILENCE),
                Claim::Draw => Game { loser: Some(seat), ..ended(view, None, SILENCE) },
            };
            Ok(Change::of(game, "claim-silence", vec![Notice::Ended]))
        })
        .await
    }
}

/// The seat that has been silent for long enough, where this person is of another team.
fn silent_seat(view: &View, user: UserId, now: Timestamp) -> Result<u8, GameError> {
    let seat = view.record.playing_seat(user)?;
    let game = &view.record.game;
    if game.stored_tempo()?.pace != Pace::Unlimited {
        return Err(GameError::HasDeadline);
    }
    let on_turn = game.to_move.filter(|on_turn| view.others(seat).iter().any(|other| other.seat == *on_turn));
    let Some(silent) = on_turn else { return Err(GameError::NobodySilent) };
    let since = game.turn_at.plus(SILENT_DAYS * DAY_MS);
    if now < since { Err(GameError::NotSilentYet(since)) } else { Ok(silent) }
}
