//! Ratings, and the log of the games that they add up to.

use std::collections::{BTreeMap, HashSet};

use async_trait::async_trait;

use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::clubs::rating::log::{RatedGame, RatingChange, RatingKey};
use crate::domain::clubs::rating::period::{self, Period, PeriodTotals};
use crate::domain::clubs::rating::{Rating, to_millionths};
use crate::domain::{Deletion, GameId, GuildId, Phase, Timestamp, UserId};
use crate::store::clubs::rating::{
    CountedGame, RatingList, RatingMove, RatingPoint, RatingStore, ReplacedPlayers, Replacement,
};
use crate::store::error::Result;
use crate::store::in_memory::store::InMemoryStore;

/// What the store knows of ratings.
#[derive(Default)]
pub(crate) struct RatingState {
    sequence: i64,
    pub(super) counted: HashSet<GameId>,
    unreadable: HashSet<GameId>,
    replacement: Option<Replacement>,
    games: Vec<RatedGame>,
    ratings: BTreeMap<RatingKey, Rating>,
    changes: Vec<RatingChange>,
}

impl RatingState {
    pub(crate) fn rating(&self, key: RatingKey) -> Option<&Rating> {
        self.ratings.get(&key)
    }

    /// Whether ratings are being replaced.
    pub(crate) const fn is_replacing(&self) -> bool {
        self.replacement.is_some()
    }

    pub(crate) fn is_counted(&self, game: GameId) -> bool {
        self.counted.contains(&game)
    }

    pub(crate) fn is_unreadable(&self, game: GameId) -> bool {
        self.unreadable.contains(&game)
    }

    /// Puts an anonymous id in the place of a user's. What was computed meanwhile is not written.
    pub(crate) fn anonymize(&mut self, deletion: &Deletion) {
        self.sequence += 1;
        let replace = |user: &mut UserId| {
            if *user == deletion.user {
                *user = deletion.anonymous;
            }
        };
        for game in &mut self.games {
            game.first.iter_mut().chain(&mut game.second).for_each(replace);
        }
        self.changes.iter_mut().for_each(|change| replace(&mut change.user));
        let ratings = std::mem::take(&mut self.ratings);
        self.ratings = ratings
            .into_iter()
            .map(|(mut key, rating)| {
                replace(&mut key.user);
                (key, rating)
            })
            .collect();
    }

    /// No server is left of it. What was computed meanwhile is not written.
    pub(crate) fn forget_guild(&mut self, guild: GuildId) {
        self.sequence += 1;
        self.ratings.retain(|key, _| key.guild != Some(guild));
        for game in self.games.iter_mut().filter(|game| game.guild == Some(guild)) {
            game.guild = None;
        }
        for change in self.changes.iter_mut().filter(|change| change.guild == Some(guild)) {
            (change.guild, change.club) = (None, None);
        }
    }

    /// What games have changed for a player.
    pub(crate) fn changes_of(&self, user: UserId) -> impl Iterator<Item = &RatingChange> {
        self.changes.iter().filter(move |change| change.user == user)
    }

    /// The log, in order.
    pub(crate) fn games(&self) -> &[RatedGame] {
        &self.games
    }
}

#[async_trait]
impl RatingStore for InMemoryStore {
    async fn uncounted_games(&self, limit: u32) -> Result<Vec<(GameId, Timestamp)>> {
        let state = self.state();
        let is_uncounted = |game: &GameId| {
            let game = state.games.get(game).map(|record| &record.game);
            game.is_some_and(|game| game.phase == Phase::Over && game.challenge.is_rated)
        };
        let ends = state.ends.iter().map(|(game, (at, _))| (*at, *game));
        let is_new = |game: &GameId| !state.ratings.counted.contains(game) && !state.ratings.unreadable.contains(game);
        let mut found: Vec<_> = ends.filter(|(_, game)| is_uncounted(game) && is_new(game)).collect();
        found.sort_unstable();
        found.truncate(limit as usize);
        Ok(found.into_iter().map(|(at, game)| (game, at)).collect())
    }

    async fn last_rated(&self) -> Result<i64> {
        Ok(self.state().ratings.sequence)
    }

    async fn ratings_of(&self, users: &[UserId]) -> Result<Vec<(RatingKey, Rating)>> {
        let state = self.state();
        let of_users = state.ratings.ratings.iter().filter(|(key, _)| users.contains(&key.user));
        Ok(of_users.map(|(key, rating)| (*key, *rating)).collect())
    }

    async fn count_games(&self, after: i64, games: &[CountedGame]) -> Result<bool> {
        let mut state = self.state();
        let state = &mut state.ratings;
        if state.sequence != after || state.replacement.is_some() {
            return Ok(false);
        }
        for counted in games {
            state.counted.insert(counted.game);
            if let Some((game, changes)) = &counted.rated {
                state.sequence = game.sequence;
                state.games.push(game.clone());
                state.ratings.extend(changes.iter().flat_map(RatingChange::ratings));
                state.changes.extend(changes.iter().cloned());
            }
        }
        Ok(true)
    }

    async fn set_unreadable(&self, games: &[GameId]) -> Result<()> {
        self.state().ratings.unreadable.extend(games);
        Ok(())
    }

    async fn retry_unreadable(&self) -> Result<usize> {
        Ok(std::mem::take(&mut self.state().ratings.unreadable).len())
    }

    async fn rating_history(&self, key: RatingKey, limit: u32) -> Result<Vec<RatingPoint>> {
        let state = self.state();
        let of_key = state.ratings.changes.iter().filter(|change| (change.user, change.group) == (key.user, key.group));
        let rating = |change: &RatingChange| match key.guild {
            None => Some(change.overall.after),
            guild if guild == change.guild => change.club.map(|step| step.after),
            _ => None,
        };
        let points = of_key
            .filter_map(rating)
            .filter_map(|Rating { at, rating, deviation, .. }| Some(RatingPoint { at: at?, rating, deviation }));
        let points: Vec<RatingPoint> = points.collect();
        Ok(points[points.len().saturating_sub(limit as usize)..].to_vec())
    }

    async fn rating_moves(&self, game: GameId) -> Result<Vec<RatingMove>> {
        let state = self.state();
        let Some(rated) = state.ratings.games.iter().find(|rated| rated.game == game) else { return Ok(Vec::new()) };
        let changes = state.ratings.changes.iter().filter(|change| change.sequence == rated.sequence);
        let moves = changes.map(|change| {
            let step = change.club.unwrap_or(change.overall);
            let Rating { rating: after, deviation, .. } = step.after;
            RatingMove { user: change.user, before: step.before, was_settled: step.was_settled, after, deviation }
        });
        let mut moves: Vec<RatingMove> = moves.collect();
        let players: Vec<UserId> = rated.first.iter().chain(&rated.second).copied().collect();
        moves.sort_by_key(|step| players.iter().position(|user| *user == step.user));
        Ok(moves)
    }

    async fn top_of_period(&self, list: RatingList, period: Period, limit: u32) -> Result<Vec<(UserId, PeriodTotals)>> {
        let state = self.state();
        let totals = period::totals(&state.ratings.changes);
        let listed = totals
            .into_iter()
            .filter(|(key, _)| (key.guild, key.group, key.period) == (list.guild, list.group, period))
            .filter(|(_, totals)| totals.gained > 0 || totals.won > 0);
        let mut found: Vec<(UserId, PeriodTotals)> = listed.map(|(key, totals)| (key.user, totals)).collect();
        found.sort_by_key(|(user, totals)| (-totals.gained, std::cmp::Reverse(totals.won), *user));
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn top_rated(&self, list: RatingList, now: Timestamp, limit: u32) -> Result<Vec<(UserId, Rating)>> {
        let state = self.state();
        let listed =
            state.ratings.ratings.iter().filter(|(key, rating)| {
                (key.guild, key.group) == (list.guild, list.group) && rating.settled_until() > now
            });
        let mut found: Vec<(UserId, Rating)> = listed.map(|(key, rating)| (key.user, *rating)).collect();
        found.sort_by(|(user, one), (other, two)| two.rating.total_cmp(&one.rating).then_with(|| user.cmp(other)));
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn rating_spans(&self, list: RatingList) -> Result<Vec<(i64, u32)>> {
        let state = self.state();
        let mut spans = BTreeMap::new();
        for (key, rating) in &state.ratings.ratings {
            if (key.guild, key.group) == (list.guild, list.group) {
                *spans.entry(to_millionths(rating.rating) / 50_000_000).or_default() += 1;
            }
        }
        Ok(spans.into_iter().collect())
    }

    async fn games_in_years(&self, group: RatingGroup) -> Result<u64> {
        let state = self.state();
        Ok(state.ratings.changes.iter().filter(|change| change.group == group).count() as u64)
    }

    async fn rated_games(&self, after: i64, limit: u32) -> Result<Vec<RatedGame>> {
        let state = self.state();
        let games = state.ratings.games.iter().filter(|game| game.sequence > after);
        Ok(games.take(limit as usize).cloned().collect())
    }

    async fn all_ratings(&self) -> Result<Vec<(RatingKey, Rating)>> {
        Ok(self.state().ratings.ratings.iter().map(|(key, rating)| (*key, *rating)).collect())
    }

    async fn set_annulled(&self, game: GameId, is_annulled: bool) -> Result<Option<RatingGroup>> {
        let mut state = self.state();
        let found = state.ratings.games.iter_mut().find(|rated| rated.game == game);
        Ok(found.map(|rated| {
            rated.is_annulled = is_annulled;
            rated.group
        }))
    }

    async fn replacement(&self) -> Result<Option<Replacement>> {
        Ok(self.state().ratings.replacement)
    }

    async fn begin_replacement(&self, after: i64, replacement: Replacement, now: Timestamp) -> Result<bool> {
        let mut state = self.state();
        let state = &mut state.ratings;
        let is_free = |running: Replacement| running.group == replacement.group && running.lease_until <= now;
        if state.sequence != after || !state.replacement.is_none_or(is_free) {
            return Ok(false);
        }
        state.sequence += 1;
        state.replacement = Some(replacement);
        Ok(true)
    }

    async fn replace_players(&self, last: i64, replacement: Replacement, players: &ReplacedPlayers) -> Result<bool> {
        let mut state = self.state();
        let state = &mut state.ratings;
        let group = replacement.group;
        if state.sequence != last || state.replacement.is_none_or(|running| running.group != group) {
            return Ok(false);
        }
        state.replacement = Some(replacement);
        let users: HashSet<UserId> = players.users.iter().copied().collect();
        state.ratings.retain(|key, _| key.group != group || !users.contains(&key.user));
        state.ratings.extend(players.ratings.iter().copied());
        state.changes.retain(|change| change.group != group || !users.contains(&change.user));
        state.changes.extend(players.changes.iter().cloned());
        state.changes.sort_by_key(|change| change.sequence);
        Ok(true)
    }

    async fn end_replacement(&self, last: i64, group: RatingGroup) -> Result<bool> {
        let mut state = self.state();
        let state = &mut state.ratings;
        let is_own = state.sequence == last && state.replacement.is_some_and(|running| running.group == group);
        if is_own {
            state.replacement = None;
        }
        Ok(is_own)
    }
}
