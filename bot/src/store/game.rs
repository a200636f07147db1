//! Games: commits and queries.

use std::collections::HashMap;

use async_trait::async_trait;

use crate::domain::{Action, ChannelId, Game, GameId, GameRecord, GameSummary, GuildId, Phase, RequestId, UserId};
use crate::store::commit::Commit;
use crate::store::error::{CommitError, Each, Result};

/// Writes and reads games.
#[async_trait]
pub trait GameStore: Send + Sync + 'static {
    /// Writes a new game (`version` 0, phase [`Phase::Offered`]) with its seats and notices. [`CommitError::Duplicate`] when
    /// this request has already done so.
    async fn create(&self, commit: Commit) -> Result<(), CommitError>;
    /// Writes one change: atomic, conditional on `game.version - 1` being the current version, idempotent per request.
    async fn commit(&self, commit: Commit) -> Result<(), CommitError>;
    /// Writes many changes, each on its own as [`GameStore::commit`] does, and returns their outcomes in order. A batch costs
    /// little more than a single change.
    async fn commit_all(&self, commits: Vec<Commit>) -> Vec<Result<(), CommitError>>;
    /// The game a request created or changed, if it did.
    async fn game_of_request(&self, request: RequestId) -> Result<Option<GameId>>;
    /// The audit action of a request.
    async fn action_of_request(&self, request: RequestId) -> Result<Option<Action>>;
    /// The request that made this version of a game; the first one is 0.
    async fn request_of(&self, game: GameId, version: i64) -> Result<Option<RequestId>>;
    /// One game with all its moves.
    async fn game(&self, game: GameId) -> Result<Option<GameRecord>>;
    /// Many games in one query. Missing games are left out; a game that cannot be read is an error of its own.
    async fn games(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>>;
    /// Games of this player in these phases: those waiting for this player first, then by deadline; at most `limit`.
    async fn games_of(&self, user: UserId, phases: &[Phase], limit: u32) -> Result<Vec<GameSummary>>;
    /// The games of this number: the one of the server, if one is given, and those of this player in other places.
    async fn games_numbered(&self, number: u32, guild: Option<GuildId>, user: UserId) -> Result<Vec<GameSummary>>;
    /// The numbers of these games, as far as they have begun.
    async fn numbers_of(&self, games: &[GameId]) -> Result<HashMap<GameId, u32>>;
    /// The game that this player has begun or offered last.
    async fn newest_of(&self, user: UserId) -> Result<Option<Game>>;
    /// The challenge that this player has made last in this server, or in direct messages, whatever has become of it.
    async fn last_challenge_of(&self, user: UserId, guild: Option<GuildId>) -> Result<Option<GameId>>;
    /// Counts the games this player plays, plus their own challenges that wait for an answer.
    async fn open_of(&self, user: UserId) -> Result<u32>;
    /// Counts the challenges from one player to the other that wait for an answer.
    async fn offers_between(&self, from: UserId, to: UserId) -> Result<u32>;
    /// The running game whose thread this is, or whose channel, if it is the only one there.
    async fn game_in(&self, channel: ChannelId) -> Result<Option<GameId>>;
    /// Sets the thread of a game. This is not a change of the game: its version stays.
    async fn set_thread(&self, game: GameId, thread: Option<ChannelId>) -> Result<()>;
}
