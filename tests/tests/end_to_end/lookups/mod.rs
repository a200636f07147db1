//! Lookups: rules, replays, exported games.

mod export;
mod replay;
mod rules_pages;
