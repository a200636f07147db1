//! Fault injection for simulations: calls that fail before, after or in the middle of a change.

use async_trait::async_trait;

use crate::domain::Vacation;
use crate::store::commit::Commit;
use crate::store::error::StoreError;
use crate::store::outbox::Message;

/// Decides which calls of an [`InMemoryStore`](super::store::InMemoryStore) fail. A caller may be cancelled while it waits
/// here.
#[async_trait]
pub trait FaultInjector: Send + Sync + 'static {
    /// Called before a change; an error prevents it.
    async fn before(&self, call: &'static str) -> Result<(), StoreError>;
    /// Called after a change, or after the first of two. On an error the caller does not learn of the change, and the second
    /// one is not made.
    async fn after(&self, call: &'static str) -> Result<(), StoreError>;
    fn wrote(&self, commit: &Commit);
    /// A vacation was written, or its end was changed.
    fn wrote_vacation(&self, _vacation: &Vacation) {}
    fn claimed(&self, messages: &[Message]);
}
