//! The door between a store and its database. In the product it is open: tests and simulations stand in it.

use async_trait::async_trait;
use futures::future::BoxFuture;

use crate::store::commit::Commit;
use crate::store::error::Result;

/// What goes through the door.
#[derive(Clone, Copy)]
pub enum StoreCall<'a> {
    /// A new game.
    Create(&'a Commit),
    /// A change of a game.
    Commit(&'a Commit),
    /// A statement that changes something, or the name of a transaction of several.
    Change(&'static str),
    /// A statement that only reads.
    Read(&'static str),
}

/// Delays, fails or watches the calls of a store.
#[async_trait]
pub trait Door: Send + Sync + 'static {
    /// Runs `work`, which does the call and says whether it has succeeded. An error before `work` prevents the call; after it, the
    /// caller does not learn of what was done.
    async fn pass(&self, call: StoreCall<'_>, work: BoxFuture<'_, bool>) -> Result<()>;
}
