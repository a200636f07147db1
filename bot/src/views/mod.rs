//! Views that features share: competitions, lines of games, answer buttons, and the context of notices.

pub mod annulment;
pub mod answers;
pub mod competition;
pub mod game_lines;
pub mod notice_context;
pub mod page_link;
