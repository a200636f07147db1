//! End-to-end tests: the real binary, driven through the sandbox. One test binary, because linking each costs seconds.

mod agreements;
mod challenges;
mod crashes;
mod delivery;
mod export;
mod faults;
mod games;
mod gateway;
mod host;
mod http;
mod multiplayer;
mod refusals;
mod reminders;
mod replay;
mod replicas;
mod rules_pages;
mod settings;
mod vacations;
