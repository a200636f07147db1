//! What happens to a ladder without anybody doing anything, in order of time.

use std::collections::{BTreeSet, HashSet};

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
    /// The earliest one that is due at `now`. Of players who are idle at the same instant the lowest.
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
    pub(super) fn pop_silence(&mut self) -> Option<(Timestamp, GameId)> {
        let silences = self.0.iter().filter_map(|(at, timer)| match timer {
            Timer::Silence(game) => Some((*at, *game)),
            Timer::Idle(_) => None,
        });
        let (at, game) = silences.min()?;
        self.0.remove(&(at, Timer::Silence(game)));
        Some((at, game))
    }
}

/// Players whose inactivity took effect at the same instant. None of them goes below another.
#[derive(Debug, Default)]
pub(super) struct IdleTogether {
    at: Option<Timestamp>,
    players: HashSet<UserId>,
}

impl IdleTogether {
    pub(super) fn add(&mut self, player: UserId, at: Timestamp) {
        if self.at != Some(at) {
            self.at = Some(at);
            self.players.clear();
        }
        self.players.insert(player);
    }
    pub(super) fn contains(&self, player: UserId) -> bool {
        self.players.contains(&player)
    }
}
