//! Games in memory, for the tests of what is said about them.

use std::sync::Arc;

use crate::clock::ManualClock;
use crate::domain::{Allowance, Limits, Pace, Tempo, Timestamp};
use crate::games::{Games, Settings};
use crate::store::Memory;

/// No games yet, and the memory and the clock that they live by.
pub fn games() -> (Games, Arc<Memory>, Arc<ManualClock>) {
    let (store, clock) = (Arc::new(Memory::new()), ManualClock::at(Timestamp(1_000_000)));
    let settings = Settings {
        challenge_expires_hours: 1,
        reminder_hours: vec![],
        default_pace: Tempo::of(Pace::Days(3)),
        max_open: 9,
        vacation: Allowance::default(),
        limits: Limits::default(),
        reminders_ignored: 10,
    };
    (Games::new(store.clone(), clock.clone(), settings, Arc::default()), store, clock)
}
