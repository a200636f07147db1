//! The memory of the bot: a narrow port. One write ([`Store::commit`]) that is atomic, conditional on the version and
//! idempotent per request; claims with a lease; one read per question. The only module that knows SQL.

pub mod bulk;
pub mod commit;
pub mod copy;
pub mod database_url;
pub mod engine;
pub mod error;
pub mod failures;
pub mod fault;
pub mod fill;
pub mod group;
pub mod heartbeat;
pub mod in_memory;
pub mod messages;
pub mod postgres;
pub mod preferences;
pub mod reminding;
pub mod rows;
pub mod sql;
pub mod sqlite;
pub mod standing;
pub mod vacation;
pub mod writing;

pub use commit::Commit;
pub use database_url::{Database, DatabaseUrl, Found};
pub use error::{CommitError, StoreError};
pub use fault::FaultInjector;
pub use fill::Waiting;
pub use heartbeat::HeartbeatStore;
pub use in_memory::InMemoryStore;
pub use messages::{DeadMessage, Message, PostedMessage, SendAttempt};
pub use postgres::{CONNECTIONS, MOST_CONNECTIONS};
pub use reminding::ReminderStore;
pub use standing::ReliabilityStore;
pub use vacation::VacationStore;

use std::collections::HashMap;

use async_trait::async_trait;

use crate::domain::{
    Action, ChannelId, ConditionalMoves, GameId, GameRecord, GameSummary, GuildId, GuildPreferences, Phase, Player,
    Preferences, RequestId, SetConditionalMoves, Timestamp, UserId,
};

/// Many answers, each found or failed for itself.
pub type Each<K, T> = HashMap<K, Result<T, StoreError>>;

/// The port. Every method is one question or one atomic change.
#[async_trait]
pub trait Store: HeartbeatStore + ReminderStore + ReliabilityStore + VacationStore + Send + Sync + 'static {
    /// Writes a new game (`version` 0, phase [`Phase::Offered`]) with its seats and notices, unless this request did so before
    /// (`Duplicate`).
    async fn create(&self, commit: Commit) -> Result<(), CommitError>;
    /// One change, atomic, conditional on `game.version - 1` being current, idempotent per request.
    async fn commit(&self, commit: Commit) -> Result<(), CommitError>;
    /// Many changes, each for itself as by [`Store::commit`]; what came of each, in their order. Together they cost little more
    /// than one.
    async fn commit_all(&self, commits: Vec<Commit>) -> Vec<Result<(), CommitError>>;
    /// The game a request created or changed, if it did.
    async fn game_of_request(&self, request: RequestId) -> Result<Option<GameId>, StoreError>;
    /// What a request did, as the audit calls it, if it did anything.
    async fn action_of_request(&self, request: RequestId) -> Result<Option<Action>, StoreError>;
    /// The request that created a game.
    async fn request_of(&self, game: GameId) -> Result<Option<RequestId>, StoreError>;
    /// One game with all its moves.
    async fn game(&self, game: GameId) -> Result<Option<GameRecord>, StoreError>;
    /// Many games in one question, those that there are. One that does not read is an error of its own.
    async fn games(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>, StoreError>;
    /// The conditional moves in a game, without those that do not read.
    async fn lines(&self, game: GameId) -> Result<Vec<ConditionalMoves>, StoreError>;
    /// Keeps a player's conditional moves, unless the game or its lines have changed; gives whether that is so. Not a change of
    /// the game: no version.
    async fn set_line(&self, wish: SetConditionalMoves) -> Result<bool, StoreError>;
    /// Games of this player in these phases, those waiting for them first, then by deadline; at most `limit`.
    async fn games_of(&self, user: UserId, phases: &[Phase], limit: u32) -> Result<Vec<GameSummary>, StoreError>;
    /// How many games this player plays, and how many challenges of their own wait for an answer, together.
    async fn open_of(&self, user: UserId) -> Result<u32, StoreError>;
    /// How many challenges from one to the other wait for an answer.
    async fn offers_between(&self, from: UserId, to: UserId) -> Result<u32, StoreError>;
    /// The running game whose thread (or home channel, when unique) this is.
    async fn game_in(&self, channel: ChannelId) -> Result<Option<GameId>, StoreError>;
    /// Games whose alarm rang, their `wake_at` pushed to `lease_until`.
    async fn claim_due(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<GameId>, StoreError>;
    /// Messages to send now, oldest of each game only, hidden from others until `lease_until`. A row that does not convert is
    /// parked as dead, logged, and skipped.
    async fn claim_messages(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError>;
    /// A message of ours stands in this place, be the rest of its notice said or not.
    async fn note_posted(&self, posted: &PostedMessage) -> Result<(), StoreError>;
    /// The message stands in a channel: noted, and out of the outbox.
    async fn message_sent(&self, message_id: i64, posted: Option<PostedMessage>) -> Result<(), StoreError>;
    /// Try again at `at`. Whoever comes back after the lease, when another process has the message, changes nothing.
    async fn message_retry(
        &self,
        message: &Message,
        at: Timestamp,
        tried: SendAttempt,
        problem: &str,
    ) -> Result<(), StoreError>;
    /// Will never be sent; kept with its reason for the host.
    async fn message_dead(&self, message_id: i64, reason: &str) -> Result<(), StoreError>;
    /// What was given up, oldest first.
    async fn dead_messages(&self) -> Result<Vec<DeadMessage>, StoreError>;
    /// Takes up again what was given up; gives how many.
    async fn revive_messages(&self) -> Result<usize, StoreError>;
    /// Messages of ours about this game that stand, newest first.
    async fn posted(&self, game: GameId) -> Result<Vec<PostedMessage>, StoreError>;
    /// Forgets a message that has been taken down or disarmed.
    async fn unpost(&self, posted: &PostedMessage) -> Result<(), StoreError>;
    /// Where the game lives now. Not a change of the game: no version.
    async fn set_thread(&self, game: GameId, thread: Option<ChannelId>) -> Result<(), StoreError>;
    /// What we know of a person; default when nothing.
    async fn player(&self, user: UserId) -> Result<Player, StoreError>;
    /// The same of many people in one question; nobody of whom nothing is known.
    async fn players(&self, users: &[UserId]) -> Result<Each<UserId, Player>, StoreError>;
    /// Remembers a person's language.
    async fn set_locale(&self, user: UserId, locale: &str) -> Result<(), StoreError>;
    /// Remembers whether a person refuses direct messages; gives whether that is news.
    async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<bool, StoreError>;
    /// What a person has chosen.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when it does not read.
    async fn preferences(&self, user: UserId) -> Result<Preferences, StoreError>;
    /// Has a person choose anew, if they have not done so since `from` was read; gives whether that is so.
    async fn set_preferences(&self, user: UserId, from: &Preferences, to: &Preferences) -> Result<bool, StoreError>;
    /// What a server has chosen.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when it does not read.
    async fn guild_preferences(&self, guild: GuildId) -> Result<GuildPreferences, StoreError>;
    /// Has a server choose anew, if it has not done so since `from` was read; gives whether that is so.
    async fn set_guild_preferences(
        &self,
        guild: GuildId,
        from: &GuildPreferences,
        to: &GuildPreferences,
    ) -> Result<bool, StoreError>;
    /// What a server has chosen, for pictures: nothing where that does not read.
    async fn guild(&self, guild: GuildId) -> Result<GuildPreferences, StoreError>;
    /// A named value of the program's own (hash of the registered commands …).
    async fn note(&self, key: &str) -> Result<Option<String>, StoreError>;
    /// Sets it.
    async fn set_note(&self, key: &str, value: &str) -> Result<(), StoreError>;
}
