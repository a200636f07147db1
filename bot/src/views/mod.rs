//! What features show alike: what a game is set up for, lines of games, the buttons that answer, and what wording a notice needs.

pub mod annulment;
pub mod answers;
pub mod competition;
pub mod game_lines;
pub mod notice_context;
pub mod page_link;
