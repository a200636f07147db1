//! The wires to DiscordApi: its REST interface and its gateway.

pub mod api;
pub mod command_definition;
pub mod gateway;
pub mod handler;
pub mod interaction;
pub mod localization;
pub mod message;
pub mod messenger;
pub mod reply;
pub mod responder;
pub mod rest;
pub mod retry;

/// What a host reads when the token is not taken.
pub const BAD_TOKEN: &str = "Discord refuses the token: copy it once more from the developer portal";
