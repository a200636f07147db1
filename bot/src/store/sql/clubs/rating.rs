//! Ratings, and the log of the games that they add up to.

use async_trait::async_trait;
use serde_json::{Value, json};

use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::clubs::rating::log::{RatedGame, RatingChange, RatingKey};
use crate::domain::clubs::rating::period::{self, Period, PeriodKey, PeriodTotals};
use crate::domain::clubs::rating::{Rating, from_millionths, to_millionths};
use crate::domain::{GameId, GuildId, Timestamp, UserId};
use crate::store::clubs::rating::{
    CountedGame, RatingList, RatingMove, RatingPoint, RatingStore, ReplacedPlayers, Replacement,
};
use crate::store::error::Result;
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::{SqlStore, Statement};

/// Moves the end of the log, if it is where it was when the change was computed.
const MOVE_END: &str = "insert into rating_log (one, sequence) values (1, $2) on conflict (one) do update set sequence = $2 \
                        where rating_log.sequence = $1 and rating_log.replaced is null returning sequence";

const INSERT_GAME: &str = "insert into rated_game (sequence, game_id, rating_group, guild_id, ended_at, first, second, score) \
                           values ($1, $2, $3, $4, $5, $6, $7, $8)";

/// A column of a JSON row.
macro_rules! int {
    ($name:literal) => {
        concat!("cast(value ->> '", $name, "' as bigint)")
    };
}

/// Reads ratings with their keys, for [`read_key_and_rating`].
macro_rules! select_ratings {
    ($which:literal) => {
        concat!("select user_id, rating_group, guild_id, rating, deviation, volatility, games, at from rating ", $which)
    };
}

const WRITE_RATINGS: &str = concat!(
    "insert into rating (user_id, rating_group, guild_id, rating, deviation, volatility, games, at, settled_until) select ",
    int!("user"),
    ", value ->> 'group', ",
    int!("guild"),
    ", ",
    int!("rating"),
    ", ",
    int!("deviation"),
    ", ",
    int!("volatility"),
    ", ",
    int!("games"),
    ", ",
    int!("at"),
    ", ",
    int!("settled_until"),
    " from jsonb_each($1) where true on conflict (user_id, rating_group, guild_id) do update set rating = excluded.rating, \
     deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, at = excluded.at, \
     settled_until = excluded.settled_until"
);

const INSERT_CHANGES: &str = concat!(
    "insert into rating_change (user_id, rating_group, sequence, guild_id, at, rating, deviation, club_rating, club_deviation, \
     rating_before, club_rating_before) select ",
    int!("user"),
    ", value ->> 'group', ",
    int!("sequence"),
    ", ",
    int!("guild"),
    ", ",
    int!("at"),
    ", ",
    int!("rating"),
    ", ",
    int!("deviation"),
    ", ",
    int!("club_rating"),
    ", ",
    int!("club_deviation"),
    ", ",
    int!("before"),
    ", ",
    int!("club_before"),
    " from jsonb_each($1)"
);

const ADD_TO_PERIODS: &str = concat!(
    "insert into rating_period (guild_id, rating_group, period, user_id, games, won, gained) select ",
    int!("guild"),
    ", value ->> 'group', ",
    int!("period"),
    ", ",
    int!("user"),
    ", ",
    int!("games"),
    ", ",
    int!("won"),
    ", ",
    int!("gained"),
    " from jsonb_each($1) where true on conflict (guild_id, rating_group, period, user_id) do update set \
     games = rating_period.games + excluded.games, won = rating_period.won + excluded.won, \
     gained = rating_period.gained + excluded.gained"
);

fn period_row((key, totals): (&PeriodKey, &PeriodTotals)) -> Value {
    json!({
        "guild": guild_column(key.guild),
        "group": key.group.as_str(),
        "period": key.period.0,
        "user": key.user.0.cast_signed(),
        "games": totals.games,
        "won": totals.won,
        "gained": totals.gained,
    })
}

fn rating_row((key, rating): &(RatingKey, Rating)) -> Value {
    json!({
        "user": key.user.0.cast_signed(),
        "group": key.group.as_str(),
        "guild": guild_column(key.guild),
        "rating": to_millionths(rating.rating),
        "deviation": to_millionths(rating.deviation),
        "volatility": to_millionths(rating.volatility),
        "games": rating.games,
        "at": rating.at.map_or(0, |at| at.0),
        "settled_until": rating.settled_until().0,
    })
}

fn change_row(change: &RatingChange) -> Value {
    json!({
        "user": change.user.0.cast_signed(),
        "group": change.group.as_str(),
        "sequence": change.sequence,
        "guild": change.guild.map(|guild| guild.0.cast_signed()),
        "at": change.overall.after.at.map_or(0, |at| at.0),
        "rating": to_millionths(change.overall.after.rating),
        "deviation": to_millionths(change.overall.after.deviation),
        "club_rating": change.club.map(|club| to_millionths(club.after.rating)),
        "club_deviation": change.club.map(|club| to_millionths(club.after.deviation)),
        "before": to_millionths(change.overall.before),
        "club_before": change.club.map(|club| to_millionths(club.before)),
    })
}

/// No server is written as 0: a key has no nulls.
pub(super) fn guild_column(guild: Option<GuildId>) -> i64 {
    guild.map_or(0, |guild| guild.0.cast_signed())
}

fn team(users: &[UserId]) -> String {
    users.iter().map(|user| user.0.to_string()).collect::<Vec<_>>().join(" ")
}

fn read_team<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Vec<UserId>> {
    let text = read.text()?;
    let users = text.split(' ').map(|user| user.parse().map(UserId));
    users.collect::<std::result::Result<_, _>>().map_err(|_| read.corrupt(format_args!("{text:?} are no players")))
}

/// `rating, deviation, volatility, games, at`
fn read_rating<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Rating> {
    Ok(Rating {
        rating: from_millionths(read.int()?),
        deviation: from_millionths(read.int()?),
        volatility: from_millionths(read.int()?),
        games: u32::try_from(read.int()?).unwrap_or(u32::MAX),
        at: Some(Timestamp(read.int()?)),
    })
}

/// `user_id, rating_group, guild_id`, then a rating.
fn read_key_and_rating<DB: Engine>(row: &DB::Row) -> Result<(RatingKey, Rating)> {
    let mut read = Reader::<DB>::new("rating", row);
    let (user, group, guild) = (UserId(read.id()?), read.parse()?, read.id()?);
    let key = RatingKey { user, group, guild: (guild != 0).then_some(GuildId(guild)) };
    Ok((key, read_rating(&mut read)?))
}

pub(super) fn read_game<DB: Engine>(row: &DB::Row) -> Result<RatedGame> {
    let mut read = Reader::<DB>::new("rated_game", row);
    Ok(RatedGame {
        sequence: read.int()?,
        game: GameId(read.int()?),
        group: read.parse()?,
        guild: read.opt_int()?.map(|id| GuildId(id.cast_unsigned())),
        ended_at: Timestamp(read.int()?),
        first: read_team(&mut read)?,
        second: read_team(&mut read)?,
        score: read.parse()?,
        is_annulled: read.int()? != 0,
    })
}

impl<DB: Engine> SqlStore<DB> {
    /// Whether the rating that this game changed was settled before it. The change before says how certain it was then. The volatility is
    /// that of the last game: it hardly moves, and counts only after months without a game.
    async fn was_settled(&self, user: UserId, game: &RatedGame) -> Result<bool> {
        let sql = "select change.at, case when $4 = 0 then change.deviation else change.club_deviation end, rating.volatility \
                   from rating_change as change join rating on rating.user_id = change.user_id \
                   and rating.rating_group = change.rating_group and rating.guild_id = $4 where change.user_id = $1 \
                   and change.rating_group = $2 and change.sequence < $3 and ($4 = 0 or change.guild_id = $4) \
                   order by change.sequence desc limit 1";
        let args = args![user.0, game.group.as_str(), game.sequence, guild_column(game.guild)];
        let rows = self.rows(sql, args).await?;
        let Some(row) = rows.first() else { return Ok(false) };
        let mut read = Reader::<DB>::new("rating_change", row);
        let at = Some(Timestamp(read.int()?));
        let [deviation, volatility] = [read.int()?, read.int()?].map(from_millionths);
        Ok(!Rating { deviation, volatility, at, ..Rating::default() }.is_provisional(game.ended_at))
    }
}

#[async_trait]
impl<DB: Engine> RatingStore for SqlStore<DB> {
    async fn uncounted_games(&self, limit: u32) -> Result<Vec<(GameId, Timestamp)>> {
        let sql = "select game_id, ended_at from game where phase = 'over' and is_rated = 1 and is_counted = 0 \
                   and ended_at is not null order by ended_at, game_id limit $1";
        let rows = self.rows(sql, args![limit]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("game", row);
            Ok((GameId(read.int()?), Timestamp(read.int()?)))
        };
        rows.iter().map(read).collect()
    }

    async fn last_rated(&self) -> Result<i64> {
        let rows = self.rows("select sequence from rating_log", Vec::new()).await?;
        let row = rows.first();
        row.map_or(Ok(0), |row| Reader::<DB>::new("rating_log", row).int())
    }

    async fn ratings_of(&self, users: &[UserId]) -> Result<Vec<(RatingKey, Rating)>> {
        let sql = select_ratings!(
            "where user_id in (select cast(key as bigint) from jsonb_each($1)) order by user_id, rating_group, guild_id"
        );
        let users = Arg::keys(users.iter().map(|user| user.0.cast_signed()));
        self.rows(sql, vec![users]).await?.iter().map(read_key_and_rating::<DB>).collect()
    }

    async fn count_games(&self, after: i64, games: &[CountedGame]) -> Result<bool> {
        let rated: Vec<&(RatedGame, Vec<RatingChange>)> = games.iter().filter_map(|game| game.rated.as_ref()).collect();
        let last = rated.last().map_or(after, |(game, _)| game.sequence);
        let mut statements: Vec<Statement> = Vec::new();
        for (game, _) in &rated {
            let guild = game.guild.map(|guild| guild.0.cast_signed());
            let (first, second) = (team(&game.first), team(&game.second));
            let args = args![
                game.sequence,
                game.game.0,
                game.group.as_str(),
                guild,
                game.ended_at.0,
                first.as_str(),
                second.as_str(),
                game.score.as_str()
            ];
            statements.push((INSERT_GAME, args));
        }
        let changes: Vec<&RatingChange> = rated.iter().flat_map(|(_, changes)| changes).collect();
        // Of several games of a player, the last one counts.
        let ratings: std::collections::BTreeMap<RatingKey, Rating> =
            changes.iter().flat_map(|change| change.ratings()).collect();
        let ratings = Arg::table(ratings.into_iter().map(|row| rating_row(&row)).collect());
        statements.push((WRITE_RATINGS, vec![ratings]));
        let periods = Arg::table(period::totals(changes.iter().copied()).iter().map(period_row).collect());
        statements.push((ADD_TO_PERIODS, vec![periods]));
        let changes = Arg::table(changes.into_iter().map(change_row).collect());
        statements.push((INSERT_CHANGES, vec![changes]));
        let counted =
            "update game set is_counted = 1 where game_id in (select cast(key as bigint) from jsonb_each($1))";
        statements.push((counted, vec![Arg::keys(games.iter().map(|game| game.game.0))]));
        self.write_steps((MOVE_END, args![after, last]), statements).await
    }

    async fn set_unreadable(&self, games: &[GameId]) -> Result<()> {
        let sql = "update game set is_counted = 2 where is_counted = 0 \
                   and game_id in (select cast(key as bigint) from jsonb_each($1))";
        self.change(sql, vec![Arg::keys(games.iter().map(|game| game.0))]).await.map(drop)
    }

    async fn retry_unreadable(&self) -> Result<usize> {
        let sql = "update game set is_counted = 0 where is_counted = 2 returning game_id";
        Ok(self.change(sql, Vec::new()).await?.len())
    }

    async fn rating_history(&self, key: RatingKey, limit: u32) -> Result<Vec<RatingPoint>> {
        let point = |mut read: Reader<'_, DB>| {
            Ok(RatingPoint {
                at: Timestamp(read.int()?),
                rating: from_millionths(read.int()?),
                deviation: from_millionths(read.int()?),
            })
        };
        let rows = match key.guild {
            None => {
                let sql = "select at, rating, deviation from rating_change where user_id = $1 and rating_group = $2 \
                           order by sequence desc limit $3";
                self.rows(sql, args![key.user.0, key.group.as_str(), limit]).await?
            }
            Some(guild) => {
                let sql = "select at, club_rating, club_deviation from rating_change where user_id = $1 \
                           and rating_group = $2 and guild_id = $4 order by sequence desc limit $3";
                self.rows(sql, args![key.user.0, key.group.as_str(), limit, guild.0]).await?
            }
        };
        rows.iter().rev().map(|row| point(Reader::<DB>::new("rating_change", row))).collect()
    }

    async fn rating_moves(&self, game: GameId) -> Result<Vec<RatingMove>> {
        let sql = "select sequence, game_id, rating_group, guild_id, ended_at, first, second, score, annulled \
                   from rated_game where game_id = $1";
        let rows = self.rows(sql, args![game.0]).await?;
        let Some(rated) = rows.first().map(read_game::<DB>).transpose()? else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        for user in rated.first.iter().chain(&rated.second) {
            let sql = "select coalesce(club_rating_before, rating_before), coalesce(club_rating, rating), \
                       coalesce(club_deviation, deviation) from rating_change where user_id = $1 and rating_group = $2 and sequence = $3";
            for row in &self.rows(sql, args![user.0, rated.group.as_str(), rated.sequence]).await? {
                let mut read = Reader::<DB>::new("rating_change", row);
                let [before, after, deviation] = [read.int()?, read.int()?, read.int()?].map(from_millionths);
                let was_settled = self.was_settled(*user, &rated).await?;
                moves.push(RatingMove { user: *user, before, was_settled, after, deviation });
            }
        }
        Ok(moves)
    }

    async fn top_of_period(&self, list: RatingList, period: Period, limit: u32) -> Result<Vec<(UserId, PeriodTotals)>> {
        let sql = "select user_id, games, won, gained from rating_period where guild_id = $1 and rating_group = $2 \
                   and period = $3 and (gained > 0 or won > 0) order by gained desc, won desc, user_id limit $4";
        let args = args![guild_column(list.guild), list.group.as_str(), period.0, limit];
        let rows = self.rows(sql, args).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("rating_period", row);
            let user = UserId(read.id()?);
            let games = u32::try_from(read.int()?).unwrap_or(u32::MAX);
            let won = u32::try_from(read.int()?).unwrap_or(u32::MAX);
            Ok((user, PeriodTotals { games, won, gained: read.int()? }))
        };
        rows.iter().map(read).collect()
    }

    async fn top_rated(&self, list: RatingList, now: Timestamp, limit: u32) -> Result<Vec<(UserId, Rating)>> {
        let sql = select_ratings!(
            "where guild_id = $1 and rating_group = $2 and settled_until > $3 order by rating desc, user_id limit $4"
        );
        let args = args![guild_column(list.guild), list.group.as_str(), now.0, limit];
        let rows = self.rows(sql, args).await?;
        rows.iter().map(|row| read_key_and_rating::<DB>(row).map(|(key, rating)| (key.user, rating))).collect()
    }

    async fn rating_spans(&self, list: RatingList) -> Result<Vec<(i64, u32)>> {
        let sql = "select rating / 50000000 as span, count(*) from rating where guild_id = $1 and rating_group = $2 \
                   group by 1 order by 1";
        let rows = self.rows(sql, args![guild_column(list.guild), list.group.as_str()]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("rating", row);
            Ok((read.int()?, u32::try_from(read.int()?).unwrap_or(u32::MAX)))
        };
        rows.iter().map(read).collect()
    }

    async fn games_in_years(&self, group: RatingGroup) -> Result<u64> {
        let sql = "select cast(coalesce(sum(games), 0) as bigint) from rating_period where guild_id = 0 \
                   and rating_group = $1 and period % 100 = 0";
        let rows = self.rows(sql, args![group.as_str()]).await?;
        let games = rows.first().map_or(Ok(0), |row| Reader::<DB>::new("rating_period", row).int())?;
        Ok(u64::try_from(games).unwrap_or(0))
    }

    async fn rated_games(&self, after: i64, limit: u32) -> Result<Vec<RatedGame>> {
        let sql = "select sequence, game_id, rating_group, guild_id, ended_at, first, second, score, annulled \
                   from rated_game where sequence > $1 order by sequence limit $2";
        self.rows(sql, args![after, limit]).await?.iter().map(read_game::<DB>).collect()
    }

    async fn all_ratings(&self) -> Result<Vec<(RatingKey, Rating)>> {
        let sql = select_ratings!("");
        self.rows(sql, Vec::new()).await?.iter().map(read_key_and_rating::<DB>).collect()
    }

    async fn set_annulled(&self, game: GameId, is_annulled: bool) -> Result<Option<RatingGroup>> {
        let sql = "update rated_game set annulled = $2 where game_id = $1 returning rating_group";
        let rows = self.change(sql, args![game.0, i64::from(is_annulled)]).await?;
        rows.first().map(|row| Reader::<DB>::new("rated_game", row).parse()).transpose()
    }

    async fn replacement(&self) -> Result<Option<Replacement>> {
        let sql = "select replaced, lease_until from rating_log where replaced is not null";
        let rows = self.rows(sql, Vec::new()).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("rating_log", row);
            Ok(Replacement { group: read.parse()?, lease_until: Timestamp(read.int()?) })
        };
        rows.first().map(read).transpose()
    }

    async fn begin_replacement(&self, after: i64, replacement: Replacement, now: Timestamp) -> Result<bool> {
        let sql = "insert into rating_log (one, sequence, replaced, lease_until) values (1, $2, $3, $4) \
                   on conflict (one) do update set sequence = $2, replaced = $3, lease_until = $4 \
                   where rating_log.sequence = $1 and (rating_log.replaced is null \
                   or (rating_log.replaced = $3 and rating_log.lease_until <= $5)) returning sequence";
        let args = args![after, after + 1, replacement.group.as_str(), replacement.lease_until.0, now.0];
        Ok(!self.change(sql, args).await?.is_empty())
    }

    async fn replace_players(&self, last: i64, replacement: Replacement, players: &ReplacedPlayers) -> Result<bool> {
        let group = replacement.group.as_str();
        let lengthen = "update rating_log set lease_until = $3 where sequence = $1 and replaced = $2 returning one";
        let delete = [
            "delete from rating where rating_group = $1 and user_id in (select cast(key as bigint) from jsonb_each($2))",
            "delete from rating_change where rating_group = $1 \
             and user_id in (select cast(key as bigint) from jsonb_each($2))",
            "delete from rating_period where rating_group = $1 \
             and user_id in (select cast(key as bigint) from jsonb_each($2))",
        ];
        let users = Arg::keys(players.users.iter().map(|user| user.0.cast_signed()));
        let mut statements: Vec<Statement> =
            delete.into_iter().map(|sql| (sql, vec![Arg::from(group), users.clone()])).collect();
        let ratings = Arg::table(players.ratings.iter().map(rating_row).collect());
        statements.push((WRITE_RATINGS, vec![ratings]));
        let changes = Arg::table(players.changes.iter().map(change_row).collect());
        statements.push((INSERT_CHANGES, vec![changes]));
        let periods = Arg::table(period::totals(&players.changes).iter().map(period_row).collect());
        statements.push((ADD_TO_PERIODS, vec![periods]));
        self.write_steps((lengthen, args![last, group, replacement.lease_until.0]), statements).await
    }

    async fn end_replacement(&self, last: i64, group: RatingGroup) -> Result<bool> {
        let sql = "update rating_log set replaced = null, lease_until = 0 where sequence = $1 and replaced = $2 \
                   returning one";
        Ok(!self.change(sql, args![last, group.as_str()]).await?.is_empty())
    }
}
