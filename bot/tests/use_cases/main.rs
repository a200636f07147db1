//! The use cases, and what people say and read, on a store in memory and a clock that stands still until it is moved: every
//! refusal, every race.

mod adjourn;
mod alarms;
mod audit;
mod automatic;
mod challenges;
mod claim;
mod dialogue;
mod direct_messages;
mod downtime;
mod endings;
mod export;
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
mod vacation;
mod who_may_what;
