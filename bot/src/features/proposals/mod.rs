//! Proposals: what a player asks the others to agree to (takebacks, adjournments), and the answers.

pub mod command;
pub mod service;
pub mod view;
