//! A step of a ladder, written in one transaction.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use crate::domain::UserId;
use crate::domain::clubs::ladder::stored::{LadderMessage, LadderResult, LadderWrite, RecordedChange, RecordedEvent};
use crate::store::clubs::ladder::LadderWriteOutcome;
use crate::store::commit::Commit;
use crate::store::error::{CommitError, Result};
use crate::store::outbox::Message;
use crate::store::sql::clubs::competition::delete_taken_in;
use crate::store::sql::connection::checked_out::CheckedOut;
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::connection::failures::{failed, in_time};
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::audit::{INSERT_AUDIT, audit_args};
use crate::store::sql::write::bulk::CommitKind;
use crate::store::sql::write::commit::apply;

/// The table of a ladder is written again after so many events: a large one costs milliseconds, and adding up so many events less
/// than one.
const EVENTS_PER_TABLE: i64 = 50;

/// The place of a message of the ladder among those of the commit that ended its game.
const LAST_IN_COMMIT: i64 = 1000;

pub(super) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a ladder is plain data")
}

impl<DB: Engine> SqlStore<DB> {
    pub(super) async fn try_write_ladder(
        &self,
        write: &LadderWrite,
        opens: Option<&Commit>,
    ) -> Result<LadderWriteOutcome> {
        let mut connection = CheckedOut::from(&self.write).await.map_err(failed)?;
        let (done, _) = in_time(DB::ANSWERS_WITHIN, async {
            let mut transaction = connection.begin().await?;
            let written = match write_in::<DB>(&mut transaction, write).await {
                // Nothing else in a step of the expected version can be there already.
                Err(sqlx::Error::Database(error)) if error.is_unique_violation() => LadderWriteOutcome::NameTaken,
                is_current => match (is_current?, opens) {
                    (false, _) => LadderWriteOutcome::Stale,
                    (true, None) => LadderWriteOutcome::Written,
                    (true, Some(opens)) => match apply::<DB>(&mut transaction, opens, CommitKind::Create).await {
                        Ok(Ok(())) => LadderWriteOutcome::Written,
                        Ok(Err(_)) | Err(CommitError::Duplicate | CommitError::Stale) => LadderWriteOutcome::Stale,
                        Err(CommitError::Store(error)) => return Ok(Err(error)),
                    },
                },
            };
            match written {
                LadderWriteOutcome::Written => transaction.commit().await?,
                LadderWriteOutcome::Stale | LadderWriteOutcome::NameTaken => transaction.rollback().await?,
            }
            connection.mark_ended();
            Ok(Ok(written))
        })
        .await;
        done.map_err(failed)?
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
        to_json(&head.rules).as_str(),
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
        DB::run(connection, sql, args![id, to_json(ladder).as_str(), head.events]).await?;
    }
    // Rows as JSON, in one statement for each table: an import has thousands.
    let events = write.events.iter().map(|RecordedEvent { sequence, event, actor, note }| {
        let actor = actor.map(|user| user.0.cast_signed());
        let note = Arg::from(note.as_deref()).into_json();
        json!({ "sequence": sequence, "event": to_json(event), "at": event.at.0, "actor": actor, "note": note })
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
    for counted in &write.counted {
        let sql = "insert into ladder_result (game_id, ladder_id, challenger, defender, result, ended_at) \
                   values ($1, $2, $3, $4, $5, $6) on conflict (game_id) do update set result = $5, ended_at = $6";
        let row = args![
            counted.game.0,
            id,
            counted.challenger.0,
            counted.defender.0,
            counted.result.map(LadderResult::as_str),
            counted.ended_at.0,
        ];
        DB::run(connection, sql, row).await?;
    }
    delete_taken_in::<DB>(connection, &write.taken_in).await?;
    for LadderMessage { game, notice } in &write.messages {
        // After what the game itself has to say.
        let rows = DB::run(connection, "select version from game where game_id = $1", args![game.0]).await?;
        let Some(version) = rows.first().map(|row| DB::int(row, 0)).transpose()?.flatten() else { continue };
        let sql = "insert into outbox (game_id, version, seq, message_id, notice, is_personal, may_be_overtaken, created_at, \
                   available_at, attempts) values ($1, $2, $3, $4, $5, $6, $7, $8, $8, 0) on conflict do nothing";
        let row = args![
            game.0,
            version,
            LAST_IN_COMMIT,
            Message::id_at(*game, version, LAST_IN_COMMIT),
            to_json(notice).as_str(),
            i64::from(notice.is_personal()),
            i64::from(notice.may_be_overtaken()),
            head.advanced_at.0,
        ];
        DB::run(connection, sql, row).await?;
    }
    if let Some(entry) = &write.audit {
        DB::run(connection, INSERT_AUDIT, audit_args(entry)).await?;
    }
    Ok(true)
}
