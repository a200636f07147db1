//! Ladders of servers.

mod rows;
mod write;

use async_trait::async_trait;

use crate::domain::clubs::ladder::Ladder;
use crate::domain::clubs::ladder::event::LadderEvent;
use crate::domain::clubs::ladder::stored::{
    ChangeFilter, CountedGame, LadderHead, LadderResult, LadderWrite, RecordedChange, RecordedEvent, StoredLadder,
};
use crate::domain::clubs::rating::from_millionths;
use crate::domain::{AuditEntry, GameId, GuildId, LadderId, TimeSpan, Timestamp, UserId};
use crate::store::clubs::ladder::{LadderStore, LadderWriteOutcome};
use crate::store::clubs::rating::RatingList;
use crate::store::commit::Commit;
use crate::store::error::Result;
use crate::store::sql::clubs::ladder::rows::{change, event, head, opt_time, parsed, user};
use crate::store::sql::clubs::ladder::write::to_json;
use crate::store::sql::clubs::rating::guild_column;
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::audit::{INSERT_AUDIT, audit_args};

/// Columns in the order in which [`head`] reads them.
macro_rules! head_columns {
    () => {
        "ladder.ladder_id, ladder.guild_id, ladder.name, ladder.preset, ladder.rules, ladder.setup, ladder.time_control, \
         ladder.version, ladder.events, ladder.changes, ladder.advanced_at, ladder.next_timer_at, ladder.closed_at"
    };
}

#[async_trait]
impl<DB: Engine> LadderStore for SqlStore<DB> {
    async fn create_ladder(&self, stored: &StoredLadder, audit: Option<&AuditEntry>) -> Result<bool> {
        let StoredLadder { head, ladder } = stored;
        let sql = "insert into ladder (ladder_id, guild_id, name, name_key, preset, rules, setup, time_control, version, \
                   events, changes, advanced_at, next_timer_at, closed_at, table_json, table_events) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
                   on conflict do nothing returning ladder_id";
        let row = args![
            head.ladder_id.0,
            head.guild_id.0,
            head.name.as_str(),
            head.name.to_lowercase().as_str(),
            head.preset.as_str(),
            to_json(&head.rules).as_str(),
            head.setup.as_str(),
            head.time_control.as_str(),
            head.version,
            head.events,
            head.changes,
            head.advanced_at.0,
            head.next_timer_at.map(|at| at.0),
            head.closed_at.map(|at| at.0),
            to_json(ladder).as_str(),
            head.events,
        ];
        let noted = audit.map(|entry| (INSERT_AUDIT, audit_args(entry))).into_iter().collect();
        self.write_steps((sql, row), noted).await
    }

    async fn ladders_of(&self, guild: GuildId) -> Result<Vec<LadderHead>> {
        let sql = concat!(
            "select ",
            head_columns!(),
            " from ladder where guild_id = $1 order by closed_at is not null, name_key, ladder_id"
        );
        self.rows(sql, args![guild.0]).await?.iter().map(|row| head(&mut Reader::<DB>::new("ladder", row))).collect()
    }

    async fn ladder_head(&self, ladder: LadderId) -> Result<Option<LadderHead>> {
        let sql = concat!("select ", head_columns!(), " from ladder where ladder_id = $1");
        let rows = self.rows(sql, args![ladder.0]).await?;
        rows.first().map(|row| head(&mut Reader::<DB>::new("ladder", row))).transpose()
    }

    async fn ladder(&self, ladder: LadderId) -> Result<Option<StoredLadder>> {
        // One statement sees one instant: the table, and the events since it was written, oldest first.
        let sql = concat!(
            "select ",
            head_columns!(),
            ", ladder.table_json, (select string_agg(tail.event, $2 order by tail.sequence) from ladder_event as tail \
             where tail.ladder_id = ladder.ladder_id and tail.sequence > ladder.table_events) from ladder where ladder_id = $1"
        );
        let rows = self.rows(sql, args![ladder.0, "\n"]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let mut read = Reader::<DB>::new("ladder", row);
        let head = head(&mut read)?;
        let mut ladder: Ladder = parsed(&mut read)?;
        for line in read.opt_text()?.iter().flat_map(|tail| tail.lines()) {
            let event: LadderEvent = serde_json::from_str(line).map_err(|error| read.corrupt(error))?;
            ladder.advance(event.at);
            ladder.apply(&event);
        }
        ladder.advance(head.advanced_at);
        Ok(Some(StoredLadder { head, ladder }))
    }

    async fn write_ladder(&self, write: &LadderWrite, opens: Option<&Commit>) -> Result<LadderWriteOutcome> {
        self.change_with_retries("write_ladder", || self.try_write_ladder(write, opens)).await
    }

    async fn ladder_events(&self, ladder: LadderId) -> Result<Vec<RecordedEvent>> {
        let sql = "select sequence, event, actor, note from ladder_event where ladder_id = $1 order by sequence";
        self.rows(sql, args![ladder.0]).await?.iter().map(event::<DB>).collect()
    }

    async fn ladder_changes(&self, ladder: LadderId, filter: ChangeFilter) -> Result<Vec<RecordedChange>> {
        let (above, up_to) = (filter.above.unwrap_or(0), filter.up_to.unwrap_or(i64::MAX));
        let after = filter.after.map_or(i64::MIN, |at| at.0);
        // An index for either question.
        let (sql, args) = match filter.player {
            Some(player) => (
                "select number, user_id, from_place, to_place, reason, at, game_id, note from ladder_change \
                 where ladder_id = $1 and number > $2 and number <= $3 and at > $6 and user_id = $7 \
                 order by number desc limit $4 offset $5",
                args![ladder.0, above, up_to, filter.limit, filter.skip, after, player.0],
            ),
            None => (
                "select number, user_id, from_place, to_place, reason, at, game_id, note from ladder_change \
                 where ladder_id = $1 and number > $2 and number <= $3 and at > $6 \
                 order by number desc limit $4 offset $5",
                args![ladder.0, above, up_to, filter.limit, filter.skip, after],
            ),
        };
        self.rows(sql, args).await?.iter().map(change::<DB>).collect()
    }

    async fn counted_games(&self, games: &[GameId]) -> Result<Vec<CountedGame>> {
        let sql = "select game_id, challenger, defender, result, ended_at from ladder_result \
                   where game_id in (select cast(key as bigint) from jsonb_each($1))";
        let keys = Arg::keys(games.iter().map(|game| game.0));
        let rows = self.rows(sql, vec![keys]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder_result", row);
            Ok(CountedGame {
                game: GameId(read.int()?),
                challenger: user(&mut read)?,
                defender: user(&mut read)?,
                result: read.opt_named()?,
                ended_at: Timestamp(read.int()?),
            })
        };
        rows.iter().map(read).collect()
    }

    async fn ladder_names(&self, ladder: LadderId, players: &[UserId]) -> Result<Vec<(UserId, String)>> {
        let sql = "select user_id, name from ladder_player where ladder_id = $1 \
                   and user_id in (select cast(key as bigint) from jsonb_each($2))";
        let keys = Arg::keys(players.iter().map(|player| player.0.cast_signed()));
        let rows = self.rows(sql, vec![Arg::from(ladder.0), keys]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder_player", row);
            Ok((user(&mut read)?, read.text()?))
        };
        rows.iter().map(read).collect()
    }

    async fn ladder_ratings(&self, ladder: LadderId, list: RatingList) -> Result<Vec<(UserId, f64)>> {
        // One text in place of thousands of rows: reading those takes longer than finding them.
        let sql = "select string_agg(cast(rating.user_id as text) || ' ' || cast(rating.rating as text), $4) \
                   from ladder_player join rating on rating.user_id = ladder_player.user_id \
                   and rating.rating_group = $2 and rating.guild_id = $3 where ladder_player.ladder_id = $1";
        let args = args![ladder.0, list.group.as_str(), guild_column(list.guild), "\n"];
        let rows = self.rows(sql, args).await?;
        let Some(row) = rows.first() else { return Ok(Vec::new()) };
        let mut read = Reader::<DB>::new("rating", row);
        let text = read.opt_text()?.unwrap_or_default();
        let line = |line: &str| {
            let (user, rating) = line.split_once(' ')?;
            let user = user.parse::<i64>().ok()?.cast_unsigned();
            Some((UserId(user), from_millionths(rating.parse().ok()?)))
        };
        let found: Option<Vec<(UserId, f64)>> = text.lines().map(line).collect();
        found.ok_or_else(|| read.corrupt("it is no number"))
    }

    async fn ladder_form(
        &self,
        ladder: LadderId,
        players: &[UserId],
        each: u32,
    ) -> Result<Vec<(UserId, LadderResult)>> {
        let sql = "select user_id, result from (select user_id, result, \
                   row_number() over (partition by user_id order by ended_at desc, game_id) as nth from (\
                   select challenger as user_id, result, ended_at, game_id from ladder_result \
                   where ladder_id = $1 and result is not null \
                   and challenger in (select cast(key as bigint) from jsonb_each($2)) \
                   union all select defender as user_id, case result when 'won' then 'lost' when 'lost' then 'won' \
                   else result end as result, ended_at, game_id from ladder_result \
                   where ladder_id = $1 and result is not null \
                   and defender in (select cast(key as bigint) from jsonb_each($2))) as sides) as counted \
                   where nth <= $3 order by user_id, nth";
        let keys = Arg::keys(players.iter().map(|player| player.0.cast_signed()));
        let rows = self.rows(sql, vec![Arg::from(ladder.0), keys, Arg::from(each)]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder_result", row);
            Ok((user(&mut read)?, read.parse()?))
        };
        rows.iter().map(read).collect()
    }

    async fn ladders_to_update(&self, now: Timestamp, after: Option<LadderId>, limit: u32) -> Result<Vec<LadderId>> {
        let sql = "select ladder.ladder_id from ladder where ladder.ladder_id > $2 and (ladder.ladder_id in (\
                   select competition_id from competition_inbox where competition = 'ladder') \
                   or ladder.closed_at is null and (ladder.next_timer_at <= $1 or ladder.ladder_id in (\
                   select player.ladder_id from vacation join ladder_player as player \
                   on player.user_id = vacation.user_id where vacation.until_at > $1 and vacation.from_at <= $1 \
                   and coalesce(player.vacation_until, 0) <> vacation.until_at \
                   union select player.ladder_id from ladder_player as player where player.vacation_until > $1 \
                   and not exists (select 1 from vacation where vacation.user_id = player.user_id \
                   and vacation.from_at <= $1 and vacation.until_at = player.vacation_until)))) \
                   order by ladder.ladder_id limit $3";
        let after = after.map_or(i64::MIN, |ladder| ladder.0);
        let rows = self.rows(sql, args![now.0, after, limit]).await?;
        rows.iter().map(|row| Reader::<DB>::new("ladder", row).int().map(LadderId)).collect()
    }

    async fn changed_ladder_vacations(
        &self,
        ladder: LadderId,
        now: Timestamp,
    ) -> Result<Vec<(UserId, Option<TimeSpan>)>> {
        let sql = "select player.user_id, vacation.from_at, vacation.until_at from ladder_player as player join vacation \
                   on vacation.user_id = player.user_id where player.ladder_id = $1 and vacation.until_at > $2 \
                   and vacation.from_at <= $2 and coalesce(player.vacation_until, 0) <> vacation.until_at \
                   union all select player.user_id, null, null from ladder_player as player where player.ladder_id = $1 \
                   and player.vacation_until > $2 and not exists (select 1 from vacation \
                   where vacation.user_id = player.user_id and vacation.from_at <= $2 and vacation.until_at > $2)";
        let rows = self.rows(sql, args![ladder.0, now.0]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder_player", row);
            let player = user(&mut read)?;
            let (from, until) = (opt_time(&mut read)?, opt_time(&mut read)?);
            Ok((player, from.zip(until).map(|(from, until)| TimeSpan { from, until })))
        };
        rows.iter().map(read).collect()
    }
}
