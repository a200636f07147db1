//! Named values of the program.

use async_trait::async_trait;

use crate::store::error::Result;

/// Keeps named values of the program.
#[async_trait]
pub trait NoteStore: Send + Sync + 'static {
    /// A named value of the program's own (hash of the registered commands …).
    async fn note(&self, key: &str) -> Result<Option<String>>;
    /// Sets it.
    async fn set_note(&self, key: &str, value: &str) -> Result<()>;
}
