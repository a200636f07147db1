//! Pictures of boards: drawn off the runtime's workers, a few at a time, and kept for a while.

use std::sync::Arc;

use render::{Card, Orientation, Theme};
use rules::Diagram;
use rules::hex::{Cell, Direction};
use tokio::sync::Semaphore;

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
        }
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
        theme: Theme::Wood,
        marked: sheet.marked.clone(),
        targets: sheet.targets.clone(),
        coordinates: true,
    })
}
