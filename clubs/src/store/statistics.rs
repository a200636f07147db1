//! Statistics of servers, and best places of players on their ladders.

use std::collections::{BTreeMap, HashMap};

use games::domain::{GameId, GuildId, LadderId, Setup, Timestamp, UserId};
use games::store::connection::engine::{Arg, args};
use games::store::error::Result;
use games::store::rows::Reader;
use serde_json::json;

use crate::domain::statistics::{FinishedGame, Tallied, TallyKey, TallyKind, tally_keys};
use crate::store::ClubStore;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderBest {
    pub ladder: LadderId,
    /// The ladder's name; untrusted input.
    pub name: String,
    /// The highest place to which they have moved, except by annulled games. Others who left or fell may have lifted
    /// them higher.
    pub best: u32,
    /// They have played a counted game on it.
    pub has_played: bool,
    pub is_closed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonHonor {
    /// The ladder's name; untrusted input.
    pub name: String,
    pub place: u32,
    pub at: Timestamp,
}

/// Finds fewer games if another process tallies some of them at the same time.
const MARK: &str = "update game set is_tallied = 1 where is_tallied = 0 \
                    and game_id in (select cast(key as bigint) from jsonb_each($1)) returning game_id";

/// Reverts [`MARK`] for annulled games.
const UNMARK: &str = "update game set is_tallied = 0 where is_tallied = 1 and phase = 'void' \
                      and game_id in (select cast(key as bigint) from jsonb_each($1)) returning game_id";

/// Deletes tallies without games.
const DELETE_EMPTY: &str = "delete from club_tally where games <= 0 and kind in ('total', 'week', 'layout', 'player') \
                            and guild_id in (select cast(key as bigint) from jsonb_each($1))";

const ADD: &str = "insert into club_tally (guild_id, kind, item, games, moves) \
                   select cast(value ->> 'guild' as bigint), value ->> 'kind', value ->> 'item', \
                   cast(value ->> 'games' as bigint), cast(value ->> 'moves' as bigint) from jsonb_each($1) where true \
                   on conflict (guild_id, kind, item) do update set games = club_tally.games + excluded.games, \
                   moves = club_tally.moves + excluded.moves";

fn tallied(read: &mut Reader) -> Result<Tallied> {
    Ok(Tallied { games: read.count()?, moves: read.count()? })
}

/// Rows that add these games to the tallies, or subtract them if the sign is -1.
fn added(games: &[FinishedGame], sign: i64) -> Arg {
    let mut totals: BTreeMap<TallyKey, Tallied> = BTreeMap::new();
    for game in games {
        for key in tally_keys(game) {
            let of = totals.entry(key).or_default();
            of.games += 1;
            of.moves = of.moves.saturating_add(game.moves);
        }
    }
    let row = |(key, tally): (TallyKey, Tallied)| {
        let guild = key.guild.0.cast_signed();
        let (games, moves) = (sign * i64::from(tally.games), sign * i64::from(tally.moves));
        json!({ "guild": guild, "kind": key.kind.as_str(), "item": key.item, "games": games, "moves": moves })
    };
    Arg::table(totals.into_iter().map(row).collect())
}

fn keys(games: &[FinishedGame]) -> Arg {
    Arg::keys(games.iter().map(|game| game.game.0))
}

impl ClubStore<'_> {
    /// The games of a query for `game_id, guild_id, setup, ply, ended_at`, with their players.
    async fn games_to_tally(self, sql: &'static str, limit: u32) -> Result<Vec<FinishedGame>> {
        let read = |read: &mut Reader| {
            Ok(FinishedGame {
                game: read.game()?,
                guild: read.opt_guild()?,
                setup: Setup::stored(read.text()?),
                moves: read.count()?,
                ended_at: read.time()?,
                players: Vec::new(),
            })
        };
        let mut games = self.list("game", sql, args![limit], read).await?;
        if games.is_empty() {
            return Ok(games);
        }
        let sql = "select game_id, user_id from seat where user_id is not null \
                   and game_id in (select cast(key as bigint) from jsonb_each($1)) order by game_id, seat";
        let seats = self.list("seat", sql, args![keys(&games)], |read| Ok((read.game()?, read.user()?))).await?;
        let mut players: HashMap<GameId, Vec<UserId>> = HashMap::new();
        for (game, user) in seats {
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

    /// Finished games that are not tallied, earliest end first; at most `limit`.
    pub async fn untallied_games(self, limit: u32) -> Result<Vec<FinishedGame>> {
        let sql = "select game_id, guild_id, setup, ply, ended_at from game where phase = 'over' and is_tallied = 0 \
                   and ended_at is not null order by ended_at, game_id limit $1";
        self.games_to_tally(sql, limit).await
    }

    /// Games that were annulled after they were tallied; at most `limit`.
    pub async fn annulled_but_tallied(self, limit: u32) -> Result<Vec<FinishedGame>> {
        let sql = "select game_id, guild_id, setup, ply, ended_at from game where phase = 'void' and is_tallied = 1 \
                   and ended_at is not null order by game_id limit $1";
        self.games_to_tally(sql, limit).await
    }

    /// Tallies games. Returns `false` without writing if one of them is already tallied.
    pub async fn tally_games(self, games: &[FinishedGame]) -> Result<bool> {
        let mark = (MARK, args![keys(games)]);
        self.write_if_found(mark, games.len(), vec![(ADD, vec![added(games, 1)])]).await
    }

    /// Removes annulled games from the tallies. Returns `false` without writing if one of them is no longer tallied.
    pub async fn untally_games(self, games: &[FinishedGame]) -> Result<bool> {
        let mark = (UNMARK, args![keys(games)]);
        let guilds = Arg::keys(games.iter().filter_map(|game| game.guild).map(|guild| guild.0.cast_signed()));
        let others = vec![(ADD, vec![added(games, -1)]), (DELETE_EMPTY, vec![guilds])];
        self.write_if_found(mark, games.len(), others).await
    }

    pub async fn club_total(self, guild: GuildId) -> Result<Tallied> {
        let sql = "select games, moves from club_tally where guild_id = $1 and kind = 'total' and item = ''";
        Ok(self.first("club_tally", sql, args![guild], tallied).await?.unwrap_or_default())
    }

    /// Number of players who have finished a game in this server.
    pub async fn club_players(self, guild: GuildId) -> Result<u32> {
        self.count("select count(*) from club_tally where guild_id = $1 and kind = 'player'", args![guild.0]).await
    }

    /// The items of this kind with the most games; at most `limit`.
    pub async fn club_most(self, guild: GuildId, kind: TallyKind, limit: u32) -> Result<Vec<(String, Tallied)>> {
        let sql = "select item, games, moves from club_tally where guild_id = $1 and kind = $2 \
                   order by games desc, item limit $3";
        let args = args![guild, kind.as_str(), limit];
        self.list("club_tally", sql, args, |read| Ok((read.text()?, tallied(read)?))).await
    }

    /// Tallies of these weeks in order, without empty ones.
    pub async fn club_weeks(self, guild: GuildId, weeks: &[i64]) -> Result<Vec<(i64, Tallied)>> {
        let sql = "select item, games, moves from club_tally where guild_id = $1 and kind = 'week' \
                   and item in (select key from jsonb_each($2))";
        let args = args![guild, Arg::keys(weeks.iter().copied())];
        let mut tallies = self.list("club_tally", sql, args, |read| Ok((read.parse()?, tallied(read)?))).await?;
        tallies.sort_unstable_by_key(|(week, _)| *week);
        Ok(tallies)
    }

    /// A player's top places at the ends of ladder seasons in a server, newest first; at most `limit`.
    pub async fn season_honors(self, guild: GuildId, user: UserId, limit: u32) -> Result<Vec<SeasonHonor>> {
        let sql = "select ladder.name, honor.to_place, honor.at from ladder_change as honor \
                   join ladder on ladder.ladder_id = honor.ladder_id where ladder.guild_id = $1 and honor.user_id = $2 \
                   and honor.reason = 'season' order by honor.at desc, ladder.name_key limit $3";
        self.list("ladder_change", sql, args![guild, user, limit], |read| {
            Ok(SeasonHonor { name: read.text()?, place: read.count()?, at: read.time()? })
        })
        .await
    }

    /// A player's best places on the ladders of a server they are or were on: open ladders first, then by name.
    pub async fn best_places(self, guild: GuildId, user: UserId) -> Result<Vec<LadderBest>> {
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
        let read = |read: &mut Reader| {
            let (ladder, name) = (read.ladder()?, read.text()?);
            let is_closed = read.opt_int()?.is_some();
            let best = read.opt_int()?.map(|place| u32::try_from(place).unwrap_or(u32::MAX));
            let has_played = read.int()? > 0;
            Ok(best.map(|best| LadderBest { ladder, name, best, has_played, is_closed }))
        };
        let places = self.list("ladder", sql, args![guild, user], read).await?;
        Ok(places.into_iter().flatten().collect())
    }
}
