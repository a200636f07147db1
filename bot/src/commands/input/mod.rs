//! What players type: times, days, zones, reminder steps, in English and in French.

pub mod cities;
pub mod days;
pub mod reminder_steps;
pub mod suggestions;
pub mod time_zones;
pub mod times;
