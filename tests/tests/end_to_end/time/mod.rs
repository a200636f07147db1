//! Reminders, what stops the clocks, and the time itself.

mod clock;
mod reminders;
mod vacations;
