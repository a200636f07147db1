//! The host's tasks: the command line, databases, starts and stops, the container image.

mod cli;
mod clubs;
mod database;
mod disk;
mod dockerfile;
mod guide;
mod mending;
mod other_bots;
mod releases;
mod startup;
mod supervisor;
mod watch;
