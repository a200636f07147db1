//! What games, vacations and time do to ladders, and how a step of a ladder is decided and written.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use tracing::{error, warn};

use crate::counted_warning::CountedWarning;
use crate::domain::clubs::ladder::refusal::LadderError;
use crate::domain::clubs::ladder::stored::StoredLadder;
use crate::domain::{Action, EndReason, Ending, GameId, GameRecord, LadderId, MINUTE_MS, Phase, Timestamp};
use crate::features::ladder::draft::{Aftermath, Draft};
use crate::games::challenge_closed::closed;
use crate::games::change::{Change, internal_request, never_done};
use crate::games::{GameError, Games};
use crate::store::StoreError;
use crate::store::clubs::ladder::LadderWritten;
use crate::store::json::is_first_report;

/// Times that a step is decided again because another one was faster: many may challenge at the same instant.
const ATTEMPTS: u32 = 20;

/// A game that was announced to the ladder and is not there after so long never comes: its process has ended.
const MISSING_MS: i64 = MINUTE_MS;

/// What fails again and again for a passing reason makes one line in so much time.
const REPORT_EVERY: Duration = Duration::from_mins(1);

static NOT_NOW: LazyLock<CountedWarning> = LazyLock::new(|| CountedWarning::every(REPORT_EVERY));

/// Ladders that were brought up to date together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    pub count: usize,
    /// Where to go on; `None`: these were the last.
    pub next: Option<LadderId>,
}

impl Games {
    /// Takes over what games, vacations and time have done to the ladders of all servers, by id, `limit` at a time, those after
    /// `after`. So a ladder that cannot be brought up to date does not keep the others waiting. Doing it twice does no harm.
    pub async fn follow_games(
        &self,
        now: Timestamp,
        after: Option<LadderId>,
        limit: u32,
    ) -> Result<Followed, StoreError> {
        let ladders = self.store.ladders_to_follow(now, now.plus(-MISSING_MS), after, limit).await?;
        for &ladder in &ladders {
            match self.followed_ladder(ladder).await {
                Ok(_) => {}
                Err(GameError::Internal(cause)) if cause.is_final() => return Err(cause),
                Err(cause) => report(ladder, &cause),
            }
        }
        let next = ladders.last().copied().filter(|_| ladders.len() == limit as usize);
        Ok(Followed { count: ladders.len(), next })
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
            let waiting = draft.silent_until(draft.now).into_iter().map(|(_, game)| game);
            let mut ids: Vec<GameId> = changed.iter().map(|changed| changed.known.game_id).chain(waiting).collect();
            ids.sort_unstable();
            ids.dedup();
            let mut records: HashMap<GameId, GameRecord> = HashMap::new();
            if !ids.is_empty() {
                for (game, record) in self.records(&ids).await? {
                    match record {
                        Ok(record) => drop(records.insert(game, record)),
                        Err(cause @ StoreError::Database { .. }) => return Err(cause.into()),
                        Err(cause) => report_game(ladder, game, &cause.to_string()),
                    }
                }
            }
            draft.follow(changed, &records, vacations);
            for game in &draft.unreadable {
                report_game(ladder, *game, "its result cannot be read");
            }
            if draft.has_annulled() {
                // All events are replayed: that keeps no other answer waiting.
                let events = self.store.ladder_events(ladder).await?;
                let taken_back = tokio::task::spawn_blocking(move || {
                    draft.take_back_annulled(&events);
                    draft
                });
                draft = taken_back.await.map_err(|cause| ended_early(&cause))?;
            }
            let decided = decide(&mut draft)?;
            let (write, stored, aftermath) = draft.finish();
            if let Some(write) = write {
                match self.store.write_ladder(&write).await? {
                    LadderWritten::Written => {}
                    LadderWritten::Stale => continue,
                    LadderWritten::NameTaken => return Err(LadderError::NameTaken.into()),
                }
                if !write.messages.is_empty() {
                    self.wake.notify_waiters();
                }
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
        let game = match aftermath {
            Aftermath::Close(game, _) | Aftermath::Postpone(game, _) => game,
        };
        let Some(record) = self.store.game(game).await? else { return Ok(()) };
        if let Aftermath::Postpone(_, until) = aftermath
            && record.game.turn.deadline_at == Some(until)
        {
            return Ok(());
        }
        let number = record.game.version.cast_unsigned().rotate_left(29);
        let outcome = self.change(internal_request(game, number), game, None, never_done, move |replayed, _| {
            if replayed.record.game.phase != Phase::Offered {
                return Err(GameError::ChallengeClosed(Box::new(replayed.record)));
            }
            let GameRecord { mut game, seats, .. } = replayed.record;
            match aftermath {
                Aftermath::Close(_, absent) => {
                    let reason = if absent.is_some() { EndReason::LeftLadder } else { EndReason::LadderClosed };
                    let loser = seats.iter().find(|seat| Some(seat.user) == absent).map(|seat| seat.seat);
                    Ok(closed(game, Ending { loser, ..Ending::of(reason) }, Action::FollowLadder))
                }
                Aftermath::Postpone(_, until) => {
                    game.turn.deadline_at = Some(until);
                    Ok(Change::of(game, Action::FollowLadder, Vec::new()))
                }
            }
        });
        match outcome.await {
            Ok(_) | Err(GameError::ChallengeClosed(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// A computation beside the others has panicked.
pub(super) fn ended_early(cause: &tokio::task::JoinError) -> StoreError {
    StoreError::Database { problem: cause.to_string(), transient: false }
}

/// Logs why a ladder could not be brought up to date: what passes now and then, what stays once.
fn report(ladder: LadderId, cause: &GameError) {
    if let GameError::Internal(StoreError::Database { problem, .. }) = cause {
        let problem = problem.clone();
        NOT_NOW.add(move |count| {
            warn!(count, ladder = %ladder, error = %problem, "Could not bring ladders up to date {count} times; ladder {ladder}: {problem}");
        });
    } else if is_first_report("ladder", ladder.0.cast_unsigned()) {
        error!(ladder = %ladder, "Could not bring ladder {ladder} up to date: {cause}");
    }
}

fn report_game(ladder: LadderId, game: GameId, cause: &str) {
    if is_first_report("ladder_game", game.0.cast_unsigned()) {
        error!(game.id = %game, ladder = %ladder, "Could not read game {game} of ladder {ladder}: {cause}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_passing_error_leaves_the_one_report_of_a_ladder_to_an_error_that_stays() {
        let ladder = LadderId(987_654_321);
        let problem = "no connection was free in time".to_owned();
        report(ladder, &StoreError::Database { problem, transient: true }.into());
        assert!(is_first_report("ladder", ladder.0.cast_unsigned()));
    }
}
