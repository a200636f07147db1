//! Permissions and limits for watching games.

use games::domain::people::watch::{MOST_WATCHED, MOST_WATCHERS};
use games::domain::{ChannelId, Game, GameId, GameRecord, GameSummary, Phase, UserId, Watch, WatchHow};
use games::store::StoreError;
use games::{GameError, Games};

#[derive(Debug)]
pub enum WatchError {
    Own,
    /// The person watches the maximum number of games.
    TooMany(usize),
    Full,
    NoThread,
    Game(GameError),
}

impl From<GameError> for WatchError {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

impl From<StoreError> for WatchError {
    fn from(error: StoreError) -> Self {
        Self::Game(error.into())
    }
}

#[derive(Debug)]
pub struct WatchedGame {
    pub watch: Watch,
    pub record: GameRecord,
}

impl WatchedGame {
    pub(crate) fn into_summary(self) -> GameSummary {
        GameSummary { game: self.record.game, seats: self.record.seats }
    }
}

/// The game of this thread, if others play it.
pub(crate) async fn thread_game_of_others(
    games: &Games,
    user: UserId,
    channel: ChannelId,
) -> Result<Option<GameId>, GameError> {
    let Some(game) = games.store.game_in(channel).await? else { return Ok(None) };
    let game_of_others = games.store.game(game).await?.filter(|record| {
        let Game { phase, place, .. } = &record.game;
        *phase == Phase::Playing && place.thread_id == Some(channel) && record.seat_of(user).is_none()
    });
    Ok(game_of_others.map(|_| game))
}

/// Watches a running game of others; repeating it changes the kind of notifications.
pub async fn watch(games: &Games, user: UserId, game: GameId, how: WatchHow) -> Result<GameRecord, WatchError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    if record.seat_of(user).is_some() {
        record.check_playing()?;
        return Err(WatchError::Own);
    }
    match record.game.phase {
        Phase::Offered | Phase::Void => record.check_not_others(user)?,
        _ => {}
    }
    record.check_playing()?;
    if how == WatchHow::Thread && record.game.place.thread_id.is_none() {
        return Err(WatchError::NoThread);
    }
    let mut watched = games.store.watches_of(user).await?;
    watched.retain(|watch| watch.how != WatchHow::Closed);
    if !watched.iter().any(|watch| watch.game == game) {
        if watched.len() >= MOST_WATCHED {
            return Err(WatchError::TooMany(MOST_WATCHED));
        }
        if games.store.watchers_of(game).await? >= MOST_WATCHERS {
            return Err(WatchError::Full);
        }
    }
    let now = games.clock.now();
    games.store.set_watch(&Watch { game, user, how, seen: Watch::NEW, message: None, next_at: now }).await?;
    Ok(record)
}

/// The games that a person watches: first those whose direct messages Discord refuses, then by newest turn.
pub async fn list_watched(games: &Games, user: UserId) -> Result<Vec<WatchedGame>, GameError> {
    let watches = games.store.watches_of(user).await?;
    let ids: Vec<GameId> = watches.iter().map(|watch| watch.game).collect();
    let mut records = games.store.games(&ids).await?;
    let mut watched_games = Vec::new();
    for watch in watches {
        if let Some(Ok(record)) = records.remove(&watch.game) {
            watched_games.push(WatchedGame { watch, record });
        }
    }
    watched_games.sort_by_key(|watched| {
        (watched.watch.how != WatchHow::Closed, std::cmp::Reverse(watched.record.game.turn.started_at))
    });
    Ok(watched_games)
}

/// Deletes closed watches once they have been shown to their watcher.
pub async fn forget_closed(games: &Games, shown: &[WatchedGame]) -> Result<(), GameError> {
    for WatchedGame { watch, .. } in shown {
        if watch.how == WatchHow::Closed {
            // Unless they have started watching again meanwhile.
            games.store.write_watch(watch, None).await?;
        }
    }
    Ok(())
}

/// Stops watching; returns whether the person was watching this game.
pub async fn stop_watching(games: &Games, user: UserId, game: GameId) -> Result<bool, GameError> {
    Ok(games.store.stop_watch(game, user).await?)
}
