//! Ratings, and the log of rated games from which they are computed.

use std::collections::BTreeMap;

use games::domain::rating::{Rating, RatingGroup, RatingKey, to_millionths};
use games::domain::{GameId, GuildId, Timestamp, UserId};
use games::store::connection::engine::{Arg, Statement, args};
use games::store::error::Result;
use games::store::people::rating::{guild_column, read_key_and_rating, read_millionths, select_ratings};
use games::store::rows::Reader;
use games::store::write::json_rows::{insert, row};
use serde_json::Value;

use crate::domain::rating::{Period, PeriodKey, PeriodTotals, RatedGame, RatingChange, period};
use crate::store::ClubStore;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingPoint {
    pub at: Timestamp,
    pub rating: f64,
    pub deviation: f64,
}

/// A finished game to be counted, with its rating changes. Without a `RatedGame` it changes nothing.
#[derive(Debug, Clone)]
pub struct CountedGame {
    pub game: GameId,
    pub rated: Option<(RatedGame, Vec<RatingChange>)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingMove {
    pub user: UserId,
    pub before: f64,
    pub was_settled: bool,
    pub after: f64,
    /// The deviation right after the game.
    pub deviation: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingList {
    pub group: RatingGroup,
    /// `None`: across all servers.
    pub guild: Option<GuildId>,
}

/// Advances the end of the log, if it has not moved since the change was computed.
const MOVE_END: &str = "insert into rating_log (one, sequence) values (1, $2) on conflict (one) do update set sequence = $2 \
                        where rating_log.sequence = $1 and rating_log.replaced is null returning sequence";

const INSERT_GAME: &str = "insert into rated_game (sequence, game_id, rating_group, guild_id, ended_at, first, second, score) \
                           values ($1, $2, $3, $4, $5, $6, $7, $8)";

const WRITE_RATINGS: &str = insert!(
    "rating",
    "$1",
    " where true on conflict (user_id, rating_group, guild_id) do update set rating = excluded.rating, \
     deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, at = excluded.at, \
     settled_until = excluded.settled_until",
    int user_id, text rating_group, int guild_id, int rating, int deviation, int volatility, int games, int at, int settled_until
);

const INSERT_CHANGES: &str = insert!(
    "rating_change",
    "$1",
    "",
    int user_id, text rating_group, int sequence, int guild_id, int at, int rating, int deviation, int club_rating,
    int club_deviation, int rating_before, int club_rating_before
);

const ADD_TO_PERIODS: &str = insert!(
    "rating_period",
    "$1",
    " where true on conflict (guild_id, rating_group, period, user_id) do update set \
     games = rating_period.games + excluded.games, won = rating_period.won + excluded.won, \
     gained = rating_period.gained + excluded.gained",
    int guild_id, text rating_group, int period, int user_id, int games, int won, int gained
);

fn period_row((key, totals): (&PeriodKey, &PeriodTotals)) -> Value {
    row! {
        guild_id: guild_column(key.guild),
        rating_group: key.group.as_str(),
        period: key.period.0,
        user_id: key.user,
        games: totals.games,
        won: totals.won,
        gained: totals.gained,
    }
}

fn rating_row((key, rating): &(RatingKey, Rating)) -> Value {
    row! {
        user_id: key.user,
        rating_group: key.group.as_str(),
        guild_id: guild_column(key.guild),
        rating: to_millionths(rating.rating),
        deviation: to_millionths(rating.deviation),
        volatility: to_millionths(rating.volatility),
        games: rating.games,
        at: rating.at.map_or(0, |at| at.0),
        settled_until: rating.settled_until(),
    }
}

fn change_row(change: &RatingChange) -> Value {
    row! {
        user_id: change.user,
        rating_group: change.group.as_str(),
        sequence: change.sequence,
        guild_id: change.guild,
        at: change.overall.after.at.map_or(0, |at| at.0),
        rating: to_millionths(change.overall.after.rating),
        deviation: to_millionths(change.overall.after.deviation),
        club_rating: change.club.map(|club| to_millionths(club.after.rating)),
        club_deviation: change.club.map(|club| to_millionths(club.after.deviation)),
        rating_before: to_millionths(change.overall.before),
        club_rating_before: change.club.map(|club| to_millionths(club.before)),
    }
}

/// Statements that write ratings, their changes, and what the changes add to the periods.
pub(super) fn write_ratings<'c>(
    ratings: impl IntoIterator<Item = &'c (RatingKey, Rating)>,
    changes: impl IntoIterator<Item = &'c RatingChange> + Clone,
) -> [Statement; 3] {
    let periods = period::totals(changes.clone());
    let rows = [
        (WRITE_RATINGS, ratings.into_iter().map(rating_row).collect()),
        (ADD_TO_PERIODS, periods.iter().map(period_row).collect()),
        (INSERT_CHANGES, changes.into_iter().map(change_row).collect()),
    ];
    rows.map(|(sql, rows)| (sql, vec![Arg::table(rows)]))
}

/// Columns in the order that [`read_game`] expects.
macro_rules! select_rated_games {
    ($which:literal) => {
        concat!(
            "select sequence, game_id, rating_group, guild_id, ended_at, first, second, score, annulled from rated_game ",
            $which
        )
    };
}

pub(super) use select_rated_games;

fn team(users: &[UserId]) -> String {
    users.iter().map(|user| user.0.to_string()).collect::<Vec<_>>().join(" ")
}

fn read_team(read: &mut Reader) -> Result<Vec<UserId>> {
    let text = read.text()?;
    let users = text.split(' ').map(|user| user.parse().map(UserId));
    users.collect::<std::result::Result<_, _>>().map_err(|_| read.corrupt(format_args!("{text:?} are no players")))
}

pub(super) fn read_game(read: &mut Reader) -> Result<RatedGame> {
    Ok(RatedGame {
        sequence: read.int()?,
        game: read.game()?,
        group: read.parse()?,
        guild: read.opt_guild()?,
        ended_at: read.time()?,
        first: read_team(read)?,
        second: read_team(read)?,
        score: read.parse()?,
        is_annulled: read.flag()?,
    })
}

impl ClubStore<'_> {
    /// Whether the rating that this game changed was settled before it. The previous change gives the deviation; the
    /// volatility is the current one, which hardly changes and matters only after months without a game.
    async fn was_settled(self, user: UserId, game: &RatedGame) -> Result<bool> {
        let sql = "select change.at, case when $4 = 0 then change.deviation else change.club_deviation end, rating.volatility \
                   from rating_change as change join rating on rating.user_id = change.user_id \
                   and rating.rating_group = change.rating_group and rating.guild_id = $4 where change.user_id = $1 \
                   and change.rating_group = $2 and change.sequence < $3 and ($4 = 0 or change.guild_id = $4) \
                   order by change.sequence desc limit 1";
        let args = args![user.0, game.group.as_str(), game.sequence, guild_column(game.guild)];
        let read = |read: &mut Reader| {
            let (at, deviation, volatility) = (Some(read.time()?), read_millionths(read)?, read_millionths(read)?);
            Ok(Rating { deviation, volatility, at, ..Rating::default() })
        };
        let before = self.first("rating_change", sql, args, read).await?;
        Ok(before.is_some_and(|before| !before.is_provisional(game.ended_at)))
    }

    /// Finished rated games that are not counted yet, with their ends, earliest first; at most `limit`.
    pub async fn uncounted_games(self, limit: u32) -> Result<Vec<(GameId, Timestamp)>> {
        let sql = "select game_id, ended_at from game where phase = 'over' and is_rated = 1 and is_counted = 0 \
                   and ended_at is not null order by ended_at, game_id limit $1";
        self.list("game", sql, args![limit], |read| Ok((read.game()?, read.time()?))).await
    }

    /// The sequence number of the last entry in the log.
    pub async fn last_rated(self) -> Result<i64> {
        let last = self.first("rating_log", "select sequence from rating_log", Vec::new(), Reader::int).await?;
        Ok(last.unwrap_or(0))
    }

    pub async fn ratings_in(self, list: RatingList, users: &[UserId]) -> Result<Vec<(UserId, Rating)>> {
        let all = self.ratings_of(users).await?.into_iter();
        let here = all.filter(|(key, _)| (key.group, key.guild) == (list.group, list.guild));
        Ok(here.map(|(key, rating)| (key.user, rating)).collect())
    }

    /// Counts games. Returns `false` without writing if the log no longer ends with `after`, or if ratings are being
    /// replaced.
    pub async fn count_games(self, after: i64, games: &[CountedGame]) -> Result<bool> {
        let rated_games: Vec<&(RatedGame, Vec<RatingChange>)> =
            games.iter().filter_map(|game| game.rated.as_ref()).collect();
        let last = rated_games.last().map_or(after, |(game, _)| game.sequence);
        let insert_game = |(game, _): &&(RatedGame, Vec<RatingChange>)| {
            let args = args![
                game.sequence,
                game.game,
                game.group.as_str(),
                game.guild,
                game.ended_at,
                team(&game.first),
                team(&game.second),
                game.score.as_str()
            ];
            (INSERT_GAME, args)
        };
        let mut statements: Vec<Statement> = rated_games.iter().map(insert_game).collect();
        let changes = rated_games.iter().flat_map(|(_, changes)| changes);
        // If a player has several games, the rating after the last one is kept.
        let ratings: BTreeMap<RatingKey, Rating> = changes.clone().flat_map(RatingChange::ratings).collect();
        let ratings: Vec<_> = ratings.into_iter().collect();
        statements.extend(write_ratings(&ratings, changes));
        let sql = "update game set is_counted = 1 where game_id in (select cast(key as bigint) from jsonb_each($1))";
        statements.push((sql, args![Arg::keys(games.iter().map(|game| game.game.0))]));
        self.write_steps((MOVE_END, args![after, last]), statements).await
    }

    /// Marks games whose results cannot be read; they are skipped until [`ClubStore::retry_unreadable`].
    pub async fn set_unreadable(self, games: &[GameId]) -> Result<()> {
        let sql = "update game set is_counted = 2 where is_counted = 0 \
                   and game_id in (select cast(key as bigint) from jsonb_each($1))";
        self.change(sql, args![Arg::games(games)]).await.map(drop)
    }

    /// Clears the marks of games whose results could not be read, and returns their number.
    pub async fn retry_unreadable(self) -> Result<usize> {
        let sql = "update game set is_counted = 0 where is_counted = 2 returning game_id";
        Ok(self.change(sql, Vec::new()).await?.len())
    }

    /// The latest changes of a player's rating in chronological order; at most `limit`.
    pub async fn rating_history(self, key: RatingKey, limit: u32) -> Result<Vec<RatingPoint>> {
        let (sql, args) = match key.guild {
            None => (
                "select at, rating, deviation from rating_change where user_id = $1 and rating_group = $2 \
                 order by sequence desc limit $3",
                args![key.user, key.group.as_str(), limit],
            ),
            Some(guild) => (
                "select at, club_rating, club_deviation from rating_change where user_id = $1 \
                 and rating_group = $2 and guild_id = $4 order by sequence desc limit $3",
                args![key.user, key.group.as_str(), limit, guild],
            ),
        };
        let point = |read: &mut Reader| {
            Ok(RatingPoint { at: read.time()?, rating: read_millionths(read)?, deviation: read_millionths(read)? })
        };
        let mut points = self.list("rating_change", sql, args, point).await?;
        points.reverse();
        Ok(points)
    }

    /// Rating changes by this game: in its server's ratings if it was played in one, otherwise overall. Empty until
    /// the game is counted.
    pub async fn rating_moves(self, game: GameId) -> Result<Vec<RatingMove>> {
        let rated_game =
            self.first("rated_game", select_rated_games!("where game_id = $1"), args![game], read_game).await?;
        let Some(rated_game) = rated_game else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        for user in rated_game.first.iter().chain(&rated_game.second) {
            let sql = "select coalesce(club_rating_before, rating_before), coalesce(club_rating, rating), \
                       coalesce(club_deviation, deviation) from rating_change where user_id = $1 and rating_group = $2 and sequence = $3";
            let read = |read: &mut Reader| Ok((read_millionths(read)?, read_millionths(read)?, read_millionths(read)?));
            let args = args![*user, rated_game.group.as_str(), rated_game.sequence];
            if let Some((before, after, deviation)) = self.first("rating_change", sql, args, read).await? {
                let was_settled = self.was_settled(*user, &rated_game).await?;
                moves.push(RatingMove { user: *user, before, was_settled, after, deviation });
            }
        }
        Ok(moves)
    }

    /// Totals of players who gained or won something in a period, sorted by gain, then by wins; at most `limit`.
    pub async fn top_of_period(
        self,
        list: RatingList,
        period: Period,
        limit: u32,
    ) -> Result<Vec<(UserId, PeriodTotals)>> {
        let sql = "select user_id, games, won, gained from rating_period where guild_id = $1 and rating_group = $2 \
                   and period = $3 and (gained > 0 or won > 0) order by gained desc, won desc, user_id limit $4";
        let args = args![guild_column(list.guild), list.group.as_str(), period.0, limit];
        self.list("rating_period", sql, args, |read| {
            Ok((read.user()?, PeriodTotals { games: read.count()?, won: read.count()?, gained: read.int()? }))
        })
        .await
    }

    /// Players whose ratings are not provisional at `now`, highest first; at most `limit`.
    pub async fn top_rated(self, list: RatingList, now: Timestamp, limit: u32) -> Result<Vec<(UserId, Rating)>> {
        let sql = select_ratings!(
            "where guild_id = $1 and rating_group = $2 and settled_until > $3 order by rating desc, user_id limit $4"
        );
        self.list_rated(sql, list, now, limit).await
    }

    /// Players whose ratings are provisional at `now`, highest first; at most `limit`.
    pub async fn top_provisional(self, list: RatingList, now: Timestamp, limit: u32) -> Result<Vec<(UserId, Rating)>> {
        let sql = select_ratings!(
            "where guild_id = $1 and rating_group = $2 and settled_until <= $3 order by rating desc, user_id limit $4"
        );
        self.list_rated(sql, list, now, limit).await
    }

    async fn list_rated(
        self,
        sql: &'static str,
        list: RatingList,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<(UserId, Rating)>> {
        let args = args![guild_column(list.guild), list.group.as_str(), now.0, limit];
        self.list("rating", sql, args, |read| read_key_and_rating(read).map(|(key, rating)| (key.user, rating))).await
    }

    /// The number of players in each span of 50 rating points, by index of the span.
    pub async fn rating_spans(self, list: RatingList) -> Result<Vec<(i64, u32)>> {
        let sql = "select rating / 50000000 as span, count(*) from rating where guild_id = $1 and rating_group = $2 \
                   group by 1 order by 1";
        self.list("rating", sql, args![guild_column(list.guild), list.group.as_str()], |read| {
            Ok((read.int()?, read.count()?))
        })
        .await
    }

    /// The sum of all players' games in the years of this group, across all servers.
    pub async fn games_in_years(self, group: RatingGroup) -> Result<u64> {
        let sql = "select cast(coalesce(sum(games), 0) as bigint) from rating_period where guild_id = 0 \
                   and rating_group = $1 and period % 100 = 0";
        Ok(self.first("rating_period", sql, args![group.as_str()], Reader::id).await?.unwrap_or(0))
    }

    /// Log entries after this one; at most `limit`.
    pub async fn rated_games(self, after: i64, limit: u32) -> Result<Vec<RatedGame>> {
        let sql = select_rated_games!("where sequence > $1 order by sequence limit $2");
        self.list("rated_game", sql, args![after, limit], read_game).await
    }

    pub async fn all_ratings(self) -> Result<Vec<(RatingKey, Rating)>> {
        self.list("rating", select_ratings!(""), Vec::new(), read_key_and_rating).await
    }

    /// Marks a game as annulled or not. Returns its group, or `None` if it is not in the log.
    pub async fn set_annulled(self, game: GameId, is_annulled: bool) -> Result<Option<RatingGroup>> {
        let sql = "update rated_game set annulled = $2 where game_id = $1 returning rating_group";
        let rows = self.change(sql, args![game.0, is_annulled]).await?;
        rows.into_iter().next().map(|row| Reader::new("rated_game", row).parse()).transpose()
    }
}
