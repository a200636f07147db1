//! The games played in a server. Finished games are tallied soon after their end.

use games::domain::{GuildId, UserId};
use games::store::StoreError;
use games::{GameError, Games};

use crate::domain::statistics::{Tallied, TallyKind, week_of};
use crate::store::Clubs as _;

/// Games tallied in one transaction.
const BATCH: u32 = 500;

/// Weeks shown, including the current one.
const WEEKS: i64 = 52;

/// Layouts and players listed.
const LISTED: u32 = 5;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClubStatistics {
    pub total: Tallied,
    /// Number of people who have finished a game.
    pub players: u32,
    /// The most played layouts, in the format of [`PlayedLayout`](crate::domain::statistics::PlayedLayout).
    pub layouts: Vec<(String, Tallied)>,
    pub most_active: Vec<(UserId, Tallied)>,
    /// Games by week from the first game to the current week, including weeks without games.
    pub weeks: Vec<(i64, u32)>,
}

/// Tallies finished games and returns the number examined. Safe to run in any process at any time: a game counts once.
pub async fn tally_games(games: &Games) -> Result<usize, StoreError> {
    let finished = games.store.clubs().untallied_games(BATCH).await?;
    if !finished.is_empty() {
        games.store.clubs().tally_games(&finished).await?;
    }
    Ok(finished.len())
}

/// Removes annulled games from the tallies and returns their number. Safe to run in any process at any time.
pub async fn untally_annulled(games: &Games) -> Result<usize, StoreError> {
    let annulled_games = games.store.clubs().annulled_but_tallied(BATCH).await?;
    if !annulled_games.is_empty() {
        games.store.clubs().untally_games(&annulled_games).await?;
    }
    Ok(annulled_games.len())
}

pub async fn club_statistics(games: &Games, guild: GuildId) -> Result<ClubStatistics, GameError> {
    let now = week_of(games.clock.now());
    let shown_weeks: Vec<i64> = (now - WEEKS + 1..=now).collect();
    let tallies = games.store.clubs().club_weeks(guild, &shown_weeks).await?;
    let games_in = |week: i64| tallies.iter().find(|(other, _)| *other == week).map_or(0, |(_, tallied)| tallied.games);
    let first = tallies.first().map_or(now, |(week, _)| *week);
    let most_active = games.store.clubs().club_most(guild, TallyKind::Player, LISTED).await?;
    Ok(ClubStatistics {
        total: games.store.clubs().club_total(guild).await?,
        players: games.store.clubs().club_players(guild).await?,
        layouts: games.store.clubs().club_most(guild, TallyKind::Layout, LISTED).await?,
        most_active: most_active
            .into_iter()
            .filter_map(|(user, tallied)| Some((UserId(user.parse().ok()?), tallied)))
            .collect(),
        weeks: shown_weeks.into_iter().filter(|week| *week >= first).map(|week| (week, games_in(week))).collect(),
    })
}
