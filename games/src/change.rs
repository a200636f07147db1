//! Changes a game for a use case: loads, decides and commits, and decides again if another commit was faster.

use base::crash_point::{self, Point};

use crate::Games;
use crate::domain::{
    Action, AuditEntry, ConditionalMoves, Game, GameId, GameRecord, Notice, Phase, Ply, RequestId, SeatedPlayer,
    Timestamp, UserId, Vacation,
};
use crate::refusal::GameError;
use crate::replay::ReplayedGame;
use crate::store::{Commit, CommitError, StoreError};

/// The result of a use case. The answer is the same if the request was carried out before.
pub struct Done {
    pub replayed: ReplayedGame,
    pub repeated: bool,
    /// The action of this request in the audit, now or before; others may have acted since. `None` if another request
    /// had done it.
    pub action: Option<Action>,
}

/// The change that a use case wants; [`Games::change`] makes a commit of it.
pub struct Change {
    pub game: Game,
    pub seats: Option<Vec<SeatedPlayer>>,
    /// Number of moves to keep.
    pub keep: Option<u32>,
    pub plies: Vec<Ply>,
    pub conditional_moves: Option<Vec<ConditionalMoves>>,
    pub notices: Vec<Notice>,
    pub action: Action,
    pub detail: Option<String>,
    pub reminded: Option<UserId>,
    pub audit: Option<AuditEntry>,
}

impl Change {
    pub fn of(game: Game, action: Action, notices: Vec<Notice>) -> Self {
        Self {
            game,
            seats: None,
            keep: None,
            plies: Vec::new(),
            conditional_moves: None,
            notices,
            action,
            detail: None,
            reminded: None,
            audit: None,
        }
    }
}

impl Change {
    /// The record of a running game after this turn. `None` for other changes, to whose record the commit adds, such as
    /// the number of a game that begins.
    fn after_turn(&self, before: &GameRecord) -> Option<GameRecord> {
        let is_turn = self.action == Action::Play && self.game.phase == Phase::Playing;
        let has_lines = self.conditional_moves.as_ref().is_some_and(|lines| !lines.is_empty());
        is_turn.then(|| {
            let mut game = Game { version: self.game.version + 1, ..self.game.clone() };
            game.conditional_moves_version = game.conditional_moves_version.max(has_lines.into());
            let is_near = |vacation: &&Vacation| vacation.span.until > game.turn.started_at;
            GameRecord {
                seats: self.seats.as_ref().unwrap_or(&before.seats).clone(),
                plies: before.plies.iter().chain(&self.plies).cloned().collect(),
                vacations: before.vacations.iter().filter(is_near).cloned().collect(),
                game,
            }
        })
    }
}

/// A request of the program itself, derived from the game and the number. It is no snowflake, because the top bit is
/// set.
pub const fn internal_request(game: GameId, number: u64) -> RequestId {
    let bits = game.0.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number;
    RequestId(bits | 1 << 63)
}

/// The request of an alarm: the same for each process that finds the same game due at the same version.
pub fn alarm_request(game: GameId, version: i64) -> RequestId {
    internal_request(game, version.cast_unsigned().rotate_left(40))
}

pub const fn no_precondition(_: &GameRecord) -> bool {
    false
}

/// How often a decision is made at most, if other commits are faster.
pub const ATTEMPTS: u32 = 5;

impl Games {
    /// Loads, decides and commits; decides again if another commit was faster. Repeats the answer for a request that
    /// was carried out before, or for a second click if `is_done`.
    pub async fn change(
        &self,
        request: RequestId,
        game: GameId,
        actor: Option<UserId>,
        is_done: impl Fn(&GameRecord) -> bool + Send + Sync,
        decide: impl Fn(ReplayedGame, Timestamp) -> Result<Change, GameError> + Send + Sync,
    ) -> Result<Done, GameError> {
        let record = self.record(game).await?.ok_or(GameError::NoSuchGame)?;
        Box::pin(self.change_record(request, record, actor, &is_done, &decide)).await
    }

    pub async fn change_loaded(
        &self,
        request: RequestId,
        record: GameRecord,
        actor: Option<UserId>,
        is_done: impl Fn(&GameRecord) -> bool + Send + Sync,
        decide: impl Fn(ReplayedGame, Timestamp) -> Result<Change, GameError> + Send + Sync,
    ) -> Result<Done, GameError> {
        Box::pin(self.change_record(request, record, actor, &is_done, &decide)).await
    }

    /// Takes references to its closures, so that it is compiled once.
    async fn change_record(
        &self,
        request: RequestId,
        mut record: GameRecord,
        actor: Option<UserId>,
        is_done: &(dyn Fn(&GameRecord) -> bool + Send + Sync),
        decide: &(dyn Fn(ReplayedGame, Timestamp) -> Result<Change, GameError> + Send + Sync),
    ) -> Result<Done, GameError> {
        let game = record.game.game_id;
        for _ in 0..ATTEMPTS {
            let replayed = self.with_conditional_moves(ReplayedGame::open(record.clone(), None)?).await?;
            if is_done(&replayed.record) {
                let action = self.store.action_of_request(request).await?;
                return Ok(Done { replayed, repeated: true, action });
            }
            let now = self.clock.now();
            let change = match Box::pin(self.decide_change(replayed, now, decide)).await {
                Ok(change) => change,
                // A request that was carried out before is refused because of its own effect.
                Err(refusal) => match self.store.action_of_request(request).await? {
                    action @ Some(_) => {
                        return Ok(Done { replayed: self.load(game, None).await?, repeated: true, action });
                    }
                    None => return Err(refusal),
                },
            };
            let (action, after_turn) = (change.action, change.after_turn(&record));
            let action = match self.write(request, actor, change, now).await {
                Ok(()) => {
                    let replayed = match after_turn {
                        Some(record) => ReplayedGame::open(record, None)?,
                        None => self.load(game, None).await?,
                    };
                    return Ok(Done { replayed, repeated: false, action: Some(action) });
                }
                Err(CommitError::Duplicate) => self.store.action_of_request(request).await?,
                Err(CommitError::Stale) => {
                    record = self.record(game).await?.ok_or(GameError::NoSuchGame)?;
                    continue;
                }
                Err(CommitError::Store(error)) => return Err(error.into()),
            };
            return Ok(Done { replayed: self.load(game, None).await?, repeated: true, action });
        }
        let problem = format!("game {game} changed {ATTEMPTS} times while a decision was made");
        Err(StoreError::Database { problem, transient: true }.into())
    }

    pub async fn with_conditional_moves(&self, mut replayed: ReplayedGame) -> Result<ReplayedGame, StoreError> {
        if replayed.record.game.conditional_moves_version > 0 {
            replayed.conditional_moves = self.store.conditional_moves(replayed.record.game.game_id).await?;
        }
        Ok(replayed)
    }

    /// Completes a decision with the deadline, the alarm and the notice of the turn.
    pub async fn decide_change(
        &self,
        replayed: ReplayedGame,
        now: Timestamp,
        decide: impl FnOnce(ReplayedGame, Timestamp) -> Result<Change, GameError> + Send,
    ) -> Result<Change, GameError> {
        let GameRecord { game, seats, vacations, .. } = &replayed.record;
        let (game, seats, vacations) = (game.clone(), seats.clone(), vacations.clone());
        let before = GameRecord { game, seats, plies: Vec::new(), vacations };
        let change = self.with_deadline(decide(replayed, now)?, &before).await?;
        Ok(self.with_alarm_and_turn_notice(change, &before.seats).await?)
    }

    pub fn to_commit(request: RequestId, actor: Option<UserId>, change: Change, now: Timestamp) -> Commit {
        let Change { mut game, seats, keep, plies, conditional_moves, notices, action, detail, reminded, audit } =
            change;
        // A finished game needs no conditional moves.
        let had_conditional_moves = game.conditional_moves_version > 0 || conditional_moves.is_some();
        let conditional_moves =
            if game.phase != Phase::Playing && had_conditional_moves { Some(Vec::new()) } else { conditional_moves };
        game.version += 1;
        crash_point::point(Point::DecidedNotWritten);
        Commit {
            game,
            request,
            actor,
            action,
            seats,
            keep,
            plies,
            conditional_moves,
            detail,
            notices,
            reminded,
            audit,
            now,
        }
    }

    pub async fn write(
        &self,
        request: RequestId,
        actor: Option<UserId>,
        change: Change,
        now: Timestamp,
    ) -> Result<(), CommitError> {
        let outcome = self.store.commit(Self::to_commit(request, actor, change, now)).await;
        if matches!(outcome, Ok(()) | Err(CommitError::Duplicate)) {
            self.wake.notify_waiters();
        }
        outcome
    }
}
