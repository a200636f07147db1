//! Parsers of player input: times, days, zones, reminder steps, keywords of moves, in every language.

pub mod days;
pub mod reminder_steps;
pub mod suggestions;
pub mod time_zones;
pub mod times;
pub mod words;
