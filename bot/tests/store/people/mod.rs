//! Players, their absences, and what is deleted of them.

pub mod players;
pub mod privacy;
pub mod puzzles;
