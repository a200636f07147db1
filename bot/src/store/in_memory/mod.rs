//! The ports in plain memory, with the guarantees of the database: for tests and simulations.

pub mod alarm;
pub mod clubs;
pub mod conditional_moves;
pub mod fault;
pub mod game;
pub mod guild;
pub mod heartbeat;
pub mod outbox;
pub mod people;
pub mod reliability;
pub mod state;
pub mod store;
