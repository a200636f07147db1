//! End-to-end tests: the real binary, driven through the sandbox. One test binary, because linking each costs
//! seconds.

mod discord;
mod host;
mod play;
mod reliability;
mod time;
