//! Named values of the program.

use async_trait::async_trait;

use crate::store::error::Result;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::people::note::NoteStore;

#[async_trait]
impl NoteStore for InMemoryStore {
    async fn note(&self, key: &str) -> Result<Option<String>> {
        Ok(self.state().notes.get(key).cloned())
    }

    async fn set_note(&self, key: &str, value: &str) -> Result<()> {
        self.state().notes.insert(key.to_owned(), value.to_owned());
        Ok(())
    }
}
