//! Ratings computed again from the log. They are replaced some players at a time, so that nobody waits; a process that ends in between
//! leaves a note of it, and another one begins anew.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use crate::domain::clubs::rating::{RatedGame, Rating, RatingChange, RatingGroup, RatingKey, RatingTable};
use crate::domain::{GameId, MINUTE_MS, UserId};
use crate::features::ratings::service;
use crate::games::Games;
use crate::store::StoreError;
use crate::store::clubs::rating_replacement::{ReplacedPlayers, Replacement};

/// Games of the log that are read at once.
const PAGE: u32 = 4_000;

/// Rows that are replaced at once, if no player has more: some ten milliseconds.
const ROWS: usize = 2_000;

/// A process that replaces ratings and writes nothing for so long has ended.
const LEASE_MS: i64 = MINUTE_MS;

/// How long to wait for a process that replaces ratings, before looking again.
const WAIT: Duration = Duration::from_secs(1);

/// What a recomputation found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recomputed {
    pub games: usize,
    pub ratings: usize,
    /// Ratings that were not stored as they are computed.
    pub different: usize,
}

/// The ratings of a group as they follow from the log.
struct Computed {
    games: usize,
    ratings: Vec<(RatingKey, Rating)>,
    changes: Vec<RatingChange>,
    /// Games of players that count.
    counted: u64,
    different: usize,
    /// Players whose stored ratings follow from nothing.
    without_games: Vec<UserId>,
}

/// Takes a game out of the ratings, or puts it back, and computes those of its group anew. `false` when it does not count.
pub async fn annul(games: &Games, game: GameId, is_annulled: bool) -> Result<bool, StoreError> {
    let Some(group) = games.store.set_annulled(game, is_annulled).await? else { return Ok(false) };
    recompute_when_free(games, Some(group), true).await?;
    Ok(true)
}

/// Whether no group is half replaced. Finishes what a process has left that has ended.
pub(super) async fn ratings_are_whole(games: &Games) -> Result<bool, StoreError> {
    let Some(replacement) = games.store.replacement().await? else { return Ok(true) };
    if replacement.lease_until > games.clock.now() {
        return Ok(false);
    }
    match recompute(games, Some(replacement.group), true).await {
        Ok(_) => Ok(true),
        Err(StoreError::Replacing) => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// The same as [`recompute`], after any other process that replaces ratings.
pub async fn recompute_when_free(
    games: &Games,
    only: Option<RatingGroup>,
    stores: bool,
) -> Result<Recomputed, StoreError> {
    loop {
        match recompute(games, only, stores).await {
            Err(StoreError::Replacing) => tokio::time::sleep(WAIT).await,
            done => return done,
        }
    }
}

/// Computes the ratings of a group, or of all, from the log, and compares them with those that are stored. Stores them, if
/// wanted, where they differ; then results that could not be read are looked at again, too. [`StoreError::Replacing`] while
/// another process stores them.
pub async fn recompute(games: &Games, only: Option<RatingGroup>, stores: bool) -> Result<Recomputed, StoreError> {
    if stores && only.is_none() && games.store.retry_unreadable().await? > 0 {
        while Box::pin(service::count_results(games)).await? > 0 {}
    }
    loop {
        let half_replaced = games.store.replacement().await?.filter(|_| stores);
        if half_replaced.is_some_and(|running| running.lease_until > games.clock.now()) {
            return Err(StoreError::Replacing);
        }
        if let Some(found) = recompute_once(games, only, stores, half_replaced.map(|left| left.group)).await? {
            return Ok(found);
        }
    }
}

/// The same; `None` when the log has changed meanwhile. A group that is half replaced comes first.
async fn recompute_once(
    games: &Games,
    only: Option<RatingGroup>,
    stores: bool,
    half_replaced: Option<RatingGroup>,
) -> Result<Option<Recomputed>, StoreError> {
    let mut after = games.store.last_rated().await?;
    let mut by_group: HashMap<RatingGroup, Vec<RatedGame>> = HashMap::new();
    let is_wanted = |group: RatingGroup| only.is_none_or(|only| only == group) || half_replaced == Some(group);
    for game in all_rated_games(games).await?.into_iter().filter(|game| is_wanted(game.group)) {
        by_group.entry(game.group).or_default().push(game);
    }
    let mut stored: HashMap<RatingGroup, HashMap<RatingKey, Rating>> = HashMap::new();
    for (key, rating) in games.store.all_ratings().await? {
        stored.entry(key.group).or_default().insert(key, rating);
    }
    if games.store.last_rated().await? != after {
        return Ok(None);
    }
    let mut found = Recomputed::default();
    let groups = RatingGroup::ALL.iter().copied().filter(|group| half_replaced != Some(*group));
    for group in half_replaced.into_iter().chain(groups).filter(|group| is_wanted(*group)) {
        let rated = by_group.remove(&group).unwrap_or_default();
        let stored = stored.remove(&group).unwrap_or_default();
        // A large club takes seconds: they keep no other answer waiting.
        let computed = tokio::task::spawn_blocking(move || computed(&rated, &stored, stores)).await;
        let computed =
            computed.map_err(|cause| StoreError::Database { problem: cause.to_string(), transient: false })?;
        found.games += computed.games;
        found.ratings += computed.ratings.len();
        found.different += computed.different;
        let differs = computed.different > 0 || half_replaced == Some(group);
        // Games that were counted by a program without periods are in none.
        if stores && (differs || games.store.games_in_years(group).await? != computed.counted) {
            let Computed { ratings, changes, without_games, .. } = computed;
            if !replace_ratings(games, after, group, ratings, changes, without_games).await? {
                return Ok(None);
            }
            after += 1;
        }
    }
    Ok(Some(found))
}

/// Replaces the ratings of a group. `false` when the log no longer ends with `after`, or another process was faster.
pub async fn replace_ratings(
    games: &Games,
    after: i64,
    group: RatingGroup,
    ratings: Vec<(RatingKey, Rating)>,
    changes: Vec<RatingChange>,
    without_games: Vec<UserId>,
) -> Result<bool, StoreError> {
    let lease = || {
        let now = games.clock.now();
        (Replacement { group, lease_until: now.plus(LEASE_MS) }, now)
    };
    let (replacement, now) = lease();
    if !games.store.begin_replacement(after, replacement, now).await? {
        return Ok(false);
    }
    let last = after + 1;
    for players in parts(ratings, changes, without_games) {
        if !games.store.replace_players(last, lease().0, &players).await? {
            return Ok(false);
        }
    }
    games.store.end_replacement(last, group).await
}

async fn all_rated_games(games: &Games) -> Result<Vec<RatedGame>, StoreError> {
    let mut rated: Vec<RatedGame> = Vec::new();
    loop {
        let after = rated.last().map_or(0, |game| game.sequence);
        let page = games.store.rated_games(after, PAGE).await?;
        let is_last = page.len() < PAGE as usize;
        rated.extend(page);
        if is_last {
            return Ok(rated);
        }
    }
}

fn computed(games: &[RatedGame], stored: &HashMap<RatingKey, Rating>, stores: bool) -> Computed {
    let mut table = RatingTable::default();
    let mut changes: Vec<RatingChange> = Vec::new();
    let mut counted = 0;
    for game in games {
        let changed = table.count(game);
        counted += changed.len() as u64;
        if stores {
            changes.extend(changed);
        }
    }
    let gone: Vec<UserId> = stored.keys().filter(|key| !table.contains(**key)).map(|key| key.user).collect();
    let different = table.iter().filter(|(key, rating)| stored.get(key) != Some(rating)).count() + gone.len();
    Computed {
        games: games.len(),
        ratings: table.iter().map(|(key, rating)| (*key, *rating)).collect(),
        changes,
        counted,
        different,
        without_games: gone,
    }
}

/// Players with everything that replaces their ratings, so many at a time as are written at once.
fn parts(
    ratings: Vec<(RatingKey, Rating)>,
    changes: Vec<RatingChange>,
    without_games: Vec<UserId>,
) -> Vec<ReplacedPlayers> {
    let mut of: BTreeMap<UserId, ReplacedPlayers> = BTreeMap::new();
    for user in without_games.into_iter().collect::<BTreeSet<_>>() {
        of.entry(user).or_default();
    }
    for rating in ratings {
        of.entry(rating.0.user).or_default().ratings.push(rating);
    }
    for change in changes {
        of.entry(change.user).or_default().changes.push(change);
    }
    let mut parts: Vec<ReplacedPlayers> = Vec::new();
    let mut rows = ROWS;
    for (user, ReplacedPlayers { ratings, changes, .. }) in of {
        if rows >= ROWS {
            parts.push(ReplacedPlayers::default());
            rows = 0;
        }
        rows += 1 + ratings.len() + changes.len();
        let part = parts.last_mut().expect("one was begun");
        part.users.push(user);
        part.ratings.extend(ratings);
        part.changes.extend(changes);
    }
    parts
}
