//! An in-memory store and its services, for tests.

use std::sync::Arc;

use crate::clock::ManualClock;
use crate::commands::App;
use crate::commands::board::pictures::Pictures;
use crate::domain::{Limits, Pace, TimeControl, Timestamp, VacationAllowance};
use crate::games::{Games, Rates, Settings};
use crate::store::in_memory_store::InMemoryStore;

/// No games yet, with their store and clock.
pub fn games() -> (Games, InMemoryStore, Arc<ManualClock>) {
    let (store, clock) = (InMemoryStore::new(), ManualClock::at(Timestamp(1_000_000)));
    let settings = Settings {
        challenge_expires_hours: 1,
        seek_expires_days: 7,
        reminder_hours: vec![],
        default_time_control: TimeControl::of(Pace::Days(3)),
        max_open: 9,
        hints: true,
        vacation: VacationAllowance::default(),
        limits: Limits::default(),
        public_url: None,
        has_activity: false,
        reminded_days: 14,
        corrections_per_second: 11,
        rates: Rates::UNLIMITED,
    };
    (Games::new(store.shared(), clock.clone(), settings, Arc::default()), store, clock)
}

/// A program without games that sends nothing.
pub fn app() -> App {
    let (games, _, clock) = games();
    App { games, clock, sender: Arc::new(()), pictures: Pictures::new(1) }
}
