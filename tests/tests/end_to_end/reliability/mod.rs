//! Crashes, and a whole club from one database to another.

mod crashes;
mod whole_club;
