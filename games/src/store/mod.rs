//! The store on SQLite and PostgreSQL, with the same text for every statement. A commit ([`Store::commit`]) is atomic,
//! conditional on the version, and idempotent per request. Claims have a lease. Only this module knows SQL.

pub mod audit;
pub mod availability;
pub mod changes;
pub mod commit;
pub mod connection;
pub mod database;
pub mod error;
pub mod forget_guild;
pub mod games;
pub mod guild;
pub mod heartbeat;
pub mod jobs;
pub mod json;
pub mod outbox;
pub mod people;
pub mod posts;
pub mod rows;
pub mod snapshot;
pub mod statements;
pub mod tables;
pub mod write;

pub use changes::GameChange;
pub use commit::Commit;
pub use connection::interceptor::{Interceptor, StoreCall};
pub use database::copy::Copied;
pub use database::database_url::DatabaseUrl;
pub use database::migrations::DatabaseState;
pub use database::postgres::MOST_CONNECTIONS;
pub use database::{backup, sqlite};
pub use error::{CommitError, Each, StoreError};
pub use guild::GuildHoldings;
pub use jobs::{ClaimedJob, JobKind};
pub use outbox::{DeadMessage, Message, OutboxBacklog, PostedMessage, SendOutcome};
pub use people::data::PersonalRows;
pub use people::privacy::Unfinished;
pub use people::puzzle::RatedAttempt;
pub use people::reminder::{ReminderKind, ReminderMessage};
pub use posts::{ChangeSpan, LastChanges, Post, PostGroup};
pub use statements::Store;
pub use write::commit_rows::message_id_at;
