//! What happens to a ladder without anybody doing anything, in order of time.

use std::collections::BTreeSet;

use crate::domain::ids::{GameId, Timestamp, UserId};

/// What happens to whom. At the same instant the first of these comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Timer {
    /// A season ends: what happens at that instant belongs to the next one.
    Season,
    /// A challenge was not answered.
    Silence(GameId),
    /// A player has finished no game for a whole period.
    Idle(UserId),
}

/// What happens at an instant.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Due {
    Silence(GameId),
    /// All who become inactive at that instant.
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
    /// What is due first at `now`.
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
