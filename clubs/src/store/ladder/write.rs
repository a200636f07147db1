//! Writes a step of a ladder in one transaction.

use std::collections::BTreeMap;

use games::domain::UserId;
use games::store::connection::engine::args;
use games::store::connection::pool::Connection;
use games::store::jobs::{JobKind, schedule_sooner};
use games::store::write::audit::insert_audit;
use games::store::write::json_rows::{insert, insert_rows, row};
use serde::Serialize;

use crate::domain::ladder::{LadderMessage, LadderResult, LadderWrite, RecordedChange, RecordedEvent};
use crate::store::competition::{add_message, delete_taken_in};
use crate::store::ladder::season::insert_season;

/// The table is rewritten after this many events: writing a large one costs milliseconds, and replaying so many events
/// less than one.
const EVENTS_PER_TABLE: i64 = 50;

pub(super) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a ladder is plain data")
}

/// Returns `false` without writing if the version is not the expected one.
pub(super) async fn write_step(connection: &mut Connection, write: &LadderWrite) -> sqlx::Result<bool> {
    let LadderWrite { head, ladder, .. } = write;
    let id = head.ladder_id;
    let sql = "update ladder set version = $2, name = $3, name_key = $4, rules = $5, setup = $6, time_control = $7, \
               events = $8, changes = $9, advanced_at = $10, closed_at = $11 \
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
    // Rows as JSON, with one statement per table, because an import has thousands.
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
    // Keeps the last name of each player.
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
    for game in &write.counted {
        let sql = "insert into ladder_result (game_id, ladder_id, challenger, defender, result, ended_at) \
                   values ($1, $2, $3, $4, $5, $6) on conflict (game_id) do update set result = $5, ended_at = $6";
        let row =
            args![game.game, id, game.challenger, game.defender, game.result.map(LadderResult::as_str), game.ended_at,];
        connection.run(sql, row).await?;
    }
    for season in &write.ended_seasons {
        insert_season(connection, id, season).await?;
    }
    delete_taken_in(connection, &write.taken_in).await?;
    // A vacation of a new player may begin soon: the job looks.
    let next = if write.names.is_empty() { ladder.next_timer() } else { Some(head.advanced_at) };
    if let Some(next) = next.filter(|_| head.closed_at.is_none()) {
        let (sql, args) = schedule_sooner(JobKind::Ladder, id, next);
        connection.run(sql, args).await?;
    }
    for LadderMessage { game, notice } in &write.messages {
        add_message(connection, *game, 0, notice, head.advanced_at).await?;
    }
    if let Some(entry) = &write.audit {
        let (sql, args) = insert_audit(entry);
        connection.run(sql, args).await?;
    }
    Ok(true)
}
