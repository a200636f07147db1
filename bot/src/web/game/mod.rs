//! A game in a browser: its page, its files, and live updates.

mod chart;
pub(super) mod kept;
pub(super) mod line;
pub(super) mod live;
pub(super) mod page;
pub(super) mod pictures;
pub(super) mod review;
pub(super) mod view;
