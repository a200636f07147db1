//! One folder for each thing that a player can do.

pub mod abort;
pub mod adjourn;
pub mod board;
pub mod challenge;
pub mod claim;
pub mod conditional_moves;
pub mod deadlines;
pub mod draw;
pub mod export;
pub mod game_list;
pub mod help;
pub mod history;
pub mod notice_context;
pub mod play;
pub mod profile;
pub mod proposals;
pub mod reminders;
pub mod replay;
pub mod resign;
pub mod rules_pages;
pub mod settings;
pub mod takeback;
pub mod vacation;
