//! What players type: times, days, zones, reminder steps, words for moves, in English and in French.

pub mod cities;
pub mod days;
pub mod move_words;
pub mod reminder_steps;
pub mod suggestions;
pub mod time_zones;
pub mod times;
pub mod words;
