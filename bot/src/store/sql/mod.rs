//! The ports on SQL: SQLite and PostgreSQL, with the same text for every statement.

pub mod alarm;
pub mod clubs;
pub mod conditional_moves;
pub mod connection;
pub mod database;
pub mod forget_guild;
pub mod game;
pub mod game_row;
pub mod guild;
pub mod heartbeat;
pub mod outbox;
pub mod people;
pub mod reliability;
pub mod rows;
pub mod store;
pub mod tables;
pub mod whole_games;
pub mod write;
