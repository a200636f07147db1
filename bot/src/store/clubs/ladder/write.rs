//! A step of a ladder, written in one transaction.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::domain::UserId;
use crate::domain::clubs::ladder::{LadderMessage, LadderResult, LadderWrite, RecordedChange, RecordedEvent};
use crate::store::clubs::competition::delete_taken_in;
use crate::store::clubs::ladder::LadderWriteOutcome;
use crate::store::clubs::ladder::season::insert_season;
use crate::store::commit::Commit;
use crate::store::connection::engine::args;
use crate::store::connection::pool::Connection;
use crate::store::error::{CommitError, Result};
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;
use crate::store::write::bulk::{CommitKind, insert_notices, insert_rows, notice_row};
use crate::store::write::commit::apply;
use crate::store::write::json_rows::{insert, row};

/// The table of a ladder is written again after so many events: a large one costs milliseconds, and adding up so many events less
/// than one.
const EVENTS_PER_TABLE: i64 = 50;

/// The place of a message of the ladder among those of the commit that ended its game.
const LAST_IN_COMMIT: i64 = 1000;

pub(super) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a ladder is plain data")
}

impl Store {
    pub(super) async fn try_write_ladder(
        &self,
        write: &LadderWrite,
        opens: Option<&Commit>,
    ) -> Result<LadderWriteOutcome> {
        let mut connection = self.write.begin().await?;
        let done = match write_step(&mut connection, write).await {
            Ok(true) => open_game(&mut connection, opens).await,
            Ok(false) => Ok(LadderWriteOutcome::Stale),
            // Nothing else in a step of the expected version can be there already.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(LadderWriteOutcome::NameTaken),
            Err(error) => Err(error.into()),
        };
        match &done {
            Ok(LadderWriteOutcome::Written) => connection.commit().await?,
            _ => connection.roll_back().await,
        }
        done
    }
}

async fn open_game(connection: &mut Connection, opens: Option<&Commit>) -> Result<LadderWriteOutcome> {
    let Some(opens) = opens else { return Ok(LadderWriteOutcome::Written) };
    match apply(connection, opens, CommitKind::Create).await {
        Ok(()) => Ok(LadderWriteOutcome::Written),
        Err(CommitError::Duplicate | CommitError::Stale) => Ok(LadderWriteOutcome::Stale),
        Err(CommitError::Store(error)) => Err(error),
    }
}

/// Writes nothing when the version is not the expected one.
async fn write_step(connection: &mut Connection, write: &LadderWrite) -> sqlx::Result<bool> {
    let LadderWrite { head, ladder, .. } = write;
    let id = head.ladder_id;
    let sql = "update ladder set version = $2, name = $3, name_key = $4, rules = $5, setup = $6, time_control = $7, \
               events = $8, changes = $9, advanced_at = $10, next_timer_at = $11, closed_at = $12 \
               where ladder_id = $1 and version = $2 - 1 returning table_events";
    let row = args![
        id,
        head.version,
        head.name.as_str(),
        head.name.to_lowercase(),
        to_json(&head.rules),
        head.setup.as_str(),
        head.time_control.as_str(),
        head.events,
        head.changes,
        head.advanced_at,
        head.next_timer_at,
        head.closed_at,
    ];
    let rows = connection.run(sql, row).await?;
    let Some(row) = rows.first() else { return Ok(false) };
    let table_events = row.int(0)?.unwrap_or(0);
    let is_renewed = write.is_replayed || !write.ended_seasons.is_empty();
    if is_renewed || head.events - table_events >= EVENTS_PER_TABLE {
        let sql = "update ladder set table_json = $2, table_events = $3 where ladder_id = $1";
        connection.run(sql, args![id, to_json(ladder), head.events]).await?;
    }
    // Rows as JSON, in one statement for each table: an import has thousands.
    let events = write.events.iter().map(|RecordedEvent { sequence, event, actor, note }| {
        row! {
            ladder_id: id, sequence: *sequence, event: to_json(event), at: event.at, actor: *actor, note: note.as_deref(),
        }
    });
    let sql = insert!("ladder_event", "$1", "", int ladder_id, int sequence, text event, int at, int actor, text note);
    insert_rows(connection, sql, events.collect()).await?;
    let changes = write.changes.iter().map(|RecordedChange { number, change, at, game, note }| {
        row! {
            ladder_id: id,
            number: *number,
            user_id: change.player,
            from_place: change.from.map(|place| place as i64),
            to_place: change.to.map(|place| place as i64),
            reason: change.reason.as_str(),
            at: *at,
            game_id: *game,
            note: note.as_deref(),
        }
    });
    let sql = insert!(
        "ladder_change",
        "$1",
        "",
        int ladder_id, int number, int user_id, int from_place, int to_place, text reason, int at, int game_id, text note
    );
    insert_rows(connection, sql, changes.collect()).await?;
    // The last name of each.
    let names: BTreeMap<UserId, &str> = write.names.iter().map(|(player, name)| (*player, name.as_str())).collect();
    let names = names.into_iter().map(|(player, name)| row! { ladder_id: id, user_id: player, name: name });
    let sql = insert!(
        "ladder_player",
        "$1",
        " where true on conflict (ladder_id, user_id) do update set name = excluded.name",
        int ladder_id, int user_id, text name
    );
    insert_rows(connection, sql, names.collect()).await?;
    for (player, until) in &write.vacations {
        let sql = "update ladder_player set vacation_until = $3 where ladder_id = $1 and user_id = $2";
        connection.run(sql, args![id, *player, *until]).await?;
    }
    for counted in &write.counted {
        let sql = "insert into ladder_result (game_id, ladder_id, challenger, defender, result, ended_at) \
                   values ($1, $2, $3, $4, $5, $6) on conflict (game_id) do update set result = $5, ended_at = $6";
        let row = args![
            counted.game,
            id,
            counted.challenger,
            counted.defender,
            counted.result.map(LadderResult::as_str),
            counted.ended_at,
        ];
        connection.run(sql, row).await?;
    }
    for season in &write.ended_seasons {
        insert_season(connection, id, season).await?;
    }
    delete_taken_in(connection, &write.taken_in).await?;
    for LadderMessage { game, notice } in &write.messages {
        // After what the game itself has to say.
        let rows = connection.run("select version from game where game_id = $1", args![*game]).await?;
        let Some(version) = rows.first().map(|row| row.int(0)).transpose()?.flatten() else { continue };
        let row = notice_row(*game, version, LAST_IN_COMMIT, notice, head.advanced_at);
        insert_rows(connection, insert_notices!("$1", " where true on conflict do nothing"), vec![row]).await?;
    }
    if let Some(entry) = &write.audit {
        let (sql, args) = insert_audit(entry);
        connection.run(sql, args).await?;
    }
    Ok(true)
}
