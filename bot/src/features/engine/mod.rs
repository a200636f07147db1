//! Sumito as an opponent: the threads that think for it, and the games against it.

pub mod hint;
pub mod service;
pub mod threads;
pub mod view;
