//! Timers of a ladder, in order of time.

use std::collections::BTreeSet;

use games::domain::ids::{GameId, Timestamp, UserId};

/// At the same instant, timers fire in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Timer {
    /// The season ends; other events at that instant belong to the next one.
    Season,
    /// A challenge expired.
    Silence(GameId),
    /// A player finished no game for a whole period.
    Idle(UserId),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Due {
    Silence(GameId),
    /// All players who become inactive at that instant.
    Idle(Vec<UserId>),
    Season,
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
    /// Removes the first timer due at `now`; idle timers of one instant fire together.
    pub(super) fn pop_due(&mut self, now: Timestamp) -> Option<(Timestamp, Due)> {
        let (at, timer) = *self.0.first().filter(|(at, _)| *at <= now)?;
        match timer {
            Timer::Silence(game) => {
                self.0.remove(&(at, timer));
                Some((at, Due::Silence(game)))
            }
            Timer::Season => {
                self.0.remove(&(at, timer));
                Some((at, Due::Season))
            }
            Timer::Idle(_) => {
                let later = self.0.split_off(&(at.plus(1), Timer::Season));
                let idle = std::mem::replace(&mut self.0, later).into_iter().filter_map(|(_, timer)| match timer {
                    Timer::Idle(player) => Some(player),
                    Timer::Season | Timer::Silence(_) => None,
                });
                Some((at, Due::Idle(idle.collect())))
            }
        }
    }
}
