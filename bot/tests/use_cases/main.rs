//! The use cases, and what people say and read, on a store in memory and a clock that stands still until it is moved: every
//! refusal, every race.

mod challenge;
mod lookups;
mod permissions;
mod play;
mod proposals;
mod settings;
mod store_audit;
mod support;
mod time;
