//! Games: commits and queries.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use base::catch_panic::catch_panic;
use base::metrics::{self, StoreWork};
use futures::FutureExt as _;
use futures::future::join_all;
use tracing::error;

use crate::domain::{Action, ChannelId, Game, GameId, GameRecord, GameSummary, GuildId, Phase, RequestId, UserId};
use crate::store::availability;
use crate::store::commit::Commit;
use crate::store::connection::engine::{Arg, args};
use crate::store::connection::failures::Backoff;
use crate::store::connection::interceptor::StoreCall;
use crate::store::error::{CommitError, Each, Result, StoreError};
use crate::store::games::game_row::{read_game, select_game, select_game_and_seat};
use crate::store::games::whole_games::{self, whole_games};
use crate::store::rows::Reader;
use crate::store::statements::Store;
use crate::store::write::commit::write_commit;

impl Store {
    /// Writes a new game (`version` 0, phase [`Phase::Offered`]) with its seats and notices.
    /// [`CommitError::Duplicate`] if this request has already done so.
    pub async fn create(&self, commit: Commit) -> Result<(), CommitError> {
        self.commit(commit).await
    }

    /// Writes one change: atomic, conditional on `game.version - 1` being the current version, idempotent per request.
    pub async fn commit(&self, commit: Commit) -> Result<(), CommitError> {
        let commit = Arc::new(commit);
        let call = if commit.is_new_game() { StoreCall::Create(&commit) } else { StoreCall::Commit(&commit) };
        self.intercepted(call, self.write_with_retries(&commit).boxed()).await
    }

    /// Writes many changes, each independently like [`Store::commit`], and returns their outcomes in order. They share transactions, so
    /// that many cost little more than one.
    pub async fn commit_all(&self, commits: Vec<Commit>) -> Vec<Result<(), CommitError>> {
        let commit = async |commit| {
            let writing = catch_panic(self.commit(commit));
            writing.await.unwrap_or_else(|panic| Err(StoreError::of_panic(panic).into()))
        };
        join_all(commits.into_iter().map(commit)).await
    }

    /// The only place where commits are retried, because they are self-contained values. A commit whose answer was
    /// lost returns `Duplicate` on the second try.
    async fn write_with_retries(&self, commit: &Arc<Commit>) -> Result<(), CommitError> {
        let (mut backoff, began) = (Backoff::new(), Instant::now());
        let mut is_repeated = false;
        loop {
            let result = match &self.writer {
                Some(writer) => writer.write(Arc::clone(commit), backoff.until).await,
                None => write_commit(&self.write, commit).await,
            };
            match result {
                Err(CommitError::Store(error)) if error.is_transient() && backoff.wait().await => is_repeated = true,
                result => {
                    metrics::store(StoreWork::Commit, began, !matches!(result, Err(CommitError::Store(_))));
                    return match result {
                        Ok(()) => {
                            availability::note_change(None);
                            self.check_commit().await?;
                            self.announce(commit);
                            Ok(())
                        }
                        Err(CommitError::Store(error)) => Err(self.note_refused_change(error).await.into()),
                        // Nothing was written, so the state of the disk does not matter.
                        Err(problem) => {
                            // The answer to an earlier try was lost.
                            if is_repeated && matches!(problem, CommitError::Duplicate) {
                                self.announce(commit);
                            }
                            Err(problem)
                        }
                    };
                }
            }
        }
    }

    pub async fn game_of_request(&self, request: RequestId) -> Result<Option<GameId>> {
        self.first("event", "select game_id from event where request_id = $1", args![request.0], Reader::game).await
    }

    pub async fn action_of_request(&self, request: RequestId) -> Result<Option<Action>> {
        let sql = "select game_id, action from event where request_id = $1";
        self.first("event", sql, args![request], |read| read.at("action").parse()).await
    }

    /// The request that made this version of a game; the first version is 0.
    pub async fn request_of(&self, game: GameId, version: i64) -> Result<Option<RequestId>> {
        let sql = "select game_id, request_id from event where game_id = $1 and version = $2";
        self.first("event", sql, args![game, version], |read| read.at("request_id").request()).await
    }

    pub async fn game(&self, game: GameId) -> Result<Option<GameRecord>> {
        let rows = self.rows(whole_games!("= $2 order by seat.seat"), args!["\n", game.0]).await?;
        whole_games::read_games(rows).remove(&game).transpose()
    }

    /// Many games in one query. Missing games are left out; an unreadable game is an error of its own.
    pub async fn games(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>> {
        let sql = whole_games!("in (select cast(key as bigint) from jsonb_each($2)) order by game.game_id, seat.seat");
        let rows = self.rows(sql, args!["\n", Arg::games(games)]).await?;
        Ok(whole_games::read_games(rows))
    }

    /// Games of this player in these phases: those waiting for this player first, then by deadline; at most `limit`.
    pub async fn games_of(&self, user: UserId, phases: &[Phase], limit: u32) -> Result<Vec<GameSummary>> {
        // One row per seat of each game, with the games in order.
        let sql = concat!(
            "with mine as (select game.game_id as id, case when game.phase = 'playing' and game.to_move = seat.seat then 0 \
             when game.phase = 'offered' and game.challenger <> seat.user_id then 0 else 1 end as others, \
             case when game.phase = 'playing' and (game.deadline_at is null or game.round_ends_at < game.deadline_at) \
             then game.round_ends_at else game.deadline_at end as due_at, game.created_at \
             from game join seat on seat.game_id = game.game_id where seat.user_id = $1 \
             and (game.phase = $2 or game.phase = $3 or game.phase = $4 or game.phase = $5) \
             order by others, due_at nulls last, game.created_at desc, game.game_id limit $6) select ",
            select_game_and_seat!(),
            " from mine join game on game.game_id = mine.id \
             join seat on seat.game_id = game.game_id \
             order by others, mine.due_at nulls last, mine.created_at desc, game.game_id, seat.seat"
        );
        let phase = |index: usize| phases.get(index).map(|phase| phase.as_str());
        self.summaries(sql, args![user, phase(0), phase(1), phase(2), phase(3), limit]).await
    }

    /// Games with this number: the one of the given server, and those of this player in other places.
    pub async fn games_numbered(&self, number: u32, guild: Option<GuildId>, user: UserId) -> Result<Vec<GameSummary>> {
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from game join seat on seat.game_id = game.game_id \
             where game.number = $1 and (game.guild_id = $2 \
             or game.game_id in (select own.game_id from seat as own where own.user_id = $3)) \
             order by game.created_at, game.game_id, seat.seat"
        );
        self.summaries(sql, args![number, guild, user]).await
    }

    /// All games with this number and their servers; `None` for direct messages.
    pub async fn all_games_numbered(&self, number: u32) -> Result<Vec<(GameId, Option<GuildId>)>> {
        let sql = "select game_id, guild_id from game where number = $1 order by guild_id, game_id";
        let read = |read: &mut Reader| Ok((read.game()?, read.opt_id()?.map(GuildId)));
        self.list("game", sql, args![number], read).await
    }

    /// Numbers of these games, if they have begun, in their servers; `None` for direct messages.
    pub async fn numbers_of(&self, games: &[GameId]) -> Result<HashMap<GameId, (u32, Option<GuildId>)>> {
        let sql = "select game_id, number, guild_id from game where number is not null \
                   and game_id in (select cast(key as bigint) from jsonb_each($1))";
        let read = |read: &mut Reader| Ok((read.game()?, (read.small()?, read.opt_id()?.map(GuildId))));
        let numbers = self.list("game", sql, args![Arg::games(games)], read).await?;
        Ok(numbers.into_iter().collect())
    }

    /// The game that this player began or offered last.
    pub async fn newest_of(&self, user: UserId) -> Result<Option<Game>> {
        let sql = concat!(
            "select ",
            select_game!(),
            " from seat join game on game.game_id = seat.game_id \
             where seat.user_id = $1 and (game.phase = 'playing' or game.phase = 'over' \
             or game.challenger = $1) order by game.created_at desc, game.game_id limit 1"
        );
        self.first("game", sql, args![user], read_game).await
    }

    /// The name of this player in their newest game or challenge.
    pub async fn newest_name_of(&self, user: UserId) -> Result<Option<String>> {
        let sql = "select seat.name from seat join game on game.game_id = seat.game_id where seat.user_id = $1 \
                   order by game.created_at desc, game.game_id limit 1";
        self.first("seat", sql, args![user], Reader::text).await
    }

    /// The last challenge that this player made in this server, or in direct messages, whatever its state.
    pub async fn last_challenge_of(&self, user: UserId, guild: Option<GuildId>) -> Result<Option<GameId>> {
        let sql = "select game.game_id from seat join game on game.game_id = seat.game_id where seat.user_id = $1 \
                   and game.challenger = $1 and coalesce(game.guild_id, 0) = $2 \
                   order by game.created_at desc, game.game_id limit 1";
        self.first("game", sql, args![user.0, guild.map_or(0, |guild| guild.0)], Reader::game).await
    }

    /// Number of games this player plays, plus their own unanswered challenges.
    pub async fn open_of(&self, user: UserId) -> Result<u32> {
        let sql = "select count(*) from seat join game on game.game_id = seat.game_id where seat.user_id = $1 \
                   and (game.phase = 'playing' or (game.phase = 'offered' and game.challenger = $1))";
        self.count(sql, args![user.0]).await
    }

    pub async fn offers_between(&self, from: UserId, to: UserId) -> Result<u32> {
        let sql = "select count(*) from seat join game on game.game_id = seat.game_id where seat.user_id = $2 \
                   and game.phase = 'offered' and game.challenger = $1";
        self.count(sql, args![from.0, to.0]).await
    }

    /// The game whose thread this is, or the only running game in this channel.
    pub async fn game_in(&self, channel: ChannelId) -> Result<Option<GameId>> {
        let sql = "select game_id from game where thread_id = $1 order by created_at desc limit 1";
        if let Some(game) = self.first("game", sql, args![channel], Reader::game).await? {
            return Ok(Some(game));
        }
        let sql = "select game_id from game where channel_id = $1 and thread_id is null and phase = 'playing' limit 2";
        let games = self.list("game", sql, args![channel], Reader::game).await?;
        Ok(if let [game] = games[..] { Some(game) } else { None })
    }

    /// Sets the thread of a game. The version of the game stays the same.
    pub async fn set_thread(&self, game: GameId, thread: Option<ChannelId>) -> Result<()> {
        let sql = "update game set thread_id = $2 where game_id = $1";
        self.change(sql, args![game.0, thread]).await.map(drop)
    }

    /// Games with their seats, from a query with one row per seat and adjacent rows per game.
    pub(in crate::store) async fn summaries(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<GameSummary>> {
        let mut summaries = Vec::<GameSummary>::new();
        let mut corrupt = None;
        for row in self.rows(sql, args).await? {
            let mut read = Reader::new("game", row);
            let id = read.game().ok();
            if corrupt.is_some() && corrupt == id {
                continue;
            }
            match whole_games::game_and_seat(&mut read) {
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
        Ok(summaries)
    }

    pub async fn summaries_of(&self, games: &[GameId]) -> Result<Vec<GameSummary>> {
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from game join seat on seat.game_id = game.game_id \
             where game.game_id in (select cast(key as bigint) from jsonb_each($1)) order by game.game_id, seat.seat"
        );
        self.summaries(sql, args![Arg::games(games)]).await
    }

    /// Games of a server in this phase, newest first; at most `limit`.
    pub async fn games_of_guild(&self, guild: GuildId, phase: Phase, limit: u32) -> Result<Vec<GameSummary>> {
        let sql = concat!(
            "with newest as (select game_id as id from game where guild_id = $1 and phase = $2 \
             order by created_at desc, game_id limit $3) select ",
            select_game_and_seat!(),
            " from newest join game on game.game_id = newest.id \
             join seat on seat.game_id = game.game_id order by game.created_at desc, game.game_id, seat.seat"
        );
        self.summaries(sql, args![guild, phase.as_str(), limit]).await
    }
}
