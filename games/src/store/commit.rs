//! One change of one game.

use crate::domain::{
    Action, AuditEntry, ConditionalMoves, Game, Notice, Ply, RequestId, SeatedPlayer, Timestamp, UserId,
};

/// All changes in one step of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// The new game; its `version` is the expected one plus one.
    pub game: Game,
    pub request: RequestId,
    /// The user who asked; `None` for an alarm.
    pub actor: Option<UserId>,
    pub action: Action,
    /// The new seats if they change, for example when colors are assigned at random.
    pub seats: Option<Vec<SeatedPlayer>>,
    /// Number of moves to keep; later ones are taken back.
    pub keep: Option<u32>,
    /// New moves in order; the number of the last one is `game.ply`.
    pub plies: Vec<Ply>,
    /// All conditional moves of the game, if they change.
    pub conditional_moves: Option<Vec<ConditionalMoves>>,
    /// The data that the change removed, for auditing only.
    pub detail: Option<String>,
    pub notices: Vec<Notice>,
    /// The reminded player, whose count of unanswered reminders increases by one.
    pub reminded: Option<UserId>,
    pub audit: Option<AuditEntry>,
    pub now: Timestamp,
}

impl Commit {
    /// The first version of a game is 0.
    pub const fn is_new_game(&self) -> bool {
        self.game.version == 0
    }

    /// Changes only the game itself.
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
