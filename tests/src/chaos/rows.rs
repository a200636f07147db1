//! Reads the bot's tables. Triggers copy each committed message, move and deadline into tables of the run; they write in the
//! transaction of the change itself, so they hold exactly what was committed.

use anyhow::Context as _;
use serde_json::Value;

use super::journal::{DeadlineChange, Event, Game, Notice, PendingMessage, Ply, Rows, Seat, Vacation};
use crate::database::Connection;

const SQLITE: &str = "
create table chaos_notice (message_id integer, game_id integer, version integer, seq integer, notice text);
create table chaos_ply (game_id integer, version integer, number integer, notation text, played_at integer, user_id integer);
create table chaos_turn (n integer primary key, game_id integer, version integer, deadline_at integer, turn_at integer);
create trigger chaos_say after insert on outbox begin
    insert into chaos_notice values (new.message_id, new.game_id, new.version, new.seq, new.notice); end;
create trigger chaos_play after insert on ply begin
    insert into chaos_ply values (new.game_id, new.version, new.number, new.notation, new.played_at, new.user_id); end;
create trigger chaos_begin after insert on game begin
    insert into chaos_turn (game_id, version, deadline_at, turn_at) values (new.game_id, new.version, new.deadline_at, new.turn_at); end;
create trigger chaos_go_on after update on game when new.version <> old.version or new.deadline_at is not old.deadline_at begin
    insert into chaos_turn (game_id, version, deadline_at, turn_at) values (new.game_id, new.version, new.deadline_at, new.turn_at); end;
";

const POSTGRES: &str = "
create table chaos_notice (message_id bigint, game_id bigint, version bigint, seq bigint, notice text);
create table chaos_ply (game_id bigint, version bigint, number bigint, notation text, played_at bigint, user_id bigint);
create table chaos_turn (n bigserial primary key, game_id bigint, version bigint, deadline_at bigint, turn_at bigint);
create function chaos_say() returns trigger language plpgsql as $$ begin
    insert into chaos_notice values (new.message_id, new.game_id, new.version, new.seq, new.notice); return null; end $$;
create function chaos_ply() returns trigger language plpgsql as $$ begin
    insert into chaos_ply values (new.game_id, new.version, new.number, new.notation, new.played_at, new.user_id); return null; end $$;
create function chaos_turn() returns trigger language plpgsql as $$ begin
    insert into chaos_turn (game_id, version, deadline_at, turn_at) values (new.game_id, new.version, new.deadline_at, new.turn_at); return null; end $$;
create trigger chaos_say after insert on outbox for each row execute function chaos_say();
create trigger chaos_play after insert on ply for each row execute function chaos_ply();
create trigger chaos_begin after insert on game for each row execute function chaos_turn();
create trigger chaos_go_on after update on game for each row
    when (new.version <> old.version or new.deadline_at is distinct from old.deadline_at) execute function chaos_turn();
";

/// Creates tables and triggers in a database that the bot has migrated.
pub async fn create_triggers(connection: &mut Connection) -> anyhow::Result<()> {
    let sql = match connection {
        Connection::Sqlite(_) => SQLITE,
        Connection::Postgres(_) => POSTGRES,
    };
    connection.run(sql).await
}

/// Has a message been waiting since before this time?
pub async fn waits_since(connection: &mut Connection, since: i64) -> anyhow::Result<bool> {
    Ok(connection.count("outbox", &format!("dead is null and created_at < {since}")).await? > 0)
}

pub async fn read(connection: &mut Connection) -> anyhow::Result<Rows> {
    let columns =
        ["game_id", "version", "phase", "thread_id", "channel_id", "ply", "deadline_at", "guild_id", "time_control"];
    let games = connection.rows("game", &columns, "order by game_id").await?;
    let games = games.iter().map(|row| {
        Ok(Game {
            game: int(row, 0)?,
            version: int(row, 1)?,
            phase: text(row, 2)?,
            thread: opt(row, 3)?.map(i64::cast_unsigned),
            channel: int(row, 4)?.cast_unsigned(),
            ply: int(row, 5)? as usize,
            deadline: opt(row, 6)?,
            guild: opt(row, 7)?.map(i64::cast_unsigned),
            days_per_move: text(row, 8)?.starts_with("days:"),
        })
    });
    let seats = connection.rows("seat", &["game_id", "seat", "user_id"], "order by game_id, seat").await?;
    let seats = seats
        .iter()
        .map(|row| Ok(Seat { game: int(row, 0)?, seat: int(row, 1)? as usize, user: int(row, 2)?.cast_unsigned() }));
    let columns = ["game_id", "number", "notation", "played_at", "user_id"];
    let plies = connection.rows("ply", &columns, "order by game_id, number").await?;
    let ply = |row: &Vec<Option<String>>| {
        Ok(Ply {
            game: int(row, 0)?,
            number: int(row, 1)? as usize,
            notation: text(row, 2)?,
            at: int(row, 3)?,
            user: int(row, 4)?.cast_unsigned(),
        })
    };
    let plies = plies.iter().map(ply);
    let columns = ["game_id", "number", "notation", "played_at", "user_id", "version"];
    let played = connection.rows("chaos_ply", &columns, "order by game_id, version, number").await?;
    let played = played.iter().map(|row| Ok((int(row, 5)?, ply(row)?)));
    let columns = ["user_id", "from_at", "until_at", "request_id", "ended_by"];
    let vacations = connection.rows("vacation", &columns, "order by user_id, number").await?;
    let vacations = vacations.iter().map(|row| {
        Ok(Vacation {
            user: int(row, 0)?.cast_unsigned(),
            from: int(row, 1)?,
            until: int(row, 2)?,
            request: int(row, 3)?.cast_unsigned(),
            ended_by: opt(row, 4)?.map(i64::cast_unsigned),
        })
    });
    let columns = ["game_id", "version", "request_id", "actor", "action", "at"];
    let events = connection.rows("event", &columns, "order by game_id, version").await?;
    let events = events.iter().map(|row| {
        Ok(Event {
            game: int(row, 0)?,
            version: int(row, 1)?,
            request: int(row, 2)?.cast_unsigned(),
            actor: opt(row, 3)?.map(i64::cast_unsigned),
            action: text(row, 4)?,
            at: int(row, 5)?,
        })
    });
    let columns = ["message_id", "game_id", "version", "seq", "notice"];
    let notices = connection.rows("chaos_notice", &columns, "order by game_id, version, seq").await?;
    let notices = notices.iter().map(|row| {
        let notice: Value = serde_json::from_str(&text(row, 4)?)?;
        Ok(Notice {
            message: int(row, 0)?,
            game: int(row, 1)?,
            version: int(row, 2)?,
            seq: int(row, 3)?,
            kind: notice["kind"].as_str().unwrap_or_default().to_owned(),
            ply: notice["ply"].as_u64().map(|ply| ply as usize),
            taken_back: serde_json::from_value(notice["moves"].clone()).unwrap_or_default(),
            user: notice["user"].as_u64(),
            until: notice["until"].as_i64(),
            automatic: notice["automatic"].as_bool().unwrap_or(false),
        })
    });
    let deadlines =
        connection.rows("chaos_turn", &["game_id", "version", "deadline_at", "turn_at"], "order by n").await?;
    let deadlines = deadlines.iter().map(|row| {
        Ok(DeadlineChange {
            game: int(row, 0)?,
            version: int(row, 1)?,
            deadline: opt(row, 2)?,
            turn_began: int(row, 3)?,
        })
    });
    let pending = connection.rows("outbox", &["message_id", "game_id", "dead"], "").await?;
    let pending = pending
        .iter()
        .map(|row| Ok(PendingMessage { message: int(row, 0)?, game: int(row, 1)?, given_up: row[2].clone() }));
    Ok(Rows {
        games: games.collect::<anyhow::Result<_>>()?,
        seats: seats.collect::<anyhow::Result<_>>()?,
        plies: plies.collect::<anyhow::Result<_>>()?,
        played: played.collect::<anyhow::Result<_>>()?,
        vacations: vacations.collect::<anyhow::Result<_>>()?,
        events: events.collect::<anyhow::Result<_>>()?,
        notices: notices.collect::<anyhow::Result<_>>()?,
        deadlines: deadlines.collect::<anyhow::Result<_>>()?,
        pending: pending.collect::<anyhow::Result<_>>()?,
    })
}

fn text(row: &[Option<String>], at: usize) -> anyhow::Result<String> {
    row[at].clone().context("a null")
}

fn opt(row: &[Option<String>], at: usize) -> anyhow::Result<Option<i64>> {
    row[at].as_deref().map(|text| text.parse().with_context(|| format!("no number: {text}"))).transpose()
}

fn int(row: &[Option<String>], at: usize) -> anyhow::Result<i64> {
    opt(row, at)?.context("a null")
}
