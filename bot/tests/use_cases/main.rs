//! The use cases on a store in memory and a clock that stands still until it is moved: every refusal, every race.

mod alarms;
mod challenges;
mod endings;
mod moves;
mod stage;
