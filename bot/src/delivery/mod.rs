//! Delivery of the outbox: rendering of notices, routing, and clean-up of replaced messages.

mod challenge_message;
pub mod cleanup;
pub mod digests;
pub mod dispatcher;
pub mod leader_role;
pub mod outbox;
pub mod outcome;
pub mod places;
mod posting;
pub mod posts;
pub mod reminder_list;
pub mod render_edit;
pub mod render_notice;
pub mod standing_board;
pub mod watches;
