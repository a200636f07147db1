//! Deletes a person's data. First their games end with all consequences, then one transaction deletes and anonymizes.
//! If a process dies in between, the request stays and any process continues it.

use async_trait::async_trait;
use clubs::domain::ladder::LadderError;
use clubs::ladders::players;
use clubs::tournaments::entrants;
use clubs::{ClubError, competitions, ratings, statistics};
use futures::FutureExt as _;
use games::change::internal_request;
use games::domain::{Deletion, GameSummary, MINUTE_MS, Phase, UserId};
use games::jobs::{Job, Next, run_each};
use games::store::{ClaimedJob, JobKind, StoreError};
use games::{GameError, Games, challenges};
use tracing::{error, info};

use crate::features::resign;

/// Pause between two steps of a deletion.
const PAUSE_MS: i64 = 3_000;

/// The longest wait for queued messages and for ladders that have not processed their games.
const PATIENCE_MS: i64 = 10 * MINUTE_MS;

/// Games that are resigned in one round.
const MOST_GAMES: u32 = 200;

/// Distinguishes the request ids of a deletion from others about the same game.
const RESIGNS: u64 = 0x7072_6976_6163_7900;

/// The outcome of a request to delete everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeletionRequest {
    Noted,
    UnderWay,
    /// There are open games, and the person does not want to resign them: nothing is deleted.
    StillPlaying,
}

/// Records a request to delete a person's data.
pub async fn ask_to_delete(games: &Games, user: UserId, resigns: bool) -> Result<DeletionRequest, GameError> {
    if games.store.deletion(user).await?.is_some() {
        return Ok(DeletionRequest::UnderWay);
    }
    if !resigns && !open_games(games, user).await?.is_empty() {
        return Ok(DeletionRequest::StillPlaying);
    }
    let anonymous = UserId::deleted(games.random.bits());
    let deletion = Deletion { user, anonymous, resigns, asked_at: games.clock.now() };
    let is_new = games.store.request_deletion(&deletion).await?;
    games.wake.notify_waiters();
    Ok(if is_new { DeletionRequest::Noted } else { DeletionRequest::UnderWay })
}

pub struct Deletions;

#[async_trait]
impl Job for Deletions {
    fn kind(&self) -> JobKind {
        JobKind::Deletion
    }

    fn batch(&self) -> u32 {
        5
    }

    async fn run(&self, games: &Games, claimed: &[ClaimedJob]) -> Result<usize, StoreError> {
        run_each(games, claimed, |job| continue_deletion(games, job.user()).boxed()).await
    }
}

async fn continue_deletion(games: &Games, user: UserId) -> Result<Next, ClubError> {
    let Some(deletion) = games.store.deletion(user).await? else { return Ok(Next::Done) };
    let waits = games.clock.now().since(deletion.asked_at) < PATIENCE_MS;
    let is_done = carry_out_deletion(games, &deletion, waits).await?;
    Ok(if is_done { Next::Done } else { Next::At(games.clock.now().plus(PAUSE_MS)) })
}

/// Deletes a user's data, waiting only for their games; returns whether it is done.
pub async fn delete_at_once(games: &Games, user: UserId) -> Result<bool, ClubError> {
    for _ in 0..MOST_GAMES {
        let Some(deletion) = games.store.deletion(user).await? else { return Ok(true) };
        if carry_out_deletion(games, &deletion, false).await? {
            return Ok(true);
        }
        while competitions::sync_results(games).await? > 0 {}
    }
    Ok(false)
}

async fn open_games(games: &Games, user: UserId) -> Result<Vec<GameSummary>, GameError> {
    Ok(games.store.games_of(user, &[Phase::Playing, Phase::Offered], MOST_GAMES).await?)
}

/// One step; returns whether it was the last one.
async fn carry_out_deletion(games: &Games, deletion: &Deletion, waits: bool) -> Result<bool, ClubError> {
    let user = deletion.user;
    let open = open_games(games, user).await?;
    // A challenge by someone else cannot be withdrawn, so it is declined below.
    let is_own =
        |summary: &GameSummary| summary.game.phase == Phase::Playing || summary.game.challenge.challenger == user;
    if !deletion.resigns && open.iter().any(is_own) {
        // They have started new games since they asked.
        games.store.cancel_deletion(user).await?;
        info!("A user plays again who wanted their data deleted: nothing is deleted");
        return Ok(true);
    }
    let unfinished = games.store.unfinished(user).await?;
    for tournament in unfinished.tournaments {
        match entrants::withdraw(games, tournament, user).await {
            Ok(_) | Err(ClubError::Tournament(_)) => {}
            Err(cause) => return Err(cause),
        }
    }
    for ladder in unfinished.ladders {
        match players::leave(games, ladder, user).await {
            Ok(_) | Err(ClubError::Ladder(LadderError::NotOn(_) | LadderError::Closed)) => {}
            Err(cause) => return Err(cause),
        }
    }
    let mut damage = None;
    for summary in &open {
        match leave_game(games, summary, user).await {
            Ok(()) => {}
            Err(GameError::Internal(cause @ StoreError::Corrupt { .. })) => {
                let game = summary.game.game_id;
                error!(
                    event = "deletion_blocked",
                    game.id = %game,
                    error = %cause,
                    "Could not end game {game} of a user who wants their data deleted: {cause}"
                );
                damage = Some(cause);
            }
            Err(cause) => return Err(cause.into()),
        }
    }
    ratings::count_results(games).await?;
    statistics::tally_games(games).await?;
    let unfinished = games.store.unfinished(user).await?;
    if unfinished.is_open || unfinished.is_pending && waits || !games.store.anonymize(deletion).await? {
        // A damaged game waits for the host, so the error is not urgent.
        return damage.map_or(Ok(false), |cause| Err(cause.into()));
    }
    // The cache would keep the language of a returning person from being stored.
    games.known_locales.forget(user);
    info!("Deleted the data of a user");
    Ok(true)
}

/// Resigns a game, or closes a challenge.
async fn leave_game(games: &Games, summary: &GameSummary, user: UserId) -> Result<(), GameError> {
    let game = summary.game.game_id;
    let request = internal_request(game, RESIGNS ^ user.0.rotate_left(17));
    let result = match summary.game.phase {
        Phase::Playing => resign::resign(games, request, game, user, None).await,
        _ if summary.game.challenge.challenger == user => challenges::withdraw(games, request, game, user).await,
        _ => challenges::decline(games, request, game, user).await,
    };
    match result {
        // It has ended or started since it was read: the next round handles it.
        Ok(_) | Err(GameError::Over | GameError::Aborted | GameError::ChallengeClosed(_) | GameError::NotAPlayer) => {
            Ok(())
        }
        Err(cause) => Err(cause),
    }
}
