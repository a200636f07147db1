//! Abalone by correspondence inside Discord.
pub mod clock;
pub mod store;
