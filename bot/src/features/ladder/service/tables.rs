//! The table, now and on earlier days, and the history of a ladder.

use std::collections::HashMap;

use tracing::error;

use crate::domain::clubs::ladder::stored::{
    ChangeFilter, CountedGame, LadderPast, LadderResult, RecordedChange, StoredLadder,
};
use crate::domain::clubs::ladder::{LadderPlace, past};
use crate::domain::{DAY_MS, GameId, LadderId, Timestamp, UserId};
use crate::features::ladder::service::taking_in;
use crate::features::ladder::service::taking_in::end_early;
use crate::features::ladder::service::{FORM, HISTORY_PAGE, HistoryEntry, HistoryPage, PAGE, TablePage, TableRow};
use crate::features::profile::service as profile;
use crate::games::{GameError, Games};

/// Movements in the table are those of so many milliseconds.
const MOVEMENT_MS: i64 = 7 * DAY_MS;

/// The place of a player, as the ladder was last brought up to date.
pub async fn find_place(games: &Games, ladder: LadderId, player: UserId) -> Result<Option<usize>, GameError> {
    Ok(games.store.ladder(ladder).await?.and_then(|stored| stored.ladder.place(player)))
}

/// A page of the table; where none is named, the one of who asks, or the first.
pub async fn show_page(
    games: &Games,
    ladder: LadderId,
    asker: Option<UserId>,
    page: Option<usize>,
) -> Result<TablePage, GameError> {
    let stored = taking_in::update_ladder(games, ladder).await?;
    let own_place = asker.and_then(|asker| stored.ladder.place(asker));
    let table: Vec<LadderPlace> = stored.ladder.table().collect();
    let now = games.clock.now();
    let before = order_at(games, &stored, now.plus(-MOVEMENT_MS)).await?;
    let own_page = own_place.map(|place| (place - 1) / PAGE);
    let mut shown = table_page(games, &stored, &table, page.or(own_page).unwrap_or(0), own_place).await?;
    for row in &mut shown.rows {
        let then = before.iter().position(|player| *player == row.standing.player);
        row.movement = then.map(|index| index as i32 + 1 - row.standing.place as i32);
    }
    Ok(shown)
}

/// A page of the table as it was at the end of a day.
pub async fn show_page_at(games: &Games, ladder: LadderId, at: Timestamp, page: usize) -> Result<TablePage, GameError> {
    let stored = taking_in::update_ladder(games, ladder).await?;
    let order = order_at(games, &stored, at).await?;
    let standing = |(place, player)| LadderPlace { place, player, step: 1 };
    let table: Vec<LadderPlace> = (1..).zip(order).map(standing).collect();
    table_page(games, &stored, &table, page, None).await
}

/// The players from the top, as they stood at an instant. Later changes are undone from the next order that is kept.
async fn order_at(games: &Games, stored: &StoredLadder, at: Timestamp) -> Result<Vec<UserId>, GameError> {
    let ladder = stored.head.ladder_id;
    let LadderPast { last_change, order } = games.store.ladder_past(ladder, at).await?;
    let now = || (stored.head.changes, stored.ladder.table().map(|place| place.player).collect());
    let (number, order) = order.filter(|(number, _)| *number <= stored.head.changes).unwrap_or_else(now);
    let filter =
        ChangeFilter { above: Some(last_change), up_to: Some(number), limit: u32::MAX, ..ChangeFilter::default() };
    if number <= last_change {
        return Ok(order);
    }
    let changes = games.store.ladder_changes(ladder, filter).await?;
    // A ladder that is older than its kept orders may have many: they keep no other answer waiting.
    let undo = move || past::before(order, changes.iter().map(|recorded| &recorded.change));
    Ok(tokio::task::spawn_blocking(undo).await.map_err(|cause| end_early(&cause))?)
}

async fn table_page(
    games: &Games,
    stored: &StoredLadder,
    table: &[LadderPlace],
    page: usize,
    own_place: Option<usize>,
) -> Result<TablePage, GameError> {
    let ladder = stored.head.ladder_id;
    let pages = table.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let shown: Vec<LadderPlace> = table.iter().skip(page * PAGE).take(PAGE).copied().collect();
    let users: Vec<UserId> = shown.iter().map(|standing| standing.player).collect();
    let names: HashMap<UserId, String> = games.store.ladder_names(ladder, &users).await?.into_iter().collect();
    let mut form: HashMap<UserId, Vec<LadderResult>> = HashMap::new();
    for (player, result) in games.store.ladder_form(ladder, &users, FORM).await? {
        form.entry(player).or_default().push(result);
    }
    // A table comes without them rather than not at all.
    let known = profile::reliabilities(games, &users).await.unwrap_or_else(|problem| {
        error!(%ladder, "Could not compute the reliability of players: {problem}");
        Vec::new()
    });
    let reliability: HashMap<UserId, Option<u32>> =
        known.into_iter().map(|(user, _, percent)| (user, percent)).collect();
    let row = |standing: LadderPlace| TableRow {
        name: names.get(&standing.player).cloned().unwrap_or_default(),
        movement: None,
        form: form.get(&standing.player).cloned().unwrap_or_default(),
        reliability: reliability.get(&standing.player).copied().flatten(),
        standing,
    };
    let rows = shown.into_iter().map(row).collect();
    Ok(TablePage {
        head: stored.head.clone(),
        rows,
        page,
        pages,
        players: table.len(),
        own_place,
        open: stored.ladder.challenges().count(),
    })
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
    let ids: Vec<GameId> = changes.iter().filter_map(|recorded| recorded.game).collect();
    let names = games.names_of(&ids).await?;
    let counted = games.store.counted_games(&ids).await?.into_iter();
    let counted: HashMap<GameId, CountedGame> = counted.map(|counted| (counted.game, counted)).collect();
    let entry = |recorded: RecordedChange| {
        let game = recorded.game.and_then(|game| counted.get(&game).copied());
        let game_name = game.as_ref().and_then(|game| names.get(&game.game).cloned());
        HistoryEntry { recorded, game, game_name }
    };
    Ok(HistoryPage { head, entries: changes.into_iter().map(entry).collect(), page, has_more })
}
