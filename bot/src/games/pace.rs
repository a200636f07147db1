//! How fast a game is played.

/// Time per move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// `days:3`: so many days for each move, 1 to 30.
    Days(u32),
    /// `none`: no deadline.
    Unlimited,
}
