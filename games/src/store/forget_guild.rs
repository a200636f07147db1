//! Deletes the data of a server.

use crate::domain::{GameId, GuildId};
use crate::store::connection::engine::args;
use crate::store::connection::pool::Connection;
use crate::store::people::anonymize::IS_REPLACING;

/// A game of the server `$1` that is offered or running, or whose result is not counted yet.
const IS_OPEN: &str = "select 1 from game where guild_id = $1 and (phase in ('offered', 'playing') \
     or phase = 'over' and ended_at is not null and (is_tallied = 0 or is_rated = 1 and is_counted = 0) \
     or phase = 'void' and (is_counted = 1 or is_tallied = 1)) limit 1";

/// Messages about the games of a server. It is unknown which of them are direct messages, because a thread that was
/// replaced is recorded only here.
macro_rules! about_its_games {
    ($before:literal) => {
        concat!($before, " from posted where posted.game_id in (select game_id from game where guild_id = $1)")
    };
}

pub(super) const POSTED: &str = about_its_games!("select count(*)");

/// Annuls a game of the server `$1` that cannot be read, and so cannot be ended in the usual way.
const CALL_OFF_DAMAGED: &str = "update game set phase = 'void', reason = 'annulled', to_move = null, deadline_at = null, wake_at = null, \
     draw_offer = null where guild_id = $1 and game_id = $2 and phase in ('offered', 'playing')";

/// In this order, because messages are found by the location of their games.
const STATEMENTS: [&str; 19] = [
    "delete from job where kind = 'ladder' and key in (select ladder_id from ladder where guild_id = $1)",
    "delete from job where kind = 'tournament' and key in (select tournament_id from tournament where guild_id = $1)",
    "delete from job where kind = 'decision' and key in (select request_id from organizer_question where guild_id = $1)",
    about_its_games!("delete"),
    "delete from competition_inbox where game_id in (select game_id from game where guild_id = $1)",
    "delete from post where guild_id = $1",
    "delete from leader_role where guild_id = $1",
    "delete from ladder where guild_id = $1",
    "delete from tournament where guild_id = $1",
    "delete from organizer_question where guild_id = $1",
    "delete from audit where guild_id = $1",
    "delete from guild where guild_id = $1",
    "delete from club_tally where guild_id = $1",
    "delete from rating where guild_id = $1",
    "delete from rating_period where guild_id = $1",
    // The log still gives the same ratings across all servers.
    "update rating_change set guild_id = null, club_rating = null, club_rating_before = null, club_deviation = null where guild_id = $1",
    "update rated_game set guild_id = null where guild_id = $1",
    // Its number is also in use among games of direct messages.
    "update game set guild_id = null, channel_id = 0, thread_id = null, number = null, competition = null, competition_id = null, \
     competition_label = null, competition_board = null, round_ends_at = null where guild_id = $1",
    "delete from game_number where guild_id = $1",
];

pub(super) async fn forget(connection: &mut Connection, guild: GuildId, damaged: &[GameId]) -> sqlx::Result<bool> {
    for game in damaged {
        connection.run(CALL_OFF_DAMAGED, args![guild, *game]).await?;
    }
    let open = connection.run(IS_OPEN, args![guild.0]).await?;
    let replacing = connection.run(IS_REPLACING, Vec::new()).await?;
    if !open.is_empty() || !replacing.is_empty() {
        return Ok(false);
    }
    // Ratings that were computed meanwhile, with those of the server, are then not written.
    connection.run("update rating_log set sequence = sequence + 1", Vec::new()).await?;
    for sql in STATEMENTS {
        connection.run(sql, args![guild.0]).await?;
    }
    Ok(true)
}
