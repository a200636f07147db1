//! Views that features share: competitions, lines of games, answer buttons, and the context of notices.

pub mod competition;
pub mod game_lines;
pub mod notice_context;
