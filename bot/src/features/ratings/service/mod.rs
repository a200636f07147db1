//! Counts finished games, once each and in order, and answers what ratings are.

pub mod recomputation;

use std::collections::HashMap;

use tracing::error;

use crate::domain::clubs::rating::{
    Period, PeriodSpan, PeriodTotals, RatedGame, Rating, RatingGroup, RatingKey, RatingTable, Score, forecast,
};
use crate::domain::{DAY_MS, GameId, GameOutcome, GameRecord, GuildId, Phase, Timestamp, UserId};
use crate::games::{GameError, Games};
use crate::store::StoreError;
use crate::store::clubs::rating::{CountedGame, RatingList, RatingMove, RatingPoint};

/// Results that are counted at once.
const BATCH: u32 = 100;

/// Of a history, so many changes are shown.
const HISTORY: u32 = 500;

/// What a game between two players would change, in points: for a win, a draw and a loss of the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    pub user: UserId,
    pub rating: i64,
    pub is_provisional: bool,
    pub changes: [i64; 3],
}

/// The players of a list, the highest rating first.
#[derive(Debug, Clone, PartialEq)]
pub struct TopRated {
    pub best: Vec<(UserId, Rating)>,
    /// Too unsure to be ranked among the best.
    pub provisional: Vec<(UserId, Rating)>,
}

/// Counts rated games that are over; gives how many were looked at. Any process may do it at any time: a game is counted once.
pub async fn count_results(games: &Games) -> Result<usize, StoreError> {
    if !recomputation::ratings_are_whole(games).await? {
        return Ok(0);
    }
    // Nearly always there is nothing to count, which one read tells.
    if games.store.uncounted_games(1).await?.is_empty() {
        return Ok(0);
    }
    // Read before the games: what is counted meanwhile moves the end of the log.
    let after = games.store.last_rated().await?;
    let uncounted = games.store.uncounted_games(BATCH).await?;
    if uncounted.is_empty() {
        return Ok(0);
    }
    let ids: Vec<GameId> = uncounted.iter().map(|(game, _)| *game).collect();
    let mut records: HashMap<GameId, _> = games.store.games(&ids).await?.into_iter().collect();
    let mut sequence = after;
    let mut rated_games = Vec::with_capacity(uncounted.len());
    let mut unreadable = Vec::new();
    let looked_at = uncounted.len();
    for (game, ended_at) in uncounted {
        let rated = match records.remove(&game) {
            Some(Ok(record)) => rated_game(&record, ended_at, sequence + 1),
            Some(Err(problem @ StoreError::Database { .. })) => return Err(problem),
            Some(Err(problem)) => Err(problem.to_string()),
            None => Ok(None),
        };
        let rated = match rated {
            Ok(rated) => rated,
            // Not counted: another version of the program may read it. `sumito ratings recompute` tries again.
            Err(problem) => {
                error!(%game, error = %problem, "Left a game out of the ratings that cannot be read: {problem}");
                unreadable.push(game);
                continue;
            }
        };
        sequence += i64::from(rated.is_some());
        rated_games.push((game, rated));
    }
    let players = rated_games
        .iter()
        .filter_map(|(_, rated)| rated.as_ref())
        .flat_map(|rated| rated.first.iter().chain(&rated.second));
    let mut players: Vec<UserId> = players.copied().collect();
    players.sort_unstable();
    players.dedup();
    let mut table = RatingTable::default();
    for (key, rating) in games.store.ratings_of(&players).await? {
        table.insert(key, rating);
    }
    let counted = rated_games.into_iter().map(|(game, rated)| {
        let rated = rated.map(|rated| {
            let changes = table.count(&rated);
            (rated, changes)
        });
        CountedGame { game, rated }
    });
    let counted: Vec<CountedGame> = counted.collect();
    if !unreadable.is_empty() {
        games.store.set_unreadable(&unreadable).await?;
    }
    if !counted.is_empty() {
        games.store.count_games(after, &counted).await?;
    }
    Ok(looked_at)
}

/// All ratings of a player, by group.
pub async fn ratings_of(games: &Games, user: UserId) -> Result<Vec<(RatingKey, Rating)>, GameError> {
    Ok(games.store.ratings_of(&[user]).await?)
}

/// What a rated game would change for each of its two players; in a server by the ratings there. `None` for other games.
pub async fn forecasts(games: &Games, record: &GameRecord) -> Result<Option<[Forecast; 2]>, GameError> {
    let (Some(group), [one, two]) = (RatingGroup::of(&record.game.setup), record.seats.as_slice()) else {
        return Ok(None);
    };
    let (Some(one), Some(two)) = (one.player.user(), two.player.user()) else { return Ok(None) };
    let (now, guild) = (games.clock.now(), record.game.place.guild_id);
    let stored: HashMap<RatingKey, Rating> = games.store.ratings_of(&[one, two]).await?.into_iter().collect();
    let rating = |user| stored.get(&RatingKey { user, group, guild }).copied().unwrap_or_default();
    let of = |user: UserId, other: UserId| {
        let (own, other) = (rating(user), rating(other));
        Forecast {
            user,
            rating: own.points(),
            is_provisional: own.is_provisional(now),
            changes: forecast(&own, &other, now),
        }
    };
    Ok(Some([of(one, two), of(two, one)]))
}

/// What a game changed for its players; nothing if it is not rated, or not counted yet.
pub async fn rating_moves(games: &Games, record: &GameRecord) -> Result<Vec<RatingMove>, GameError> {
    if record.game.phase != Phase::Over || !record.game.challenge.is_rated {
        return Ok(Vec::new());
    }
    Ok(games.store.rating_moves(record.game.game_id).await?)
}

/// The players of a list: those whose rating is not provisional, the best first, then the others; at most `limit`.
pub async fn top_rated(games: &Games, list: RatingList, limit: u32) -> Result<TopRated, GameError> {
    let now = games.clock.now();
    let best = games.store.top_rated(list, now, limit).await?;
    let room = limit.saturating_sub(best.len() as u32);
    let provisional = if room > 0 { games.store.top_provisional(list, now, room).await? } else { Vec::new() };
    Ok(TopRated { best, provisional })
}

/// Who gained and won most in the period that runs; at most `limit`.
pub async fn top_of_period(
    games: &Games,
    list: RatingList,
    span: PeriodSpan,
    limit: u32,
) -> Result<Vec<(UserId, PeriodTotals)>, GameError> {
    let [month, quarter, year] = Period::all_of(games.clock.now());
    let period = match span {
        PeriodSpan::Month => month,
        PeriodSpan::Quarter => quarter,
        PeriodSpan::Year => year,
    };
    Ok(games.store.top_of_period(list, period, limit).await?)
}

/// The groups in which somebody has a rating.
pub async fn rated_groups(games: &Games, guild: Option<GuildId>) -> Result<Vec<RatingGroup>, GameError> {
    let mut rated = Vec::new();
    for &group in RatingGroup::ALL {
        if !rating_spans(games, RatingList { group, guild }).await?.is_empty() {
            rated.push(group);
        }
    }
    Ok(rated)
}

/// How many players have their rating in each span of 50 points, which the number of the span times 50 begins.
pub async fn rating_spans(games: &Games, list: RatingList) -> Result<Vec<(i64, u32)>, GameError> {
    Ok(games.store.rating_spans(list).await?)
}

/// The last changes of a rating; if these are all, they begin with the one that everybody begins with.
pub async fn rating_history(games: &Games, key: RatingKey) -> Result<Vec<RatingPoint>, GameError> {
    let mut points = games.store.rating_history(key, HISTORY).await?;
    if let Some(first) = points.first().filter(|_| points.len() < HISTORY as usize) {
        let Rating { rating, deviation, .. } = Rating::default();
        points.insert(0, RatingPoint { at: first.at.plus(-DAY_MS), rating, deviation });
    }
    Ok(points)
}

/// A finished game as the ratings count it. `None` for what does not count: games that were abandoned before everybody had moved,
/// and games of more than two teams. An error: it cannot be read.
fn rated_game(record: &GameRecord, ended_at: Timestamp, sequence: i64) -> Result<Option<RatedGame>, String> {
    let game = &record.game;
    let any_game = game.setup.open().map_err(|problem| problem.to_string())?;
    let Some(group) = RatingGroup::of(&game.setup) else { return Ok(None) };
    // Nobody has played all of it.
    if game.agreements.replaced || (game.ply as usize) < record.seats.len() {
        return Ok(None);
    }
    let places = any_game.seats();
    let (Some(place), Some(outcome)) = (places.first(), game.result()) else { return Ok(None) };
    let score = match outcome {
        GameOutcome::Draw => Score::Draw,
        GameOutcome::Won(colors) if colors.has(place.color) => Score::Win,
        GameOutcome::Won(_) => Score::Loss,
    };
    let teams: std::collections::BTreeSet<_> = places.iter().map(|place| place.team).collect();
    if teams.len() != 2 {
        return Ok(None);
    }
    let team = |is_first: bool| {
        let seats = record.seats.iter().filter(|seat| {
            places.get(usize::from(seat.seat)).is_some_and(|other| (other.team == place.team) == is_first)
        });
        seats.map(|seat| seat.player.user()).collect::<Option<Vec<UserId>>>()
    };
    // An engine has no rating.
    let (Some(first), Some(second)) = (team(true), team(false)) else { return Ok(None) };
    let guild: Option<GuildId> = game.place.guild_id;
    Ok((first.len() == second.len()).then_some(RatedGame {
        sequence,
        game: game.game_id,
        group,
        guild,
        ended_at,
        first,
        second,
        score,
        is_annulled: false,
    }))
}
