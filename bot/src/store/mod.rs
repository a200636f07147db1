//! The memory of the bot: a narrow port. One write ([`Store::commit`]) that is atomic, conditional on the version and
//! idempotent per request; claims with a lease; one read per question. The only module that knows SQL.

mod absence;
mod bulk;
mod copy;
mod engine;
mod failures;
mod fill;
mod group;
mod heartbeat;
mod ids;
mod line;
pub mod memory;
mod notice;
mod place;
pub mod postgres;
mod preferences;
mod reminding;
mod rows;
mod sql;
pub mod sqlite;
mod standing;
mod terms;
mod vacation;
mod weather;
mod writing;

use std::collections::HashMap;

pub use absence::{Hours, LONGEST_SLEEP, Sleep, SleepError, Span};
use async_trait::async_trait;
pub use fill::Waiting;
pub use heartbeat::{Heartbeat, Outage};
pub use ids::{ChannelId, GameId, ParseGameIdError, RequestId, Timestamp, UserId};
pub use line::{Branch, Line, SetLine};
pub use notice::Notice;
pub use place::{BadPlace, Database, Found, Place};
pub use preferences::{GuildPreferences, Preferences, TakesBack, Turned, Where};
pub use reminding::Reminding;
use serde::{Deserialize, Serialize};
pub use standing::{Finished, MASS_TIME_OUT_MS, Standing};
pub use terms::{Adjourned, Proposal, Terms, Warned, Wish};
pub use vacation::{Absence, Vacations};
pub use weather::Weather;

/// Where a game is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// A challenge waits for its answer.
    Offered,
    /// Being played.
    Playing,
    /// Played to an end.
    Over,
    /// What came to nothing: a challenge (declined, withdrawn, expired), or a game that was called off as soon as it had begun
    /// (aborted).
    Void,
}

/// One game: what changes with each commit. The moves are the truth; what stands here beside them exists to be queried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The game.
    pub game_id: GameId,
    /// Counts commits; a write names the version it was decided on.
    pub version: i64,
    /// Where it is in its life.
    pub phase: Phase,
    /// Setup line of the rules.
    pub setup: String,
    /// Pace, as written: `days:3`, `none`.
    pub pace: String,
    /// The server, if any.
    pub guild_id: Option<u64>,
    /// The channel the challenge was made in.
    pub channel_id: ChannelId,
    /// The thread of the game once there is one.
    pub thread_id: Option<ChannelId>,
    /// Number of plies played: equals the number of `ply` rows.
    pub ply: u32,
    /// Seat whose turn it is while playing.
    pub to_move: Option<u8>,
    /// Who made the challenge.
    pub challenger: UserId,
    /// Colors are drawn at acceptance; until then the challenger holds seat 0.
    pub by_lot: bool,
    /// The draw offer that is open.
    pub draw_offer: Option<DrawOffer>,
    /// Once over: the colors of the winning team, joined by `+` ([`rules::team_name`]), or `draw`.
    pub result: Option<String>,
    /// Why it ended: a word of `rules::EndReason`, or `resignation`, `time`, `agreement`, `claim`, `silence`, `declined`, `withdrawn`, `expired`,
    /// `aborted`.
    pub reason: Option<String>,
    /// The seat that gave up, ran out of time, declined or called the game off, if that was the end.
    pub loser: Option<u8>,
    /// When the challenge was made.
    pub created_at: Timestamp,
    /// When the running turn (or the challenge) began.
    pub turn_at: Timestamp,
    /// Zone and sleeping hours of the player on turn, as they were when it began; `None`: UTC and no sleep.
    pub hours: Option<Hours>,
    /// Spans of the running turn in which the clock stood still whoever is on turn; one that is open ends at the end of time.
    pub stops: Vec<Span>,
    /// The time that the running turn has, in milliseconds, where it is not what pace and clock say.
    pub time: Option<i64>,
    /// When the running turn is lost, or the challenge expires.
    pub deadline_at: Option<Timestamp>,
    /// Reminders of this turn up to this instant are done.
    pub reminded_until: Option<Timestamp>,
    /// The next thing to happen without anybody doing anything.
    pub wake_at: Option<Timestamp>,
    /// What is settled or proposed beside the moves.
    pub terms: Terms,
    /// Counts changes of the players' conditional moves. These are no part of the version, which everybody sees; whatever is
    /// decided is conditional on both.
    pub lines: i64,
}

/// A draw offer that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawOffer {
    /// Who offers.
    pub seat: u8,
    /// The version of the game it was made with: tells it from an earlier offer of the same seat.
    pub version: i64,
}

/// Who sits where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    /// 0 moves first.
    pub seat: u8,
    /// The player. At a challenge with random colors the challenger holds seat 0 until it is accepted.
    pub user: UserId,
    /// Display name at the time the seat was taken: text written by a stranger.
    pub name: String,
    /// Agrees to what is open: to the challenge while it is offered, to the draw while one is offered.
    pub agreed: bool,
    /// What this player's clock shows when their turn begins, in milliseconds; `None` where no clock runs down.
    pub clock: Option<i64>,
}

/// One move of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// 1 is the first move.
    pub number: u32,
    /// Canonical notation.
    pub notation: String,
    /// When.
    pub played_at: Timestamp,
    /// By whom.
    pub user: UserId,
    /// The version of the game that it was committed with: a move of the same number that came after one was taken back has a
    /// later one.
    pub version: i64,
}

/// A game with its seats (in seat order) and moves (in order).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// The game.
    pub game: Game,
    /// Its seats.
    pub seats: Vec<Seated>,
    /// Its moves.
    pub plies: Vec<Ply>,
    /// Vacations of its players that had not ended when the running turn began.
    pub absences: Vec<Absence>,
}

/// Many answers, each found or failed for itself.
pub type Each<K, T> = HashMap<K, Result<T, StoreError>>;

/// Everything that changes in one step of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// The game as it shall be; its `version` is the expected one plus one.
    pub game: Game,
    /// What asked for it.
    pub request: RequestId,
    /// Who asked; `None` for an alarm.
    pub actor: Option<UserId>,
    /// For the audit: `accept`, `play`, `resign` …
    pub action: &'static str,
    /// Seats as they shall be, when they change (colors drawn at acceptance).
    pub seats: Option<Vec<Seated>>,
    /// Only so many moves stay: the later ones are taken back.
    pub keep: Option<u32>,
    /// The moves that are made, in order; the number of the last one is `game.ply`.
    pub plies: Vec<Ply>,
    /// All conditional moves as they shall be, when they change.
    pub lines: Option<Vec<Line>>,
    /// For the audit, and for nobody else: what the change did away with.
    pub detail: Option<String>,
    /// What to tell.
    pub notices: Vec<Notice>,
    /// Who is reminded with it: one more reminder that they have not answered.
    pub reminded: Option<UserId>,
    /// When it happens.
    pub now: Timestamp,
}

/// A message taken from the outbox, to be sent before the lease ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Also Discord's nonce.
    pub message_id: i64,
    /// Its game.
    pub game_id: GameId,
    /// The version it speaks of.
    pub version: i64,
    /// What to say.
    pub notice: Notice,
    /// Tries so far, this one included.
    pub attempts: u32,
    /// An earlier try came to an end that nobody knows: what it says may stand already.
    pub in_doubt: bool,
    /// When it was committed.
    pub created_at: Timestamp,
    /// When the claim ends: tells it from any other claim of the same message.
    pub lease_until: Timestamp,
}

/// What a try that failed is known to have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    /// Nothing: Discord said so, or was not asked.
    Nothing,
    /// Nobody knows.
    Unknown,
}

/// A message of the outbox that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadMessage {
    /// Its number.
    pub message_id: i64,
    /// Its game.
    pub game_id: GameId,
    /// When it was committed.
    pub created_at: Timestamp,
    /// Why it was given up.
    pub reason: String,
}

/// A message of ours that stands in a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// The game.
    pub game_id: GameId,
    /// The version it spoke of.
    pub version: i64,
    /// [`Notice::word`], or what it has become since; [`Posted::BOARD_IN_LETTERS`] for a board without a picture.
    pub word: String,
    /// Where.
    pub channel_id: ChannelId,
    /// Discord's id of it.
    pub discord_id: u64,
}

impl Posted {
    /// The word of a board that stands in rows of letters: its text is all that shows the position.
    pub const BOARD_IN_LETTERS: &str = "board_in_letters";

    /// Does it show the position in rows of letters, without a picture?
    pub fn is_in_letters(&self) -> bool {
        self.word == Self::BOARD_IN_LETTERS
    }

    /// The word of what it is, however a board is shown.
    pub fn kind(&self) -> &str {
        if self.is_in_letters() { "board" } else { &self.word }
    }
}

/// A line of `/games` and of the completion of `game`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSummary {
    /// The game.
    pub game: Game,
    /// Its seats.
    pub seats: Vec<Seated>,
}

/// What we know of a person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Player {
    /// Discord's locale tag as last seen in an interaction (`fr`, `en-US`).
    pub locale: Option<String>,
    /// The last direct message to them was refused: theirs are closed, or they share no server with the bot.
    pub dm_closed: bool,
    /// Reminders to them since they last did anything.
    pub ignored: u32,
    /// What they have chosen. Where that does not read, nothing: [`Store::preferences`] tells of it, and no game stops for it.
    pub preferences: Preferences,
}

/// Why a commit did not happen.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// The game has moved on: reload, decide again.
    #[error("the game has moved on")]
    Stale,
    /// This very request was committed before: answer as if it had succeeded now.
    #[error("this request was done before")]
    Duplicate,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What can go wrong with the memory.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// A row that does not convert. The other games go on.
    #[error("table {table}, {row}: {problem}")]
    Corrupt {
        /// Table.
        table: &'static str,
        /// Its game, as people know it, or its row.
        row: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The database was written by a newer program.
    #[error(
        "the database is at migration {found}, this program knows up to {known}: start the newer program, or restore a backup"
    )]
    Newer {
        /// Version in the database.
        found: i64,
        /// Newest version in this program.
        known: i64,
    },
    /// Another process has the file.
    #[error("{0} is in use by another process")]
    Locked(String),
    /// The database refused or failed.
    #[error("{problem}")]
    Database {
        /// What it says of it.
        problem: String,
        /// The same may succeed if done again, and does no harm.
        transient: bool,
    },
}

impl StoreError {
    /// The same may succeed if done again, and does no harm.
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Database { transient: true, .. })
    }
}

/// The port. Every method is one question or one atomic change.
#[async_trait]
pub trait Store: Heartbeat + Reminding + Standing + Vacations + Send + Sync + 'static {
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
    async fn action_of_request(&self, request: RequestId) -> Result<Option<String>, StoreError>;
    /// The request that created a game.
    async fn request_of(&self, game: GameId) -> Result<Option<RequestId>, StoreError>;
    /// One game with all its moves.
    async fn game(&self, game: GameId) -> Result<Option<GameRecord>, StoreError>;
    /// Many games in one question, those that there are. One that does not read is an error of its own.
    async fn games(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>, StoreError>;
    /// The conditional moves in a game, without those that do not read.
    async fn lines(&self, game: GameId) -> Result<Vec<Line>, StoreError>;
    /// Keeps a player's conditional moves, unless the game or its lines have changed; gives whether that is so. Not a change of
    /// the game: no version.
    async fn set_line(&self, wish: SetLine) -> Result<bool, StoreError>;
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
    async fn note_posted(&self, posted: &Posted) -> Result<(), StoreError>;
    /// The message stands in a channel: noted, and out of the outbox.
    async fn message_sent(&self, message_id: i64, posted: Option<Posted>) -> Result<(), StoreError>;
    /// Try again at `at`. Whoever comes back after the lease, when another process has the message, changes nothing.
    async fn message_retry(
        &self,
        message: &Message,
        at: Timestamp,
        tried: Tried,
        problem: &str,
    ) -> Result<(), StoreError>;
    /// Will never be sent; kept with its reason for the host.
    async fn message_dead(&self, message_id: i64, reason: &str) -> Result<(), StoreError>;
    /// What was given up, oldest first.
    async fn dead_messages(&self) -> Result<Vec<DeadMessage>, StoreError>;
    /// Takes up again what was given up; gives how many.
    async fn revive_messages(&self) -> Result<usize, StoreError>;
    /// Messages of ours about this game that stand, newest first.
    async fn posted(&self, game: GameId) -> Result<Vec<Posted>, StoreError>;
    /// Forgets a message that has been taken down or disarmed.
    async fn unpost(&self, posted: &Posted) -> Result<(), StoreError>;
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
    async fn guild_preferences(&self, guild: u64) -> Result<GuildPreferences, StoreError>;
    /// Has a server choose anew, if it has not done so since `from` was read; gives whether that is so.
    async fn set_guild_preferences(
        &self,
        guild: u64,
        from: &GuildPreferences,
        to: &GuildPreferences,
    ) -> Result<bool, StoreError>;
    /// What a server has chosen, for pictures: nothing where that does not read.
    async fn guild(&self, guild: u64) -> Result<GuildPreferences, StoreError>;
    /// A named value of the program's own (hash of the registered commands …).
    async fn note(&self, key: &str) -> Result<Option<String>, StoreError>;
    /// Sets it.
    async fn set_note(&self, key: &str, value: &str) -> Result<(), StoreError>;
}
