//! Ladders of a club.

pub mod refusal;
