//! Delivers what the outbox holds: which message renders a notice, where it goes, and what it replaces.

pub mod cleanup;
mod closed_places;
pub mod departed;
pub mod ladder_digest;
pub mod leader_role;
pub mod outbox;
pub mod outcome;
pub mod reminder_list;
pub mod render_edit;
pub mod render_notice;
mod report;
pub mod routing;
pub mod standing_board;
pub mod watches;
