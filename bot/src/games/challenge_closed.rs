//! A challenge that came to nothing.

use crate::domain::{Game, Notice, Phase};
use crate::games::change::Change;

/// A challenge that comes to nothing.
pub(crate) fn closed(game: Game, reason: &'static str) -> Change {
    let game = Game { phase: Phase::Void, reason: Some(reason.to_owned()), deadline_at: None, ..game };
    Change::of(game, reason, vec![Notice::Void])
}
