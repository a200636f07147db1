//! The wires to Discord: its REST interface and its gateway.

mod answering;
pub mod discord;
pub mod gateway;
pub mod patience;
pub mod rest;

/// What a host reads when the token is not taken.
pub const BAD_TOKEN: &str = "Discord refuses the token: copy it once more from the developer portal";
