mod direct_messages;
mod preferences;
mod presets;
