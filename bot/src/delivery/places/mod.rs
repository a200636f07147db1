//! Where messages go: the channels and threads of games, direct messages, and those that are closed to the bot.

pub mod closed_places;
pub mod departed;
pub mod direct_messages;
pub mod dm_readers;
pub mod routing;
pub mod threads;
