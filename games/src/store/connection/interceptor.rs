//! An interceptor between a store and its database, for tests and simulations.

use async_trait::async_trait;
use futures::future::BoxFuture;

use crate::store::commit::Commit;
use crate::store::error::Result;

#[derive(Clone, Copy)]
pub enum StoreCall<'a> {
    Create(&'a Commit),
    Commit(&'a Commit),
    /// A statement that changes data, or the name of a transaction of several.
    Change(&'static str),
    Read(&'static str),
}

/// Delays, fails or watches the calls of a store.
#[async_trait]
pub trait Interceptor: Send + Sync + 'static {
    /// Runs `work`, which makes the call and returns whether it succeeded. An error before `work` prevents the call;
    /// an error after it hides from the caller what was done.
    async fn pass(&self, call: StoreCall<'_>, work: BoxFuture<'_, bool>) -> Result<()>;
}
