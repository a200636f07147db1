//! The log of rated games, and what follows from it.

pub mod log;
pub mod period;

pub use log::{RatedGame, RatingChange, RatingStep, RatingTable};
pub use period::{Period, PeriodKey, PeriodSpan, PeriodTotals};
