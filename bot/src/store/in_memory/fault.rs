//! What a simulation does to the memory: calls that fail before, after and in the middle, and somebody who looks on.

use async_trait::async_trait;

use crate::domain::Vacation;
use crate::store::commit::Commit;
use crate::store::error::StoreError;
use crate::store::outbox::Message;

/// Decides over the calls of a [`super::memory::InMemoryStore`]. Whoever waits in here may be killed there.
#[async_trait]
pub trait FaultInjector: Send + Sync + 'static {
    /// A change is about to be made; after an error it is not.
    async fn before(&self, call: &'static str) -> Result<(), StoreError>;
    /// A change has been made, or the first of two; after an error whoever asked does not hear of it, and the second is not made.
    async fn after(&self, call: &'static str) -> Result<(), StoreError>;
    /// This is written.
    fn wrote(&self, commit: &Commit);
    /// This vacation is written, or that it ends at another time.
    fn away(&self, _absence: &Vacation) {}
    /// Somebody has these messages, to send them.
    fn claimed(&self, messages: &[Message]);
}
