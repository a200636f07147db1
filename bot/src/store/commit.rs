//! One change of one game.

use crate::domain::{
    Action, AuditEntry, ConditionalMoves, Game, Notice, Ply, RequestId, SeatedPlayer, Timestamp, UserId,
};

/// Everything that changes in one step of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// The new game; its `version` is the expected one plus one.
    pub game: Game,
    pub request: RequestId,
    /// The user who asked; `None` for an alarm.
    pub actor: Option<UserId>,
    pub action: Action,
    /// The new seats, when they change: colors are assigned at random when everyone has accepted.
    pub seats: Option<Vec<SeatedPlayer>>,
    /// Moves that stay: later ones are taken back.
    pub keep: Option<u32>,
    /// The new moves, in order; the number of the last one is `game.ply`.
    pub plies: Vec<Ply>,
    /// All conditional moves of the game, when they change.
    pub conditional_moves: Option<Vec<ConditionalMoves>>,
    /// For the audit only: what the change removed.
    pub detail: Option<String>,
    pub notices: Vec<Notice>,
    /// The player who is reminded: adds one to their unanswered reminders.
    pub reminded: Option<UserId>,
    /// What an organizer has done, for the log of the server.
    pub audit: Option<AuditEntry>,
    pub now: Timestamp,
}

impl Commit {
    /// Changes the game, and nothing beside it.
    pub const fn of(game: Game, request: RequestId, actor: Option<UserId>, action: Action, now: Timestamp) -> Self {
        Self {
            game,
            request,
            actor,
            action,
            seats: None,
            keep: None,
            plies: Vec::new(),
            conditional_moves: None,
            detail: None,
            notices: Vec::new(),
            reminded: None,
            audit: None,
            now,
        }
    }
}
