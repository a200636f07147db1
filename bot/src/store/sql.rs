//! The port on SQL: one implementation for every [`Engine`], one text for every statement.

use std::fs::File;
use std::sync::Arc;

use crate::crash_point::Point;
use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Pool;
use tracing::{error, warn};

use crate::crash_point;
use crate::domain::{
    Action, ChannelId, ConditionalMoves, GameId, GameRecord, GameSummary, GuildId, GuildPreferences, Phase, Player,
    Preferences, RequestId, SetConditionalMoves, Timestamp, UserId,
};
use crate::store::bulk::is_plain;
use crate::store::commit::Commit;
use crate::store::copy::copy;
use crate::store::database_url::Database;
use crate::store::engine::{Arg, Engine, args, claim};
use crate::store::error::{CommitError, StoreError};
use crate::store::failures::{RetryPolicy, failed, in_time};
use crate::store::fill::{Waiting, fill};
use crate::store::group::Writer;
use crate::store::messages::{DeadMessage, Message, PostedMessage, SendAttempt};
use crate::store::rows::{Reader, game_columns, whole_games};
use crate::store::writing::{Kind, alone, keep_line};
use crate::store::{Each, Store, preferences, rows};

/// A database behind the port.
pub struct SqlStore<DB: Engine> {
    read: Pool<DB>,
    write: Pool<DB>,
    /// Where all commits go through one hand. Without it each is a transaction of its own.
    writer: Option<Writer>,
    /// Held as long as the store lives: nobody else opens the same file.
    _lock: Option<File>,
}

type Result<T, E = StoreError> = std::result::Result<T, E>;

const PLAYER: &str = "select preferences from player where user_id = $1";

const GUILD: &str = "select preferences from guild where guild_id = $1";

impl<DB: Engine> SqlStore<DB> {
    pub(crate) fn new(read: Pool<DB>, write: Pool<DB>, writer: Option<Writer>, lock: Option<File>) -> Self {
        Self { read, write, writer, _lock: lock }
    }

    /// Each commit a transaction of its own, with a flush of its own.
    pub(crate) fn unshared(self) -> Self {
        Self { writer: None, ..self }
    }

    pub(crate) async fn rows(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<DB::Row>> {
        statement(&self.read, sql, args).await
    }

    async fn count(&self, sql: &'static str, args: Vec<Arg>) -> Result<u32> {
        let rows = self.rows(sql, args).await?;
        let count = rows.first().map_or(Ok(0), |row| Reader::<DB>::new("game", row).int())?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// What a person or a server has chosen, as stored.
    async fn chosen(&self, sql: &'static str, id: u64) -> Result<Option<String>> {
        let rows = self.rows(sql, args![id]).await?;
        Ok(rows.first().map(|row| Reader::<DB>::new("player", row).opt_text()).transpose()?.flatten())
    }

    /// Has a person or a server choose anew, unless what is stored is not `from` any more. Compared is what is meant, because
    /// another version of the program may have written it otherwise; then nobody else may change the text that was read.
    async fn choose<T: DeserializeOwned + Serialize + Default + PartialEq>(
        &self,
        table: &'static str,
        [read, write]: [&'static str; 2],
        id: u64,
        [from, to]: [&T; 2],
        also: Vec<Arg>,
    ) -> Result<bool> {
        let stands = self.chosen(read, id).await?;
        if preferences::read::<T>(table, id, stands.as_deref())? != *from {
            return Ok(false);
        }
        let (to, from) = (preferences::written(to)?, stands.unwrap_or_default());
        let mut args = args![id, to.as_deref(), from.as_str()];
        args.extend(also);
        Ok(!self.change(write, args).await?.is_empty())
    }

    /// The same of a person, with a statement of its own and what it writes besides.
    pub(crate) async fn choose_preferences(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        write: &'static str,
        also: Vec<Arg>,
    ) -> Result<bool> {
        self.choose("player", [PLAYER, write], user.0, [from, to], also).await
    }

    pub(crate) async fn change(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<DB::Row>> {
        statement(&self.write, sql, args).await
    }

    /// "Run it again" is handled here and nowhere else, because a commit is one closed value; one that came through although
    /// its answer was lost is a `Duplicate` then.
    async fn write(&self, commit: Arc<Commit>, kind: Kind) -> Result<(), CommitError> {
        let mut retry_policy = RetryPolicy::new();
        loop {
            let done = match &self.writer {
                // What is no part of a batch there need not wait for one.
                Some(writer) if !DB::NESTED_WRITES || is_plain(&commit, kind) => {
                    writer.write(Arc::clone(&commit), kind, retry_policy.until).await
                }
                _ => alone(&self.write, &commit, kind).await,
            };
            match done {
                Err(CommitError::Store(error)) if error.is_transient() && retry_policy.lasts().await => {}
                done => return done,
            }
        }
    }
}

impl<DB: Engine> SqlStore<DB> {
    /// Copies everything into a database that has nothing; gives each table with its number of rows.
    pub(crate) async fn copy_to<To: Engine>(&self, to: &SqlStore<To>) -> Result<Vec<(&'static str, u64)>> {
        copy(&self.read, &to.write).await
    }

    /// Writes these games into a database that has none, and lets go of it.
    pub(crate) async fn fill(&self, waiting: Waiting) -> Result<()> {
        let filled = fill(&self.write, waiting).await;
        self.close().await;
        filled
    }
}

#[async_trait]
impl<DB: Engine> Database for SqlStore<DB> {
    async fn games_after(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where game_id > $1 order by game_id limit $2";
        let rows = self.rows(sql, args![after.map_or(i64::MIN, |game| game.0), limit]).await?;
        rows.iter().map(|row| Reader::<DB>::new("game", row).int().map(GameId)).collect()
    }

    async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }

    async fn writer_gone(&self) {
        match &self.writer {
            Some(writer) => writer.gone().await,
            None => std::future::pending().await,
        }
    }
}

/// One statement, by itself a transaction; run again when the engine says so, or says nothing.
async fn statement<DB: Engine>(pool: &Pool<DB>, sql: &'static str, args: Vec<Arg>) -> Result<Vec<DB::Row>> {
    let mut retry_policy = RetryPolicy::new();
    loop {
        let done = match pool.acquire().await {
            Ok(mut connection) => {
                let (done, in_time) = in_time(DB::ANSWERS_WITHIN, DB::run(&mut connection, sql, args.clone())).await;
                if !in_time {
                    connection.close_on_drop();
                }
                done
            }
            Err(error) => Err(error),
        };
        match done.map_err(failed) {
            Err(error) if error.is_transient() && retry_policy.lasts().await => {}
            done => return done,
        }
    }
}

#[async_trait]
impl<DB: Engine> Store for SqlStore<DB> {
    async fn create(&self, commit: Commit) -> Result<(), CommitError> {
        self.write(Arc::new(commit), Kind::Create).await
    }

    async fn commit(&self, commit: Commit) -> Result<(), CommitError> {
        self.write(Arc::new(commit), Kind::Change).await
    }

    async fn commit_all(&self, commits: Vec<Commit>) -> Vec<Result<(), CommitError>> {
        let commits: Vec<Arc<Commit>> = commits.into_iter().map(Arc::new).collect();
        let mut outcomes: Vec<_> = commits.iter().map(|_| None).collect();
        if let Some(writer) = &self.writer {
            let all = commits.iter().map(|commit| (Arc::clone(commit), Kind::Change)).collect();
            if let Ok(done) = writer.write_all(all, RetryPolicy::new().until).await {
                outcomes = done.into_iter().map(Some).collect();
            }
        }
        let outcomes = outcomes.into_iter().zip(commits).map(async |(outcome, commit)| match outcome {
            Some(Err(CommitError::Store(error))) if error.is_transient() => self.write(commit, Kind::Change).await,
            Some(outcome) => outcome,
            None => self.write(commit, Kind::Change).await,
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
            read.named()
        };
        rows.first().map(action).transpose()
    }

    async fn request_of(&self, game: GameId) -> Result<Option<RequestId>> {
        let sql = "select game_id, request_id from event where game_id = $1 and version = 0";
        let rows = self.rows(sql, args![game.0]).await?;
        let request = |row| {
            let mut read = Reader::<DB>::new("event", row);
            read.int()?;
            Ok(RequestId(read.id()?))
        };
        rows.first().map(request).transpose()
    }

    async fn game(&self, game: GameId) -> Result<Option<GameRecord>> {
        let rows = self.rows(whole_games!("= $2 order by seat.seat"), args!["\n", game.0]).await?;
        rows::read_games::<DB>(&rows).remove(&game).transpose()
    }

    async fn games(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>> {
        let sql = whole_games!("in (select cast(key as bigint) from jsonb_each($2)) order by game.game_id, seat.seat");
        let rows = self.rows(sql, args!["\n", Arg::keys(games.iter().map(|game| game.0))]).await?;
        Ok(rows::read_games::<DB>(&rows))
    }

    async fn lines(&self, game: GameId) -> Result<Vec<ConditionalMoves>> {
        let sql = "select game_id, user_id, tree from line where game_id = $1";
        let rows = self.rows(sql, args![game.0]).await?;
        // A line that does not read is left out: the game goes on without it.
        let readable = |line: Result<ConditionalMoves>| {
            line.inspect_err(|error| warn!(game.id = %game, %error, "Left out a line of game {game}: {error}")).ok()
        };
        Ok(rows.iter().map(rows::line::<DB>).filter_map(readable).collect())
    }

    async fn set_line(&self, wish: SetConditionalMoves) -> Result<bool> {
        let mut retry_policy = RetryPolicy::new();
        loop {
            match keep_line(&self.write, &wish).await {
                Err(error) if error.is_transient() && retry_policy.lasts().await => {}
                done => return done,
            }
        }
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
            game_columns!(),
            ", seat.seat, seat.user_id, seat.name, seat.agreed, seat.clock from mine join game on game.game_id = mine.id \
             join seat on seat.game_id = game.game_id \
             order by others, unhurried, mine.deadline_at, mine.created_at desc, game.game_id, seat.seat"
        );
        let word = |index: usize| Arg::from(phases.get(index).map(|phase| phase.word()));
        let args = vec![Arg::from(user.0), word(0), word(1), word(2), word(3), Arg::from(limit)];
        let rows = self.rows(sql, args).await?;
        let mut summaries = Vec::<GameSummary>::new();
        let mut corrupt = None;
        for row in &rows {
            let id = DB::int(row, 0).ok().flatten().map(GameId);
            if corrupt.is_some() && corrupt == id {
                continue;
            }
            match rows::game_and_seat::<DB>(row) {
                Ok((game, seat)) => match summaries.last_mut() {
                    Some(summary) if summary.game.game_id == game.game_id => summary.seats.push(seat),
                    _ => summaries.push(GameSummary { game, seats: vec![seat] }),
                },
                // The other games go on; whoever opens this one meets the same error.
                Err(problem) => {
                    error!(error = %problem, "Left a corrupt game out of a list: {problem}");
                    summaries.pop_if(|summary| Some(summary.game.game_id) == id);
                    corrupt = id;
                }
            }
        }
        Ok(summaries)
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

    async fn claim_due(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<GameId>> {
        // Mostly nothing is due: a read disturbs nobody who writes.
        let sql = "select game_id from game where wake_at <= $1 limit 1";
        if self.rows(sql, args![now.0]).await?.is_empty() {
            return Ok(Vec::new());
        }
        let sql = claim!(
            DB,
            "select game_id from game where wake_at <= $1 order by wake_at limit $3",
            "update game set wake_at = $2 where game_id in (select game_id from found) and wake_at <= $1 returning game_id"
        );
        let rows = self.change(sql, args![now.0, lease_until.0, limit]).await?;
        rows.iter().map(|row| Reader::<DB>::new("game", row).int().map(GameId)).collect()
    }

    async fn claim_messages(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>> {
        // Only the oldest message of each game: they reach the channel in order.
        let sql = claim!(
            DB,
            "select head.message_id from outbox as head where head.dead is null and head.available_at <= $1 \
             and (head.claimed_until is null or head.claimed_until <= $1) and not exists \
             (select 1 from outbox as older where older.game_id = head.game_id and older.dead is null \
             and (older.version < head.version or (older.version = head.version and older.seq < head.seq))) \
             order by head.available_at limit $3",
            "update outbox set claimed_until = $2, attempts = attempts + 1, doubts = doubts + 1 \
             where message_id in (select message_id from found) and (claimed_until is null or claimed_until <= $1) \
             returning message_id, game_id, version, notice, attempts, created_at, doubts, claimed_until"
        );
        let rows = self.change(sql, args![now.0, lease_until.0, limit]).await?;
        let mut messages = Vec::with_capacity(rows.len());
        for row in &rows {
            match rows::message::<DB>(row) {
                Ok(message) => messages.push(message),
                Err(problem) => {
                    error!(error = %problem, "Parked a message that cannot be read: {problem}");
                    let message_id = Reader::<DB>::new("outbox", row).int()?;
                    self.message_dead(message_id, &problem.to_string()).await?;
                }
            }
        }
        Ok(messages)
    }

    async fn note_posted(&self, posted: &PostedMessage) -> Result<()> {
        let sql = "insert into posted (game_id, version, word, channel_id, discord_id) values ($1, $2, $3, $4, $5) \
                   on conflict (game_id, version, word, channel_id) do update set discord_id = $5";
        let row = args![posted.game_id.0, posted.version, posted.kind.as_str(), posted.channel_id.0, posted.discord_id];
        self.change(sql, row).await?;
        Ok(())
    }

    async fn message_sent(&self, message_id: i64, posted: Option<PostedMessage>) -> Result<()> {
        // First remember, then forget: a crash in between says the message again, and Discord drops it by its nonce.
        if let Some(posted) = posted {
            self.note_posted(&posted).await?;
        }
        crash_point::point(Point::Recorded);
        self.change("delete from outbox where message_id = $1", args![message_id]).await?;
        Ok(())
    }

    async fn message_retry(&self, message: &Message, at: Timestamp, tried: SendAttempt, problem: &str) -> Result<()> {
        let sql = "update outbox set available_at = $2, problem = $3, doubts = doubts - $4, claimed_until = null \
                   where message_id = $1 and claimed_until = $5";
        let settled = i64::from(tried == SendAttempt::Nothing);
        self.change(sql, args![message.message_id, at.0, problem, settled, message.lease_until.0]).await?;
        Ok(())
    }

    async fn message_dead(&self, message_id: i64, reason: &str) -> Result<()> {
        let sql = "update outbox set dead = $2, claimed_until = null where message_id = $1";
        self.change(sql, args![message_id, reason]).await?;
        Ok(())
    }

    async fn dead_messages(&self) -> Result<Vec<DeadMessage>> {
        let sql = "select message_id, game_id, created_at, dead from outbox where dead is not null \
                   order by created_at, game_id, version, seq";
        let rows = self.rows(sql, Vec::new()).await?;
        rows.iter().map(rows::dead::<DB>).collect()
    }

    async fn revive_messages(&self) -> Result<usize> {
        let sql = "update outbox set dead = null, attempts = 0, available_at = created_at where dead is not null \
                   returning message_id";
        Ok(self.change(sql, Vec::new()).await?.len())
    }

    async fn posted(&self, game: GameId) -> Result<Vec<PostedMessage>> {
        let sql = "select game_id, version, word, channel_id, discord_id from posted where game_id = $1 order by version desc, word desc, channel_id desc";
        let rows = self.rows(sql, args![game.0]).await?;
        rows.iter().map(rows::posted::<DB>).collect()
    }

    async fn unpost(&self, posted: &PostedMessage) -> Result<()> {
        let sql = "delete from posted where game_id = $1 and version = $2 and word = $3 and channel_id = $4";
        self.change(sql, args![posted.game_id.0, posted.version, posted.kind.as_str(), posted.channel_id.0]).await?;
        Ok(())
    }

    async fn set_thread(&self, game: GameId, thread: Option<ChannelId>) -> Result<()> {
        let sql = "update game set thread_id = $2 where game_id = $1";
        self.change(sql, args![game.0, thread.map(|id| id.0.cast_signed())]).await?;
        Ok(())
    }

    async fn player(&self, user: UserId) -> Result<Player> {
        let sql = "select user_id, locale, dm_closed, preferences, ignored from player where user_id = $1";
        let rows = self.rows(sql, args![user.0]).await?;
        rows.first().map_or_else(|| Ok(Player::default()), |row| rows::player::<DB>(row).1)
    }

    async fn players(&self, users: &[UserId]) -> Result<Each<UserId, Player>> {
        let sql = "select user_id, locale, dm_closed, preferences, ignored from player \
                   where user_id in (select cast(key as bigint) from jsonb_each($1))";
        let rows = self.rows(sql, args![Arg::keys(users.iter().map(|user| user.0.cast_signed()))]).await?;
        Ok(rows.iter().map(rows::player::<DB>).collect())
    }

    async fn set_locale(&self, user: UserId, locale: &str) -> Result<()> {
        let sql = "insert into player (user_id, locale, dm_closed) values ($1, $2, 0) \
                   on conflict (user_id) do update set locale = $2";
        self.change(sql, args![user.0, locale]).await?;
        Ok(())
    }

    async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<bool> {
        // Nobody is stored for having nothing closed.
        let sql = "insert into player (user_id, dm_closed) select $1, $2 where $2 <> 0 \
                   or exists (select 1 from player where user_id = $1) \
                   on conflict (user_id) do update set dm_closed = $2 where player.dm_closed <> $2 returning user_id";
        Ok(!self.change(sql, args![user.0, i64::from(closed)]).await?.is_empty())
    }

    async fn preferences(&self, user: UserId) -> Result<Preferences> {
        preferences::read("player", user.0, self.chosen(PLAYER, user.0).await?.as_deref())
    }

    async fn set_preferences(&self, user: UserId, from: &Preferences, to: &Preferences) -> Result<bool> {
        let sql = "insert into player (user_id, dm_closed, preferences) select $1, 0, $2 where $3 = '' \
                   or exists (select 1 from player where user_id = $1) on conflict (user_id) \
                   do update set preferences = $2 where coalesce(player.preferences, '') = $3 returning user_id";
        self.choose_preferences(user, from, to, sql, Vec::new()).await
    }

    async fn guild_preferences(&self, guild: GuildId) -> Result<GuildPreferences> {
        preferences::read("guild", guild.0, self.chosen(GUILD, guild.0).await?.as_deref())
    }

    async fn set_guild_preferences(
        &self,
        guild: GuildId,
        from: &GuildPreferences,
        to: &GuildPreferences,
    ) -> Result<bool> {
        let sql = "insert into guild (guild_id, preferences) select $1, $2 where $3 = '' \
                   or exists (select 1 from guild where guild_id = $1) on conflict (guild_id) \
                   do update set preferences = $2 where coalesce(guild.preferences, '') = $3 returning guild_id";
        self.choose("guild", [GUILD, sql], guild.0, [from, to], Vec::new()).await
    }

    async fn guild(&self, guild: GuildId) -> Result<GuildPreferences> {
        Ok(preferences::read_or_default("guild", guild.0, self.chosen(GUILD, guild.0).await?.as_deref()))
    }

    async fn note(&self, key: &str) -> Result<Option<String>> {
        let rows = self.rows("select value from note where key = $1", args![key]).await?;
        rows.first().map(|row| Reader::<DB>::new("note", row).text()).transpose()
    }

    async fn set_note(&self, key: &str, value: &str) -> Result<()> {
        let sql = "insert into note (key, value) values ($1, $2) on conflict (key) do update set value = $2";
        self.change(sql, args![key, value]).await?;
        Ok(())
    }
}
