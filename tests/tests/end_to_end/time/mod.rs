//! A clock that is wrong.

mod clock;
