//! Named values of the program.

use async_trait::async_trait;

use crate::store::error::Result;
use crate::store::people::note::NoteStore;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;

#[async_trait]
impl<DB: Engine> NoteStore for SqlStore<DB> {
    async fn note(&self, key: &str) -> Result<Option<String>> {
        let rows = self.rows("select value from note where key = $1", args![key]).await?;
        rows.first().map(|row| Reader::<DB>::new("note", row).text()).transpose()
    }

    async fn set_note(&self, key: &str, value: &str) -> Result<()> {
        let sql = "insert into note (key, value) values ($1, $2) on conflict (key) do update set value = $2";
        self.change(sql, args![key, value]).await?;
        Ok(())
    }
}
