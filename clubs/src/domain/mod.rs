//! Rules of clubs. No SQL.

pub mod ladder;
pub mod organizer;
pub mod rating;
pub mod statistics;
pub mod tournament;

pub use organizer::{
    ANNOUNCED_FOR_MS, ANNOUNCEMENT_HOLDS_MS, Authority, Decision, DecisionForAll, KNOWN_FOR_MS, OrganizerQuestion,
    QuestionAbout, Subject, open_announcements,
};
