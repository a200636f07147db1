mod direct_messages;
mod preferences;
