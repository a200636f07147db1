//! Crashes, several processes on one database, and a whole club from one database to another.

mod crashes;
mod replicas;
mod whole_club;
