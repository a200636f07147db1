//! Opens, checks and copies databases.

pub mod backup;
pub mod copy;
pub mod database_url;
pub mod file;
pub mod migrations;
pub mod open_file;
pub mod postgres;
pub mod self_check;
pub mod sqlite;
