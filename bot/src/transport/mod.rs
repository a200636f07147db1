//! The wires to Discord: its REST interface and its gateway.

mod answering;
pub mod crash;
pub mod discord;
pub mod gateway;
pub mod patience;
pub mod rest;
