//! Deletes what is stored of a server.

use crate::domain::{GameId, GuildId};
use crate::store::connection::engine::args;
use crate::store::connection::pool::Connection;
use crate::store::people::anonymize::IS_REPLACING;

/// A game of the server `$1` that is offered or played, or whose result is not counted.
const IS_OPEN: &str = "select 1 from game where guild_id = $1 and (phase in ('offered', 'playing') \
     or phase = 'over' and ended_at is not null and (is_tallied = 0 or is_rated = 1 and is_counted = 0) \
     or phase = 'void' and (is_counted = 1 or is_tallied = 1)) limit 1";

/// What stands about the games of a server. Which of it stands in direct messages, nothing tells: a thread that was replaced is known
/// only from here.
macro_rules! about_its_games {
    ($before:literal) => {
        concat!($before, " from posted where posted.game_id in (select game_id from game where guild_id = $1)")
    };
}

pub(super) const POSTED: &str = about_its_games!("select count(*)");

/// A game of the server `$1` that cannot be read, and so not be called off.
const CALL_OFF_DAMAGED: &str = "update game set phase = 'void', reason = 'annulled', to_move = null, deadline_at = null, wake_at = null, \
     draw_offer = null where guild_id = $1 and game_id = $2 and phase in ('offered', 'playing')";

/// In this order: the messages are found by where their games are.
const STATEMENTS: [&str; 18] = [
    about_its_games!("delete"),
    "delete from competition_inbox where game_id in (select game_id from game where guild_id = $1)",
    "delete from competition_post where competition = 'ladder' \
     and competition_id in (select ladder_id from ladder where guild_id = $1) or competition = 'tournament' \
     and competition_id in (select tournament_id from tournament where guild_id = $1)",
    "delete from leader_role where guild_id = $1",
    "delete from ladder where guild_id = $1",
    "delete from ladder_digest where guild_id = $1",
    "delete from puzzle_channel where guild_id = $1",
    "delete from tournament where guild_id = $1",
    "delete from organizer_question where guild_id = $1",
    "delete from audit where guild_id = $1",
    "delete from guild where guild_id = $1",
    "delete from club_tally where guild_id = $1",
    "delete from rating where guild_id = $1",
    "delete from rating_period where guild_id = $1",
    // The log leads to the ratings over all servers as before.
    "update rating_change set guild_id = null, club_rating = null, club_rating_before = null, club_deviation = null where guild_id = $1",
    "update rated_game set guild_id = null where guild_id = $1",
    // Its number is that of another game among those of direct messages.
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
    // Ratings that were computed meanwhile, with those of the server, are not written.
    connection.run("update rating_log set sequence = sequence + 1", Vec::new()).await?;
    for sql in STATEMENTS {
        connection.run(sql, args![guild.0]).await?;
    }
    Ok(true)
}
