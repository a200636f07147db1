//! Interaction with Discord: gateway and HTTP, refusals, faults, closed delivery targets.

mod delivery;
mod faults;
mod gateway;
mod http;
mod refusals;
