//! Pictures of boards: drawn off the runtime's workers, a few at a time, and kept for a while.

use std::sync::Arc;

use render::{Card, Orientation, Theme};
use rules::Diagram;
use rules::hex::{Cell, Direction};
use tokio::sync::Semaphore;

use super::reader::Taste;

/// Everything a picture depends on; two sheets that are equal are the same picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// What stands where.
    pub diagram: Diagram,
    /// Per seat.
    pub names: Vec<String>,
    /// Per seat: a few words beside the name.
    pub notes: Vec<String>,
    /// Who is to move, or who won.
    pub headline: String,
    /// The last move.
    pub detail: String,
    /// The look.
    pub taste: Taste,
    /// White at the bottom.
    pub flip: bool,
    /// Marbles marked for move entry.
    pub marked: Vec<Cell>,
    /// Arrows that can be chosen.
    pub targets: Vec<(Cell, Direction)>,
}

/// Draws and remembers.
#[derive(Clone)]
pub struct Pictures {
    cache: moka::sync::Cache<Sheet, Arc<Vec<u8>>>,
    permits: Arc<Semaphore>,
    theme: Theme,
}

impl Pictures {
    /// With a memory of so many mebibytes. As many pictures at once as there are cores but one.
    pub fn new(cache_mib: u64) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self {
            cache: moka::sync::Cache::builder()
                .weigher(|_, png: &Arc<Vec<u8>>| u32::try_from(png.len() + 1024).unwrap_or(u32::MAX))
                .max_capacity(cache_mib << 20)
                .build(),
            permits: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))),
            theme: Theme::default(),
        }
    }

    /// The same with this look where neither person nor server has chosen one.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The look where neither person nor server has chosen one.
    pub const fn theme(&self) -> Theme {
        self.theme
    }

    /// Draws nothing: all boards come in letters.
    pub fn none() -> Self {
        let none = Self::new(0);
        none.permits.close();
        none
    }

    /// The picture of this sheet, as PNG.
    pub async fn draw(&self, sheet: Sheet) -> anyhow::Result<Arc<Vec<u8>>> {
        if let Some(png) = self.cache.get(&sheet) {
            return Ok(png);
        }
        let _permit = self.permits.acquire().await?;
        let drawn = sheet.clone();
        let png = tokio::task::spawn_blocking(move || Arc::new(paint(&drawn))).await?;
        self.cache.insert(sheet, Arc::clone(&png));
        Ok(png)
    }
}

fn paint(sheet: &Sheet) -> Vec<u8> {
    render::png(&Card {
        diagram: &sheet.diagram,
        names: sheet.names.clone(),
        notes: sheet.notes.clone(),
        headline: sheet.headline.clone(),
        detail: sheet.detail.clone(),
        orientation: if sheet.flip { Orientation::WhiteAtBottom } else { Orientation::BlackAtBottom },
        theme: sheet.taste.theme,
        marked: sheet.marked.clone(),
        targets: sheet.targets.clone(),
        coordinates: sheet.taste.coordinates,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::clock::ManualClock;
    use crate::commands::{App, dispatch, word};
    use crate::games::pace::Pace;
    use crate::games::time::leave::Allowance;
    use crate::games::{Games, Settings};
    use crate::store::memory::Memory;
    use crate::store::{Store as _, Timestamp};

    fn sent(id: u64, kind: u8, who: u64, data: &Value) -> Value {
        let user = json!({ "id": who.to_string(), "username": format!("person {who}") });
        json!({ "id": id.to_string(), "type": kind, "channel_id": "5", "guild_id": "9", "user": user, "data": data })
    }

    #[tokio::test]
    async fn a_board_that_cannot_be_painted_comes_in_letters() {
        let (store, clock) = (Arc::new(Memory::new()), ManualClock::at(Timestamp(1_000_000)));
        let settings = Settings {
            challenge_expires_hours: 1,
            reminder_hours: vec![],
            default_pace: Pace::Days(3),
            max_open: 9,
            vacation: Allowance::default(),
        };
        let games = Games::new(store.clone(), clock.clone(), settings, Arc::default());
        let pictures = Pictures::new(1);
        pictures.permits.close();
        let app = App { games, store: store.clone(), clock, pictures };
        let claim = async || {
            let message = store.claim_messages(Timestamp(2_000_000), Timestamp(3_000_000), 1).await?.remove(0);
            let record = store.game(message.game_id).await?.expect("it is there");
            store.message_sent(message.message_id, None).await?;
            anyhow::Ok((word(&app, &message, &record).await?.expect("there is something to say"), message.game_id))
        };
        let resolved = json!({ "users": { "2": { "id": "2", "username": "person 2" } } });
        let option =
            json!([{ "name": "user", "type": 6, "value": "2" }, { "name": "color", "type": 3, "value": "black" }]);
        dispatch(&app, &sent(1, 2, 1, &json!({ "name": "challenge", "options": option, "resolved": resolved }))).await;
        let (challenge, game) = claim().await.expect("worded");
        dispatch(&app, &sent(2, 3, 2, &json!({ "custom_id": format!("v1:accept:{game}"), "component_type": 2 }))).await;
        let (board, _) = claim().await.expect("worded");
        for post in [challenge, board] {
            let text = post.body["content"].as_str().unwrap_or_default();
            assert!(post.picture.is_none() && text.contains("<@1>") && text.contains("```"), "{text}");
            assert!(post.body["components"].as_array().is_some_and(|rows| !rows.is_empty()), "{text}");
        }
    }
}
