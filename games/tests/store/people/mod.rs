//! Players, their absences, and what they watch and open.

pub mod players;
pub mod puzzles;
pub mod visits;
