//! Clocks of games: running time, deadlines, reminders and vacations.

pub mod calendar;
pub mod due;
pub mod reminder_plan;
pub mod turn;
pub mod vacation_allowance;
#[cfg(test)]
pub mod worked_examples;
