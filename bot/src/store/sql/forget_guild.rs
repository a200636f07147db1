//! Deletes what is stored of a server.

use crate::domain::{GameId, GuildId};
use crate::store::error::Result;
use crate::store::sql::connection::checked_out::CheckedOut;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::connection::failures::failed;
use crate::store::sql::database::copy::for_bulk_work;
use crate::store::sql::people::anonymize::IS_REPLACING;
use crate::store::sql::store::{SqlStore, end};

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
const STATEMENTS: [&str; 15] = [
    about_its_games!("delete"),
    "delete from competition_inbox where game_id in (select game_id from game where guild_id = $1)",
    "delete from leader_role where guild_id = $1",
    "delete from ladder where guild_id = $1",
    "delete from ladder_digest where guild_id = $1",
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
     competition_label = null where guild_id = $1",
    "delete from game_number where guild_id = $1",
];

impl<DB: Engine> SqlStore<DB> {
    pub(super) async fn forget(&self, guild: GuildId, damaged: &[GameId]) -> Result<bool> {
        self.change_with_retries("forget_guild", || self.try_to_forget(guild, damaged)).await
    }

    async fn try_to_forget(&self, guild: GuildId, damaged: &[GameId]) -> Result<bool> {
        let mut connection = CheckedOut::from(&self.write).await.map_err(failed)?;
        let mut transaction = connection.begin().await.map_err(failed)?;
        for_bulk_work::<DB>(&mut transaction).await?;
        let done = forget::<DB>(&mut transaction, guild, damaged).await;
        let (is_in_order, done) = end(transaction, done).await;
        // What is set for bulk work lasts: the connection is closed, but not one that is the database.
        if is_in_order && self.door.is_some() {
            connection.mark_ended();
        }
        done
    }
}

/// Goes through whole tables, for as long as it takes.
async fn forget<DB: Engine>(connection: &mut DB::Connection, guild: GuildId, damaged: &[GameId]) -> sqlx::Result<bool> {
    for game in damaged {
        DB::run(connection, CALL_OFF_DAMAGED, args![guild.0, game.0]).await?;
    }
    let open = DB::run(connection, IS_OPEN, args![guild.0]).await?;
    let replacing = DB::run(connection, IS_REPLACING, Vec::new()).await?;
    if !open.is_empty() || !replacing.is_empty() {
        return Ok(false);
    }
    // Ratings that were computed meanwhile, with those of the server, are not written.
    DB::run(connection, "update rating_log set sequence = sequence + 1", Vec::new()).await?;
    for sql in STATEMENTS {
        DB::run(connection, sql, args![guild.0]).await?;
    }
    Ok(true)
}
