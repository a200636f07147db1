//! Wiring: the feature for each interaction, and the tasks of the process.

mod command_components;
pub mod command_tree;
pub(crate) mod monitoring;
#[cfg(test)]
mod mutated_interactions;
pub mod refusals;
pub(crate) mod registration;
pub mod router;
pub mod run;
pub(crate) mod supervisor;
#[cfg(test)]
pub mod test_support;
