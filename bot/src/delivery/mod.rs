//! Delivers what the outbox holds: which message renders a notice, where it goes, and what it replaces.

mod answers;
mod challenge_message;
pub mod cleanup;
pub mod clubs;
pub mod dispatcher;
pub mod outbox;
pub mod outcome;
pub mod places;
mod posting;
pub mod reminder_list;
pub mod render_edit;
pub mod render_notice;
mod report;
mod retry;
pub mod standing_board;
pub mod watches;
