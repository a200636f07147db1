//! Recomputes ratings from the log. They are replaced a few players at a time, so that nothing blocks; if a process
//! dies in between, its stored marker makes another one start over.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use games::Games;
use games::domain::rating::{Rating, RatingGroup, RatingKey};
use games::domain::{GameId, MINUTE_MS, UserId};
use games::store::StoreError;

use crate::domain::rating::{RatedGame, RatingChange, RatingTable};
use crate::ratings;
use crate::store::Clubs as _;
use crate::store::rating_replacement::{ReplacedPlayers, Replacement};

/// Games read from the log in one query.
const PAGE: u32 = 4_000;

/// Rows replaced in one transaction, if no player has more: some ten milliseconds.
const ROWS: usize = 2_000;

/// The lease of a replacing process, renewed by each write.
const LEASE_MS: i64 = MINUTE_MS;

/// Pause between checks for another replacing process.
const WAIT: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recomputed {
    pub games: usize,
    pub ratings: usize,
    /// Stored ratings that differ from the computed ones.
    pub different: usize,
}

struct Computed {
    games: usize,
    ratings: Vec<(RatingKey, Rating)>,
    changes: Vec<RatingChange>,
    /// Counted results, per player.
    counted: u64,
    different: usize,
    /// Players with a stored rating but no counted games.
    without_games: Vec<UserId>,
}

/// Annuls a rated game or restores it, and recomputes the ratings of its group. `false` if it does not count.
pub async fn annul(games: &Games, game: GameId, is_annulled: bool) -> Result<bool, StoreError> {
    let Some(group) = games.store.clubs().set_annulled(game, is_annulled).await? else { return Ok(false) };
    recompute_when_free(games, Some(group), true).await?;
    Ok(true)
}

/// Whether no group is partly replaced. Finishes the work of a process that died.
pub(super) async fn ratings_are_whole(games: &Games) -> Result<bool, StoreError> {
    let Some(replacement) = games.store.clubs().replacement().await? else { return Ok(true) };
    if replacement.lease_until > games.clock.now() {
        return Ok(false);
    }
    match recompute(games, Some(replacement.group), true).await {
        Ok(_) => Ok(true),
        Err(StoreError::Replacing) => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// As [`recompute`], after waiting for other processes that replace ratings.
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

/// Recomputes the ratings of a group, or of all, from the log and compares them with the stored ones. If `stores` is
/// set, stores differing ratings, and retries results that could not be read. [`StoreError::Replacing`] while another
/// process stores ratings.
pub async fn recompute(games: &Games, only: Option<RatingGroup>, stores: bool) -> Result<Recomputed, StoreError> {
    if stores && only.is_none() && games.store.clubs().retry_unreadable().await? > 0 {
        while Box::pin(ratings::count_results(games)).await? > 0 {}
    }
    loop {
        let half_replaced = games.store.clubs().replacement().await?.filter(|_| stores);
        if half_replaced.is_some_and(|running| running.lease_until > games.clock.now()) {
            return Err(StoreError::Replacing);
        }
        if let Some(result) = recompute_once(games, only, stores, half_replaced.map(|left| left.group)).await? {
            return Ok(result);
        }
    }
}

/// One attempt; `None` if the log has changed meanwhile. A partly replaced group comes first.
async fn recompute_once(
    games: &Games,
    only: Option<RatingGroup>,
    stores: bool,
    half_replaced: Option<RatingGroup>,
) -> Result<Option<Recomputed>, StoreError> {
    let mut after = games.store.clubs().last_rated().await?;
    let mut by_group: HashMap<RatingGroup, Vec<RatedGame>> = HashMap::new();
    let is_wanted = |group: RatingGroup| only.is_none_or(|only| only == group) || half_replaced == Some(group);
    for game in all_rated_games(games).await?.into_iter().filter(|game| is_wanted(game.group)) {
        by_group.entry(game.group).or_default().push(game);
    }
    let mut stored_ratings: HashMap<RatingGroup, HashMap<RatingKey, Rating>> = HashMap::new();
    for (key, rating) in games.store.clubs().all_ratings().await? {
        stored_ratings.entry(key.group).or_default().insert(key, rating);
    }
    if games.store.clubs().last_rated().await? != after {
        return Ok(None);
    }
    let mut result = Recomputed::default();
    let groups = RatingGroup::ALL.iter().copied().filter(|group| half_replaced != Some(*group));
    for group in half_replaced.into_iter().chain(groups).filter(|group| is_wanted(*group)) {
        let rated = by_group.remove(&group).unwrap_or_default();
        let group_ratings = stored_ratings.remove(&group).unwrap_or_default();
        // A large club takes seconds, so this runs on a blocking thread.
        let computed = tokio::task::spawn_blocking(move || computed(&rated, &group_ratings, stores)).await;
        let computed =
            computed.map_err(|cause| StoreError::Database { problem: cause.to_string(), transient: false })?;
        result.games += computed.games;
        result.ratings += computed.ratings.len();
        result.different += computed.different;
        let differs = computed.different > 0 || half_replaced == Some(group);
        // Games counted before periods existed are in none.
        if stores && (differs || games.store.clubs().games_in_years(group).await? != computed.counted) {
            let Computed { ratings, changes, without_games, .. } = computed;
            if !replace_ratings(games, after, group, ratings, changes, without_games).await? {
                return Ok(None);
            }
            after += 1;
        }
    }
    Ok(Some(result))
}

/// Replaces the ratings of a group. `false` if the log no longer ends with `after`, or another process came first.
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
    if !games.store.clubs().begin_replacement(after, replacement, now).await? {
        return Ok(false);
    }
    let last = after + 1;
    for players in parts(ratings, changes, without_games) {
        if !games.store.clubs().replace_players(last, lease().0, &players).await? {
            return Ok(false);
        }
    }
    games.store.clubs().end_replacement(last, group).await
}

async fn all_rated_games(games: &Games) -> Result<Vec<RatedGame>, StoreError> {
    let mut rated: Vec<RatedGame> = Vec::new();
    loop {
        let after = rated.last().map_or(0, |game| game.sequence);
        let page = games.store.clubs().rated_games(after, PAGE).await?;
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
    let mut count = 0;
    for game in games {
        let game_changes = table.count(game);
        count += game_changes.len() as u64;
        if stores {
            changes.extend(game_changes);
        }
    }
    let without_games: Vec<UserId> = stored.keys().filter(|key| !table.contains(**key)).map(|key| key.user).collect();
    let different = table.iter().filter(|(key, rating)| stored.get(key) != Some(rating)).count() + without_games.len();
    Computed {
        games: games.len(),
        ratings: table.iter().map(|(key, rating)| (*key, *rating)).collect(),
        changes,
        counted: count,
        different,
        without_games,
    }
}

/// Groups players with their replacement rows into parts of one transaction each.
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
