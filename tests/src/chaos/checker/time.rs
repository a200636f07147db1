//! Time: losses and expiries.

use std::collections::BTreeMap;

use super::Check;

impl Check<'_> {
    /// A loss or expiry comes not early and not much too late.
    pub(super) fn alarms(&mut self) {
        let (end, slack) = (self.journal.ended_at, self.journal.slack);
        let mut turns = BTreeMap::<i64, Vec<_>>::new();
        for turn in &self.journal.rows.deadlines {
            turns.entry(turn.game).or_default().push(turn);
        }
        for (id, game) in self.games.clone() {
            let events = self.events.get(&id).cloned().unwrap_or_default();
            let turns = turns.get(&id).cloned().unwrap_or_default();
            if let Some(late) = game.deadline.filter(|at| at + slack < end) {
                self.violation(format!(
                    "game {id} is still {} {} s after its deadline",
                    game.phase,
                    (end - late) / 1000
                ));
            }
            for event in events.iter().filter(|event| matches!(event.action.as_str(), "time" | "expired")) {
                self.found.alarms += 1;
                let before =
                    turns.iter().rev().find(|turn| turn.version < event.version).and_then(|turn| turn.deadline);
                if before.is_none_or(|deadline| event.at < deadline) {
                    self.violation(format!(
                        "`{}` of game {id} at {} came before its time, {before:?}",
                        event.action, event.at
                    ));
                }
            }
            self.found.alarms += events.iter().filter(|event| event.action == "remind").count();
        }
    }
}
