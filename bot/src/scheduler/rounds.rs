//! Loops that look for work after a pause, until they are cancelled.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::commands::App;
use crate::delivery::clubs::ladder_digest::post_due;
use crate::delivery::clubs::leader_role::give_due;
use crate::delivery::clubs::{competition_posts, daily_puzzle};
use crate::delivery::watches::tell_due;
use crate::discord::DiscordApi;
use crate::features::privacy::service::deletion;
use crate::features::{competition, organize};
use crate::games::Games;
use crate::scheduler::attempt;
use crate::store::Store;

/// It bounds how much of what Discord takes goes to watchers.
const WATCHERS_PAUSE: Duration = Duration::from_secs(2);

const COMPETITIONS_PAUSE: Duration = Duration::from_secs(3);

/// Competitions that are brought up to date in one round.
const COMPETITIONS: u32 = 50;

const DECISIONS_PAUSE: Duration = Duration::from_secs(1);

const DELETIONS_PAUSE: Duration = Duration::from_secs(3);

const LADDERS_PAUSE: Duration = Duration::from_secs(5);

/// Tells watchers of the games that they follow.
pub async fn tell_watchers(app: App, store: Arc<Store>, discord: Arc<dyn DiscordApi>, cancel: CancellationToken) {
    loop {
        attempt("tell watchers", Box::pin(tell_due(&app, store.as_ref(), &discord))).await;
        if cancel.run_until_cancelled(sleep(WATCHERS_PAUSE)).await.is_none() {
            return;
        }
    }
}

/// Competitions learn of their games: what was accepted, ended or not answered changes their tables.
pub async fn follow_games(games: Games, clock: Arc<dyn Clock>, downtime: Duration, cancel: CancellationToken) {
    let mut after = None;
    loop {
        let round = async {
            // An outage has to be known first, or a challenge is lost in a time in which nobody could answer.
            if !games.has_recent_beat(clock.now(), downtime).await? {
                return Ok(None);
            }
            Ok(competition::take_in_results(&games, clock.now(), after, COMPETITIONS).await?.next)
        };
        after = attempt("bring competitions up to date", Box::pin(round)).await.flatten();
        let pause = if after.is_some() { COMPETITIONS_PAUSE / 10 } else { COMPETITIONS_PAUSE };
        if cancel.run_until_cancelled(sleep(pause)).await.is_none() {
            return;
        }
    }
}

/// Carries out what organizers have decided on all games of a competition.
pub async fn decide_for_all(games: Games, cancel: CancellationToken) {
    loop {
        attempt("carry out a decision on many games", Box::pin(organize::carry_out_for_all(&games))).await;
        if cancel.run_until_cancelled(sleep(DECISIONS_PAUSE)).await.is_none() {
            return;
        }
    }
}

pub async fn delete_data(games: Games, cancel: CancellationToken) {
    loop {
        attempt("delete the data of users", Box::pin(deletion::carry_out_deletions(&games))).await;
        if cancel.run_until_cancelled(sleep(DELETIONS_PAUSE)).await.is_none() {
            return;
        }
    }
}

/// Posts about competitions and puzzles where servers want it, and hands over the roles of leaders.
pub async fn announce_competitions(
    app: App,
    store: Arc<Store>,
    discord: Arc<dyn DiscordApi>,
    cancel: CancellationToken,
) {
    loop {
        attempt("post the changes of ladders", post_due(&app.games, store.as_ref(), &discord)).await;
        attempt("hand over the roles of leaders", give_due(&app.games, store.as_ref(), &discord)).await;
        let posting = competition_posts::post_due(&app, store.as_ref(), &discord);
        attempt("post about competitions", Box::pin(posting)).await;
        let puzzles = daily_puzzle::post_due(&app, store.as_ref(), &discord);
        attempt("post the daily puzzle", Box::pin(puzzles)).await;
        if cancel.run_until_cancelled(sleep(LADDERS_PAUSE)).await.is_none() {
            return;
        }
    }
}
