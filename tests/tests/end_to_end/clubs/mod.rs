//! Events.

mod events;
