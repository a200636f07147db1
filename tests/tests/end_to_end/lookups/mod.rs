//! Replays and exported games.

mod export;
mod replay;
