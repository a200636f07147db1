//! Ladders of servers.

mod season;
mod write;

use games::domain::rating::from_millionths;
use games::domain::{AuditEntry, GameId, GuildId, LadderId, TimeSpan, Timestamp, UserId};
use games::store::commit::Commit;
use games::store::connection::engine::{Arg, args};
use games::store::error::Result;
use games::store::people::rating::guild_column;
use games::store::rows::Reader;
use games::store::write::audit::insert_audit;

use crate::domain::ladder::{
    ChangeFilter, CountedGame, Ladder, LadderChange, LadderEvent, LadderHead, LadderResult, LadderWrite,
    RecordedChange, RecordedEvent, StoredLadder,
};
use crate::store::ClubStore;
use crate::store::competition::{WriteOutcome, end_step};
use crate::store::ladder::write::{to_json, write_step};
use crate::store::rating::RatingList;

macro_rules! head_columns {
    () => {
        "ladder.ladder_id, ladder.guild_id, ladder.name, ladder.preset, ladder.rules, ladder.setup, ladder.time_control, \
         ladder.version, ladder.events, ladder.changes, ladder.advanced_at, ladder.closed_at"
    };
}

/// Results of the players $2 on the ladder $1 in the time span $3 to $4: one row per player and game.
macro_rules! select_sides {
    () => {
        "select challenger as user_id, result, ended_at, game_id from ladder_result \
         where ladder_id = $1 and result is not null and ended_at >= $3 and ended_at < $4 \
         and challenger in (select cast(key as bigint) from jsonb_each($2)) \
         union all select defender as user_id, case result when 'won' then 'lost' when 'lost' then 'won' \
         else result end as result, ended_at, game_id from ladder_result \
         where ladder_id = $1 and result is not null and ended_at >= $3 and ended_at < $4 \
         and defender in (select cast(key as bigint) from jsonb_each($2))"
    };
}

fn head(read: &mut Reader) -> Result<LadderHead> {
    Ok(LadderHead {
        ladder_id: read.ladder()?,
        guild_id: read.guild()?,
        name: read.text()?,
        preset: read.parse()?,
        rules: read.json()?,
        setup: read.text()?,
        time_control: read.text()?,
        version: read.int()?,
        events: read.int()?,
        changes: read.int()?,
        advanced_at: read.time()?,
        closed_at: read.opt_time()?,
    })
}

fn event(read: &mut Reader) -> Result<RecordedEvent> {
    Ok(RecordedEvent { sequence: read.int()?, event: read.json()?, actor: read.opt_user()?, note: read.opt_text()? })
}

fn change(read: &mut Reader) -> Result<RecordedChange> {
    let number = read.int()?;
    let (player, from, to) = (read.user()?, read.opt_small()?, read.opt_small()?);
    let change = LadderChange { player, from, to, reason: read.parse()? };
    Ok(RecordedChange { number, change, at: read.time()?, game: read.opt_game()?, note: read.opt_text()? })
}

fn read_counted(read: &mut Reader) -> Result<CountedGame> {
    Ok(CountedGame {
        game: read.game()?,
        challenger: read.user()?,
        defender: read.user()?,
        result: read.opt_parse()?,
        ended_at: read.time()?,
    })
}

impl ClubStore<'_> {
    /// Inserts a new ladder without players, and an audit log entry if given. `false` if an open ladder of the server
    /// has its name.
    pub async fn create_ladder(self, stored: &StoredLadder, audit: Option<&AuditEntry>) -> Result<bool> {
        let StoredLadder { head, ladder } = stored;
        let sql = "insert into ladder (ladder_id, guild_id, name, name_key, preset, rules, setup, time_control, version, \
                   events, changes, advanced_at, closed_at, table_json, table_events) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) \
                   on conflict do nothing returning ladder_id";
        let row = args![
            head.ladder_id,
            head.guild_id,
            head.name.as_str(),
            head.name.to_lowercase(),
            head.preset.as_str(),
            to_json(&head.rules),
            head.setup.as_str(),
            head.time_control.as_str(),
            head.version,
            head.events,
            head.changes,
            head.advanced_at,
            head.closed_at,
            to_json(ladder),
            head.events,
        ];
        self.write_steps((sql, row), audit.map(insert_audit)).await
    }

    /// A server's ladders: open ones first, then by name.
    pub async fn ladders_of(self, guild: GuildId) -> Result<Vec<LadderHead>> {
        let sql = concat!(
            "select ",
            head_columns!(),
            " from ladder where guild_id = $1 order by closed_at is not null, name_key, ladder_id"
        );
        self.list("ladder", sql, args![guild], head).await
    }

    pub async fn ladder_head(self, ladder: LadderId) -> Result<Option<LadderHead>> {
        let sql = concat!("select ", head_columns!(), " from ladder where ladder_id = $1");
        self.first("ladder", sql, args![ladder], head).await
    }

    pub async fn ladder(self, ladder: LadderId) -> Result<Option<StoredLadder>> {
        // A single statement reads a consistent snapshot: the table, and the events since it was written, oldest
        // first.
        let sql = concat!(
            "select ",
            head_columns!(),
            ", ladder.table_json, (select string_agg(tail.event, $2 order by tail.sequence) from ladder_event as tail \
             where tail.ladder_id = ladder.ladder_id and tail.sequence > ladder.table_events) from ladder where ladder_id = $1"
        );
        self.first("ladder", sql, args![ladder, "\n"], |read| {
            let head = head(read)?;
            let mut ladder: Ladder = read.json()?;
            for line in read.opt_text()?.iter().flat_map(|tail| tail.lines()) {
                let event: LadderEvent = serde_json::from_str(line).map_err(|error| read.corrupt(error))?;
                ladder.advance(event.at);
                ladder.apply(&event);
            }
            ladder.advance(head.advanced_at);
            Ok(StoredLadder { head, ladder })
        })
        .await
    }

    /// Writes one step of a ladder with the game it opens. Atomic, and conditional on `head.version - 1` being the
    /// current version. The phase changes it processes are deleted.
    pub async fn write_ladder(self, write: &LadderWrite, opens: Option<&Commit>) -> Result<WriteOutcome> {
        let try_to_write = async || {
            let mut connection = self.begin_write().await?;
            let written = write_step(&mut connection, write).await;
            end_step(connection, written, opens).await
        };
        let outcome = self.change_with_retries("write_ladder", try_to_write).await?;
        if let (WriteOutcome::Written, Some(opens)) = (outcome, opens) {
            self.announce(opens);
        }
        Ok(outcome)
    }

    pub async fn ladder_events(self, ladder: LadderId) -> Result<Vec<RecordedEvent>> {
        let sql = "select sequence, event, actor, note from ladder_event where ladder_id = $1 order by sequence";
        self.list("ladder_event", sql, args![ladder], event).await
    }

    /// Changes of places, newest first.
    pub async fn ladder_changes(self, ladder: LadderId, filter: ChangeFilter) -> Result<Vec<RecordedChange>> {
        let (above, up_to) = (filter.above.unwrap_or(0), filter.up_to.unwrap_or(i64::MAX));
        let after = filter.after.map_or(i64::MIN, |at| at.0);
        // Each query has its own index.
        let (sql, args) = match filter.player {
            Some(player) => (
                "select number, user_id, from_place, to_place, reason, at, game_id, note from ladder_change \
                 where ladder_id = $1 and number > $2 and number <= $3 and at > $6 and user_id = $7 \
                 order by number desc limit $4 offset $5",
                args![ladder, above, up_to, filter.limit, filter.skip, after, player],
            ),
            None => (
                "select number, user_id, from_place, to_place, reason, at, game_id, note from ladder_change \
                 where ladder_id = $1 and number > $2 and number <= $3 and at > $6 \
                 order by number desc limit $4 offset $5",
                args![ladder, above, up_to, filter.limit, filter.skip, after],
            ),
        };
        self.list("ladder_change", sql, args, change).await
    }

    /// Those of these games that a ladder has counted.
    pub async fn counted_games(self, games: &[GameId]) -> Result<Vec<CountedGame>> {
        let sql = "select game_id, challenger, defender, result, ended_at from ladder_result \
                   where game_id in (select cast(key as bigint) from jsonb_each($1))";
        self.list("ladder_result", sql, args![Arg::games(games)], read_counted).await
    }

    /// The games that a ladder has counted, newest first; at most `limit`.
    pub async fn ladder_results(self, ladder: LadderId, limit: u32) -> Result<Vec<CountedGame>> {
        let sql = "select game_id, challenger, defender, result, ended_at from ladder_result where ladder_id = $1 \
                   order by ended_at desc, game_id limit $2";
        self.list("ladder_result", sql, args![ladder, limit], read_counted).await
    }

    /// Names of these players as last seen on the ladder.
    pub async fn ladder_names(self, ladder: LadderId, players: &[UserId]) -> Result<Vec<(UserId, String)>> {
        let sql = "select user_id, name from ladder_player where ladder_id = $1 \
                   and user_id in (select cast(key as bigint) from jsonb_each($2))";
        let args = args![ladder, Arg::users(players)];
        self.list("ladder_player", sql, args, |read| Ok((read.user()?, read.text()?))).await
    }

    /// Ratings of current and former players of the ladder who have one in this list.
    pub async fn ladder_ratings(self, ladder: LadderId, list: RatingList) -> Result<Vec<(UserId, f64)>> {
        // One aggregated text instead of thousands of rows, which take longer to read than to find.
        let sql = "select string_agg(cast(rating.user_id as text) || ' ' || cast(rating.rating as text), $4) \
                   from ladder_player join rating on rating.user_id = ladder_player.user_id \
                   and rating.rating_group = $2 and rating.guild_id = $3 where ladder_player.ladder_id = $1";
        let args = args![ladder.0, list.group.as_str(), guild_column(list.guild), "\n"];
        let read = |read: &mut Reader| {
            let text = read.opt_text()?.unwrap_or_default();
            let line = |line: &str| {
                let (user, rating) = line.split_once(' ')?;
                let user = user.parse::<i64>().ok()?.cast_unsigned();
                Some((UserId(user), from_millionths(rating.parse().ok()?)))
            };
            text.lines().map(line).collect::<Option<_>>().ok_or_else(|| read.corrupt("it is no number"))
        };
        Ok(self.first("rating", sql, args, read).await?.unwrap_or_default())
    }

    /// Results of these players' last games on the ladder in a time span, newest first, at most `each` per player.
    pub async fn ladder_form(
        self,
        ladder: LadderId,
        players: &[UserId],
        span: TimeSpan,
        each: u32,
    ) -> Result<Vec<(UserId, LadderResult)>> {
        let sql = concat!(
            "select user_id, result from (select user_id, result, \
             row_number() over (partition by user_id order by ended_at desc, game_id) as nth from (",
            select_sides!(),
            ") as sides) as counted where nth <= $5 order by user_id, nth"
        );
        let args = args![ladder, Arg::users(players), span.from, span.until, each];
        self.list("ladder_result", sql, args, |read| Ok((read.user()?, read.parse()?))).await
    }

    /// Numbers of wins, losses and draws of these players on the ladder in a time span.
    pub async fn ladder_tallies(
        self,
        ladder: LadderId,
        players: &[UserId],
        span: TimeSpan,
    ) -> Result<Vec<(UserId, LadderResult, u32)>> {
        let sql = concat!(
            "select user_id, result, count(*) from (",
            select_sides!(),
            ") as sides group by user_id, result order by user_id, result"
        );
        let args = args![ladder, Arg::users(players), span.from, span.until];
        self.list("ladder_result", sql, args, |read| Ok((read.user()?, read.parse()?, read.count()?))).await
    }

    /// The begin of the next vacation that a player of the ladder asked for.
    pub async fn next_ladder_vacation(self, ladder: LadderId, now: Timestamp) -> Result<Option<Timestamp>> {
        let sql = "select min(vacation.from_at) from ladder_player as player join vacation \
                   on vacation.user_id = player.user_id where player.ladder_id = $1 and vacation.from_at > $2 \
                   and vacation.until_at > vacation.from_at and vacation.automatic = 0";
        Ok(self.first("vacation", sql, args![ladder, now], Reader::opt_time).await?.flatten())
    }

    /// Vacations of its players that the ladder has not counted yet; `None` for one that was stopped. Automatic
    /// vacations are ignored: they save games, and nobody is away.
    pub async fn changed_ladder_vacations(
        self,
        ladder: LadderId,
        now: Timestamp,
    ) -> Result<Vec<(UserId, Option<TimeSpan>)>> {
        let sql = "select player.user_id, vacation.from_at, vacation.until_at from ladder_player as player join vacation \
                   on vacation.user_id = player.user_id where player.ladder_id = $1 and vacation.until_at > $2 \
                   and vacation.automatic = 0 and vacation.from_at <= $2 and coalesce(player.vacation_until, 0) <> vacation.until_at \
                   union all select player.user_id, null, null from ladder_player as player where player.ladder_id = $1 \
                   and player.vacation_until > $2 and not exists (select 1 from vacation \
                   where vacation.user_id = player.user_id and vacation.automatic = 0 \
                   and vacation.from_at <= $2 and vacation.until_at > $2)";
        self.list("ladder_player", sql, args![ladder.0, now.0], |read| {
            let (player, from, until) = (read.user()?, read.opt_time()?, read.opt_time()?);
            Ok((player, from.zip(until).map(|(from, until)| TimeSpan { from, until })))
        })
        .await
    }
}
