//! A challenge that came to nothing.

use crate::domain::{Action, EndReason, Game, Notice, Phase};
use crate::games::change::Change;

/// A challenge that comes to nothing.
pub(crate) fn closed(game: Game, reason: EndReason, action: Action) -> Change {
    let game = Game { phase: Phase::Void, reason: Some(reason), deadline_at: None, ..game };
    Change::of(game, action, vec![Notice::Void])
}
