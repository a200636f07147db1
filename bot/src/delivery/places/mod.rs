//! Delivery targets: channels and threads of games, direct messages, and places closed to the bot.

pub mod closed_places;
pub mod direct_messages;
pub mod routing;
pub mod threads;
