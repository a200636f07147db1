//! What it does to a ladder that a game is annulled.

use crate::domain::clubs::ladder::event::{LadderChange, LadderEvent, Reason};
use crate::domain::clubs::ladder::stored::{ChangeFilter, LadderHead};
use crate::domain::{GameId, Phase};
use crate::features::ladder::service::following::ended_early;
use crate::games::{GameError, Games};

/// Changes among which those of one annulment are looked for.
const LOOKED_AT: u32 = 1_000;

/// What becomes of a ladder when one of its games is annulled.
#[derive(Debug, Clone, PartialEq)]
pub enum LadderAnnulment {
    /// The ladder has not counted the game, and never will.
    NotCounted(LadderHead),
    /// The ladder is closed: its table stays.
    Closed(LadderHead),
    /// The table becomes what it would be without the game: these players stand elsewhere.
    TakenBack(LadderHead, Vec<LadderChange>),
}

impl Games {
    /// What it would do to its ladder to annul this game; `None` for one of no ladder.
    pub async fn annulment_on_ladder(&self, game: GameId) -> Result<Option<LadderAnnulment>, GameError> {
        let Some(head) = self.store.ladder_of_game(game).await? else { return Ok(None) };
        let stored = self.followed_ladder(head.ladder_id).await?;
        if !self.has_counted_on_ladder(game).await? {
            return Ok(Some(LadderAnnulment::NotCounted(stored.head)));
        }
        if stored.head.closed_at.is_some() {
            return Ok(Some(LadderAnnulment::Closed(stored.head)));
        }
        let events = self.store.ladder_events(stored.head.ladder_id).await?.into_iter();
        let events: Vec<LadderEvent> =
            events.filter(|recorded| recorded.sequence <= stored.head.events).map(|recorded| recorded.event).collect();
        let (ladder, now) = (stored.ladder, self.clock.now().max(stored.head.advanced_at));
        let compare = move || ladder.displaced_in(&ladder.without(game, &events, now).0);
        let changes = tokio::task::spawn_blocking(compare).await.map_err(|cause| ended_early(&cause))?;
        Ok(Some(LadderAnnulment::TakenBack(stored.head, changes)))
    }

    async fn annul_on_its_ladder(&self, game: GameId) -> Result<Option<LadderAnnulment>, GameError> {
        let Some(head) = self.store.ladder_of_game(game).await? else { return Ok(None) };
        let has_counted = self.has_counted_on_ladder(game).await?;
        let head = self.followed_ladder(head.ladder_id).await?.head;
        if head.closed_at.is_some() {
            let closed = LadderAnnulment::Closed(head.clone());
            return Ok(Some(if has_counted { closed } else { LadderAnnulment::NotCounted(head) }));
        }
        let filter = ChangeFilter { limit: LOOKED_AT, ..ChangeFilter::default() };
        let newest = self.store.ladder_changes(head.ladder_id, filter).await?.into_iter().rev();
        let own = newest.filter(|recorded| recorded.game == Some(game) && recorded.change.reason == Reason::Annulled);
        let changes: Vec<LadderChange> = own.map(|recorded| recorded.change).collect();
        Ok(Some(if has_counted || !changes.is_empty() {
            LadderAnnulment::TakenBack(head, changes)
        } else {
            LadderAnnulment::NotCounted(head)
        }))
    }

    async fn has_counted_on_ladder(&self, game: GameId) -> Result<bool, GameError> {
        let known = self.store.ladder_games(&[game]).await?;
        Ok(known.iter().any(|known| known.phase == Phase::Over))
    }

    /// Takes an annulled game back on its ladder at once, if that can be. The ladder follows by itself.
    pub async fn try_to_annul_on_ladder(&self, game: GameId) -> Option<LadderAnnulment> {
        self.annul_on_its_ladder(game).await.unwrap_or_else(|problem| {
            tracing::warn!(%game, "Could not take an annulled game back on its ladder yet: {problem}");
            None
        })
    }
}
