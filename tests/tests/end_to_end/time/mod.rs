//! Reminders, pauses of clocks, and the time itself.

mod clock;
mod outages;
mod reminders;
