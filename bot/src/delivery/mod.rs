//! Delivers what the outbox holds: which message renders a notice, where it goes, and what it replaces.

pub mod cleanup;
pub mod outbox;
pub mod render_notice;
pub mod routing;
