//! The store: one port per aggregate, an implementation in SQL and one in memory. A commit ([`GameStore::commit`]) is atomic,
//! conditional on the version and idempotent per request. Claims have a lease. Only this module knows SQL.

pub mod alarm;
pub mod clubs;
pub mod commit;
pub mod conditional_moves;
pub mod error;
pub mod game;
pub mod guild;
pub mod heartbeat;
pub mod in_memory;
pub mod json;
pub mod note;
pub mod outbox;
pub mod player;
pub mod ports;
pub mod reliability;
pub mod reminder;
pub mod sql;
pub mod vacation;

pub use alarm::AlarmStore;
pub use clubs::ladder::LadderStore;
pub use clubs::rating::RatingStore;
pub use clubs::seek::SeekStore;
pub use clubs::statistics::StatisticsStore;
pub use commit::Commit;
pub use conditional_moves::ConditionalMoveStore;
pub use error::{CommitError, Each, StoreError};
pub use game::GameStore;
pub use guild::GuildStore;
pub use heartbeat::HeartbeatStore;
pub use in_memory::fault::FaultInjector;
pub use in_memory::store::InMemoryStore;
pub use note::NoteStore;
pub use outbox::{DeadMessage, Message, OutboxStore, PostedMessage, SendOutcome};
pub use player::PlayerStore;
pub use ports::{Database, Store};
pub use reliability::FinishedGameStore;
pub use reminder::ReminderStore;
pub use sql::database::database_url::DatabaseUrl;
pub use sql::database::fill::BenchGames;
pub use sql::database::migrations::DatabaseState;
pub use sql::database::postgres::{CONNECTIONS, MOST_CONNECTIONS};
pub use sql::database::sqlite;
pub use vacation::VacationStore;
