//! The store: one port per aggregate, and an implementation in SQL. A commit ([`GameStore::commit`]) is atomic,
//! conditional on the version and idempotent per request. Claims have a lease. Only this module knows SQL.

pub mod alarm;
pub mod availability;
pub mod clubs;
pub mod commit;
pub mod conditional_moves;
pub mod error;
pub mod game;
pub mod guild;
pub mod heartbeat;
#[cfg(test)]
#[path = "../../tests/support/in_memory_store.rs"]
pub mod in_memory_store;
pub mod json;
pub mod outbox;
pub mod people;
pub mod ports;
pub mod reliability;
pub mod sql;

pub use alarm::AlarmStore;
pub use clubs::competition::CompetitionStore;
pub use clubs::digest::{LadderDigest, LadderDigestStore, LastChanges};
pub use clubs::ladder::{LadderStore, LadderWriteOutcome};
pub use clubs::leader_role::{LeaderRole, LeaderRoleStore};
pub use clubs::organizer::OrganizerStore;
pub use clubs::rating::RatingStore;
pub use clubs::seek::SeekStore;
pub use clubs::statistics::StatisticsStore;
pub use commit::Commit;
pub use conditional_moves::ConditionalMoveStore;
pub use error::{CommitError, Each, StoreError};
pub use game::GameStore;
pub use guild::{GuildHoldings, GuildStore};
pub use heartbeat::HeartbeatStore;
pub use outbox::{DeadMessage, Message, OutboxBacklog, OutboxStore, PostedMessage, SendOutcome};
pub use people::note::NoteStore;
pub use people::player::PlayerStore;
pub use people::privacy::{PersonalRows, PrivacyStore, Unfinished};
pub use people::reminder::{ReminderMessage, ReminderStore};
pub use people::vacation::VacationStore;
pub use people::watch::WatchStore;
pub use ports::{Database, Store};
pub use reliability::FinishedGameStore;
pub use sql::connection::door::{Door, StoreCall};
pub use sql::database::backup;
pub use sql::database::copy::Copied;
pub use sql::database::database_url::DatabaseUrl;
pub use sql::database::migrations::DatabaseState;
pub use sql::database::owner::Owner;
pub use sql::database::postgres::MOST_CONNECTIONS;
pub use sql::database::sqlite;
