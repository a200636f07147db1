//! Counts finished games, once each and in order, and answers queries for ratings.

pub mod recomputation;

use std::collections::HashMap;

use games::domain::rating::{Rating, RatingGroup, RatingKey, Score, forecast};
use games::domain::{DAY_MS, GameId, GameOutcome, GameRecord, GuildId, Phase, Timestamp, UserId};
use games::store::StoreError;
use games::{GameError, Games};
use tracing::error;

use crate::domain::rating::{Period, PeriodSpan, PeriodTotals, RatedGame, RatingTable};
use crate::store::Clubs as _;
use crate::store::rating::{CountedGame, RatingList, RatingMove, RatingPoint};

/// Results counted in one transaction.
const BATCH: u32 = 100;

/// Maximum changes in a rating history.
const HISTORY: u32 = 500;

/// The rating points that a win, a draw and a loss of the first player would change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    pub user: UserId,
    pub rating: i64,
    pub is_provisional: bool,
    pub changes: [i64; 3],
}

#[derive(Debug, Clone, PartialEq)]
pub struct TopRated {
    pub best: Vec<(UserId, Rating)>,
    /// Ratings too uncertain to be ranked.
    pub provisional: Vec<(UserId, Rating)>,
}

/// Counts finished rated games and returns the number examined. Safe to run in any process at any time: a game is
/// counted once.
pub async fn count_results(games: &Games) -> Result<usize, StoreError> {
    if !recomputation::ratings_are_whole(games).await? {
        return Ok(0);
    }
    // Usually there is nothing to count; one read finds that out.
    if games.store.clubs().uncounted_games(1).await?.is_empty() {
        return Ok(0);
    }
    // Read before the games: games counted meanwhile move the end of the log.
    let after = games.store.clubs().last_rated().await?;
    let uncounted = games.store.clubs().uncounted_games(BATCH).await?;
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
            // Not counted: another version of the program may be able to read it. `sumito ratings recompute` tries
            // again.
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
    let counted_games = rated_games.into_iter().map(|(game, rated)| {
        let rated = rated.map(|rated| {
            let changes = table.count(&rated);
            (rated, changes)
        });
        CountedGame { game, rated }
    });
    let counted_games: Vec<CountedGame> = counted_games.collect();
    if !unreadable.is_empty() {
        games.store.clubs().set_unreadable(&unreadable).await?;
    }
    if !counted_games.is_empty() {
        games.store.clubs().count_games(after, &counted_games).await?;
    }
    Ok(looked_at)
}

pub async fn ratings_of(games: &Games, user: UserId) -> Result<Vec<(RatingKey, Rating)>, GameError> {
    Ok(games.store.ratings_of(&[user]).await?)
}

/// The forecasts of a rated game for its two players; in a server by the ratings there. `None` for other games.
pub async fn forecasts(games: &Games, record: &GameRecord) -> Result<Option<[Forecast; 2]>, GameError> {
    let (Some(group), [one, two]) = (RatingGroup::of(&record.game.setup), record.seats.as_slice()) else {
        return Ok(None);
    };
    let (Some(one), Some(two)) = (one.player.user(), two.player.user()) else { return Ok(None) };
    let (now, guild) = (games.clock.now(), record.game.place.guild_id);
    let stored_ratings: HashMap<RatingKey, Rating> = games.store.ratings_of(&[one, two]).await?.into_iter().collect();
    let rating = |user| stored_ratings.get(&RatingKey { user, group, guild }).copied().unwrap_or_default();
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

/// The rating changes of a game's players; empty if it is not rated, or not counted yet.
pub async fn rating_moves(games: &Games, record: &GameRecord) -> Result<Vec<RatingMove>, GameError> {
    if record.game.phase != Phase::Over || !record.game.challenge.is_rated {
        return Ok(Vec::new());
    }
    Ok(games.store.clubs().rating_moves(record.game.game_id).await?)
}

/// The players of a list: settled ratings best first, then provisional ones; at most `limit`.
pub async fn top_rated(games: &Games, list: RatingList, limit: u32) -> Result<TopRated, GameError> {
    let now = games.clock.now();
    let best = games.store.clubs().top_rated(list, now, limit).await?;
    let room = limit.saturating_sub(best.len() as u32);
    let provisional = if room > 0 { games.store.clubs().top_provisional(list, now, room).await? } else { Vec::new() };
    Ok(TopRated { best, provisional })
}

/// Players by rating gained and games won in the current period; at most `limit`.
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
    Ok(games.store.clubs().top_of_period(list, period, limit).await?)
}

pub async fn rated_groups(games: &Games, guild: Option<GuildId>) -> Result<Vec<RatingGroup>, GameError> {
    let mut groups = Vec::new();
    for &group in RatingGroup::ALL {
        if !rating_spans(games, RatingList { group, guild }).await?.is_empty() {
            groups.push(group);
        }
    }
    Ok(groups)
}

/// The number of players by rating span of 50 points; a span's number times 50 is its lowest rating.
pub async fn rating_spans(games: &Games, list: RatingList) -> Result<Vec<(i64, u32)>, GameError> {
    Ok(games.store.clubs().rating_spans(list).await?)
}

/// The last changes of a rating; a complete history starts with the initial rating.
pub async fn rating_history(games: &Games, key: RatingKey) -> Result<Vec<RatingPoint>, GameError> {
    let mut points = games.store.clubs().rating_history(key, HISTORY).await?;
    if let Some(first) = points.first().filter(|_| points.len() < HISTORY as usize) {
        let Rating { rating, deviation, .. } = Rating::default();
        points.insert(0, RatingPoint { at: first.at.plus(-DAY_MS), rating, deviation });
    }
    Ok(points)
}

/// A finished game as input of the ratings. `None` if it does not count: abandoned before every player had moved, or
/// more than two teams. An error if it cannot be read.
fn rated_game(record: &GameRecord, ended_at: Timestamp, sequence: i64) -> Result<Option<RatedGame>, String> {
    let game = &record.game;
    let any_game = game.setup.open().map_err(|problem| problem.to_string())?;
    let Some(group) = RatingGroup::of(&game.setup) else { return Ok(None) };
    // A replaced player has not played the whole game.
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
