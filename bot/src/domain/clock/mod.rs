//! What is due in a game, as pure functions of its state and of now.

pub mod calendar;
pub mod due;
pub mod reminder_plan;
pub mod turn;
pub mod vacation_allowance;
#[cfg(test)]
pub mod worked_examples;
