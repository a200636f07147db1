//! The readers of DM channels.

use std::collections::HashMap;

use discord::DiscordError;
use games::domain::{ChannelId, Game, GameRecord, NoticeKind, PostedKind, UserId};
use games::store::PostedMessage;
use tracing::info;

use crate::delivery::outbox::Outbox;
use crate::delivery::render_notice;

/// The recipient of each DM channel with these messages. Empty if all texts are equal or all messages are public.
pub(crate) async fn dm_readers(outbox: &Outbox, record: &GameRecord, posted: &[PostedMessage]) -> DmReaders {
    if posted.iter().all(|posted| is_public(&record.game, posted))
        || render_notice::have_same_text(&outbox.app, record).await
    {
        return DmReaders::default();
    }
    dm_channels(outbox, record).await
}

/// Whether the message is in the thread or channel of the game, where all readers see the same.
pub(crate) fn is_public(game: &Game, posted: &PostedMessage) -> bool {
    game.place.guild_id.is_some()
        && [Some(game.place.channel_id), game.place.thread_id].contains(&Some(posted.channel_id))
}

/// Whether it is the public message of the challenge. One that could not be closed still counts as open.
pub(crate) fn is_challenge(posted: &PostedMessage, record: &GameRecord) -> bool {
    let is_challenge = posted.kind == PostedKind::ClosedChallenge || posted.kind == NoticeKind::Challenge.into();
    is_challenge && is_public(&record.game, posted)
}

#[derive(Default)]
pub(crate) struct DmReaders {
    by_channel: HashMap<ChannelId, UserId>,
    /// The error because of which recipients are missing that Discord may name later.
    pub(crate) missing: Option<DiscordError>,
}

impl DmReaders {
    pub(crate) fn of(&self, channel: ChannelId) -> Option<UserId> {
        self.by_channel.get(&channel).copied()
    }
}

/// The DM channels of the players, as far as Discord returns them now.
pub(crate) async fn dm_channels(outbox: &Outbox, record: &GameRecord) -> DmReaders {
    let mut readers = DmReaders::default();
    for user in record.people() {
        match outbox.discord.open_dm(user).await {
            Ok(channel) => {
                readers.by_channel.insert(channel, user);
            }
            Err(error) => {
                info!(user = user.0, %error, "Could not find out where a player's direct messages are: {error}");
                readers.missing = Some(error).filter(DiscordError::is_temporary).or(readers.missing);
            }
        }
    }
    readers
}
