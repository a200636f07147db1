//! What games, vacations and time do to ladders, and how a step of a ladder is decided and written.

use std::collections::HashMap;

use tracing::error;

use crate::domain::ladder::refusal::LadderError;
use crate::domain::ladder::stored::StoredLadder;
use crate::domain::{Action, EndReason, Ending, GameId, GameRecord, LadderId, MINUTE_MS, Phase, Timestamp};
use crate::features::ladder::draft::{Aftermath, Draft};
use crate::games::challenge_closed::closed;
use crate::games::change::{Change, internal_request, never_done};
use crate::games::{GameError, Games};
use crate::store::StoreError;
use crate::store::json::is_first_report;

/// Times that a step is decided again because another one was faster: many may challenge at the same instant.
const ATTEMPTS: u32 = 20;

/// A game that was announced to the ladder and is not there after so long never comes: its process has ended.
const MISSING_MS: i64 = MINUTE_MS;

impl Games {
    /// Takes over what games, vacations and time have done to the ladders of all servers; gives how many changed. Doing it twice
    /// does no harm.
    pub async fn follow_games(&self, now: Timestamp, limit: u32) -> Result<usize, StoreError> {
        let ladders = self.store.ladders_to_follow(now, now.plus(-MISSING_MS), limit).await?;
        for ladder in &ladders {
            match self.followed_ladder(*ladder).await {
                Ok(_) => {}
                Err(GameError::Internal(cause)) if cause.is_final() => return Err(cause),
                Err(cause) if !is_first_report("ladder", ladder.0.cast_unsigned()) => drop(cause),
                Err(cause) => error!(ladder = %ladder, "Could not bring ladder {ladder} up to date: {cause}"),
            }
        }
        Ok(ladders.len())
    }

    /// A ladder as it is now. One that is closed stays as it was.
    pub async fn followed_ladder(&self, ladder: LadderId) -> Result<StoredLadder, GameError> {
        match self.change_ladder(ladder, |_| Ok(())).await {
            Ok((stored, ())) => Ok(stored),
            Err(GameError::Ladder(LadderError::Closed)) => self.stored_ladder(ladder).await,
            Err(error) => Err(error),
        }
    }

    pub(super) async fn stored_ladder(&self, ladder: LadderId) -> Result<StoredLadder, GameError> {
        let gone = || LadderError::NoSuchLadder(ladder.to_string());
        Ok(self.store.ladder(ladder).await?.ok_or_else(gone)?)
    }

    /// Loads an open ladder, takes over what has happened to its games, decides and writes; decides again when another step was
    /// faster.
    pub(super) async fn change_ladder<T: Send>(
        &self,
        ladder: LadderId,
        decide: impl Fn(&mut Draft) -> Result<T, GameError> + Send + Sync,
    ) -> Result<(StoredLadder, T), GameError> {
        for _ in 0..ATTEMPTS {
            let stored = self.stored_ladder(ladder).await?;
            if stored.head.closed_at.is_some() {
                return Err(LadderError::Closed.into());
            }
            let mut draft = Draft::new(stored, self.clock.now());
            let changed = self.store.changed_ladder_games(ladder, draft.now.plus(-MISSING_MS)).await?;
            let vacations = self.store.changed_ladder_vacations(ladder, draft.now).await?;
            let mut records: HashMap<GameId, GameRecord> = HashMap::new();
            if !changed.is_empty() {
                let ids: Vec<GameId> = changed.iter().map(|changed| changed.known.game_id).collect();
                for (game, record) in self.store.games(&ids).await? {
                    match record {
                        Ok(record) => drop(records.insert(game, record)),
                        Err(cause) if is_first_report("ladder_game", game.0.cast_unsigned()) => {
                            error!(game = %game, "Could not read a game of ladder {ladder}: {cause}");
                        }
                        Err(_) => {}
                    }
                }
            }
            draft.follow(changed, &records, vacations);
            let decided = decide(&mut draft)?;
            let (write, stored, aftermath) = draft.finish();
            if let Some(write) = write
                && !self.store.write_ladder(&write).await?
            {
                continue;
            }
            for consequence in aftermath {
                if let Err(cause) = self.settle_offer(consequence).await {
                    error!("Could not adapt a challenge of ladder {ladder}: {cause}");
                }
            }
            return Ok((stored, decided));
        }
        let problem = format!("ladder {ladder} changed {ATTEMPTS} times while a decision was made");
        Err(StoreError::Database { problem, transient: true }.into())
    }

    /// What a step of a ladder means for a game that is still offered.
    async fn settle_offer(&self, aftermath: Aftermath) -> Result<(), GameError> {
        let (game, until) = match aftermath {
            Aftermath::Close(game) => (game, None),
            Aftermath::Postpone(game, until) => (game, Some(until)),
        };
        let Some(record) = self.store.game(game).await? else { return Ok(()) };
        let number = record.game.version.cast_unsigned().rotate_left(29);
        let outcome = self.change(internal_request(game, number), game, None, never_done, move |replayed, _| {
            if replayed.record.game.phase != Phase::Offered {
                return Err(GameError::ChallengeClosed(Box::new(replayed.record)));
            }
            let game = replayed.record.game;
            match until {
                None => Ok(closed(game, Ending::of(EndReason::Expired), Action::Expire)),
                Some(until) => {
                    let mut game = game;
                    game.turn.deadline_at = Some(until);
                    Ok(Change::of(game, Action::SetAlarm, Vec::new()))
                }
            }
        });
        match outcome.await {
            Ok(_) | Err(GameError::ChallengeClosed(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
