//! The table and the history of a ladder.

use std::collections::HashMap;

use games::domain::rating::Rating;
use games::domain::{DAY_MS, GameId, LadderId, Tally, TimeSpan, Timestamp, UserId};
use games::store::LastChanges;
use games::{Games, reliability};
use tracing::error;

use crate::ClubError;
use crate::domain::ladder::{
    ChangeFilter, CountedGame, EndedSeason, GROUND, LadderChange, LadderError, LadderHead, LadderPlace, LadderResult,
    RecordedChange, StoredLadder, past,
};
use crate::ladders::players::rating_list;
use crate::ladders::sync::{self, end_early};
use crate::ladders::{
    FORM, HISTORY_PAGE, HistoryEntry, HistoryPage, LadderChanges, PAGE, SeasonPage, TablePage, TableRow,
};
use crate::store::Clubs as _;

/// The period of movements in the table.
const MOVEMENT_MS: i64 = 7 * DAY_MS;

/// A page of the table; by default the asker's, or the first.
pub async fn show_page(
    games: &Games,
    ladder: LadderId,
    asker: Option<UserId>,
    page: Option<usize>,
) -> Result<TablePage, ClubError> {
    let stored = sync::update_ladder(games, ladder).await?;
    page_of(games, &stored, None, asker, page).await
}

/// A page of a loaded ladder, without applying timers that have passed since it was written.
pub async fn read_page(games: &Games, stored: &StoredLadder, page: usize) -> Result<TablePage, ClubError> {
    page_of(games, stored, None, None, Some(page)).await
}

/// A page of the current table, or of a past season's final one.
async fn page_of(
    games: &Games,
    stored: &StoredLadder,
    ended_season: Option<EndedSeason>,
    asker: Option<UserId>,
    page: Option<usize>,
) -> Result<TablePage, ClubError> {
    let (ladder, now) = (stored.head.ladder_id, games.clock.now());
    let until = ended_season.as_ref().map_or(now.plus(1), |season| season.span.until);
    let by = until.plus(-1);
    // Steps of past seasons are not stored.
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
    let page_rows: Vec<LadderPlace> = standings.into_iter().skip(page * PAGE).take(PAGE).collect();
    let users: Vec<UserId> = page_rows.iter().map(|standing| standing.player).collect();
    let names: HashMap<UserId, String> = games.store.clubs().ladder_names(ladder, &users).await?.into_iter().collect();
    let mut form: HashMap<UserId, Vec<LadderResult>> = HashMap::new();
    for (player, result) in games.store.clubs().ladder_form(ladder, &users, span, FORM).await? {
        form.entry(player).or_default().push(result);
    }
    let mut tallies: HashMap<UserId, Tally> = HashMap::new();
    for (player, result, count) in games.store.clubs().ladder_tallies(ladder, &users, span).await? {
        let tally = tallies.entry(player).or_default();
        match result {
            LadderResult::Won => tally.won = count,
            LadderResult::Lost => tally.lost = count,
            LadderResult::Drawn => tally.drawn = count,
        }
    }
    let ratings: HashMap<UserId, Rating> = match rating_list(&stored.head).filter(|_| ended_season.is_none()) {
        Some(list) => games.store.clubs().ratings_in(list, &users).await?.into_iter().collect(),
        None => HashMap::new(),
    };
    // A failure hides the reliabilities, not the table.
    let reliabilities = reliability::reliabilities(games, &users, by).await.unwrap_or_else(|problem| {
        error!(%ladder, "Could not compute the reliability of players: {problem}");
        Vec::new()
    });
    let reliability: HashMap<UserId, Option<u32>> =
        reliabilities.into_iter().map(|(user, _, percent)| (user, percent)).collect();
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
    let rows = page_rows.into_iter().map(row).collect();
    let open = stored.ladder.challenges().count();
    let season = stored.ladder.season();
    Ok(TablePage { head: stored.head.clone(), rows, page, pages, players, own_place, ended_season, season, open })
}

/// Past seasons, newest first, with their time spans.
pub async fn seasons(games: &Games, ladder: LadderId, limit: u32) -> Result<Vec<(u32, TimeSpan)>, ClubError> {
    Ok(games.store.clubs().ladder_seasons(ladder, limit).await?)
}

/// A past season, with the asker's page of its final table.
pub async fn show_season(
    games: &Games,
    ladder: LadderId,
    number: u32,
    asker: Option<UserId>,
) -> Result<SeasonPage, ClubError> {
    let stored = sync::update_ladder(games, ladder).await?;
    let Some(season) = games.store.clubs().ladder_season(ladder, number).await? else {
        let over = seasons(games, ladder, 1).await?.first().map_or(0, |(number, _)| *number);
        return Err(LadderError::NoSuchSeason(over).into());
    };
    // The changes at the end of a season follow it directly: at most one per player, beside the honors.
    let up_to = season.changes + 2 * season.standings.len() as i64;
    let filter =
        ChangeFilter { above: Some(season.changes), up_to: Some(up_to), limit: u32::MAX, ..ChangeFilter::default() };
    let is_of_season =
        |recorded: &RecordedChange| recorded.at == season.span.until && recorded.change.reason.is_of_season();
    let changes = games.store.clubs().ladder_changes(ladder, filter).await?.into_iter().filter(is_of_season);
    let mut changes: Vec<LadderChange> = changes.map(|recorded| recorded.change).collect();
    changes.sort_by_key(|change| change.from);
    let table = page_of(games, &stored, Some(season), asker, None).await?;
    Ok(SeasonPage { table, changes })
}

/// The players' order at an instant: undoes later changes, starting from the table of that season.
pub async fn order_at(games: &Games, stored: &StoredLadder, at: Timestamp) -> Result<Vec<UserId>, ClubError> {
    let ladder = stored.head.ladder_id;
    // A new season may have started in an order that no change records.
    let (order, last): (Vec<UserId>, i64) = match games.store.clubs().season_ended_after(ladder, at).await? {
        Some(season) => (season.standings, season.changes),
        None => (stored.ladder.table().map(|place| place.player).collect(), stored.head.changes),
    };
    let filter = ChangeFilter { after: Some(at), up_to: Some(last), limit: u32::MAX, ..ChangeFilter::default() };
    let changes = games.store.clubs().ladder_changes(ladder, filter).await?;
    // A club that imports its table adds thousands of changes at once, so this runs on a blocking thread.
    let undo = move || past::before(order, changes.iter().map(|recorded| &recorded.change));
    Ok(tokio::task::spawn_blocking(undo).await.map_err(|cause| end_early(&cause))?)
}

/// Changes of places, newest first, each with its game.
pub async fn show_history(
    games: &Games,
    ladder: LadderId,
    player: Option<UserId>,
    page: u32,
) -> Result<HistoryPage, ClubError> {
    let head = sync::update_ladder(games, ladder).await?.head;
    let skip = page.saturating_mul(HISTORY_PAGE);
    let filter = ChangeFilter { player, skip, limit: HISTORY_PAGE + 1, ..ChangeFilter::default() };
    let mut changes = games.store.clubs().ladder_changes(ladder, filter).await?;
    let has_more = changes.len() > HISTORY_PAGE as usize;
    changes.truncate(HISTORY_PAGE as usize);
    Ok(HistoryPage { head, entries: with_games(games, changes).await?, page, has_more })
}

async fn with_games(games: &Games, changes: Vec<RecordedChange>) -> Result<Vec<HistoryEntry>, ClubError> {
    let ids: Vec<GameId> = changes.iter().filter_map(|recorded| recorded.game).collect();
    let names = games.names_of(&ids).await?;
    let counted_games = games.store.clubs().counted_games(&ids).await?.into_iter();
    let counted_games: HashMap<GameId, CountedGame> = counted_games.map(|counted| (counted.game, counted)).collect();
    let entry = |recorded: RecordedChange| {
        let game = recorded.game.and_then(|game| counted_games.get(&game).copied());
        let game_name = game.as_ref().and_then(|game| names.get(&game.game).cloned());
        HistoryEntry { recorded, game, game_name }
    };
    Ok(changes.into_iter().map(entry).collect())
}

/// Limit of changes read per ladder: more than a message has room for.
const MOST_CHANGES: u32 = 100;

/// The changes of these ladders after the given ones.
pub async fn changes_since(
    games: &Games,
    heads: Vec<LadderHead>,
    since: &LastChanges,
) -> Result<Vec<LadderChanges>, ClubError> {
    let mut changed = Vec::new();
    for head in heads {
        let after = since.get(&head.ladder_id).copied().unwrap_or(0);
        if head.changes > after {
            let (above, up_to) = (Some(after), Some(head.changes));
            let filter = ChangeFilter { above, up_to, limit: MOST_CHANGES, ..ChangeFilter::default() };
            let newest = games.store.clubs().ladder_changes(head.ladder_id, filter).await?;
            let recorded_games: Vec<GameId> = newest.iter().filter_map(|recorded| recorded.game).collect();
            let counted = games.store.clubs().counted_games(&recorded_games).await?;
            let entry = |recorded: RecordedChange| {
                let game = counted.iter().find(|counted| Some(counted.game) == recorded.game).copied();
                HistoryEntry { recorded, game, game_name: None }
            };
            let newest = newest.into_iter().map(entry).collect();
            changed.push(LadderChanges { count: head.changes - after, head, newest });
        }
    }
    Ok(changed)
}
