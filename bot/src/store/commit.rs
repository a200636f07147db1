//! One change of one game.

use crate::domain::{Action, ConditionalMoves, Game, Notice, Ply, RequestId, SeatedPlayer, Timestamp, UserId};

/// Everything that changes in one step of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// The game as it shall be; its `version` is the expected one plus one.
    pub game: Game,
    /// What asked for it.
    pub request: RequestId,
    /// Who asked; `None` for an alarm.
    pub actor: Option<UserId>,
    /// For the audit.
    pub action: Action,
    /// Seats as they shall be, when they change (colors drawn at acceptance).
    pub seats: Option<Vec<SeatedPlayer>>,
    /// Only so many moves stay: the later ones are taken back.
    pub keep: Option<u32>,
    /// The moves that are made, in order; the number of the last one is `game.ply`.
    pub plies: Vec<Ply>,
    /// All conditional moves as they shall be, when they change.
    pub lines: Option<Vec<ConditionalMoves>>,
    /// For the audit, and for nobody else: what the change did away with.
    pub detail: Option<String>,
    /// What to tell.
    pub notices: Vec<Notice>,
    /// Who is reminded with it: one more reminder that they have not answered.
    pub reminded: Option<UserId>,
    /// When it happens.
    pub now: Timestamp,
}
