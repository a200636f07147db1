//! What commands ask of Discord at once, outside of the outbox.

use async_trait::async_trait;

use crate::discord::message::OutgoingMessage;
use crate::domain::{ChannelId, GuildId, Person, RoleId, UserId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    Done,
    /// The bot may not write there; for a direct message, the person accepts none.
    Unreachable,
    /// Not now.
    Failed,
    /// Neither now nor later: the same message would be refused again.
    Refused,
}

/// Where a message stands that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentMessage {
    pub channel_id: ChannelId,
    pub discord_id: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleChange {
    Done,
    /// The person has left the server, or their account is deleted: there is nothing to do.
    NotAMember,
    Refused,
    /// Not now. It may have been done.
    Failed,
}

/// Discord has not answered, or has refused; the log says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unanswered;

/// Sends a message, changes a role, or looks something up at once, outside of any game.
#[async_trait]
pub trait MessageSender: Send + Sync + 'static {
    /// Writes to one person. The same nonce within minutes sends nothing twice.
    async fn direct_message(&self, user: UserId, post: &OutgoingMessage, nonce: &str) -> Result<SentMessage, Delivery>;
    /// Deletes it, if Discord lets us.
    async fn withdraw(&self, _message: SentMessage) {}
    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Delivery;
    async fn give_role(&self, _guild: GuildId, _user: UserId, _role: RoleId) -> RoleChange {
        RoleChange::Failed
    }
    async fn take_role(&self, _guild: GuildId, _user: UserId, _role: RoleId) -> RoleChange {
        RoleChange::Failed
    }
    /// A member of a server, who is a person; `None` for everybody else.
    async fn member(&self, _guild: GuildId, _user: UserId) -> Result<Option<Person>, Unanswered> {
        Err(Unanswered)
    }
    /// The bytes of a file that a user has attached; an error for one with more than `most`.
    async fn download(&self, _url: &str, _most: usize) -> Result<Vec<u8>, Unanswered> {
        Err(Unanswered)
    }
}

/// For tests.
#[async_trait]
impl MessageSender for () {
    async fn direct_message(&self, _: UserId, _: &OutgoingMessage, _: &str) -> Result<SentMessage, Delivery> {
        Err(Delivery::Failed)
    }

    async fn post(&self, _: ChannelId, _: &OutgoingMessage, _: &str) -> Delivery {
        Delivery::Failed
    }
}
