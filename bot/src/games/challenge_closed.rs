//! A challenge that came to nothing.

use crate::domain::{Action, Ending, Game, Notice, Phase, TurnClock};
use crate::games::change::Change;

/// A challenge that comes to nothing.
pub(crate) fn closed(game: Game, ending: Ending, action: Action) -> Change {
    let turn = TurnClock { deadline_at: None, ..game.turn };
    let game = Game { phase: Phase::Void, ending: Some(ending), turn, ..game };
    Change::of(game, action, vec![Notice::Void])
}
