//! Deletes the data of a person, and replaces their id in data that others share.

use crate::domain::{DELETED_NAME, Deletion};
use crate::store::connection::engine::{Arg, args};
use crate::store::connection::pool::{Connection, Row};

/// A game of the user `$1` that is offered or running, or whose result is not counted yet.
pub(super) const IS_OPEN: &str = "select 1 from seat join game on game.game_id = seat.game_id where seat.user_id = $1 \
     and (game.phase in ('offered', 'playing') or game.phase = 'over' and game.ended_at is not null \
     and (game.is_tallied = 0 or game.is_rated = 1 and game.is_counted = 0) \
     or game.phase = 'void' and (game.is_counted = 1 or game.is_tallied = 1)) limit 1";

pub(in crate::store) const IS_REPLACING: &str = "select 1 from rating_log where replaced is not null";

/// Games of the user, except those that have just begun. A player who was replaced, or an organizer who decided the
/// game, has no seat there; the audit log names both.
const GAMES: &str = "select game_id from game where (game_id in (select game_id from seat where user_id = $1) \
     or game_id in (select game_id from audit where actor = $1 or user_id = $1 or detail like $2)) \
     and not (phase in ('offered', 'playing') and game_id in (select game_id from seat where user_id = $1))";

const LADDERS: &str = "select ladder_id from ladder where ladder_id in (select ladder_id from ladder_player where user_id = $1) \
     or ladder_id in (select competition_id from audit \
     where competition = 'ladder' and (actor = $1 or user_id = $1))";

const TOURNAMENTS: &str = "select tournament_id from tournament where tournament_id in \
     (select tournament_id from tournament_player where user_id = $1) \
     or tournament_id in (select competition_id from audit \
     where competition = 'tournament' and (actor = $1 or user_id = $1))";

/// Matches the keys of `$3`.
macro_rules! listed {
    ($before:literal) => {
        concat!($before, " in (select cast(key as bigint) from jsonb_each($3))")
    };
}

/// Replaces the user `$1` by `$2` in the games `$3`.
const IN_GAMES: [&str; 3] = [
    listed!("update ply set user_id = $2 where user_id = $1 and game_id"),
    listed!("update event set actor = $2 where actor = $1 and game_id"),
    listed!("update game set challenger = $2 where challenger = $1 and game_id"),
];

/// The same for the ladders `$3`.
const ON_LADDERS: [&str; 4] = [
    listed!("update ladder_change set user_id = $2 where user_id = $1 and ladder_id"),
    listed!("update ladder_result set challenger = $2 where challenger = $1 and ladder_id"),
    listed!("update ladder_result set defender = $2 where defender = $1 and ladder_id"),
    listed!("update ladder_event set actor = $2 where actor = $1 and ladder_id"),
];

/// The same for rows that are found by the user alone.
const ELSEWHERE: [&str; 6] = [
    // Its index begins with the group.
    "update rating_period set user_id = $2 where user_id = $1 \
     and rating_group in (select rating_group from rating_change where user_id = $1)",
    "update rating_change set user_id = $2 where user_id = $1",
    "update rating set user_id = $2 where user_id = $1",
    "update leader_role set set_by = $2 where set_by = $1",
    "update audit set actor = $2 where actor = $1",
    "update audit set user_id = $2 where user_id = $1",
];

/// Rows that nobody else needs.
const GONE: [&str; 12] = [
    "delete from web_session where user_id = $1",
    "delete from watch where user_id = $1",
    "delete from conditional_moves where user_id = $1 and game_id in (select game_id from seat where user_id = $1)",
    "delete from player where user_id = $1",
    "delete from job where kind in ('digest', 'deletion') and key = $1",
    "delete from vacation where user_id = $1",
    "delete from reminder_message where user_id = $1",
    "update leader_role set holder = null where holder = $1",
    "update leader_role set given = null where given = $1",
    "delete from puzzle_attempt where user_id = $1",
    "delete from puzzle_player where user_id = $1",
    "delete from deletion where user_id = $1",
];

/// A text column with two keys. `read` selects the texts like `$2` of the rows `$1`; `write` changes one if it is
/// still what was read.
struct Text {
    read: &'static str,
    write: &'static str,
}

macro_rules! text {
    ($table:literal, $key:literal, $second:literal, $column:literal, $of:literal) => {
        Text {
            read: concat!(
                "select ",
                $key,
                ", ",
                $second,
                ", ",
                $column,
                " from ",
                $table,
                " where ",
                $column,
                " like $2 and ",
                $of,
                " in (select cast(key as bigint) from jsonb_each($1))"
            ),
            write: concat!(
                "update ",
                $table,
                " set ",
                $column,
                " = $3 where ",
                $key,
                " = $1 and ",
                $second,
                " = $2 and ",
                $column,
                " = $4"
            ),
        }
    };
}

const JSON_IN_GAMES: [Text; 2] = [
    text!("game", "game_id", "channel_id", "agreements", "game_id"),
    text!("outbox", "message_id", "game_id", "notice", "game_id"),
];

const JSON_ON_LADDERS: [Text; 3] = [
    text!("ladder", "ladder_id", "guild_id", "table_json", "ladder_id"),
    text!("ladder_event", "ladder_id", "sequence", "event", "ladder_id"),
    text!("ladder_season", "ladder_id", "number", "standings", "ladder_id"),
];

const JSON_IN_TOURNAMENTS: [Text; 1] = [text!("tournament", "tournament_id", "guild_id", "state", "tournament_id")];

const TEAMS: [Text; 2] = [
    text!("rated_game", "sequence", "game_id", "first", "game_id"),
    text!("rated_game", "sequence", "game_id", "second", "game_id"),
];

const NOTES_ON_LADDERS: [Text; 2] = [
    text!("ladder_event", "ladder_id", "sequence", "note", "ladder_id"),
    text!("ladder_change", "ladder_id", "number", "note", "ladder_id"),
];

/// In the servers `$1`.
const NOTES_OF_ORGANIZERS: [Text; 2] = [
    text!("audit", "request_id", "guild_id", "detail", "guild_id"),
    text!("audit", "request_id", "guild_id", "reason", "guild_id"),
];

/// The numbers that a query finds, as keys.
async fn keys(connection: &mut Connection, sql: &'static str, args: Vec<Arg>) -> sqlx::Result<Arg> {
    let rows = connection.run(sql, args).await?;
    let keys: sqlx::Result<Vec<Option<i64>>> = rows.iter().map(|row| row.int(0)).collect();
    Ok(Arg::keys(keys?.into_iter().flatten()))
}

/// Rewrites each of these texts that `change` changes.
async fn rewrite(
    connection: &mut Connection,
    texts: &'static [Text],
    of: &Arg,
    like: &str,
    change: impl Fn(&str) -> Option<String> + Send,
) -> sqlx::Result<()> {
    for text in texts {
        let rows = connection.run(text.read, args![of.clone(), like]).await?;
        let read = |row: &Row| -> sqlx::Result<_> { Ok((row.int(0)?, row.int(1)?, row.text(2)?)) };
        let rows: sqlx::Result<Vec<_>> = rows.iter().map(read).collect();
        for (key, second, before) in rows? {
            let Some(before) = before else { continue };
            if let Some(after) = change(&before) {
                let args = args![key, second, after, before];
                connection.run(text.write, args).await?;
            }
        }
    }
    Ok(())
}

/// `false` if nothing may be deleted yet.
pub(super) async fn anonymize(connection: &mut Connection, deletion: &Deletion) -> sqlx::Result<bool> {
    let (user, anonymous) = (deletion.user.0, deletion.anonymous.0);
    let open = connection.run(IS_OPEN, args![user]).await?;
    let replacing = connection.run(IS_REPLACING, Vec::new()).await?;
    if !open.is_empty() || !replacing.is_empty() {
        return Ok(false);
    }
    // Ratings that were computed meanwhile, with the old id, are then not written.
    connection.run("update rating_log set sequence = sequence + 1", Vec::new()).await?;
    let (id_pattern, mention_pattern) = (format!("%{user}%"), format!("%<@%{user}>%"));
    let games = keys(connection, GAMES, args![user, format!("%<@{user}>%")]).await?;
    let ladders = keys(connection, LADDERS, args![user]).await?;
    let tournaments = keys(connection, TOURNAMENTS, args![user]).await?;
    // A step of a ladder that was decided on the version before is then refused.
    let sql =
        "update ladder set version = version + 1 where ladder_id in (select cast(key as bigint) from jsonb_each($1))";
    connection.run(sql, args![ladders.clone()]).await?;
    let sql = "update tournament set version = version + 1 \
               where tournament_id in (select cast(key as bigint) from jsonb_each($1))";
    connection.run(sql, args![tournaments.clone()]).await?;

    let json = |text: &str| deletion.in_json(text);
    let team = |text: &str| Some(deletion.in_words(text)).filter(|words| words != text);
    let mentions = |text: &str| Some(deletion.in_mentions(text)).filter(|sentence| sentence != text);
    rewrite(connection, &JSON_IN_GAMES, &games, &id_pattern, json).await?;
    rewrite(connection, &TEAMS, &games, &id_pattern, team).await?;
    rewrite(connection, &JSON_ON_LADDERS, &ladders, &id_pattern, json).await?;
    rewrite(connection, &NOTES_ON_LADDERS, &ladders, &mention_pattern, mentions).await?;
    rewrite(connection, &JSON_IN_TOURNAMENTS, &tournaments, &id_pattern, json).await?;
    let servers = keys(connection, "select distinct guild_id from audit", Vec::new()).await?;
    rewrite(connection, &NOTES_OF_ORGANIZERS, &servers, &mention_pattern, mentions).await?;

    let sql = "update club_tally set item = $2 where kind = 'player' and item = $1 and guild_id in (select game.guild_id from game \
               where game.game_id in (select cast(key as bigint) from jsonb_each($3)))";
    connection.run(sql, args![user.to_string(), anonymous.to_string(), games.clone()]).await?;
    for (statements, of) in [(IN_GAMES.as_slice(), &games), (ON_LADDERS.as_slice(), &ladders)] {
        for &sql in statements {
            connection.run(sql, args![user, anonymous, of.clone()]).await?;
        }
    }
    // A message posted to one of two players, in a direct message, need not be found again, because the games are
    // over.
    let sql = "delete from posted where kind <> 'result' and not exists (select 1 from game where game.game_id = posted.game_id \
               and (game.phase in ('offered', 'playing') or posted.channel_id in (game.channel_id, coalesce(game.thread_id, 0)))) \
               and posted.game_id in (select cast(key as bigint) from jsonb_each($1))";
    connection.run(sql, args![games.clone()]).await?;
    for sql in ELSEWHERE {
        connection.run(sql, args![user, anonymous]).await?;
    }
    for sql in GONE {
        connection.run(sql, args![user]).await?;
    }
    let sql = "delete from organizer_question where actor = $1 or decision like $2";
    connection.run(sql, args![user, format!("% {user}")]).await?;
    let sql = listed!("update seat set user_id = $1, name = $2 where user_id = $4 and game_id");
    let args = args![anonymous, DELETED_NAME, games, user];
    connection.run(sql, args).await?;
    let sql = listed!(
        "update ladder_player set user_id = $1, name = $2, vacation_until = null where user_id = $4 and ladder_id"
    );
    let args = args![anonymous, DELETED_NAME, ladders, user];
    connection.run(sql, args).await?;
    let sql = listed!("update tournament_player set user_id = $1, name = $2 where user_id = $4 and tournament_id");
    let args = args![anonymous, DELETED_NAME, tournaments, user];
    connection.run(sql, args).await?;
    Ok(true)
}
