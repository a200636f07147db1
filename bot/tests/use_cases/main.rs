//! The use cases, and what people say and read, on a store in memory and a clock that stands still until it is moved: every
//! refusal, every race.

mod absence;
mod adjourn;
mod alarms;
mod audit;
mod automatic;
mod challenges;
mod claim;
mod dialogue;
mod downtime;
mod endings;
mod export;
mod letters;
mod lines;
mod looking;
mod looking_back;
mod many;
mod moves;
mod questions;
mod reminding;
mod saying;
mod settings;
mod stage;
mod standing;
mod takeback;
mod typed;
mod who_may_what;
