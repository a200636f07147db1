//! What happens to a ladder without anybody doing anything, in order of time.

use std::collections::BTreeSet;

use crate::domain::ids::{GameId, Timestamp, UserId};

/// At the same instant silences come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Timer {
    /// A challenge was not answered.
    Silence(GameId),
    /// A player has finished no game for a whole period.
    Idle(UserId),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Timers(BTreeSet<(Timestamp, Timer)>);

impl Timers {
    pub(super) fn of(timers: impl Iterator<Item = (Timestamp, Timer)>) -> Self {
        Self(timers.collect())
    }
    pub(super) fn insert(&mut self, at: Timestamp, timer: Timer) {
        self.0.insert((at, timer));
    }
    pub(super) fn remove(&mut self, at: Timestamp, timer: Timer) {
        self.0.remove(&(at, timer));
    }
    pub(super) fn first(&self) -> Option<Timestamp> {
        self.0.first().map(|(at, _)| *at)
    }
    /// The earliest one that is due at `now`. Of players who are idle at the same instant the lowest, so that none of them makes
    /// room for another.
    pub(super) fn pop_due(
        &mut self,
        now: Timestamp,
        place: impl Fn(UserId) -> Option<usize>,
    ) -> Option<(Timestamp, Timer)> {
        let mut next = *self.0.first().filter(|(at, _)| *at <= now)?;
        if let (at, Timer::Idle(_)) = next {
            let idle = self.0.iter().take_while(|(other, _)| *other == at);
            let lowest = idle.max_by_key(|(_, timer)| match timer {
                Timer::Idle(player) => place(*player),
                Timer::Silence(_) => None,
            });
            next = *lowest.unwrap_or(&next);
        }
        self.0.remove(&next);
        Some(next)
    }
    /// The earliest silence.
    pub(super) fn pop_silence(&mut self) -> Option<(Timestamp, Timer)> {
        let first = *self.0.iter().find(|(_, timer)| matches!(timer, Timer::Silence(_)))?;
        self.0.remove(&first);
        Some(first)
    }
}
