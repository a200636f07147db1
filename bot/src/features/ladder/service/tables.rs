//! The table, now and on earlier days, and the history of a ladder.

use std::collections::HashMap;

use futures::future::join_all;
use tracing::error;

use crate::domain::ladder::stored::{ChangeFilter, LadderHead, LadderResult, RecordedChange, StoredLadder};
use crate::domain::ladder::{LadderPlace, past};
use crate::domain::{DAY_MS, LadderId, Timestamp, UserId};
use crate::features::ladder::service::{FORM, PAGE, TablePage, TableRow};
use crate::games::{GameError, Games};

/// Movements in the table are those of so many milliseconds.
const MOVEMENT_MS: i64 = 7 * DAY_MS;

/// More changes than that are not undone for a table: its arrows are of fewer days then.
const MOST_CHANGES: u32 = 20_000;

impl Games {
    /// A page of the table; where none is named, the one of who asks, or the first.
    pub async fn ladder_page(
        &self,
        ladder: LadderId,
        asker: UserId,
        page: Option<usize>,
    ) -> Result<TablePage, GameError> {
        let stored = self.followed_ladder(ladder).await?;
        let own_place = stored.ladder.place(asker);
        let table: Vec<LadderPlace> = stored.ladder.table().collect();
        let now = self.clock.now();
        let filter =
            ChangeFilter { after: Some(now.plus(-MOVEMENT_MS)), limit: MOST_CHANGES, ..ChangeFilter::default() };
        let changes = self.store.ladder_changes(ladder, filter).await?;
        let then = past::before(
            table.iter().map(|standing| standing.player).collect(),
            changes.iter().map(|recorded| &recorded.change),
        );
        let before: HashMap<UserId, usize> = (1..).zip(then).map(|(place, player)| (player, place)).collect();
        let own_page = own_place.map(|place| (place - 1) / PAGE);
        let mut shown = self.table_page(&stored, &table, page.or(own_page).unwrap_or(0), own_place).await?;
        for row in &mut shown.rows {
            let place = row.standing.place as i32;
            row.movement = before.get(&row.standing.player).map(|before| *before as i32 - place);
        }
        Ok(shown)
    }

    /// A page of the table as it was at the end of a day.
    pub async fn ladder_page_at(&self, ladder: LadderId, at: Timestamp, page: usize) -> Result<TablePage, GameError> {
        let stored = self.followed_ladder(ladder).await?;
        let filter = ChangeFilter { after: Some(at), limit: u32::MAX, ..ChangeFilter::default() };
        let changes = self.store.ladder_changes(ladder, filter).await?;
        let order = past::before(
            stored.ladder.table().map(|standing| standing.player).collect(),
            changes.iter().map(|recorded| &recorded.change),
        );
        let standing = |(place, player)| LadderPlace { place, player, step: 1 };
        let table: Vec<LadderPlace> = (1..).zip(order).map(standing).collect();
        self.table_page(&stored, &table, page, None).await
    }

    async fn table_page(
        &self,
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
        let names: HashMap<UserId, String> = self.store.ladder_names(ladder, &users).await?.into_iter().collect();
        let mut form: HashMap<UserId, Vec<LadderResult>> = HashMap::new();
        for (player, result) in self.store.ladder_form(ladder, &users, FORM).await? {
            form.entry(player).or_default().push(result);
        }
        let reliabilities = join_all(users.iter().map(|user| self.reliability(*user))).await;
        let row = |(standing, reliability): (LadderPlace, Result<Option<u32>, GameError>)| TableRow {
            name: names.get(&standing.player).cloned().unwrap_or_default(),
            movement: None,
            form: form.get(&standing.player).cloned().unwrap_or_default(),
            // A table comes without it rather than not at all.
            reliability: reliability.unwrap_or_else(|problem| {
                error!(user = standing.player.0, "Could not compute the reliability of a player: {problem}");
                None
            }),
            standing,
        };
        let rows = shown.into_iter().zip(reliabilities).map(row).collect();
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

    /// The latest changes of places, the newest first.
    pub async fn ladder_history(
        &self,
        ladder: LadderId,
        player: Option<UserId>,
        limit: u32,
    ) -> Result<(LadderHead, Vec<RecordedChange>), GameError> {
        let stored = self.followed_ladder(ladder).await?;
        let filter = ChangeFilter { player, after: None, limit };
        Ok((stored.head, self.store.ladder_changes(ladder, filter).await?))
    }
}
