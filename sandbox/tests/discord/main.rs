//! The sandbox behaves like Discord: a small bot talks to it over REST and gateway, a client acts for the users.

mod activity;
mod answers;
mod endpoint;
mod faults;
mod gateway;
mod harness;
mod refusals;
mod sign_in;
