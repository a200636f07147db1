//! Reminders and what stops the clocks.

mod reminders;
mod vacations;
