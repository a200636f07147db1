//! Counts finished games, once each and in order, and answers what ratings are.

use std::collections::HashMap;

use tracing::error;

use crate::domain::rating::group::RatingGroup;
use crate::domain::rating::log::{RatedGame, RatingChange, RatingKey, RatingTable};
use crate::domain::rating::period::{Period, PeriodSpan, PeriodTotals};
use crate::domain::rating::{Rating, Score, forecast};
use crate::domain::{DAY_MS, GameId, GameOutcome, GameRecord, GuildId, Phase, Timestamp, UserId};
use crate::games::{GameError, Games};
use crate::store::StoreError;
use crate::store::clubs::rating::{CountedGame, RatingList, RatingMove, RatingPoint};

/// Results that are counted at once.
const BATCH: u32 = 100;

/// Games of the log that are read at once.
const PAGE: u32 = 50_000;

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

/// What a recomputation found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recomputed {
    pub games: usize,
    pub ratings: usize,
    /// Ratings that were not stored as they are computed.
    pub different: usize,
}

impl Games {
    /// Counts rated games that are over; gives how many were looked at. Any process may do it at any time: a game is counted once.
    pub async fn count_results(&self) -> Result<usize, StoreError> {
        // Nearly always there is nothing to count, which one read tells.
        if self.store.uncounted_games(1).await?.is_empty() {
            return Ok(0);
        }
        // Read before the games: what is counted meanwhile moves the end of the log.
        let after = self.store.last_rated().await?;
        let uncounted = self.store.uncounted_games(BATCH).await?;
        if uncounted.is_empty() {
            return Ok(0);
        }
        let ids: Vec<GameId> = uncounted.iter().map(|(game, _)| *game).collect();
        let mut records: HashMap<GameId, _> = self.store.games(&ids).await?.into_iter().collect();
        let mut sequence = after;
        let mut games = Vec::with_capacity(uncounted.len());
        for (game, ended_at) in uncounted {
            let rated = match records.remove(&game) {
                Some(Ok(record)) => rated_game(&record, ended_at, sequence + 1),
                Some(Err(problem)) => {
                    error!(%game, error = %problem, "Left a corrupt game out of the ratings: {problem}");
                    None
                }
                None => None,
            };
            sequence += i64::from(rated.is_some());
            games.push((game, rated));
        }
        let players = games
            .iter()
            .filter_map(|(_, rated)| rated.as_ref())
            .flat_map(|rated| rated.first.iter().chain(&rated.second));
        let mut players: Vec<UserId> = players.copied().collect();
        players.sort_unstable();
        players.dedup();
        let mut table = RatingTable::default();
        for (key, rating) in self.store.ratings_of(&players).await? {
            table.insert(key, rating);
        }
        let counted = games.into_iter().map(|(game, rated)| {
            let rated = rated.map(|rated| {
                let changes = table.count(&rated);
                (rated, changes)
            });
            CountedGame { game, rated }
        });
        let counted: Vec<CountedGame> = counted.collect();
        self.store.count_games(after, &counted).await?;
        Ok(counted.len())
    }

    /// All ratings of a player, by group.
    pub async fn ratings(&self, user: UserId) -> Result<Vec<(RatingKey, Rating)>, GameError> {
        Ok(self.store.ratings_of(&[user]).await?)
    }

    /// What a rated game would change for each of its two players; in a server by the ratings there. `None` for other games.
    pub async fn forecasts(&self, record: &GameRecord) -> Result<Option<[Forecast; 2]>, GameError> {
        let (Some(group), [one, two]) = (RatingGroup::of(&record.game.setup), record.seats.as_slice()) else {
            return Ok(None);
        };
        let (now, guild) = (self.clock.now(), record.game.place.guild_id);
        let stored: HashMap<RatingKey, Rating> =
            self.store.ratings_of(&[one.user, two.user]).await?.into_iter().collect();
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
        Ok(Some([of(one.user, two.user), of(two.user, one.user)]))
    }

    /// What a game changed for its players; nothing if it is not rated, or not counted yet.
    pub async fn rating_moves(&self, record: &GameRecord) -> Result<Vec<RatingMove>, GameError> {
        if record.game.phase != Phase::Over || !record.game.challenge.is_rated {
            return Ok(Vec::new());
        }
        Ok(self.store.rating_moves(record.game.game_id).await?)
    }

    /// The players of a list whose rating is not provisional, the best first; at most `limit`.
    pub async fn top(&self, list: RatingList, limit: u32) -> Result<Vec<(UserId, Rating)>, GameError> {
        Ok(self.store.top_rated(list, self.clock.now(), limit).await?)
    }

    /// Who gained and won most in the period that runs; at most `limit`.
    pub async fn top_of_period(
        &self,
        list: RatingList,
        span: PeriodSpan,
        limit: u32,
    ) -> Result<Vec<(UserId, PeriodTotals)>, GameError> {
        let [month, quarter, year] = Period::all_of(self.clock.now());
        let period = match span {
            PeriodSpan::Month => month,
            PeriodSpan::Quarter => quarter,
            PeriodSpan::Year => year,
        };
        Ok(self.store.top_of_period(list, period, limit).await?)
    }

    /// How many players have their rating in each span of 50 points, which the number of the span times 50 begins.
    pub async fn rating_spans(&self, list: RatingList) -> Result<Vec<(i64, u32)>, GameError> {
        Ok(self.store.rating_spans(list).await?)
    }

    /// The last changes of a rating; if these are all, they begin with the one that everybody begins with.
    pub async fn rating_history(&self, key: RatingKey) -> Result<Vec<RatingPoint>, GameError> {
        let mut points = self.store.rating_history(key, HISTORY).await?;
        if let Some(first) = points.first().filter(|_| points.len() < HISTORY as usize) {
            let Rating { rating, deviation, .. } = Rating::default();
            points.insert(0, RatingPoint { at: first.at.plus(-DAY_MS), rating, deviation });
        }
        Ok(points)
    }

    /// Takes a game out of the ratings, or puts it back, and computes those of its group anew. `false` when it does not count.
    pub async fn annul(&self, game: GameId, is_annulled: bool) -> Result<bool, StoreError> {
        let Some(group) = self.store.set_annulled(game, is_annulled).await? else { return Ok(false) };
        self.recompute(Some(group), true).await?;
        Ok(true)
    }

    /// Computes the ratings of a group, or of all, from the log, and compares them with those that are stored. Stores them, if
    /// wanted, where they differ.
    pub async fn recompute(&self, only: Option<RatingGroup>, stores: bool) -> Result<Recomputed, StoreError> {
        loop {
            let after = self.store.last_rated().await?;
            let games = self.all_rated_games().await?;
            let stored = self.store.all_ratings().await?;
            if self.store.last_rated().await? != after {
                continue;
            }
            let mut found = Recomputed::default();
            let (mut after, mut is_overtaken) = (after, false);
            for &group in RatingGroup::ALL.iter().filter(|group| only.is_none_or(|only| only == **group)) {
                let games: Vec<&RatedGame> = games.iter().filter(|game| game.group == group).collect();
                let stored: HashMap<RatingKey, Rating> =
                    stored.iter().filter(|(key, _)| key.group == group).copied().collect();
                let mut table = RatingTable::default();
                let mut changes: Vec<RatingChange> = Vec::new();
                let mut counted = 0;
                for (number, game) in games.iter().enumerate() {
                    // Some milliseconds at a time: others use the thread too.
                    if number % 1_000 == 999 {
                        tokio::task::yield_now().await;
                    }
                    let changed = table.count(game);
                    counted += changed.len() as u64;
                    if stores {
                        changes.extend(changed);
                    }
                }
                let missing = stored.keys().filter(|key| !table.contains(**key)).count();
                let different = table.iter().filter(|(key, rating)| stored.get(key) != Some(rating)).count() + missing;
                found.games += games.len();
                found.ratings += table.len();
                found.different += different;
                // Games that were counted by a program without periods are in none.
                if stores && (different > 0 || self.store.games_in_years(group).await? != counted) {
                    let ratings: Vec<(RatingKey, Rating)> = table.iter().map(|(key, rating)| (*key, *rating)).collect();
                    if !self.store.replace_ratings(after, group, &ratings, &changes).await? {
                        is_overtaken = true;
                        break;
                    }
                    after += 1;
                }
            }
            if !is_overtaken {
                return Ok(found);
            }
        }
    }

    async fn all_rated_games(&self) -> Result<Vec<RatedGame>, StoreError> {
        let mut games: Vec<RatedGame> = Vec::new();
        loop {
            let after = games.last().map_or(0, |game| game.sequence);
            let page = self.store.rated_games(after, PAGE).await?;
            let is_last = page.len() < PAGE as usize;
            games.extend(page);
            if is_last {
                return Ok(games);
            }
        }
    }
}

/// A finished game as the ratings count it. `None` for what does not count: games that were abandoned before everybody had moved,
/// and games of more than two teams.
fn rated_game(record: &GameRecord, ended_at: Timestamp, sequence: i64) -> Option<RatedGame> {
    let game = &record.game;
    let group = RatingGroup::of(&game.setup)?;
    // Nobody has played all of it.
    if game.agreements.replaced || (game.ply as usize) < record.seats.len() {
        return None;
    }
    let places = game.setup.open().ok()?.seats();
    let place = places.first()?;
    let score = match game.result()? {
        GameOutcome::Draw => Score::Draw,
        GameOutcome::Won(colors) if colors.has(place.color) => Score::Win,
        GameOutcome::Won(_) => Score::Loss,
    };
    let teams: std::collections::BTreeSet<_> = places.iter().map(|place| place.team).collect();
    if teams.len() != 2 {
        return None;
    }
    let team = |is_first: bool| {
        let seats = record.seats.iter().filter(|seat| {
            places.get(usize::from(seat.seat)).is_some_and(|other| (other.team == place.team) == is_first)
        });
        seats.map(|seat| seat.user).collect::<Vec<UserId>>()
    };
    let (first, second) = (team(true), team(false));
    let guild: Option<GuildId> = game.place.guild_id;
    (first.len() == second.len()).then_some(RatedGame {
        sequence,
        game: game.game_id,
        group,
        guild,
        ended_at,
        first,
        second,
        score,
        is_annulled: false,
    })
}
