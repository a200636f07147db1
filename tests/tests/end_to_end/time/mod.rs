//! Reminders, what stops the clocks, and the time itself.

mod clock;
mod outages;
mod reminders;
mod vacations;
