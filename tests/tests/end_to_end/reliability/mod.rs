//! Crashes, and several processes on one database.

mod crashes;
mod replicas;
