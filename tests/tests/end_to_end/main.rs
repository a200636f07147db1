//! End-to-end tests: the real binary, driven through the sandbox. One test binary, because linking each costs seconds.

mod agreements;
mod challenges;
mod crashes;
mod discord;
mod export;
mod games;
mod guide;
mod host;
mod ladders;
mod many_games;
mod multiplayer;
mod reminders;
mod replay;
mod replicas;
mod rules_pages;
mod seeks;
mod settings;
mod steps;
mod upgrades;
mod vacations;
