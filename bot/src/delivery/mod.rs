//! Delivers what the outbox holds: which message renders a notice, where it goes, and what it replaces.

mod answers;
mod challenge_message;
pub mod cleanup;
mod closed_places;
pub mod departed;
mod direct_messages;
mod dm_readers;
pub mod ladder_digest;
pub mod leader_role;
pub mod outbox;
pub mod outcome;
mod posting;
pub mod reminder_list;
pub mod render_edit;
pub mod render_notice;
mod report;
pub mod routing;
pub mod standing_board;
mod threads;
pub mod watches;
