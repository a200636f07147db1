//! Discord as the bot meets it: gateway and HTTP, refusals, faults, places for messages that close.

mod delivery;
mod faults;
mod gateway;
mod http;
mod refusals;
mod threads;
