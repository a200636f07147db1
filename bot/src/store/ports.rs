//! All ports as one.

use async_trait::async_trait;

use crate::domain::GameId;
use crate::store::alarm::AlarmStore;
use crate::store::clubs::competition::CompetitionStore;
use crate::store::clubs::digest::LadderDigestStore;
use crate::store::clubs::ladder::LadderStore;
use crate::store::clubs::leader_role::LeaderRoleStore;
use crate::store::clubs::organizer::OrganizerStore;
use crate::store::clubs::rating::RatingStore;
use crate::store::clubs::seek::SeekStore;
use crate::store::clubs::statistics::StatisticsStore;
use crate::store::conditional_moves::ConditionalMoveStore;
use crate::store::error::StoreError;
use crate::store::game::GameStore;
use crate::store::guild::GuildStore;
use crate::store::heartbeat::HeartbeatStore;
use crate::store::outbox::OutboxStore;
use crate::store::people::note::NoteStore;
use crate::store::people::player::PlayerStore;
use crate::store::people::privacy::PrivacyStore;
use crate::store::people::reminder::ReminderStore;
use crate::store::people::vacation::VacationStore;
use crate::store::people::watch::WatchStore;
use crate::store::reliability::FinishedGameStore;

/// A store: every port. Each method is one question or one atomic change.
pub trait Store:
    GameStore
    + ConditionalMoveStore
    + AlarmStore
    + OutboxStore
    + PlayerStore
    + GuildStore
    + NoteStore
    + ReminderStore
    + FinishedGameStore
    + RatingStore
    + VacationStore
    + HeartbeatStore
    + SeekStore
    + CompetitionStore
    + LadderStore
    + OrganizerStore
    + LadderDigestStore
    + LeaderRoleStore
    + StatisticsStore
    + PrivacyStore
    + WatchStore
{
}

/// An opened store, which has to be closed.
#[async_trait]
pub trait Database: Store {
    /// Waits for running statements and closes the connections.
    async fn close(&self);
    /// Waits until the store can no longer be used, which happens only after a failure; gives the reason.
    async fn failed(&self) -> StoreError;
    /// Games ordered by id, beginning after the id `after`; at most `limit`.
    async fn games_after(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError>;
}
