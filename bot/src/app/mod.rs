//! Wiring: which interaction goes to which feature, and what the process runs.

mod command_components;
pub mod command_tree;
pub(crate) mod monitoring;
#[cfg(test)]
mod mutated_interactions;
pub(crate) mod other_bots;
pub mod refusals;
pub(crate) mod registration;
pub mod router;
pub mod run;
pub(crate) mod supervisor;
#[cfg(test)]
pub mod test_support;
mod which_game;
