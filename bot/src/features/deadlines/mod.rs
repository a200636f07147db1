//! What happens at a deadline: a reminder, a loss on time, an expired challenge, a game that resumes.

pub mod service;
