//! Games: commits and queries.

use std::collections::HashMap;
use std::sync::PoisonError;

use async_trait::async_trait;

use crate::catch_panic::catch_panic;
use crate::domain::{
    Action, ChannelId, Game, GameId, GameRecord, GameSummary, GuildId, Phase, RequestId, TimeSpan, UserId, Vacation,
};
use crate::store::commit::Commit;
use crate::store::error::{CommitError, Each, Result, StoreError};
use crate::store::game::GameStore;
use crate::store::in_memory::state;
use crate::store::in_memory::store::InMemoryStore;

impl InMemoryStore {
    async fn write(&self, call: &'static str, commit: Commit, new: bool) -> Result<(), CommitError> {
        self.before(call).await?;
        // The mutex is released before the next await.
        let written = self.state().write(commit.clone(), new);
        written?;
        if let Some(faults) = &self.faults {
            faults.wrote(&commit);
        }
        Ok(self.after(call).await?)
    }
}

#[async_trait]
impl GameStore for InMemoryStore {
    async fn create(&self, commit: Commit) -> Result<(), CommitError> {
        let hook = self.before_create.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(hook) = hook {
            hook.await;
        }
        self.write("create", commit, true).await
    }

    async fn commit(&self, commit: Commit) -> Result<(), CommitError> {
        let hook = self.before_commit.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(hook) = hook {
            hook.await;
        }
        self.write("commit", commit, false).await
    }

    async fn commit_all(&self, commits: Vec<Commit>) -> Vec<Result<(), CommitError>> {
        let mut outcomes = Vec::with_capacity(commits.len());
        for commit in commits {
            let done = catch_panic(self.commit(commit)).await;
            outcomes.push(done.unwrap_or_else(|panic| Err(state::failed(panic).into())));
        }
        outcomes
    }

    async fn game_of_request(&self, request: RequestId) -> Result<Option<GameId>> {
        Ok(self.state().requests.get(&request).map(|(game, ..)| *game))
    }

    async fn action_of_request(&self, request: RequestId) -> Result<Option<Action>> {
        Ok(self.state().requests.get(&request).map(|(.., action)| *action))
    }

    async fn request_of(&self, game: GameId, version: i64) -> Result<Option<RequestId>> {
        let state = self.state();
        Ok(state
            .requests
            .iter()
            .find(|(_, (changed, made, _))| (*changed, *made) == (game, version))
            .map(|(request, _)| *request))
    }

    async fn game(&self, game: GameId) -> Result<Option<GameRecord>> {
        let state = self.state();
        let Some(mut record) = state.games.get(&game).cloned() else { return Ok(None) };
        let (seats, turn_at) = (&record.seats, record.game.turn.started_at);
        let is_near = |vacation: &&Vacation| {
            let TimeSpan { from, until } = vacation.span;
            until > turn_at && from < until && seats.iter().any(|seat| seat.user == vacation.user)
        };
        record.vacations = state.vacations.values().filter(is_near).cloned().collect();
        let (plies, count) = (&record.plies, record.game.ply);
        if plies.len() != count as usize || plies.iter().zip(1..).any(|(ply, number)| ply.number != number) {
            let problem = format!("{} moves are stored where the game has {count}", plies.len());
            return Err(StoreError::Corrupt { table: "ply", row: format!("game {game}"), problem });
        }
        Ok(Some(record))
    }

    async fn games(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>> {
        let mut found = HashMap::new();
        for game in games {
            if let Some(record) = self.game(*game).await.transpose() {
                found.insert(*game, record);
            }
        }
        Ok(found)
    }

    async fn games_of(&self, user: UserId, phases: &[Phase], limit: u32) -> Result<Vec<GameSummary>> {
        let state = self.state();
        let theirs = state.games.values().filter(|record| phases.contains(&record.game.phase));
        let mut found: Vec<_> = theirs.filter_map(|record| Some((record.seat_of(user)?, record))).collect();
        found.sort_by_key(|(seat, GameRecord { game, .. })| {
            let waits = match game.phase {
                Phase::Playing => game.turn.to_move == Some(*seat),
                Phase::Offered => game.challenge.challenger != user,
                Phase::Over | Phase::Void => false,
            };
            (!waits, game.turn.deadline_at.is_none(), game.turn.deadline_at, -game.challenge.created_at.0, game.game_id)
        });
        let summary = |record: &GameRecord| GameSummary { game: record.game.clone(), seats: record.seats.clone() };
        Ok(found.into_iter().take(limit as usize).map(|(_, record)| summary(record)).collect())
    }

    async fn games_numbered(&self, number: u32, guild: Option<GuildId>, user: UserId) -> Result<Vec<GameSummary>> {
        let state = self.state();
        let is_meant = |record: &&GameRecord| {
            let is_here = guild.is_some() && record.game.place.guild_id == guild;
            record.game.number == Some(number) && (is_here || record.seat_of(user).is_some())
        };
        let mut found: Vec<_> = state.games.values().filter(is_meant).collect();
        found.sort_by_key(|record| (record.game.challenge.created_at, record.game.game_id));
        let summary = |record: &GameRecord| GameSummary { game: record.game.clone(), seats: record.seats.clone() };
        Ok(found.into_iter().map(summary).collect())
    }

    async fn numbers_of(&self, games: &[GameId]) -> Result<HashMap<GameId, u32>> {
        let state = self.state();
        let number = |game: &GameId| Some((*game, state.games.get(game)?.game.number?));
        Ok(games.iter().filter_map(number).collect())
    }

    async fn newest_of(&self, user: UserId) -> Result<Option<Game>> {
        let state = self.state();
        let theirs = state.games.values().filter(|record| match record.game.phase {
            Phase::Playing | Phase::Over => record.seat_of(user).is_some(),
            Phase::Offered | Phase::Void => record.game.challenge.challenger == user,
        });
        let newest = theirs.min_by_key(|record| (-record.game.challenge.created_at.0, record.game.game_id));
        Ok(newest.map(|record| record.game.clone()))
    }

    async fn last_challenge_of(&self, user: UserId, guild: Option<GuildId>) -> Result<Option<GameId>> {
        let state = self.state();
        let made = state.games.values().filter(|record| {
            record.game.challenge.challenger == user
                && record.game.place.guild_id == guild
                && record.seat_of(user).is_some()
        });
        let newest = made.min_by_key(|record| (-record.game.challenge.created_at.0, record.game.game_id));
        Ok(newest.map(|record| record.game.game_id))
    }

    async fn open_of(&self, user: UserId) -> Result<u32> {
        let state = self.state();
        let open = state.games.values().filter(|record| match record.game.phase {
            Phase::Playing => record.seat_of(user).is_some(),
            Phase::Offered => record.game.challenge.challenger == user,
            Phase::Over | Phase::Void => false,
        });
        Ok(open.count() as u32)
    }

    async fn offers_between(&self, from: UserId, to: UserId) -> Result<u32> {
        let state = self.state();
        let offers = state.games.values().filter(|record| {
            record.game.phase == Phase::Offered
                && record.game.challenge.challenger == from
                && record.seat_of(to).is_some()
        });
        Ok(offers.count() as u32)
    }

    async fn game_in(&self, channel: ChannelId) -> Result<Option<GameId>> {
        let state = self.state();
        let games = || state.games.values().map(|record| &record.game);
        let in_thread =
            games().filter(|game| game.place.thread_id == Some(channel)).max_by_key(|game| game.challenge.created_at);
        if let Some(game) = in_thread {
            return Ok(Some(game.game_id));
        }
        let mut at_home = games().filter(|game| {
            game.place.channel_id == channel && game.place.thread_id.is_none() && game.phase == Phase::Playing
        });
        Ok(at_home.next().filter(|_| at_home.next().is_none()).map(|game| game.game_id))
    }

    async fn set_thread(&self, game: GameId, thread: Option<ChannelId>) -> Result<()> {
        self.before("set_thread").await?;
        if let Some(record) = self.state().games.get_mut(&game) {
            record.game.place.thread_id = thread;
        }
        self.after("set_thread").await
    }
}
