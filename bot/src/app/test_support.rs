//! An in-memory store and its services, for tests.

use std::sync::Arc;

use base::clock::ManualClock;
use discord::MessageSender;
use games::domain::{Limits, Pace, TimeControl, Timestamp, VacationAllowance};
use games::{Games, Rates, Settings};

use crate::board::pictures::Pictures;
use crate::commands::App;
use crate::in_memory_store::InMemoryStore;

/// An empty store with its services and clock.
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

/// An app without games that sends nothing.
pub fn app() -> App {
    let (games, _, clock) = games();
    App { games, clock, sender: MessageSender::new(Arc::new(())), pictures: Pictures::new(1) }
}
