//! Games: commits and queries.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use tracing::error;

use crate::catch_panic::catch_panic;
use crate::domain::{Action, ChannelId, Game, GameId, GameRecord, GameSummary, GuildId, Phase, RequestId, UserId};
use crate::metrics;
use crate::metrics::StoreWork;
use crate::store::availability;
use crate::store::commit::Commit;
use crate::store::error::{CommitError, Each, Result, StoreError};
use crate::store::game::GameStore;
use crate::store::sql::connection::door::StoreCall;
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::connection::failures::Backoff;
use crate::store::sql::game_row::select_game_and_seat;
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;
use crate::store::sql::whole_games::{self, whole_games};
use crate::store::sql::write::bulk::{CommitKind, is_plain};
use crate::store::sql::write::commit::write_single;

impl<DB: Engine> SqlStore<DB> {
    /// The only place where a commit is tried again: it is one closed value. A commit whose answer was lost returns
    /// `Duplicate` on the second try.
    async fn write(&self, commit: Arc<Commit>, kind: CommitKind) -> Result<(), CommitError> {
        let call = match kind {
            CommitKind::Create => StoreCall::Create(&commit),
            CommitKind::Change => StoreCall::Commit(&commit),
        };
        self.through_door(call, self.write_with_retries(&commit, kind)).await
    }

    async fn write_with_retries(&self, commit: &Arc<Commit>, kind: CommitKind) -> Result<(), CommitError> {
        let (mut backoff, began) = (Backoff::new(), Instant::now());
        loop {
            let done = match &self.writer {
                // A commit that cannot be part of a batch does not wait for one.
                Some(writer) if !DB::NESTED_WRITES || is_plain(commit, kind) => {
                    writer.write(Arc::clone(commit), kind, backoff.until).await
                }
                _ => write_single(&self.write, commit, kind).await,
            };
            match done {
                Err(CommitError::Store(error)) if error.is_transient() && backoff.wait().await => {}
                done => {
                    metrics::store(StoreWork::Commit, began, !matches!(done, Err(CommitError::Store(_))));
                    return match done {
                        Ok(()) => {
                            availability::note_change(None);
                            Ok(())
                        }
                        Err(CommitError::Store(error)) => Err(self.note_refused_change(error).await.into()),
                        // It was not written, whatever the disk is like.
                        done => done,
                    };
                }
            }
        }
    }

    pub(super) async fn count(&self, sql: &'static str, args: Vec<Arg>) -> Result<u32> {
        let rows = self.rows(sql, args).await?;
        let count = rows.first().map_or(Ok(0), |row| Reader::<DB>::new("game", row).int())?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }
}

#[async_trait]
impl<DB: Engine> GameStore for SqlStore<DB> {
    async fn create(&self, commit: Commit) -> Result<(), CommitError> {
        self.write(Arc::new(commit), CommitKind::Create).await
    }

    async fn commit(&self, commit: Commit) -> Result<(), CommitError> {
        self.write(Arc::new(commit), CommitKind::Change).await
    }

    async fn commit_all(&self, commits: Vec<Commit>) -> Vec<Result<(), CommitError>> {
        let commits: Vec<Arc<Commit>> = commits.into_iter().map(Arc::new).collect();
        let mut outcomes: Vec<_> = commits.iter().map(|_| None).collect();
        if let Some(writer) = &self.writer {
            let all = commits.iter().map(|commit| (Arc::clone(commit), CommitKind::Change)).collect();
            if let Ok(done) = writer.write_all(all, Backoff::new().until).await {
                outcomes = done.into_iter().map(Some).collect();
            }
        }
        let write_alone = async |commit| {
            let done = catch_panic(self.write(commit, CommitKind::Change)).await;
            done.unwrap_or_else(|panic| Err(StoreError::of_panic(panic).into()))
        };
        let outcomes = outcomes.into_iter().zip(commits).map(async |(outcome, commit)| match outcome {
            Some(Err(CommitError::Store(error))) if error.is_transient() => write_alone(commit).await,
            Some(outcome) => outcome,
            None => write_alone(commit).await,
        });
        futures::future::join_all(outcomes).await
    }

    async fn game_of_request(&self, request: RequestId) -> Result<Option<GameId>> {
        let rows = self.rows("select game_id from event where request_id = $1", args![request.0]).await?;
        rows.first().map(|row| Reader::<DB>::new("event", row).int().map(GameId)).transpose()
    }

    async fn action_of_request(&self, request: RequestId) -> Result<Option<Action>> {
        let rows = self.rows("select game_id, action from event where request_id = $1", args![request.0]).await?;
        let action = |row| {
            let mut read = Reader::<DB>::new("event", row);
            read.int()?;
            read.parse()
        };
        rows.first().map(action).transpose()
    }

    async fn request_of(&self, game: GameId, version: i64) -> Result<Option<RequestId>> {
        let sql = "select game_id, request_id from event where game_id = $1 and version = $2";
        let rows = self.rows(sql, args![game.0, version]).await?;
        let request = |row| {
            let mut read = Reader::<DB>::new("event", row);
            read.int()?;
            Ok(RequestId(read.id()?))
        };
        rows.first().map(request).transpose()
    }

    async fn game(&self, game: GameId) -> Result<Option<GameRecord>> {
        let rows = self.rows(whole_games!("= $2 order by seat.seat"), args!["\n", game.0]).await?;
        whole_games::read_games::<DB>(&rows).remove(&game).transpose()
    }

    async fn games(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>> {
        let sql = whole_games!("in (select cast(key as bigint) from jsonb_each($2)) order by game.game_id, seat.seat");
        let rows = self.rows(sql, args!["\n", Arg::keys(games.iter().map(|game| game.0))]).await?;
        Ok(whole_games::read_games::<DB>(&rows))
    }

    async fn games_of(&self, user: UserId, phases: &[Phase], limit: u32) -> Result<Vec<GameSummary>> {
        // One row for each seat of each game, the games in order.
        let sql = concat!(
            "with mine as (select game.game_id as id, case when game.phase = 'playing' and game.to_move = seat.seat then 0 \
             when game.phase = 'offered' and game.challenger <> seat.user_id then 0 else 1 end as others, \
             case when game.deadline_at is null then 1 else 0 end as unhurried, game.deadline_at, game.created_at \
             from game join seat on seat.game_id = game.game_id where seat.user_id = $1 \
             and (game.phase = $2 or game.phase = $3 or game.phase = $4 or game.phase = $5) \
             order by others, unhurried, game.deadline_at, game.created_at desc, game.game_id limit $6) select ",
            select_game_and_seat!(),
            " from mine join game on game.game_id = mine.id \
             join seat on seat.game_id = game.game_id \
             order by others, unhurried, mine.deadline_at, mine.created_at desc, game.game_id, seat.seat"
        );
        let word = |index: usize| Arg::from(phases.get(index).map(|phase| phase.word()));
        let args = vec![Arg::from(user.0), word(0), word(1), word(2), word(3), Arg::from(limit)];
        let rows = self.rows(sql, args).await?;
        Ok(summaries::<DB>(&rows))
    }

    async fn games_numbered(&self, number: u32, guild: Option<GuildId>, user: UserId) -> Result<Vec<GameSummary>> {
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from game join seat on seat.game_id = game.game_id \
             where game.number = $1 and (game.guild_id = $2 \
             or game.game_id in (select own.game_id from seat as own where own.user_id = $3)) \
             order by game.created_at, game.game_id, seat.seat"
        );
        let args = args![number, guild.map(|id| id.0.cast_signed()), user.0];
        Ok(summaries::<DB>(&self.rows(sql, args).await?))
    }

    async fn numbers_of(&self, games: &[GameId]) -> Result<HashMap<GameId, u32>> {
        let sql = "select game_id, number from game where number is not null \
                   and game_id in (select cast(key as bigint) from jsonb_each($1))";
        let rows = self.rows(sql, args![Arg::keys(games.iter().map(|game| game.0))]).await?;
        let number = |row| {
            let mut read = Reader::<DB>::new("game", row);
            Ok((GameId(read.int()?), read.small()?))
        };
        rows.iter().map(number).collect()
    }

    async fn newest_of(&self, user: UserId) -> Result<Option<Game>> {
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from seat join game on game.game_id = seat.game_id \
             where seat.user_id = $1 and (game.phase = 'playing' or game.phase = 'over' \
             or game.challenger = $1) order by game.created_at desc, game.game_id limit 1"
        );
        let rows = self.rows(sql, args![user.0]).await?;
        rows.first().map(|row| whole_games::game_and_seat::<DB>(row).map(|(game, _)| game)).transpose()
    }

    async fn last_challenge_of(&self, user: UserId, guild: Option<GuildId>) -> Result<Option<GameId>> {
        let sql = "select game.game_id from seat join game on game.game_id = seat.game_id where seat.user_id = $1 \
                   and game.challenger = $1 and coalesce(game.guild_id, 0) = $2 \
                   order by game.created_at desc, game.game_id limit 1";
        let rows = self.rows(sql, args![user.0, guild.map_or(0, |guild| guild.0)]).await?;
        rows.first().map(|row| Reader::<DB>::new("game", row).int().map(GameId)).transpose()
    }

    async fn open_of(&self, user: UserId) -> Result<u32> {
        let sql = "select count(*) from seat join game on game.game_id = seat.game_id where seat.user_id = $1 \
                   and (game.phase = 'playing' or (game.phase = 'offered' and game.challenger = $1))";
        self.count(sql, args![user.0]).await
    }

    async fn offers_between(&self, from: UserId, to: UserId) -> Result<u32> {
        let sql = "select count(*) from seat join game on game.game_id = seat.game_id where seat.user_id = $2 \
                   and game.phase = 'offered' and game.challenger = $1";
        self.count(sql, args![from.0, to.0]).await
    }

    async fn game_in(&self, channel: ChannelId) -> Result<Option<GameId>> {
        let sql = "select game_id from game where thread_id = $1 order by created_at desc limit 1";
        let in_thread = self.rows(sql, args![channel.0]).await?;
        let rows = if in_thread.is_empty() {
            let sql =
                "select game_id from game where channel_id = $1 and thread_id is null and phase = 'playing' limit 2";
            self.rows(sql, args![channel.0]).await?
        } else {
            in_thread
        };
        let [row] = rows.as_slice() else { return Ok(None) };
        Ok(Some(GameId(Reader::<DB>::new("game", row).int()?)))
    }

    async fn set_thread(&self, game: GameId, thread: Option<ChannelId>) -> Result<()> {
        let sql = "update game set thread_id = $2 where game_id = $1";
        self.change(sql, args![game.0, thread.map(|id| id.0.cast_signed())]).await?;
        Ok(())
    }
}

/// Games with all their seats, of rows of a game and one seat each, which stand together.
fn summaries<DB: Engine>(rows: &[DB::Row]) -> Vec<GameSummary> {
    let mut summaries = Vec::<GameSummary>::new();
    let mut corrupt = None;
    for row in rows {
        let id = DB::int(row, 0).ok().flatten().map(GameId);
        if corrupt.is_some() && corrupt == id {
            continue;
        }
        match whole_games::game_and_seat::<DB>(row) {
            Ok((game, seat)) => match summaries.last_mut() {
                Some(summary) if summary.game.game_id == game.game_id => summary.seats.push(seat),
                _ => summaries.push(GameSummary { game, seats: vec![seat] }),
            },
            // Opening this game returns the same error.
            Err(problem) => {
                error!(error = %problem, "Left a corrupt game out of a list: {problem}");
                summaries.pop_if(|summary| Some(summary.game.game_id) == id);
                corrupt = id;
            }
        }
    }
    summaries
}
