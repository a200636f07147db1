//! Deletes what is stored of a server.

use crate::domain::GuildId;
use crate::store::error::Result;
use crate::store::sql::connection::checked_out::CheckedOut;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::connection::failures::{Backoff, failed, in_time};
use crate::store::sql::personal::anonymize::IS_REPLACING;
use crate::store::sql::store::{SqlStore, end};

/// A game of the server `$1` that is offered or played, or whose result is not counted.
const IS_OPEN: &str = "select 1 from game where guild_id = $1 and (phase in ('offered', 'playing') \
     or phase = 'over' and ended_at is not null and (is_tallied = 0 or is_rated = 1 and is_counted = 0) \
     or phase = 'void' and (is_counted = 1 or is_tallied = 1)) limit 1";

/// What stands in the channels of a server, of its games.
macro_rules! in_its_channels {
    ($before:literal) => {
        concat!(
            $before,
            " from posted where exists (select 1 from game where game.game_id = posted.game_id and game.guild_id = $1 \
             and (posted.kind = 'result' or posted.channel_id in (game.channel_id, coalesce(game.thread_id, 0))))"
        )
    };
}

pub(super) const POSTED_IN: &str = in_its_channels!("select count(*)");

/// In this order: the messages are found by where their games are.
const STATEMENTS: [&str; 14] = [
    in_its_channels!("delete"),
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
    "update game set guild_id = null, channel_id = 0, thread_id = null, number = null where guild_id = $1",
    "delete from game_number where guild_id = $1",
];

impl<DB: Engine> SqlStore<DB> {
    pub(super) async fn forget(&self, guild: GuildId) -> Result<bool> {
        let mut backoff = Backoff::new();
        loop {
            match self.try_to_forget(guild).await {
                Err(error) if error.is_transient() && backoff.wait().await => {}
                done => return done,
            }
        }
    }

    async fn try_to_forget(&self, guild: GuildId) -> Result<bool> {
        let mut connection = CheckedOut::from(&self.write).await.map_err(failed)?;
        let mut transaction = connection.begin().await.map_err(failed)?;
        let done = forget::<DB>(&mut transaction, guild).await;
        let (is_in_order, done) = end(transaction, done).await;
        if is_in_order {
            connection.ended();
        }
        done
    }
}

async fn forget<DB: Engine>(connection: &mut DB::Connection, guild: GuildId) -> sqlx::Result<bool> {
    let open = in_time(DB::ANSWERS_WITHIN, DB::run(connection, IS_OPEN, args![guild.0])).await.0?;
    let replacing = in_time(DB::ANSWERS_WITHIN, DB::run(connection, IS_REPLACING, Vec::new())).await.0?;
    if !open.is_empty() || !replacing.is_empty() {
        return Ok(false);
    }
    // Ratings that were computed meanwhile, with those of the server, are not written.
    let sql = "update rating_log set sequence = sequence + 1";
    in_time(DB::ANSWERS_WITHIN, DB::run(connection, sql, Vec::new())).await.0?;
    for sql in STATEMENTS {
        in_time(DB::ANSWERS_WITHIN, DB::run(connection, sql, args![guild.0])).await.0?;
    }
    Ok(true)
}
