//! Deleting what is stored about a person. First their games end, and everything that follows from them is done; then one write deletes
//! and anonymizes. A process that ends in between leaves the request, and any process goes on with it.

use tracing::{error, info, warn};

use crate::domain::clubs::ladder::LadderError;
use crate::domain::{Deletion, GameSummary, MINUTE_MS, Phase, UserId};
use crate::features::ladder::service::players;
use crate::features::ratings::service as ratings;
use crate::features::tournament::service::entrants;
use crate::features::{challenge, competition, resign, statistics};
use crate::games::change::internal_request;
use crate::games::{GameError, Games};
use crate::store::StoreError;

/// A claim ends after so long.
const LEASE_MS: i64 = MINUTE_MS;

/// Between two looks at a deletion.
const PAUSE_MS: i64 = 3_000;

/// After a failure.
const LONG_PAUSE_MS: i64 = 5 * MINUTE_MS;

/// Messages that wait, and ladders that do not learn of their games, are waited for so long.
const PATIENCE_MS: i64 = 10 * MINUTE_MS;

/// Deletions in one round.
const BATCH: u32 = 5;

/// Games that are resigned in one round.
const MOST_GAMES: u32 = 200;

/// Tells the requests of a deletion from others about the same game.
const RESIGNS: u64 = 0x7072_6976_6163_7900;

/// What became of a request to delete everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeletionRequest {
    Noted,
    UnderWay,
    /// Games are being played or offered, and shall not be resigned: nothing is deleted.
    StillPlaying,
}

/// Notes that somebody wants their data deleted.
pub async fn ask_to_delete(games: &Games, user: UserId, resigns: bool) -> Result<DeletionRequest, GameError> {
    if games.store.deletion(user).await?.is_some() {
        return Ok(DeletionRequest::UnderWay);
    }
    if !resigns && !open_games(games, user).await?.is_empty() {
        return Ok(DeletionRequest::StillPlaying);
    }
    let anonymous = UserId::deleted(games.random.bits());
    let deletion = Deletion { user, anonymous, resigns, asked_at: games.clock.now() };
    Ok(if games.store.request_deletion(&deletion).await? { DeletionRequest::Noted } else { DeletionRequest::UnderWay })
}

/// Goes on with the deletions that are due; gives how many there were. Any process may do it at any time.
pub async fn carry_out_deletions(games: &Games) -> Result<usize, StoreError> {
    let now = games.clock.now();
    let claimed = games.store.claim_deletions(now, now.plus(LEASE_MS), BATCH).await?;
    for deletion in &claimed {
        let pause = match carry_out_deletion(games, deletion, now.since(deletion.asked_at) < PATIENCE_MS).await {
            Ok(true) => continue,
            Ok(false) => PAUSE_MS,
            Err(GameError::Internal(cause)) if cause.is_final() => return Err(cause),
            Err(cause) => {
                warn!(error = %cause, "Could not delete the data of a user yet: {cause}");
                LONG_PAUSE_MS
            }
        };
        games.store.postpone_deletion(deletion.user, games.clock.now().plus(pause)).await?;
    }
    Ok(claimed.len())
}

/// Deletes the data of a user without waiting for anything but their games; whether that is done.
pub async fn delete_at_once(games: &Games, user: UserId) -> Result<bool, GameError> {
    for _ in 0..MOST_GAMES {
        let Some(deletion) = games.store.deletion(user).await? else { return Ok(true) };
        if carry_out_deletion(games, &deletion, false).await? {
            return Ok(true);
        }
        competition::take_in_results(games, games.clock.now(), None, u32::MAX).await?;
    }
    Ok(false)
}

async fn open_games(games: &Games, user: UserId) -> Result<Vec<GameSummary>, GameError> {
    Ok(games.store.games_of(user, &[Phase::Playing, Phase::Offered], MOST_GAMES).await?)
}

/// One step; whether it was the last one.
async fn carry_out_deletion(games: &Games, deletion: &Deletion, waits: bool) -> Result<bool, GameError> {
    let user = deletion.user;
    let open = open_games(games, user).await?;
    // A challenge by somebody else is not theirs to withdraw: it is declined below.
    let is_own =
        |summary: &GameSummary| summary.game.phase == Phase::Playing || summary.game.challenge.challenger == user;
    if !deletion.resigns && open.iter().any(is_own) {
        // They have begun to play again since they asked.
        games.store.cancel_deletion(user).await?;
        info!("A user plays again who wanted their data deleted: nothing is deleted");
        return Ok(true);
    }
    let unfinished = games.store.unfinished(user).await?;
    for tournament in unfinished.tournaments {
        match entrants::withdraw(games, tournament, user).await {
            Ok(_) | Err(GameError::Tournament(_)) => {}
            Err(cause) => return Err(cause),
        }
    }
    for ladder in unfinished.ladders {
        match players::leave(games, ladder, user).await {
            Ok(_) | Err(GameError::Ladder(LadderError::NotOn(_) | LadderError::Closed)) => {}
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
            Err(cause) => return Err(cause),
        }
    }
    ratings::count_results(games).await?;
    statistics::tally_games(games).await?;
    let unfinished = games.store.unfinished(user).await?;
    if unfinished.is_open || unfinished.is_pending && waits || !games.store.anonymize(deletion).await? {
        // A damaged game waits for the host: there is no hurry.
        return damage.map_or(Ok(false), |cause| Err(GameError::Internal(cause)));
    }
    // What is remembered would keep the language of somebody who returns from being stored.
    games.known_locales.forget(user);
    info!("Deleted the data of a user");
    Ok(true)
}

/// Resigns a game, or closes a challenge.
async fn leave_game(games: &Games, summary: &GameSummary, user: UserId) -> Result<(), GameError> {
    let game = summary.game.game_id;
    let request = internal_request(game, RESIGNS ^ user.0.rotate_left(17));
    let left = match summary.game.phase {
        Phase::Playing => resign::resign(games, request, game, user, None).await,
        _ if summary.game.challenge.challenger == user => challenge::withdraw(games, request, game, user).await,
        _ => challenge::decline(games, request, game, user).await,
    };
    match left {
        // It has ended, or begun, since it was read: the next round finds it as it is.
        Ok(_) | Err(GameError::Over | GameError::Aborted | GameError::ChallengeClosed(_) | GameError::NotAPlayer) => {
            Ok(())
        }
        Err(cause) => Err(cause),
    }
}
