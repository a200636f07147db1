//! Ladders of servers.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::domain::clubs::ladder::Ladder;
use crate::domain::clubs::ladder::event::{LadderChange, LadderEvent};
use crate::domain::clubs::ladder::stored::{
    ChangeFilter, ChangedLadderGame, LadderGame, LadderHead, LadderMessage, LadderPast, LadderResult, LadderWrite,
    RecordedChange, RecordedEvent, StoredLadder,
};
use crate::domain::clubs::rating::from_millionths;
use crate::domain::{AuditEntry, GameId, GuildId, LadderId, TimeSpan, Timestamp, UserId};
use crate::store::clubs::ladder::{CHANGES_PER_ORDER, LadderStore, LadderWritten};
use crate::store::clubs::rating::RatingList;
use crate::store::error::{Result, StoreError};
use crate::store::sql::clubs::organizer::{INSERT_AUDIT, audit_args};
use crate::store::sql::clubs::rating::guild_column;
use crate::store::sql::connection::checked_out::CheckedOut;
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::connection::failures::{Backoff, failed, in_time};
use crate::store::sql::rows::{Reader, phase};
use crate::store::sql::store::SqlStore;

/// The table of a ladder is written again after so many events: a large one costs milliseconds, and adding up so many events less
/// than one.
const EVENTS_PER_TABLE: i64 = 50;

/// The place of a message of the ladder among those of the commit that ended its game.
const LAST_IN_COMMIT: i64 = 1000;

/// Columns in the order in which [`head`] reads them.
macro_rules! head_columns {
    () => {
        "ladder.ladder_id, ladder.guild_id, ladder.name, ladder.preset, ladder.rules, ladder.setup, ladder.time_control, \
         ladder.version, ladder.events, ladder.changes, ladder.advanced_at, ladder.next_timer_at, ladder.closed_at"
    };
}

fn parsed<T: DeserializeOwned, DB: Engine>(read: &mut Reader<'_, DB>) -> Result<T> {
    let text = read.text()?;
    serde_json::from_str(&text).map_err(|error| read.corrupt(error))
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a ladder is plain data")
}

fn user<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<UserId> {
    read.id().map(UserId)
}

fn opt_time<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Option<Timestamp>> {
    Ok(read.opt_int()?.map(Timestamp))
}

fn head<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<LadderHead> {
    Ok(LadderHead {
        ladder_id: LadderId(read.int()?),
        guild_id: GuildId(read.id()?),
        name: read.text()?,
        preset: read.named()?,
        rules: parsed(read)?,
        setup: read.text()?,
        time_control: read.text()?,
        version: read.int()?,
        events: read.int()?,
        changes: read.int()?,
        advanced_at: Timestamp(read.int()?),
        next_timer_at: opt_time(read)?,
        closed_at: opt_time(read)?,
    })
}

fn event<DB: Engine>(row: &DB::Row) -> Result<RecordedEvent> {
    let mut read = Reader::<DB>::new("ladder_event", row);
    Ok(RecordedEvent {
        sequence: read.int()?,
        event: parsed(&mut read)?,
        actor: read.opt_int()?.map(|user| UserId(user.cast_unsigned())),
        note: read.opt_text()?,
    })
}

fn change<DB: Engine>(row: &DB::Row) -> Result<RecordedChange> {
    let mut read = Reader::<DB>::new("ladder_change", row);
    let number = read.int()?;
    let player = user(&mut read)?;
    let mut place = || Ok::<_, StoreError>(read.opt_int()?.and_then(|place| usize::try_from(place).ok()));
    let (from, to) = (place()?, place()?);
    let change = LadderChange { player, from, to, reason: read.named()? };
    Ok(RecordedChange {
        number,
        change,
        at: Timestamp(read.int()?),
        game: read.opt_int()?.map(GameId),
        note: read.opt_text()?,
    })
}

fn game<DB: Engine>(row: &DB::Row) -> Result<ChangedLadderGame> {
    let mut read = Reader::<DB>::new("ladder_game", row);
    let known = LadderGame {
        game_id: GameId(read.int()?),
        ladder_id: LadderId(read.int()?),
        challenger: user(&mut read)?,
        defender: user(&mut read)?,
        phase: phase(&mut read)?,
        is_settled: read.int()? != 0,
        result: None,
        created_at: Timestamp(read.int()?),
        ended_at: None,
    };
    let over_at = opt_time(&mut read)?;
    // The first of these columns says whether there is a game.
    let phase = if read.opt_int()?.is_some() { Some(phase(&mut read)?) } else { None };
    Ok(ChangedLadderGame { known, phase, over_at })
}

#[async_trait]
impl<DB: Engine> LadderStore for SqlStore<DB> {
    async fn create_ladder(&self, stored: &StoredLadder, audit: Option<&AuditEntry>) -> Result<bool> {
        let StoredLadder { head, ladder } = stored;
        let sql = "insert into ladder (ladder_id, guild_id, name, name_key, preset, rules, setup, time_control, version, \
                   events, changes, advanced_at, next_timer_at, closed_at, table_json, table_events) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
                   on conflict do nothing returning ladder_id";
        let row = args![
            head.ladder_id.0,
            head.guild_id.0,
            head.name.as_str(),
            head.name.to_lowercase().as_str(),
            head.preset.as_str(),
            written(&head.rules).as_str(),
            head.setup.as_str(),
            head.time_control.as_str(),
            head.version,
            head.events,
            head.changes,
            head.advanced_at.0,
            head.next_timer_at.map(|at| at.0),
            head.closed_at.map(|at| at.0),
            written(ladder).as_str(),
            head.events,
        ];
        let noted = audit.map(|entry| (INSERT_AUDIT, audit_args(entry))).into_iter().collect();
        self.write_steps((sql, row), noted).await
    }

    async fn ladders_of(&self, guild: GuildId) -> Result<Vec<LadderHead>> {
        let sql = concat!(
            "select ",
            head_columns!(),
            " from ladder where guild_id = $1 order by closed_at is not null, name_key, ladder_id"
        );
        self.rows(sql, args![guild.0]).await?.iter().map(|row| head(&mut Reader::<DB>::new("ladder", row))).collect()
    }

    async fn ladder_head(&self, ladder: LadderId) -> Result<Option<LadderHead>> {
        let sql = concat!("select ", head_columns!(), " from ladder where ladder_id = $1");
        let rows = self.rows(sql, args![ladder.0]).await?;
        rows.first().map(|row| head(&mut Reader::<DB>::new("ladder", row))).transpose()
    }

    async fn ladder(&self, ladder: LadderId) -> Result<Option<StoredLadder>> {
        // One statement sees one instant: the table, and the events since it was written, oldest first.
        let sql = concat!(
            "select ",
            head_columns!(),
            ", ladder.table_json, (select string_agg(tail.event, $2 order by tail.sequence) from ladder_event as tail \
             where tail.ladder_id = ladder.ladder_id and tail.sequence > ladder.table_events) from ladder where ladder_id = $1"
        );
        let rows = self.rows(sql, args![ladder.0, "\n"]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let mut read = Reader::<DB>::new("ladder", row);
        let head = head(&mut read)?;
        let mut ladder: Ladder = parsed(&mut read)?;
        for line in read.opt_text()?.iter().flat_map(|tail| tail.lines()) {
            let event: LadderEvent = serde_json::from_str(line).map_err(|error| read.corrupt(error))?;
            ladder.advance(event.at);
            ladder.apply(&event);
        }
        ladder.advance(head.advanced_at);
        Ok(Some(StoredLadder { head, ladder }))
    }

    async fn write_ladder(&self, write: &LadderWrite) -> Result<LadderWritten> {
        let mut backoff = Backoff::new();
        loop {
            match self.try_write_ladder(write).await {
                Err(error) if error.is_transient() && backoff.wait().await => {}
                done => return done,
            }
        }
    }

    async fn ladder_events(&self, ladder: LadderId) -> Result<Vec<RecordedEvent>> {
        let sql = "select sequence, event, actor, note from ladder_event where ladder_id = $1 order by sequence";
        self.rows(sql, args![ladder.0]).await?.iter().map(event::<DB>).collect()
    }

    async fn ladder_changes(&self, ladder: LadderId, filter: ChangeFilter) -> Result<Vec<RecordedChange>> {
        let (above, up_to) = (filter.above.unwrap_or(0), filter.up_to.unwrap_or(i64::MAX));
        // An index for either question.
        let (sql, args) = match filter.player {
            Some(player) => (
                "select number, user_id, from_place, to_place, reason, at, game_id, note from ladder_change \
                 where ladder_id = $1 and number > $2 and number <= $3 and user_id = $6 \
                 order by number desc limit $4 offset $5",
                args![ladder.0, above, up_to, filter.limit, filter.skip, player.0],
            ),
            None => (
                "select number, user_id, from_place, to_place, reason, at, game_id, note from ladder_change \
                 where ladder_id = $1 and number > $2 and number <= $3 order by number desc limit $4 offset $5",
                args![ladder.0, above, up_to, filter.limit, filter.skip],
            ),
        };
        self.rows(sql, args).await?.iter().map(change::<DB>).collect()
    }

    async fn ladder_past(&self, ladder: LadderId, at: Timestamp) -> Result<LadderPast> {
        let sql =
            "select number from ladder_change where ladder_id = $1 and at <= $2 order by at desc, number desc limit 1";
        let rows = self.rows(sql, args![ladder.0, at.0]).await?;
        let last = rows.first().map(|row| Reader::<DB>::new("ladder_change", row).int()).transpose()?;
        let last_change = last.unwrap_or(0);
        let sql =
            "select number, players from ladder_order where ladder_id = $1 and number >= $2 order by number limit 1";
        let rows = self.rows(sql, args![ladder.0, last_change]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder_order", row);
            Ok::<_, StoreError>((read.int()?, parsed::<Vec<UserId>, DB>(&mut read)?))
        };
        Ok(LadderPast { last_change, order: rows.first().map(read).transpose()? })
    }

    async fn ladder_games(&self, games: &[GameId]) -> Result<Vec<LadderGame>> {
        let sql = "select game_id, ladder_id, challenger, defender, phase, settled, result, created_at, ended_at \
                   from ladder_game where game_id in (select cast(key as bigint) from jsonb_each($1))";
        let keys = Arg::keys(games.iter().map(|game| game.0));
        let rows = self.rows(sql, vec![keys]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder_game", row);
            Ok(LadderGame {
                game_id: GameId(read.int()?),
                ladder_id: LadderId(read.int()?),
                challenger: user(&mut read)?,
                defender: user(&mut read)?,
                phase: phase(&mut read)?,
                is_settled: read.int()? != 0,
                result: read.opt_named()?,
                created_at: Timestamp(read.int()?),
                ended_at: opt_time(&mut read)?,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn ladder_names(&self, ladder: LadderId, players: &[UserId]) -> Result<Vec<(UserId, String)>> {
        let sql = "select user_id, name from ladder_player where ladder_id = $1 \
                   and user_id in (select cast(key as bigint) from jsonb_each($2))";
        let keys = Arg::keys(players.iter().map(|player| player.0.cast_signed()));
        let rows = self.rows(sql, vec![Arg::from(ladder.0), keys]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder_player", row);
            Ok((user(&mut read)?, read.text()?))
        };
        rows.iter().map(read).collect()
    }

    async fn ladder_ratings(&self, ladder: LadderId, list: RatingList) -> Result<Vec<(UserId, f64)>> {
        // One text in place of thousands of rows: reading those takes longer than finding them.
        let sql = "select string_agg(cast(rating.user_id as text) || ' ' || cast(rating.rating as text), $4) \
                   from ladder_player join rating on rating.user_id = ladder_player.user_id \
                   and rating.rating_group = $2 and rating.guild_id = $3 where ladder_player.ladder_id = $1";
        let args = args![ladder.0, list.group.as_str(), guild_column(list.guild), "\n"];
        let rows = self.rows(sql, args).await?;
        let Some(row) = rows.first() else { return Ok(Vec::new()) };
        let mut read = Reader::<DB>::new("rating", row);
        let text = read.opt_text()?.unwrap_or_default();
        let line = |line: &str| {
            let (user, rating) = line.split_once(' ')?;
            let user = user.parse::<i64>().ok()?.cast_unsigned();
            Some((UserId(user), from_millionths(rating.parse().ok()?)))
        };
        let found: Option<Vec<(UserId, f64)>> = text.lines().map(line).collect();
        found.ok_or_else(|| read.corrupt("it is no number"))
    }

    async fn ladder_form(
        &self,
        ladder: LadderId,
        players: &[UserId],
        each: u32,
    ) -> Result<Vec<(UserId, LadderResult)>> {
        let sql = "select user_id, result from (select user_id, result, \
                   row_number() over (partition by user_id order by ended_at desc, game_id) as nth from (\
                   select challenger as user_id, result, ended_at, game_id from ladder_game \
                   where ladder_id = $1 and result is not null \
                   and challenger in (select cast(key as bigint) from jsonb_each($2)) \
                   union all select defender as user_id, case result when 'won' then 'lost' when 'lost' then 'won' \
                   else result end as result, ended_at, game_id from ladder_game \
                   where ladder_id = $1 and result is not null \
                   and defender in (select cast(key as bigint) from jsonb_each($2))) as sides) as counted \
                   where nth <= $3 order by user_id, nth";
        let keys = Arg::keys(players.iter().map(|player| player.0.cast_signed()));
        let rows = self.rows(sql, vec![Arg::from(ladder.0), keys, Arg::from(each)]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder_game", row);
            Ok((user(&mut read)?, read.named()?))
        };
        rows.iter().map(read).collect()
    }

    async fn ladder_of_game(&self, game: GameId) -> Result<Option<LadderHead>> {
        let sql = concat!(
            "select ",
            head_columns!(),
            " from ladder_game join ladder on ladder.ladder_id = ladder_game.ladder_id where ladder_game.game_id = $1"
        );
        let rows = self.rows(sql, args![game.0]).await?;
        rows.first().map(|row| head(&mut Reader::<DB>::new("ladder", row))).transpose()
    }

    async fn ladders_to_follow(
        &self,
        now: Timestamp,
        missing_before: Timestamp,
        after: Option<LadderId>,
        limit: u32,
    ) -> Result<Vec<LadderId>> {
        let sql = "select ladder.ladder_id from ladder where ladder.closed_at is null and ladder.ladder_id > $4 and (\
                   ladder.next_timer_at <= $1 or ladder.ladder_id in (\
                   select ladder_game.ladder_id from ladder_game left join game on game.game_id = ladder_game.game_id \
                   where ladder_game.settled = 0 and (game.phase <> ladder_game.phase \
                   or (game.game_id is null and ladder_game.created_at < $2)) \
                   union select ladder_game.ladder_id from game join ladder_game on ladder_game.game_id = game.game_id \
                   where game.phase = 'void' and game.reason = 'annulled' and ladder_game.phase = 'over' \
                   union select player.ladder_id from vacation join ladder_player as player \
                   on player.user_id = vacation.user_id where vacation.until_at > $1 and vacation.from_at <= $1 \
                   and coalesce(player.vacation_until, 0) <> vacation.until_at \
                   union select player.ladder_id from ladder_player as player where player.vacation_until > $1 \
                   and not exists (select 1 from vacation where vacation.user_id = player.user_id \
                   and vacation.from_at <= $1 and vacation.until_at = player.vacation_until))) \
                   order by ladder.ladder_id limit $3";
        let after = after.map_or(i64::MIN, |ladder| ladder.0);
        let rows = self.rows(sql, args![now.0, missing_before.0, limit, after]).await?;
        rows.iter().map(|row| Reader::<DB>::new("ladder", row).int().map(LadderId)).collect()
    }

    async fn changed_ladder_games(
        &self,
        ladder: LadderId,
        missing_before: Timestamp,
    ) -> Result<Vec<ChangedLadderGame>> {
        let sql = "select known.game_id, known.ladder_id, known.challenger, known.defender, known.phase, known.settled, \
                   known.created_at, game.ended_at, game.game_id, game.phase from ladder_game as known \
                   left join game on game.game_id = known.game_id where known.ladder_id = $1 and known.settled = 0 \
                   and (game.phase <> known.phase or (game.game_id is null and known.created_at < $2)) \
                   union all select known.game_id, known.ladder_id, known.challenger, known.defender, known.phase, \
                   known.settled, known.created_at, game.ended_at, game.game_id, game.phase from game \
                   join ladder_game as known on known.game_id = game.game_id where known.ladder_id = $1 \
                   and known.settled = 1 and known.phase = 'over' and game.phase = 'void' and game.reason = 'annulled' \
                   order by 1";
        self.rows(sql, args![ladder.0, missing_before.0]).await?.iter().map(game::<DB>).collect()
    }

    async fn changed_ladder_vacations(
        &self,
        ladder: LadderId,
        now: Timestamp,
    ) -> Result<Vec<(UserId, Option<TimeSpan>)>> {
        let sql = "select player.user_id, vacation.from_at, vacation.until_at from ladder_player as player join vacation \
                   on vacation.user_id = player.user_id where player.ladder_id = $1 and vacation.until_at > $2 \
                   and vacation.from_at <= $2 and coalesce(player.vacation_until, 0) <> vacation.until_at \
                   union all select player.user_id, null, null from ladder_player as player where player.ladder_id = $1 \
                   and player.vacation_until > $2 and not exists (select 1 from vacation \
                   where vacation.user_id = player.user_id and vacation.from_at <= $2 and vacation.until_at > $2)";
        let rows = self.rows(sql, args![ladder.0, now.0]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder_player", row);
            let player = user(&mut read)?;
            let (from, until) = (opt_time(&mut read)?, opt_time(&mut read)?);
            Ok((player, from.zip(until).map(|(from, until)| TimeSpan { from, until })))
        };
        rows.iter().map(read).collect()
    }
}

impl<DB: Engine> SqlStore<DB> {
    async fn try_write_ladder(&self, write: &LadderWrite) -> Result<LadderWritten> {
        let mut connection = CheckedOut::from(&self.write).await.map_err(failed)?;
        let (done, _) = in_time(DB::ANSWERS_WITHIN, async {
            let mut transaction = connection.begin().await?;
            let written = match write_in::<DB>(&mut transaction, write).await {
                // Nothing else in a step of the expected version can be there already.
                Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                    transaction.rollback().await?;
                    LadderWritten::NameTaken
                }
                is_current => {
                    let is_current = is_current?;
                    transaction.commit().await?;
                    if is_current { LadderWritten::Written } else { LadderWritten::Stale }
                }
            };
            connection.ended();
            Ok(written)
        })
        .await;
        done.map_err(failed)
    }
}

/// Runs a statement that inserts these rows of a ladder, or none without rows.
async fn insert_all<DB: Engine>(
    connection: &mut DB::Connection,
    sql: &'static str,
    ladder: i64,
    rows: Vec<Value>,
) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    DB::run(connection, sql, vec![Arg::from(ladder), Arg::table(rows)]).await.map(drop)
}

/// Writes nothing when the version is not the expected one.
async fn write_in<DB: Engine>(connection: &mut DB::Connection, write: &LadderWrite) -> sqlx::Result<bool> {
    let LadderWrite { head, ladder, .. } = write;
    let id = head.ladder_id.0;
    let sql = "update ladder set version = $2, name = $3, name_key = $4, rules = $5, setup = $6, time_control = $7, \
               events = $8, changes = $9, advanced_at = $10, next_timer_at = $11, closed_at = $12 \
               where ladder_id = $1 and version = $2 - 1 returning table_events";
    let row = args![
        id,
        head.version,
        head.name.as_str(),
        head.name.to_lowercase().as_str(),
        written(&head.rules).as_str(),
        head.setup.as_str(),
        head.time_control.as_str(),
        head.events,
        head.changes,
        head.advanced_at.0,
        head.next_timer_at.map(|at| at.0),
        head.closed_at.map(|at| at.0),
    ];
    let rows = DB::run(connection, sql, row).await?;
    let Some(row) = rows.first() else { return Ok(false) };
    let table_events = DB::int(row, 0)?.unwrap_or(0);
    if write.is_replayed || head.events - table_events >= EVENTS_PER_TABLE {
        let sql = "update ladder set table_json = $2, table_events = $3 where ladder_id = $1";
        DB::run(connection, sql, args![id, written(ladder).as_str(), head.events]).await?;
    }
    // Rows as JSON, in one statement for each table: an import has thousands.
    let events = write.events.iter().map(|RecordedEvent { sequence, event, actor, note }| {
        let actor = actor.map(|user| user.0.cast_signed());
        let note = Arg::from(note.as_deref()).into_json();
        json!({ "sequence": sequence, "event": written(event), "at": event.at.0, "actor": actor, "note": note })
    });
    let sql = "insert into ladder_event (ladder_id, sequence, event, at, actor, note) select $1, \
               cast(value ->> 'sequence' as bigint), value ->> 'event', cast(value ->> 'at' as bigint), \
               cast(value ->> 'actor' as bigint), value ->> 'note' from jsonb_each($2)";
    insert_all::<DB>(connection, sql, id, events.collect()).await?;
    let changes = write.changes.iter().map(|RecordedChange { number, change, at, game, note }| {
        let note = Arg::from(note.as_deref()).into_json();
        json!({
            "number": number, "user_id": change.player.0.cast_signed(), "from_place": change.from, "to_place": change.to,
            "reason": change.reason.as_str(), "at": at.0, "game_id": game.map(|game| game.0), "note": note,
        })
    });
    let sql = "insert into ladder_change (ladder_id, number, user_id, from_place, to_place, reason, at, game_id, note) \
               select $1, cast(value ->> 'number' as bigint), cast(value ->> 'user_id' as bigint), \
               cast(value ->> 'from_place' as bigint), cast(value ->> 'to_place' as bigint), value ->> 'reason', \
               cast(value ->> 'at' as bigint), cast(value ->> 'game_id' as bigint), value ->> 'note' from jsonb_each($2)";
    insert_all::<DB>(connection, sql, id, changes.collect()).await?;
    let before = head.changes - write.changes.len() as i64;
    if before / CHANGES_PER_ORDER < head.changes / CHANGES_PER_ORDER {
        let players: Vec<UserId> = ladder.table().map(|place| place.player).collect();
        let sql = "insert into ladder_order (ladder_id, number, players) values ($1, $2, $3)";
        DB::run(connection, sql, args![id, head.changes, written(&players).as_str()]).await?;
    }
    // The last name of each.
    let names: BTreeMap<UserId, &str> = write.names.iter().map(|(player, name)| (*player, name.as_str())).collect();
    let names = names
        .into_iter()
        .map(|(player, name)| json!({ "user_id": player.0.cast_signed(), "name": Arg::from(name).into_json() }));
    let sql = "insert into ladder_player (ladder_id, user_id, name) select $1, cast(value ->> 'user_id' as bigint), \
               value ->> 'name' from jsonb_each($2) where true \
               on conflict (ladder_id, user_id) do update set name = excluded.name";
    insert_all::<DB>(connection, sql, id, names.collect()).await?;
    for (player, until) in &write.vacations {
        let sql = "update ladder_player set vacation_until = $3 where ladder_id = $1 and user_id = $2";
        DB::run(connection, sql, args![id, player.0, until.map(|at| at.0)]).await?;
    }
    for game in &write.games {
        let sql = "insert into ladder_game (game_id, ladder_id, challenger, defender, phase, settled, result, created_at, \
                   ended_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (game_id) do update \
                   set phase = $5, settled = $6, result = $7, ended_at = $9";
        let row = args![
            game.game_id.0,
            id,
            game.challenger.0,
            game.defender.0,
            game.phase.word(),
            i64::from(game.is_settled),
            game.result.map(LadderResult::as_str),
            game.created_at.0,
            game.ended_at.map(|at| at.0),
        ];
        DB::run(connection, sql, row).await?;
    }
    for LadderMessage { game, notice } in &write.messages {
        // After what the game itself has to say.
        let sql = "insert into outbox (game_id, version, seq, message_id, notice, created_at, available_at, attempts) \
                   select game_id, version, $5, $2, $3, $4, $4, 0 from game where game_id = $1 on conflict do nothing";
        let row = args![
            game.0,
            rand::random_range(1..i64::MAX),
            written(notice).as_str(),
            head.advanced_at.0,
            LAST_IN_COMMIT
        ];
        DB::run(connection, sql, row).await?;
    }
    if let Some(entry) = &write.audit {
        DB::run(connection, INSERT_AUDIT, audit_args(entry)).await?;
    }
    Ok(true)
}
