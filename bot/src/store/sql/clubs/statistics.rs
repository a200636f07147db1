//! What is played in servers, and where players stand on their ladders.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use serde_json::json;

use crate::domain::clubs::statistics::{FinishedGame, Tallied, TallyKey, TallyKind, tally_keys};
use crate::domain::{GameId, GuildId, LadderId, Setup, Timestamp, UserId};
use crate::store::clubs::statistics::{LadderBest, StatisticsStore};
use crate::store::error::Result;
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;

/// Of games that another process counts up at the same time, it finds fewer.
const MARK: &str = "update game set is_tallied = 1 where is_tallied = 0 \
                    and game_id in (select cast(key as bigint) from jsonb_each($1)) returning game_id";

/// Takes back what [`MARK`] has noted.
const UNMARK: &str = "update game set is_tallied = 0 where is_tallied = 1 and phase = 'void' \
                      and game_id in (select cast(key as bigint) from jsonb_each($1)) returning game_id";

/// Nothing is left of these.
const DELETE_EMPTY: &str = "delete from club_tally where games <= 0 and kind in ('total', 'week', 'layout', 'player') \
                            and guild_id in (select cast(key as bigint) from jsonb_each($1))";

const ADD: &str = "insert into club_tally (guild_id, kind, item, games, moves) \
                   select cast(value ->> 'guild' as bigint), value ->> 'kind', value ->> 'item', \
                   cast(value ->> 'games' as bigint), cast(value ->> 'moves' as bigint) from jsonb_each($1) where true \
                   on conflict (guild_id, kind, item) do update set games = club_tally.games + excluded.games, \
                   moves = club_tally.moves + excluded.moves";

fn tallied<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Tallied> {
    let games = u32::try_from(read.int()?).unwrap_or(u32::MAX);
    Ok(Tallied { games, moves: u32::try_from(read.int()?).unwrap_or(u32::MAX) })
}

/// What these games add to the tallies, or take off them.
fn added(games: &[FinishedGame], sign: i64) -> Arg {
    let mut added: BTreeMap<TallyKey, Tallied> = BTreeMap::new();
    for game in games {
        for key in tally_keys(game) {
            let of = added.entry(key).or_default();
            of.games += 1;
            of.moves = of.moves.saturating_add(game.moves);
        }
    }
    let row = |(key, tallied): (TallyKey, Tallied)| {
        let guild = key.guild.0.cast_signed();
        let (games, moves) = (sign * i64::from(tallied.games), sign * i64::from(tallied.moves));
        json!({ "guild": guild, "kind": key.kind.as_str(), "item": key.item, "games": games, "moves": moves })
    };
    Arg::table(added.into_iter().map(row).collect())
}

impl<DB: Engine> SqlStore<DB> {
    /// The games of a statement that reads `game_id, guild_id, setup, ply, ended_at`, with their players.
    async fn finished_games(&self, sql: &'static str, limit: u32) -> Result<Vec<FinishedGame>> {
        let rows = self.rows(sql, args![limit]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("game", row);
            Ok(FinishedGame {
                game: GameId(read.int()?),
                guild: read.opt_int()?.map(|id| GuildId(id.cast_unsigned())),
                setup: Setup::stored(read.text()?),
                moves: u32::try_from(read.int()?).unwrap_or(0),
                ended_at: Timestamp(read.int()?),
                players: Vec::new(),
            })
        };
        let mut games: Vec<FinishedGame> = rows.iter().map(read).collect::<Result<_>>()?;
        if games.is_empty() {
            return Ok(games);
        }
        let sql = "select game_id, user_id from seat where user_id is not null \
                   and game_id in (select cast(key as bigint) from jsonb_each($1)) order by game_id, seat";
        let rows = self.rows(sql, vec![Arg::keys(games.iter().map(|game| game.game.0))]).await?;
        let mut players: HashMap<GameId, Vec<UserId>> = HashMap::new();
        for row in &rows {
            let mut read = Reader::<DB>::new("seat", row);
            let (game, user) = (GameId(read.int()?), UserId(read.id()?));
            let of = players.entry(game).or_default();
            if !of.contains(&user) {
                of.push(user);
            }
        }
        for game in &mut games {
            game.players = players.remove(&game.game).unwrap_or_default();
        }
        Ok(games)
    }
}

#[async_trait]
impl<DB: Engine> StatisticsStore for SqlStore<DB> {
    async fn untallied_games(&self, limit: u32) -> Result<Vec<FinishedGame>> {
        let sql = "select game_id, guild_id, setup, ply, ended_at from game where phase = 'over' and is_tallied = 0 \
                   and ended_at is not null order by ended_at, game_id limit $1";
        self.finished_games(sql, limit).await
    }

    async fn annulled_but_tallied(&self, limit: u32) -> Result<Vec<FinishedGame>> {
        let sql = "select game_id, guild_id, setup, ply, ended_at from game where phase = 'void' and is_tallied = 1 \
                   and ended_at is not null order by game_id limit $1";
        self.finished_games(sql, limit).await
    }

    async fn tally_games(&self, games: &[FinishedGame]) -> Result<bool> {
        let mark = (MARK, vec![Arg::keys(games.iter().map(|game| game.game.0))]);
        self.write_if_found(mark, games.len(), vec![(ADD, vec![added(games, 1)])]).await
    }

    async fn untally_games(&self, games: &[FinishedGame]) -> Result<bool> {
        let mark = (UNMARK, vec![Arg::keys(games.iter().map(|game| game.game.0))]);
        let guilds = Arg::keys(games.iter().filter_map(|game| game.guild).map(|guild| guild.0.cast_signed()));
        let others = vec![(ADD, vec![added(games, -1)]), (DELETE_EMPTY, vec![guilds])];
        self.write_if_found(mark, games.len(), others).await
    }

    async fn club_total(&self, guild: GuildId) -> Result<Tallied> {
        let sql = "select games, moves from club_tally where guild_id = $1 and kind = 'total' and item = ''";
        let rows = self.rows(sql, args![guild.0]).await?;
        rows.first().map_or(Ok(Tallied::default()), |row| tallied(&mut Reader::<DB>::new("club_tally", row)))
    }

    async fn club_players(&self, guild: GuildId) -> Result<u32> {
        self.count("select count(*) from club_tally where guild_id = $1 and kind = 'player'", args![guild.0]).await
    }

    async fn club_most(&self, guild: GuildId, kind: TallyKind, limit: u32) -> Result<Vec<(String, Tallied)>> {
        let sql = "select item, games, moves from club_tally where guild_id = $1 and kind = $2 \
                   order by games desc, item limit $3";
        let rows = self.rows(sql, args![guild.0, kind.as_str(), limit]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("club_tally", row);
            Ok((read.text()?, tallied(&mut read)?))
        };
        rows.iter().map(read).collect()
    }

    async fn club_weeks(&self, guild: GuildId, weeks: &[i64]) -> Result<Vec<(i64, Tallied)>> {
        let sql = "select item, games, moves from club_tally where guild_id = $1 and kind = 'week' \
                   and item in (select key from jsonb_each($2))";
        let rows = self.rows(sql, vec![Arg::from(guild.0), Arg::keys(weeks.iter().copied())]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("club_tally", row);
            let item = read.text()?;
            let week = item.parse().map_err(|_| read.corrupt(format_args!("{item:?} is no week")))?;
            Ok((week, tallied(&mut read)?))
        };
        let mut found: Vec<(i64, Tallied)> = rows.iter().map(read).collect::<Result<_>>()?;
        found.sort_unstable_by_key(|(week, _)| *week);
        Ok(found)
    }

    async fn best_places(&self, guild: GuildId, user: UserId) -> Result<Vec<LadderBest>> {
        let sql = "select ladder.ladder_id, ladder.name, ladder.closed_at, (select min(best.to_place) from ladder_change as best \
                   where best.ladder_id = ladder.ladder_id and best.user_id = $2 and not exists (\
                   select 1 from ladder_result as annulled where annulled.game_id = best.game_id \
                   and annulled.result is null)), \
                   (select count(*) from ladder_result as played where played.ladder_id = ladder.ladder_id \
                   and played.challenger = $2 and played.result is not null) + \
                   (select count(*) from ladder_result as played where played.ladder_id = ladder.ladder_id \
                   and played.defender = $2 and played.result is not null) \
                   from ladder_player join ladder on ladder.ladder_id = ladder_player.ladder_id \
                   where ladder_player.user_id = $2 and ladder.guild_id = $1 \
                   order by ladder.closed_at is not null, ladder.name_key, ladder.ladder_id";
        let rows = self.rows(sql, args![guild.0, user.0]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("ladder", row);
            let (ladder, name) = (LadderId(read.int()?), read.text()?);
            let is_closed = read.opt_int()?.is_some();
            let best = read.opt_int()?.map(|place| u32::try_from(place).unwrap_or(u32::MAX));
            let has_played = read.int()? > 0;
            Ok(best.map(|best| LadderBest { ladder, name, best, has_played, is_closed }))
        };
        let found: Vec<Option<LadderBest>> = rows.iter().map(read).collect::<Result<_>>()?;
        Ok(found.into_iter().flatten().collect())
    }
}
