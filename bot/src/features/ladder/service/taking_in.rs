//! What games, vacations and time do to ladders, and how a step of a ladder is decided and written.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tracing::{error, warn};

use crate::counted_warning::CountedWarning;
use crate::domain::clubs::ladder::{LadderError, LadderHead, StoredLadder};
use crate::domain::{Competition, GameId, LadderId, Phase, Timestamp};
use crate::features::ladder::draft::{Draft, Step};
use crate::features::ladder::service::players::ratings_for_season;
use crate::games::competition::{UpdateRound, change_offers, read_games, report_unreadable};
use crate::games::{GameError, Games};
use crate::store::StoreError;
use crate::store::clubs::ladder::LadderWriteOutcome;
use crate::store::json::is_first_report;

/// Times that a step is decided again because another one was faster: many may challenge at the same instant.
const ATTEMPTS: u32 = 20;

static NOT_NOW: LazyLock<CountedWarning> = LazyLock::new(CountedWarning::default);

/// Takes in what games, vacations and time have done to the ladders of all servers, by id.
pub async fn take_in_results(
    games: &Games,
    now: Timestamp,
    after: Option<LadderId>,
    limit: u32,
) -> Result<UpdateRound, StoreError> {
    let ladders = games.store.ladders_to_update(now, after, limit).await?;
    for &ladder in &ladders {
        match Box::pin(update_ladder(games, ladder)).await {
            Ok(_) => {}
            Err(GameError::Internal(cause)) if cause.is_final() => return Err(cause),
            Err(cause) => report(ladder, &cause),
        }
    }
    let next = ladders.last().copied().filter(|_| ladders.len() == limit as usize);
    Ok(UpdateRound { count: ladders.len(), next: next.map(Competition::Ladder) })
}

/// A ladder as it is now. One that is closed stays as it was, whatever becomes of its games.
pub async fn update_ladder(games: &Games, ladder: LadderId) -> Result<StoredLadder, GameError> {
    match change_ladder(games, ladder, |_| Ok(())).await {
        Ok((stored, ())) => Ok(stored),
        Err(GameError::Ladder(LadderError::Closed)) => {
            games.store.discard_phase_changes(Competition::Ladder(ladder)).await?;
            stored_ladder(games, ladder).await
        }
        Err(error) => Err(error),
    }
}

/// A ladder without its table.
pub async fn ladder_head(games: &Games, ladder: LadderId) -> Result<LadderHead, GameError> {
    let gone = || LadderError::NoSuchLadder(ladder.to_string());
    Ok(games.store.ladder_head(ladder).await?.ok_or_else(gone)?)
}

/// A ladder as it was written last.
pub async fn stored_ladder(games: &Games, ladder: LadderId) -> Result<StoredLadder, GameError> {
    let gone = || LadderError::NoSuchLadder(ladder.to_string());
    Ok(games.store.ladder(ladder).await?.ok_or_else(gone)?)
}

/// Loads an open ladder, takes in what has happened to its games, decides and writes; decides again when another step was faster.
pub(super) async fn change_ladder<T: Send>(
    games: &Games,
    ladder: LadderId,
    decide: impl Fn(&mut Draft) -> Result<T, GameError> + Send + Sync,
) -> Result<(StoredLadder, T), GameError> {
    let competition = Competition::Ladder(ladder);
    for _ in 0..ATTEMPTS {
        let stored = stored_ladder(games, ladder).await?;
        if stored.head.closed_at.is_some() {
            return Err(LadderError::Closed.into());
        }
        let mut draft = take_in(games, Draft::new(stored, games.clock.now())).await?;
        for game in &draft.unreadable {
            report_unreadable(competition, *game, "its result cannot be read");
        }
        if draft.has_annulled() {
            // All events are replayed: that keeps no other answer waiting.
            let events = games.store.ladder_events(ladder).await?;
            let taken_back = tokio::task::spawn_blocking(move || {
                draft.take_back_annulled(&events);
                draft
            });
            draft = taken_back.await.map_err(|cause| end_early(&cause))?;
        }
        let decided = decide(&mut draft)?;
        let Step { write, is_changed, opens, offers } = draft.finish();
        if is_changed {
            match games.store.write_ladder(&write, opens.as_ref()).await? {
                LadderWriteOutcome::Written => {}
                LadderWriteOutcome::Stale => continue,
                LadderWriteOutcome::NameTaken => return Err(LadderError::NameTaken.into()),
            }
            if opens.is_some() || !write.messages.is_empty() {
                games.wake.notify_waiters();
            }
        }
        change_offers(games, competition, offers).await;
        return Ok((StoredLadder { head: write.head, ladder: write.ladder }, decided));
    }
    let problem = format!("{competition} changed {ATTEMPTS} times while a decision was made");
    Err(StoreError::Database { problem, transient: true }.into())
}

/// The step with what has become of games and vacations since the last one.
async fn take_in(games: &Games, mut draft: Draft) -> Result<Draft, GameError> {
    let ladder = draft.write.head.ladder_id;
    let phases = games.store.phase_changes(Competition::Ladder(ladder)).await?;
    let vacations = games.store.changed_ladder_vacations(ladder, draft.now).await?;
    let ended = phases.iter().filter(|change| matches!(change.phase, Phase::Over | Phase::Void));
    let ended: Vec<GameId> = ended.map(|change| change.game).collect();
    let waiting = draft.silent_until(draft.now).into_iter().map(|(_, game)| game);
    let records =
        read_games(games, Competition::Ladder(ladder), ended.iter().copied().chain(waiting).collect()).await?;
    let counted = if ended.is_empty() { Vec::new() } else { games.store.counted_games(&ended).await? };
    let ends = draft.ladder().season().and_then(|season| season.ends);
    let ratings = match ends.filter(|ends| *ends <= draft.now) {
        Some(_) => ratings_for_season(games, &draft.write.head).await?,
        None => BTreeMap::new(),
    };
    draft.take_in(phases, &records, &counted, vacations, &ratings);
    Ok(draft)
}

/// A computation beside the others has panicked.
pub(super) fn end_early(cause: &tokio::task::JoinError) -> StoreError {
    StoreError::Database { problem: cause.to_string(), transient: false }
}

/// Logs why a ladder could not be brought up to date: what passes now and then, what stays once.
fn report(ladder: LadderId, cause: &GameError) {
    if let GameError::Internal(StoreError::Database { problem, .. }) = cause {
        let problem = problem.clone();
        NOT_NOW.add(move |count| {
            warn!(count = count.0, ladder = %ladder, error = %problem, "Could not bring ladder {ladder} up to date{count}: {problem}");
        });
    } else if is_first_report("ladder", ladder.0.cast_unsigned()) {
        error!(ladder = %ladder, "Could not bring ladder {ladder} up to date: {cause}");
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
