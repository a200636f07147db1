//! Outages and wrong clocks.

mod clock;
mod outages;
