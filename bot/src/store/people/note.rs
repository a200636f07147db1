//! Named values of the program.

use async_trait::async_trait;

use crate::store::error::Result;

/// Stores named values of the program, such as the hash of the registered commands.
#[async_trait]
pub trait NoteStore: Send + Sync + 'static {
    async fn note(&self, key: &str) -> Result<Option<String>>;
    async fn set_note(&self, key: &str, value: &str) -> Result<()>;
}
