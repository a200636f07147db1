//! Counts finished games up, once each, and answers what is played in a server.

use crate::domain::clubs::statistics::{Tallied, TallyKind, week_of};
use crate::domain::{GuildId, UserId};
use crate::games::{GameError, Games};
use crate::store::StoreError;

/// Games that are counted up at once.
const BATCH: u32 = 500;

/// Weeks that are shown, with the one that runs.
const WEEKS: i64 = 52;

/// Layouts and players that are listed.
const LISTED: u32 = 5;

/// What is played in a server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClubStatistics {
    pub total: Tallied,
    /// Who have finished a game.
    pub players: u32,
    /// The most played ones, as [`PlayedLayout`](crate::domain::clubs::statistics::PlayedLayout) reads them.
    pub layouts: Vec<(String, Tallied)>,
    pub most_active: Vec<(UserId, Tallied)>,
    /// The games of each of the last weeks up to the one that runs, also of those without games; from the first game on.
    pub weeks: Vec<(i64, u32)>,
}

/// Counts up games that are over; gives how many were looked at. Any process may do it at any time: a game counts once.
pub async fn tally_games(games: &Games) -> Result<usize, StoreError> {
    let finished = games.store.untallied_games(BATCH).await?;
    if !finished.is_empty() {
        games.store.tally_games(&finished).await?;
    }
    Ok(finished.len())
}

/// Takes games annulled out of what is counted up; gives how many there were. Any process may do it at any time.
pub async fn untally_annulled(games: &Games) -> Result<usize, StoreError> {
    let annulled = games.store.annulled_but_tallied(BATCH).await?;
    if !annulled.is_empty() {
        games.store.untally_games(&annulled).await?;
    }
    Ok(annulled.len())
}

/// What is played in a server.
pub async fn club_statistics(games: &Games, guild: GuildId) -> Result<ClubStatistics, GameError> {
    let now = week_of(games.clock.now());
    let shown: Vec<i64> = (now - WEEKS + 1..=now).collect();
    let found = games.store.club_weeks(guild, &shown).await?;
    let games_in = |week: i64| found.iter().find(|(other, _)| *other == week).map_or(0, |(_, tallied)| tallied.games);
    let first = found.first().map_or(now, |(week, _)| *week);
    let most_active = games.store.club_most(guild, TallyKind::Player, LISTED).await?;
    Ok(ClubStatistics {
        total: games.store.club_total(guild).await?,
        players: games.store.club_players(guild).await?,
        layouts: games.store.club_most(guild, TallyKind::Layout, LISTED).await?,
        most_active: most_active
            .into_iter()
            .filter_map(|(user, tallied)| Some((UserId(user.parse().ok()?), tallied)))
            .collect(),
        weeks: shown.into_iter().filter(|week| *week >= first).map(|week| (week, games_in(week))).collect(),
    })
}
