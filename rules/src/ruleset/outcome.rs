//! Outcomes of games.

use crate::seat::Team;

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winning team; `None`: a draw.
    pub winner: Option<Team>,
    /// The reason.
    pub reason: EndReason,
}

/// The reason why a game ended by the rules. The host handles resignation, time and agreement.
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
    /// With three players or more: no one can move.
    Stuck,
    /// Notalone: the sisters are together.
    Sisters,
    /// Fliporona: the opponent has no piece left.
    NoPieces,
    /// A match on two boards: by boards won, then by ejections.
    Boards,
}

impl EndReason {
    /// All reasons.
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
