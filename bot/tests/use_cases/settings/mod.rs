mod direct_messages;
mod languages;
mod preferences;
mod presets;
mod privacy;
