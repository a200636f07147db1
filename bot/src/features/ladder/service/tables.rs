//! The table and the history of a ladder.

use std::collections::HashMap;

use tracing::error;

use crate::domain::clubs::ladder::{
    ChangeFilter, CountedGame, EndedSeason, GROUND, LadderChange, LadderError, LadderHead, LadderPlace, LadderResult,
    Reason, RecordedChange, StoredLadder, past,
};
use crate::domain::clubs::rating::{Rating, RatingGroup};
use crate::domain::{DAY_MS, GameId, LadderId, Setup, TimeSpan, Timestamp, UserId};
use crate::features::ladder::service::taking_in::end_early;
use crate::features::ladder::service::{
    FORM, HISTORY_PAGE, HistoryEntry, HistoryPage, PAGE, SeasonPage, TablePage, TableRow, taking_in,
};
use crate::features::profile::service as profile;
use crate::features::profile::service::Tally;
use crate::games::{GameError, Games};
use crate::store::clubs::rating::RatingList;

/// Movements in the table are those of so many milliseconds.
const MOVEMENT_MS: i64 = 7 * DAY_MS;

/// A page of the table; where none is named, the one of who asks, or the first.
pub async fn show_page(
    games: &Games,
    ladder: LadderId,
    asker: Option<UserId>,
    page: Option<usize>,
) -> Result<TablePage, GameError> {
    let stored = taking_in::update_ladder(games, ladder).await?;
    page_of(games, &stored, None, asker, page).await
}

/// The same of a ladder that is read: what time has done to it since it was written is left out.
pub async fn read_page(games: &Games, stored: &StoredLadder, page: usize) -> Result<TablePage, GameError> {
    page_of(games, stored, None, None, Some(page)).await
}

/// A page of the table as it is now, or as it was at the end of a season.
async fn page_of(
    games: &Games,
    stored: &StoredLadder,
    ended_season: Option<EndedSeason>,
    asker: Option<UserId>,
    page: Option<usize>,
) -> Result<TablePage, GameError> {
    let (ladder, now) = (stored.head.ladder_id, games.clock.now());
    let until = ended_season.as_ref().map_or(now.plus(1), |season| season.span.until);
    let by = until.plus(-1);
    // Nothing tells on which steps they stood.
    let place = |(place, &player): (usize, &UserId)| LadderPlace { place, player, step: GROUND };
    let (standings, from, moved_since): (Vec<LadderPlace>, _, _) = match &ended_season {
        None => (stored.ladder.table().collect(), Timestamp(0), by.plus(-MOVEMENT_MS)),
        Some(season) => ((1..).zip(&season.standings).map(place).collect(), season.span.from, season.span.from),
    };
    let before = order_at(games, stored, moved_since).await?;
    let span = TimeSpan { from, until };
    let own_place = standings.iter().find(|standing| Some(standing.player) == asker).map(|standing| standing.place);
    let (players, own_page) = (standings.len(), own_place.map(|place| (place - 1) / PAGE));
    let pages = players.div_ceil(PAGE).max(1);
    let page = page.or(own_page).unwrap_or(0).min(pages - 1);
    let shown: Vec<LadderPlace> = standings.into_iter().skip(page * PAGE).take(PAGE).collect();
    let users: Vec<UserId> = shown.iter().map(|standing| standing.player).collect();
    let names: HashMap<UserId, String> = games.store.ladder_names(ladder, &users).await?.into_iter().collect();
    let mut form: HashMap<UserId, Vec<LadderResult>> = HashMap::new();
    for (player, result) in games.store.ladder_form(ladder, &users, span, FORM).await? {
        form.entry(player).or_default().push(result);
    }
    let mut tallies: HashMap<UserId, Tally> = HashMap::new();
    for (player, result, count) in games.store.ladder_tallies(ladder, &users, span).await? {
        let tally = tallies.entry(player).or_default();
        match result {
            LadderResult::Won => tally.won = count,
            LadderResult::Lost => tally.lost = count,
            LadderResult::Drawn => tally.drawn = count,
        }
    }
    let ratings = if ended_season.is_none() { ratings_of(games, &stored.head, &users).await? } else { HashMap::new() };
    // A table comes without them rather than not at all.
    let known = profile::reliabilities(games, &users, by).await.unwrap_or_else(|problem| {
        error!(%ladder, "Could not compute the reliability of players: {problem}");
        Vec::new()
    });
    let reliability: HashMap<UserId, Option<u32>> =
        known.into_iter().map(|(user, _, percent)| (user, percent)).collect();
    let row = |standing: LadderPlace| {
        let player = standing.player;
        let then = before.iter().position(|other| *other == player);
        TableRow {
            name: names.get(&player).cloned().unwrap_or_default(),
            movement: then.map(|index| index as i32 + 1 - standing.place as i32),
            rating: ratings.get(&player).map(|rating| (rating.points(), rating.is_provisional(now))),
            tally: tallies.get(&player).copied().unwrap_or_default(),
            form: form.remove(&player).unwrap_or_default(),
            reliability: reliability.get(&player).copied().flatten(),
            standing,
        }
    };
    let rows = shown.into_iter().map(row).collect();
    let open = stored.ladder.challenges().count();
    let season = stored.ladder.season();
    Ok(TablePage { head: stored.head.clone(), rows, page, pages, players, own_place, ended_season, season, open })
}

/// The ratings of players in the games of a ladder, in its server.
async fn ratings_of(games: &Games, head: &LadderHead, users: &[UserId]) -> Result<HashMap<UserId, Rating>, GameError> {
    let Some(group) = RatingGroup::of(&Setup::stored(head.setup.as_str())) else { return Ok(HashMap::new()) };
    let list = RatingList { group, guild: Some(head.guild_id) };
    Ok(games.store.ratings_in(list, users).await?.into_iter().collect())
}

/// The seasons that are over, the newest first: when each began and ended.
pub async fn seasons(games: &Games, ladder: LadderId, limit: u32) -> Result<Vec<(u32, TimeSpan)>, GameError> {
    Ok(games.store.ladder_seasons(ladder, limit).await?)
}

/// A season that is over, with the page of its final table on which the asker stood.
pub async fn show_season(
    games: &Games,
    ladder: LadderId,
    number: u32,
    asker: Option<UserId>,
) -> Result<SeasonPage, GameError> {
    let stored = taking_in::update_ladder(games, ladder).await?;
    let Some(season) = games.store.ladder_season(ladder, number).await? else {
        let over = seasons(games, ladder, 1).await?.first().map_or(0, |(number, _)| *number);
        return Err(LadderError::NoSuchSeason(over).into());
    };
    // What the end of a season changes comes directly after it, once for each player at most, beside the honors.
    let up_to = season.changes + 2 * season.standings.len() as i64;
    let filter =
        ChangeFilter { above: Some(season.changes), up_to: Some(up_to), limit: u32::MAX, ..ChangeFilter::default() };
    let is_of_season = |recorded: &RecordedChange| {
        recorded.at == season.span.until
            && matches!(recorded.change.reason, Reason::SeasonEnded | Reason::Promoted | Reason::Relegated)
    };
    let changes = games.store.ladder_changes(ladder, filter).await?.into_iter().filter(is_of_season);
    let mut changes: Vec<LadderChange> = changes.map(|recorded| recorded.change).collect();
    changes.sort_by_key(|change| change.from);
    let table = page_of(games, &stored, Some(season), asker, None).await?;
    Ok(SeasonPage { table, changes })
}

/// The players from the top, as they stood at an instant: later changes are undone, back from the table of that season.
pub async fn order_at(games: &Games, stored: &StoredLadder, at: Timestamp) -> Result<Vec<UserId>, GameError> {
    let ladder = stored.head.ladder_id;
    // A new season may have begun in an order that no change tells.
    let (order, last): (Vec<UserId>, i64) = match games.store.season_ended_after(ladder, at).await? {
        Some(season) => (season.standings, season.changes),
        None => (stored.ladder.table().map(|place| place.player).collect(), stored.head.changes),
    };
    let filter = ChangeFilter { after: Some(at), up_to: Some(last), limit: u32::MAX, ..ChangeFilter::default() };
    let changes = games.store.ladder_changes(ladder, filter).await?;
    // Thousands join at once where a club brings its table along: that keeps no other answer waiting.
    let undo = move || past::before(order, changes.iter().map(|recorded| &recorded.change));
    Ok(tokio::task::spawn_blocking(undo).await.map_err(|cause| end_early(&cause))?)
}

/// Changes of places, the newest first, each with its game.
pub async fn show_history(
    games: &Games,
    ladder: LadderId,
    player: Option<UserId>,
    page: u32,
) -> Result<HistoryPage, GameError> {
    let head = taking_in::update_ladder(games, ladder).await?.head;
    let skip = page.saturating_mul(HISTORY_PAGE);
    let filter = ChangeFilter { player, skip, limit: HISTORY_PAGE + 1, ..ChangeFilter::default() };
    let mut changes = games.store.ladder_changes(ladder, filter).await?;
    let has_more = changes.len() > HISTORY_PAGE as usize;
    changes.truncate(HISTORY_PAGE as usize);
    Ok(HistoryPage { head, entries: with_games(games, changes).await?, page, has_more })
}

/// Changes, each with its game.
async fn with_games(games: &Games, changes: Vec<RecordedChange>) -> Result<Vec<HistoryEntry>, GameError> {
    let ids: Vec<GameId> = changes.iter().filter_map(|recorded| recorded.game).collect();
    let names = games.names_of(&ids).await?;
    let counted = games.store.counted_games(&ids).await?.into_iter();
    let counted: HashMap<GameId, CountedGame> = counted.map(|counted| (counted.game, counted)).collect();
    let entry = |recorded: RecordedChange| {
        let game = recorded.game.and_then(|game| counted.get(&game).copied());
        let game_name = game.as_ref().and_then(|game| names.get(&game.game).cloned());
        HistoryEntry { recorded, game, game_name }
    };
    Ok(changes.into_iter().map(entry).collect())
}
