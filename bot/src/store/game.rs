//! Games: their commits and what is asked about them.

use async_trait::async_trait;

use crate::domain::{ChannelId, GameId, GameRecord, GameSummary, Phase, RequestId, UserId};
use crate::store::commit::Commit;
use crate::store::error::{CommitError, Each, Result};

/// Writes and reads games.
#[async_trait]
pub trait GameStore: Send + Sync + 'static {
    /// Writes a new game (`version` 0, phase [`Phase::Offered`]) with its seats and notices, unless this request did so before
    /// (`Duplicate`).
    async fn create(&self, commit: Commit) -> Result<(), CommitError>;
    /// One change, atomic, conditional on `game.version - 1` being current, idempotent per request.
    async fn commit(&self, commit: Commit) -> Result<(), CommitError>;
    /// Many changes, each for itself as by [`Store::commit`]; what came of each, in their order. Together they cost little more
    /// than one.
    async fn commit_all(&self, commits: Vec<Commit>) -> Vec<Result<(), CommitError>>;
    /// The game a request created or changed, if it did.
    async fn game_of_request(&self, request: RequestId) -> Result<Option<GameId>>;
    /// What a request did, as the audit calls it, if it did anything.
    async fn action_of_request(&self, request: RequestId) -> Result<Option<String>>;
    /// The request that created a game.
    async fn request_of(&self, game: GameId) -> Result<Option<RequestId>>;
    /// One game with all its moves.
    async fn game(&self, game: GameId) -> Result<Option<GameRecord>>;
    /// Many games in one question, those that there are. One that does not read is an error of its own.
    async fn games(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>>;
    /// Games of this player in these phases, those waiting for them first, then by deadline; at most `limit`.
    async fn games_of(&self, user: UserId, phases: &[Phase], limit: u32) -> Result<Vec<GameSummary>>;
    /// How many games this player plays, and how many challenges of their own wait for an answer, together.
    async fn open_of(&self, user: UserId) -> Result<u32>;
    /// How many challenges from one to the other wait for an answer.
    async fn offers_between(&self, from: UserId, to: UserId) -> Result<u32>;
    /// The running game whose thread (or home channel, when unique) this is.
    async fn game_in(&self, channel: ChannelId) -> Result<Option<GameId>>;
    /// Where the game lives now. Not a change of the game: no version.
    async fn set_thread(&self, game: GameId, thread: Option<ChannelId>) -> Result<()>;
}
