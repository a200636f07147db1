//! How a use case changes a game: it loads, decides and commits, and decides again when another commit was faster.

use crate::crash_point::{self, Point};

use crate::domain::{
    Action, AuditEntry, ConditionalMoves, Game, GameId, GameRecord, Notice, Phase, Ply, RequestId, SeatedPlayer,
    Timestamp, UserId,
};
use crate::games::Games;
use crate::games::refusal::GameError;
use crate::games::replay::replayed_game::ReplayedGame;
use crate::store::{Commit, CommitError, StoreError};

/// What a use case did. `repeated` when the same request had done it before: the answer is the same.
pub struct Done {
    pub replayed: ReplayedGame,
    /// The request had been carried out before.
    pub repeated: bool,
    /// What this request did, now or before, as the audit calls it; others may have done more since. `None` when another had
    /// done it.
    pub action: Option<Action>,
}

/// What a use case wants to change; [`Games::change`] makes a commit of it.
pub(crate) struct Change {
    pub(crate) game: Game,
    pub(crate) seats: Option<Vec<SeatedPlayer>>,
    /// Only so many moves stay.
    pub(crate) keep: Option<u32>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) conditional_moves: Option<Vec<ConditionalMoves>>,
    pub(crate) notices: Vec<Notice>,
    pub(crate) action: Action,
    pub(crate) detail: Option<String>,
    pub(crate) reminded: Option<UserId>,
    pub(crate) audit: Option<AuditEntry>,
}

impl Change {
    pub(crate) fn of(game: Game, action: Action, notices: Vec<Notice>) -> Self {
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

/// A request of the program itself: the same for the same game and the same number, and no snowflake, because the top bit
/// is set.
pub(crate) const fn internal_request(game: GameId, number: u64) -> RequestId {
    let mixed = game.0.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number;
    RequestId(mixed | 1 << 63)
}

/// The request of an alarm: the same for each process that finds the same game due at the same version.
pub(crate) fn alarm_request(game: GameId, version: i64) -> RequestId {
    internal_request(game, version.cast_unsigned().rotate_left(40))
}

pub(crate) const fn never_done(_: &GameRecord) -> bool {
    false
}

/// Times that a decision is made again because another commit was faster.
pub(crate) const ATTEMPTS: u32 = 5;

impl Games {
    /// Loads, decides, commits; decides again when another commit was faster, and repeats the answer of a request that was
    /// carried out before, or of a second click on what is `made` already.
    pub(crate) async fn change(
        &self,
        request: RequestId,
        game: GameId,
        actor: Option<UserId>,
        is_done: impl Fn(&GameRecord) -> bool + Send + Sync,
        decide: impl Fn(ReplayedGame, Timestamp) -> Result<Change, GameError> + Send + Sync,
    ) -> Result<Done, GameError> {
        let record = self.record(game).await?.ok_or(GameError::NoSuchGame)?;
        self.change_record(request, record, actor, &is_done, &decide).await
    }

    /// The same for a game that is loaded already.
    pub(crate) async fn change_loaded(
        &self,
        request: RequestId,
        record: GameRecord,
        actor: Option<UserId>,
        is_done: impl Fn(&GameRecord) -> bool + Send + Sync,
        decide: impl Fn(ReplayedGame, Timestamp) -> Result<Change, GameError> + Send + Sync,
    ) -> Result<Done, GameError> {
        self.change_record(request, record, actor, &is_done, &decide).await
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
            let replayed = self.with_conditional_moves(ReplayedGame::open(record, None)?).await?;
            // Asked after the game was read, or a request carried out in between would be judged on its own effect.
            if let action @ Some(_) = self.store.action_of_request(request).await? {
                return Ok(Done { replayed: self.load(game, None).await?, repeated: true, action });
            }
            if is_done(&replayed.record) {
                return Ok(Done { replayed, repeated: true, action: None });
            }
            let now = self.clock.now();
            let change = Box::pin(self.decide_change(replayed, now, decide)).await?;
            let action = change.action;
            let (repeated, action) = match self.write(request, actor, change, now).await {
                Ok(()) => (false, Some(action)),
                Err(CommitError::Duplicate) => (true, self.store.action_of_request(request).await?),
                Err(CommitError::Stale) => {
                    record = self.record(game).await?.ok_or(GameError::NoSuchGame)?;
                    continue;
                }
                Err(CommitError::Store(error)) => return Err(error.into()),
            };
            return Ok(Done { replayed: self.load(game, None).await?, repeated, action });
        }
        let problem = format!("game {game} changed {ATTEMPTS} times while a decision was made");
        Err(StoreError::Database { problem, transient: true }.into())
    }

    /// The same game with the conditional moves of its players.
    pub(crate) async fn with_conditional_moves(&self, mut replayed: ReplayedGame) -> Result<ReplayedGame, StoreError> {
        if replayed.record.game.conditional_moves_version > 0 {
            replayed.conditional_moves = self.store.conditional_moves(replayed.record.game.game_id).await?;
        }
        Ok(replayed)
    }

    /// A decision with what follows from it: the deadline, the alarm and the notice of the turn.
    pub(crate) async fn decide_change(
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

    /// What was decided, to be committed.
    pub(crate) fn to_commit(request: RequestId, actor: Option<UserId>, change: Change, now: Timestamp) -> Commit {
        let Change { mut game, seats, keep, plies, conditional_moves, notices, action, detail, reminded, audit } =
            change;
        // A game that is over needs no conditional moves.
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

    pub(crate) async fn write(
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
