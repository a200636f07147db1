//! The table and the history of a ladder.

use std::collections::HashMap;

use tracing::error;

use crate::domain::clubs::ladder::stored::{ChangeFilter, CountedGame, LadderResult, RecordedChange, StoredLadder};
use crate::domain::clubs::ladder::{LadderPlace, past};
use crate::domain::{DAY_MS, GameId, LadderId, Timestamp, UserId};
use crate::features::ladder::service::taking_in;
use crate::features::ladder::service::taking_in::end_early;
use crate::features::ladder::service::{FORM, HISTORY_PAGE, HistoryEntry, HistoryPage, PAGE, TablePage, TableRow};
use crate::features::profile::service as profile;
use crate::games::{GameError, Games};

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
    let own_place = asker.and_then(|asker| stored.ladder.place(asker));
    let before = order_at(games, &stored, games.clock.now().plus(-MOVEMENT_MS)).await?;
    let (players, own_page) = (stored.ladder.table().len(), own_place.map(|place| (place - 1) / PAGE));
    let pages = players.div_ceil(PAGE).max(1);
    let page = page.or(own_page).unwrap_or(0).min(pages - 1);
    let shown: Vec<LadderPlace> = stored.ladder.table().skip(page * PAGE).take(PAGE).collect();
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
    let row = |standing: LadderPlace| {
        let player = standing.player;
        let then = before.iter().position(|other| *other == player);
        TableRow {
            name: names.get(&player).cloned().unwrap_or_default(),
            movement: then.map(|index| index as i32 + 1 - standing.place as i32),
            form: form.remove(&player).unwrap_or_default(),
            reliability: reliability.get(&player).copied().flatten(),
            standing,
        }
    };
    let rows = shown.into_iter().map(row).collect();
    let open = stored.ladder.challenges().count();
    Ok(TablePage { head: stored.head, rows, page, pages, players, own_place, open })
}

/// The players from the top, as they stood at an instant: later changes are undone.
pub async fn order_at(games: &Games, stored: &StoredLadder, at: Timestamp) -> Result<Vec<UserId>, GameError> {
    let filter =
        ChangeFilter { after: Some(at), up_to: Some(stored.head.changes), limit: u32::MAX, ..ChangeFilter::default() };
    let changes = games.store.ladder_changes(stored.head.ladder_id, filter).await?;
    let order = stored.ladder.table().map(|place| place.player).collect();
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
