//! Players' actions in a browser: entering and playing turns, and proposals.

pub(super) mod entry;
pub(super) mod lines;
pub(super) mod moves;
pub(super) mod proposals;
pub(super) mod why;
