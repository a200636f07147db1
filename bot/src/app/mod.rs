//! Wiring: which interaction goes to which feature, and what the process runs.

pub mod autocomplete;
pub mod command_tree;
pub mod components;
pub(crate) mod monitoring;
#[cfg(test)]
mod mutated_interactions;
pub(crate) mod other_bots;
pub mod refusals;
pub(crate) mod registration;
pub mod router;
pub mod run;
pub mod slash_commands;
pub(crate) mod supervisor;
#[cfg(test)]
pub mod test_support;
