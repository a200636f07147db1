//! Reconstructs an earlier table by undoing changes, newest first.

use games::domain::ids::UserId;

use crate::domain::ladder::event::LadderChange;

/// The order from the top before these changes.
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
