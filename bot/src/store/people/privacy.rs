//! What is stored about one person: to hand it out, and to delete it.

use async_trait::async_trait;
use serde_json::Value;

use crate::domain::{Deletion, LadderId, Timestamp, UserId};
use crate::store::error::Result;

/// Rows of one table that are about a person.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonalRows {
    pub table: &'static str,
    /// Objects. Ids of Discord are texts: many programs round numbers that large.
    pub rows: Vec<Value>,
}

/// What has to be done before somebody's data can be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unfinished {
    /// Open ladders that they are on, or were.
    pub ladders: Vec<LadderId>,
    /// A game of theirs is offered or played, or its result is not counted yet: nothing is deleted before.
    pub is_open: bool,
    /// A message about a game of theirs waits, a ladder is not done with one, or they have the role of a leader. What is deleted
    /// before would be told, counted or taken from nobody.
    pub is_pending: bool,
}

/// Hands out and deletes what is stored about a person.
#[async_trait]
pub trait PrivacyStore: Send + Sync + 'static {
    /// Everything that is stored about a person, but the moves of their games.
    async fn personal_data(&self, user: UserId) -> Result<Vec<PersonalRows>>;
    /// Notes that somebody wants their data deleted; `false` when that is noted already.
    async fn request_deletion(&self, deletion: &Deletion) -> Result<bool>;
    async fn deletion(&self, user: UserId) -> Result<Option<Deletion>>;
    /// Nothing is deleted after all.
    async fn cancel_deletion(&self, user: UserId) -> Result<()>;
    /// Claims the deletions that are due, by moving them to `lease_until`; at most `limit`, those that were asked for first come
    /// first.
    async fn claim_deletions(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Deletion>>;
    /// Looks at a deletion again at this instant.
    async fn postpone_deletion(&self, user: UserId, at: Timestamp) -> Result<()>;
    async fn unfinished(&self, user: UserId) -> Result<Unfinished>;
    /// Deletes what is stored about a person, puts the anonymous id into the games of others, and ends the deletion: all of it, or
    /// nothing. `false`, and nothing is changed, while [`Unfinished::is_open`], or while ratings are being replaced.
    async fn anonymize(&self, deletion: &Deletion) -> Result<bool>;
}
