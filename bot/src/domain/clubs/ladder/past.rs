//! The table of an earlier day: later changes are undone, newest first.

use crate::domain::clubs::ladder::event::LadderChange;
use crate::domain::ids::UserId;

/// The order of players, from the top, before these changes, which come newest first.
pub fn before<'a>(mut order: Vec<UserId>, newest_first: impl IntoIterator<Item = &'a LadderChange>) -> Vec<UserId> {
    for change in newest_first {
        if let Some(index) = change.to.and_then(|_| order.iter().position(|player| *player == change.player)) {
            order.remove(index);
        }
        if let Some(from) = change.from {
            order.insert((from - 1).min(order.len()), change.player);
        }
    }
    order
}
