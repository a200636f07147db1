//! All tests of the store are one program.

mod store;
