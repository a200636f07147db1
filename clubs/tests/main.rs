//! All tests of clubs are one program.

mod store;
