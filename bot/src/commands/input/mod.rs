//! What players type: times, days, zones, reminder steps, words for moves, in every language alike.

pub mod days;
pub mod move_words;
pub mod reminder_steps;
pub mod suggestions;
pub mod time_zones;
pub mod times;
pub mod words;
