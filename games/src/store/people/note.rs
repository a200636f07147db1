//! Named values of the program.

use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

impl Store {
    pub async fn note(&self, key: &str) -> Result<Option<String>> {
        self.first("note", "select value from note where key = $1", args![key], Reader::text).await
    }

    pub async fn set_note(&self, key: &str, value: &str) -> Result<()> {
        let sql = "insert into note (key, value) values ($1, $2) on conflict (key) do update set value = $2";
        self.change(sql, args![key, value]).await.map(drop)
    }
}
