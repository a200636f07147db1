//! How a game ended.

use crate::seat::Team;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Team>,
    /// Why.
    pub reason: EndReason,
}

/// What ended a game by the rules. Resignation, time and agreement are the host's business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndReason {
    /// The target number of ejections was reached.
    Target,
    /// Sprint: all moves are made; the score decided.
    MovesMade,
    /// The player to move has no legal move.
    NoMove,
    /// The same position occurred for the third time.
    Repetition,
    /// 300 plies in a row without an ejection.
    NoEjection,
    /// The ball was ejected.
    Ball,
    /// A crown fell.
    Crown,
    /// Three players or more: nobody can move.
    Stuck,
    /// Notalone: the sisters are together.
    Sisters,
    /// Fliporona: the opponent has no piece left.
    NoPieces,
    /// A match on two boards: by boards won, then by ejections.
    Boards,
}

impl EndReason {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Target,
        Self::MovesMade,
        Self::NoMove,
        Self::Repetition,
        Self::NoEjection,
        Self::Ball,
        Self::Crown,
        Self::Stuck,
        Self::Sisters,
        Self::NoPieces,
        Self::Boards,
    ];

    /// A stable lower-case word for storage, logs and the command line: `target`, `moves-made`, `no-move` …
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::MovesMade => "moves-made",
            Self::NoMove => "no-move",
            Self::Repetition => "repetition",
            Self::NoEjection => "calm",
            Self::Ball => "ball",
            Self::Crown => "crown",
            Self::Stuck => "stuck",
            Self::Sisters => "sisters",
            Self::NoPieces => "no-pieces",
            Self::Boards => "boards",
        }
    }
}
