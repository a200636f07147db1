//! All tests of clubs are one program.

mod events;
mod store;
