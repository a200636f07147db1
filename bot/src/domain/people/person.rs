//! A Discord user, and the place where they act.

use crate::domain::ids::{ChannelId, GuildId, UserId};

/// A person as Discord showed them: the name is a stranger's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub user: UserId,
    pub name: String,
}

/// Where a challenge is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The server, `None` in a DM.
    pub guild_id: Option<GuildId>,
    pub channel_id: ChannelId,
}
