//! Applies results, vacations and timers to ladders: deciding and writing a step.

use std::collections::BTreeMap;

use async_trait::async_trait;
use futures::FutureExt as _;
use games::Games;
use games::competition::{change_offers, read_games, report_unreadable};
use games::domain::{Competition, GameId, LadderId, Phase};
use games::jobs::{Job, Next, run_each};
use games::store::{ClaimedJob, JobKind, StoreError};

use crate::ClubError;
use crate::domain::ladder::{LadderError, LadderHead, StoredLadder};
use crate::ladders::draft::{Draft, Step};
use crate::ladders::players::ratings_for_season;
use crate::store::{Clubs as _, WriteOutcome};

/// Attempts to decide a step when concurrent steps win: many may challenge at the same instant.
const ATTEMPTS: u32 = 20;

/// Ladders with results, vacations or timers to apply.
pub struct Ladders;

#[async_trait]
impl Job for Ladders {
    fn kind(&self) -> JobKind {
        JobKind::Ladder
    }

    fn batch(&self) -> u32 {
        10
    }

    /// Players wait for a process that takes over from one that has died.
    fn lease_ms(&self) -> i64 {
        20_000
    }

    async fn run(&self, games: &Games, claimed: &[ClaimedJob]) -> Result<usize, StoreError> {
        run_each(games, claimed, |job| apply_due(games, LadderId(job.key)).boxed()).await
    }
}

async fn apply_due(games: &Games, ladder: LadderId) -> Result<Next, ClubError> {
    // Before the step looks at vacations, so that none begins between the two.
    let now = games.clock.now();
    let stored = match update_ladder(games, ladder).await {
        Ok(stored) => stored,
        Err(ClubError::Ladder(LadderError::NoSuchLadder(_))) => return Ok(Next::Done),
        Err(error) => return Err(error),
    };
    if stored.head.closed_at.is_some() {
        return Ok(Next::Done);
    }
    if !games.store.clubs().phase_changes(Competition::Ladder(ladder)).await?.is_empty() {
        // A game cannot be read now.
        return Ok(Next::Again);
    }
    let vacation = games.store.clubs().next_ladder_vacation(ladder, now).await?;
    Ok(stored.ladder.next_timer().into_iter().chain(vacation).min().map_or(Next::Done, Next::At))
}

/// An up-to-date ladder. A closed one stays as it was, whatever happens to its games.
pub async fn update_ladder(games: &Games, ladder: LadderId) -> Result<StoredLadder, ClubError> {
    match change_ladder(games, ladder, |_| Ok(())).await {
        Ok((stored, ())) => Ok(stored),
        Err(ClubError::Ladder(LadderError::Closed)) => {
            games.store.clubs().discard_phase_changes(Competition::Ladder(ladder)).await?;
            stored_ladder(games, ladder).await
        }
        Err(error) => Err(error),
    }
}

pub async fn ladder_head(games: &Games, ladder: LadderId) -> Result<LadderHead, ClubError> {
    let not_found = || LadderError::NoSuchLadder(ladder.to_string());
    Ok(games.store.clubs().ladder_head(ladder).await?.ok_or_else(not_found)?)
}

/// A ladder as last written.
pub async fn stored_ladder(games: &Games, ladder: LadderId) -> Result<StoredLadder, ClubError> {
    let not_found = || LadderError::NoSuchLadder(ladder.to_string());
    Ok(games.store.clubs().ladder(ladder).await?.ok_or_else(not_found)?)
}

/// Loads an open ladder, applies new results, decides and writes; retries if another step came first.
pub(super) async fn change_ladder<T: Send>(
    games: &Games,
    ladder: LadderId,
    decide: impl Fn(&mut Draft) -> Result<T, ClubError> + Send + Sync,
) -> Result<(StoredLadder, T), ClubError> {
    let competition = Competition::Ladder(ladder);
    for _ in 0..ATTEMPTS {
        let stored = stored_ladder(games, ladder).await?;
        if stored.head.closed_at.is_some() {
            return Err(LadderError::Closed.into());
        }
        let mut draft = apply_results(games, Draft::new(stored, games.clock.now())).await?;
        for game in &draft.unreadable {
            report_unreadable(competition, *game, "its result cannot be read");
        }
        if draft.has_annulled() {
            // Replays all events, which is slow, so it runs on a blocking thread.
            let events = games.store.clubs().ladder_events(ladder).await?;
            let replay = tokio::task::spawn_blocking(move || {
                draft.take_back_annulled(&events);
                draft
            });
            draft = replay.await.map_err(|cause| end_early(&cause))?;
        }
        let decision = decide(&mut draft)?;
        let Step { write, is_changed, opens, offers } = draft.finish();
        if is_changed {
            match games.store.clubs().write_ladder(&write, opens.as_ref()).await? {
                WriteOutcome::Written => {}
                WriteOutcome::Stale => continue,
                WriteOutcome::NameTaken => return Err(LadderError::NameTaken.into()),
            }
            if opens.is_some() || !write.messages.is_empty() {
                games.wake.notify_waiters();
            }
        }
        change_offers(games, competition, offers).await;
        return Ok((StoredLadder { head: write.head, ladder: write.ladder }, decision));
    }
    let problem = format!("{competition} changed {ATTEMPTS} times while a decision was made");
    Err(StoreError::Database { problem, transient: true }.into())
}

/// Applies the results of games and vacations since the last step.
async fn apply_results(games: &Games, mut draft: Draft) -> Result<Draft, ClubError> {
    let ladder = draft.write.head.ladder_id;
    let phases = games.store.clubs().phase_changes(Competition::Ladder(ladder)).await?;
    let vacations = games.store.clubs().changed_ladder_vacations(ladder, draft.now).await?;
    let ended_games = phases.iter().filter(|change| matches!(change.phase, Phase::Over | Phase::Void));
    let ended_games: Vec<GameId> = ended_games.map(|change| change.game).collect();
    let waiting = draft.silent_until(draft.now).into_iter().map(|(_, game)| game);
    let records =
        read_games(games, Competition::Ladder(ladder), ended_games.iter().copied().chain(waiting).collect()).await?;
    let counted_games =
        if ended_games.is_empty() { Vec::new() } else { games.store.clubs().counted_games(&ended_games).await? };
    let ends = draft.ladder().season().and_then(|season| season.ends);
    let ratings = match ends.filter(|ends| *ends <= draft.now) {
        Some(_) => ratings_for_season(games, &draft.write.head).await?,
        None => BTreeMap::new(),
    };
    draft.apply_results(phases, &records, &counted_games, vacations, &ratings);
    Ok(draft)
}

/// An error of a computation that panicked on its own thread.
pub(super) fn end_early(cause: &tokio::task::JoinError) -> StoreError {
    StoreError::Database { problem: cause.to_string(), transient: false }
}
