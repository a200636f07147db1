//! What any Discord bot needs: gateway, REST, interactions, messages, localization. Knows no feature.

pub mod api;
pub mod command_definition;
pub mod endpoint;
pub mod error;
pub mod gateway;
pub mod interaction;
pub mod localization;
pub mod message;
pub mod messenger;
pub mod reply;
pub mod responder;
pub mod rest;
pub mod retry;
pub mod shards;
#[cfg(test)]
mod test_support;
