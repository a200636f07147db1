//! What players do in a browser: they enter a turn, play it, and ask each other.

pub(super) mod entry;
pub(super) mod lines;
pub(super) mod moves;
pub(super) mod proposals;
pub(super) mod typed;
