//! The effect of an annulled game on its ladder.

use games::Games;
use games::domain::{GameId, LadderId};

use crate::ClubError;
use crate::domain::ladder::{ChangeFilter, LadderChange, LadderEvent, LadderHead, Reason};
use crate::ladders::sync::{end_early, update_ladder};
use crate::store::Clubs as _;

/// Changes searched for those of one annulment.
const LOOKED_AT: u32 = 1_000;

#[derive(Debug, Clone, PartialEq)]
pub enum LadderAnnulment {
    /// The ladder has not counted the game, and never will.
    NotCounted(LadderHead),
    /// The ladder is closed: its table stays.
    Closed(LadderHead),
    /// The table is recomputed without the game; these players change places.
    TakenBack(LadderHead, Vec<LadderChange>),
}

pub async fn preview(games: &Games, ladder: LadderId, game: GameId) -> Result<LadderAnnulment, ClubError> {
    let stored = update_ladder(games, ladder).await?;
    if !has_counted(games, game).await? {
        return Ok(LadderAnnulment::NotCounted(stored.head));
    }
    if stored.head.closed_at.is_some() {
        return Ok(LadderAnnulment::Closed(stored.head));
    }
    let events = games.store.clubs().ladder_events(ladder).await?.into_iter();
    let events: Vec<LadderEvent> =
        events.filter(|recorded| recorded.sequence <= stored.head.events).map(|recorded| recorded.event).collect();
    let (ladder, now) = (stored.ladder, games.clock.now().max(stored.head.advanced_at));
    let compare = move || ladder.displaced_in(&ladder.without(game, &events, now).0);
    let changes = tokio::task::spawn_blocking(compare).await.map_err(|cause| end_early(&cause))?;
    Ok(LadderAnnulment::TakenBack(stored.head, changes))
}

pub async fn take_back(games: &Games, ladder: LadderId, game: GameId) -> Result<LadderAnnulment, ClubError> {
    let has_counted = has_counted(games, game).await?;
    let head = update_ladder(games, ladder).await?.head;
    if head.closed_at.is_some() {
        return Ok(if has_counted { LadderAnnulment::Closed(head) } else { LadderAnnulment::NotCounted(head) });
    }
    let filter = ChangeFilter { limit: LOOKED_AT, ..ChangeFilter::default() };
    let newest = games.store.clubs().ladder_changes(ladder, filter).await?.into_iter().rev();
    let own = newest.filter(|recorded| recorded.game == Some(game) && recorded.change.reason == Reason::Annulled);
    let changes: Vec<LadderChange> = own.map(|recorded| recorded.change).collect();
    Ok(if has_counted || !changes.is_empty() {
        LadderAnnulment::TakenBack(head, changes)
    } else {
        LadderAnnulment::NotCounted(head)
    })
}

async fn has_counted(games: &Games, game: GameId) -> Result<bool, ClubError> {
    Ok(games.store.clubs().counted_games(&[game]).await?.iter().any(|counted| counted.result.is_some()))
}
