//! Reads the bot's tables. Triggers copy each committed message, move and deadline into tables of the run. They write
//! in the transaction of the change itself, so they hold exactly the committed data.

use std::str::FromStr;

use anyhow::Context as _;
use serde_json::Value;

use super::journal::{DeadlineChange, Event, Game, Notice, PendingMessage, Ply, Rows, Seat};
use crate::database::Connection;

const SQLITE: &str = "
create table chaos_notice (message_id integer, game_id integer, version integer, seq integer, notice text);
create table chaos_ply (game_id integer, version integer, number integer, notation text, played_at integer, user_id integer);
create table chaos_turn (n integer primary key, game_id integer, version integer, deadline_at integer);
create trigger chaos_say after insert on outbox begin
    insert into chaos_notice values (new.message_id, new.game_id, new.version, new.seq, new.notice); end;
create trigger chaos_play after insert on ply begin
    insert into chaos_ply values (new.game_id, new.version, new.number, new.notation, new.played_at, new.user_id); end;
create trigger chaos_begin after insert on game begin
    insert into chaos_turn (game_id, version, deadline_at) values (new.game_id, new.version, new.deadline_at); end;
create trigger chaos_go_on after update on game when new.version <> old.version or new.deadline_at is not old.deadline_at begin
    insert into chaos_turn (game_id, version, deadline_at) values (new.game_id, new.version, new.deadline_at); end;
";

const POSTGRES: &str = "
create table chaos_notice (message_id bigint, game_id bigint, version bigint, seq bigint, notice text);
create table chaos_ply (game_id bigint, version bigint, number bigint, notation text, played_at bigint, user_id bigint);
create table chaos_turn (n bigserial primary key, game_id bigint, version bigint, deadline_at bigint);
create function chaos_say() returns trigger language plpgsql as $$ begin
    insert into chaos_notice values (new.message_id, new.game_id, new.version, new.seq, new.notice); return null; end $$;
create function chaos_ply() returns trigger language plpgsql as $$ begin
    insert into chaos_ply values (new.game_id, new.version, new.number, new.notation, new.played_at, new.user_id); return null; end $$;
create function chaos_turn() returns trigger language plpgsql as $$ begin
    insert into chaos_turn (game_id, version, deadline_at) values (new.game_id, new.version, new.deadline_at); return null; end $$;
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

/// Whether a message has been waiting since before this time.
pub async fn waits_since(connection: &mut Connection, since: i64) -> anyhow::Result<bool> {
    Ok(connection.count("outbox", &format!("dead is null and created_at < {since}")).await? > 0)
}

/// A row's columns, from left to right.
struct Row(std::vec::IntoIter<Option<String>>);

impl Row {
    fn next_or_null<T: FromStr>(&mut self) -> anyhow::Result<Option<T>> {
        let column = self.0.next().context("no further column")?;
        column.map(|text| text.parse().ok().with_context(|| format!("unreadable: {text}"))).transpose()
    }

    fn next<T: FromStr>(&mut self) -> anyhow::Result<T> {
        self.next_or_null()?.context("a null")
    }

    /// An id: the columns hold it as a signed number.
    fn id_or_null(&mut self) -> anyhow::Result<Option<u64>> {
        Ok(self.next_or_null::<i64>()?.map(i64::cast_unsigned))
    }

    fn id(&mut self) -> anyhow::Result<u64> {
        self.id_or_null()?.context("a null")
    }

    fn ply(&mut self) -> anyhow::Result<Ply> {
        Ok(Ply { game: self.next()?, number: self.next()?, notation: self.next()?, at: self.next()?, user: self.id()? })
    }
}

async fn all<T>(
    connection: &mut Connection,
    table: &str,
    columns: &[&str],
    order: &str,
    read: impl Fn(&mut Row) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    let rows = connection.rows(table, columns, order).await?;
    rows.into_iter().map(|row| read(&mut Row(row.into_iter())).with_context(|| table.to_owned())).collect()
}

pub async fn read(connection: &mut Connection) -> anyhow::Result<Rows> {
    let columns = ["game_id", "version", "phase", "thread_id", "channel_id", "ply", "deadline_at", "guild_id"];
    let games = all(connection, "game", &columns, "order by game_id", |row| {
        Ok(Game {
            game: row.next()?,
            version: row.next()?,
            phase: row.next()?,
            thread: row.id_or_null()?,
            channel: row.id()?,
            ply: row.next()?,
            deadline: row.next_or_null()?,
            guild: row.id_or_null()?,
        })
    });
    let games = games.await?;
    let seats = all(connection, "seat", &["game_id", "seat", "user_id"], "order by game_id, seat", |row| {
        Ok(Seat { game: row.next()?, seat: row.next()?, user: row.id()? })
    });
    let seats = seats.await?;
    let columns = ["game_id", "number", "notation", "played_at", "user_id"];
    let plies = all(connection, "ply", &columns, "order by game_id, number", Row::ply).await?;
    let columns = ["version", "game_id", "number", "notation", "played_at", "user_id"];
    let order = "order by game_id, version, number";
    let played = all(connection, "chaos_ply", &columns, order, |row| Ok((row.next()?, row.ply()?))).await?;
    let columns = ["game_id", "version", "request_id", "actor", "action", "at"];
    let events = all(connection, "event", &columns, "order by game_id, version", |row| {
        Ok(Event {
            game: row.next()?,
            version: row.next()?,
            request: row.id()?,
            actor: row.id_or_null()?,
            action: row.next()?,
            at: row.next()?,
        })
    });
    let events = events.await?;
    let columns = ["message_id", "game_id", "version", "seq", "notice"];
    let notices = all(connection, "chaos_notice", &columns, "order by game_id, version, seq", |row| {
        let (message, game, version, seq) = (row.next()?, row.next()?, row.next()?, row.next()?);
        let notice: Value = row.next()?;
        Ok(Notice {
            message,
            game,
            version,
            seq,
            kind: notice["kind"].as_str().unwrap_or_default().to_owned(),
            ply: notice["ply"].as_u64().map(|ply| ply as usize),
            user: notice["user"].as_u64(),
        })
    });
    let notices = notices.await?;
    let columns = ["game_id", "version", "deadline_at"];
    let deadlines = all(connection, "chaos_turn", &columns, "order by n", |row| {
        Ok(DeadlineChange { game: row.next()?, version: row.next()?, deadline: row.next_or_null()? })
    });
    let deadlines = deadlines.await?;
    let pending = all(connection, "outbox", &["message_id", "game_id", "dead"], "", |row| {
        Ok(PendingMessage { message: row.next()?, game: row.next()?, given_up: row.next_or_null()? })
    });
    let pending = pending.await?;
    Ok(Rows { games, seats, plies, played, events, notices, deadlines, pending })
}
