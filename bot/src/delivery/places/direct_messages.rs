//! Direct messages to the players of a game, refusals of them, and the readers of DM channels.

use std::collections::HashMap;

use base::crash_point::{self, Point};
use discord::{DiscordError, OutgoingMessage};
use games::domain::{Audience, ChannelId, Game, GameRecord, Notice, NoticeKind, Player, PostedKind, UserId};
use games::store::{Message, PostedMessage};
use tracing::{info, warn};

use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::closed_places::Place;
use crate::delivery::posting::{edit_vacation_line, is_closed, post_or_plain, posted_message, refusal};
use crate::delivery::render_notice::{self, ChallengeDelivery};

/// Sends each player a direct message: first those whom the notice mentions, then the others, who learn who could not
/// be reached. Each message is recorded as soon as it is posted, so that a retry does not repeat it.
pub(crate) async fn direct(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    post: &OutgoingMessage,
    mut refused: Option<DiscordError>,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let is_instead_of_channel = refused.is_some();
    let Audience { needed, shared } = message.notice.audience(record);
    let already_posted = outbox.store.posted_messages(message.game_id).await?;
    let direct_messages = DirectMessages::new(outbox, record, message, already_posted);
    let (mut reached, mut unreached_users, mut is_news) = (0, Vec::new(), false);
    let needed = &needed;
    let players = |needs_it: bool| record.people().filter(move |user| needed.contains(user) == needs_it);
    for user in players(true) {
        let post = render_notice::render_for(&outbox.app, message, record, user, post).await;
        match direct_messages.write(user, dm_number(record, user), &post, true).await? {
            None => reached += 1,
            Some(error) => {
                is_news |= outbox.closed_places.is_news(Place::DirectMessages(user), &error);
                refused = Some(error);
                unreached_users.push(user);
            }
        }
    }
    if let Some(error) = refused.as_ref().filter(|_| is_news) {
        let (game, count) = (record.game.game_id, unreached_users.len());
        warn!(game.id = %game, %error, "Could not reach {count} of those mentioned in game {game}: {error}");
    }
    for user in players(false) {
        let unreached_text = match unreached_users.as_slice() {
            [] => None,
            users => Some(render_notice::unreached(&outbox.app, record, users, user).await),
        };
        let copy = match (unreached_text, shared) {
            (None, false) => continue,
            (Some(text), false) => OutgoingMessage::text(text),
            (unreached_text, true) => {
                let own = render_notice::render_for(&outbox.app, message, record, user, post).await;
                unreached_text.iter().fold(own, |own, text| own.append(text))
            }
        };
        if direct_messages.write(user, dm_number(record, user), &copy, shared).await?.is_none() {
            reached += 1;
        }
    }
    if let Some(error) = refused.filter(|_| reached == 0) {
        return Err(error.into());
    }
    if is_instead_of_channel && message.notice == Notice::Challenge {
        let all_reached = unreached_users.is_empty();
        let delivery = if all_reached {
            ChallengeDelivery::DirectMessages
        } else {
            ChallengeDelivery::Unreachable(unreached_users)
        };
        outbox.notify_challenger(message, delivery).await;
    }
    Ok(None)
}

/// The number of a player in the nonces of direct messages. It stays the same if seats are drawn between two tries.
pub(crate) fn dm_number(record: &GameRecord, user: UserId) -> usize {
    // Accepting an open challenge must not change the number of its owner.
    if record.game.is_seek() {
        return usize::from(user != record.game.challenge.challenger);
    }
    record.seats.iter().filter(|seat| seat.player < Player::from(user)).count()
}

pub(crate) struct DirectMessages<'a> {
    outbox: &'a Outbox,
    record: &'a GameRecord,
    pub(crate) message: &'a Message,
    already_posted: Vec<PostedMessage>,
}

impl<'a> DirectMessages<'a> {
    pub(crate) const fn new(
        outbox: &'a Outbox,
        record: &'a GameRecord,
        message: &'a Message,
        already_posted: Vec<PostedMessage>,
    ) -> Self {
        Self { outbox, record, message, already_posted }
    }

    /// Writes to one player; returns the refusal if they cannot be reached.
    pub(crate) async fn write(
        &self,
        user: UserId,
        dm_number: usize,
        post: &OutgoingMessage,
        is_recorded: bool,
    ) -> Result<Option<DiscordError>, DeliveryError> {
        let channel = match self.open(user).await? {
            Ok(channel) => channel,
            Err(error) => return Ok(Some(error)),
        };
        let as_posted = |discord_id| posted_message(self.record, self.message, post, channel, discord_id);
        // A text board counts too: its reader may have changed the setting between two tries.
        let is_this = |posted: &PostedMessage| {
            (posted.version, posted.channel_id) == (self.message.version, channel)
                && posted.kind.notice() == Some(self.message.notice.kind())
        };
        if self.already_posted.iter().any(is_this) {
            return Ok(None);
        }
        let standing = self.already_posted.as_slice();
        if is_recorded
            && let Some(line) =
                edit_vacation_line(self.outbox, self.record, self.message, standing, channel, post).await?
        {
            self.outbox.store.record_posted(&line).await?;
            return Ok(None);
        }
        let nonce = format!("{}-{dm_number}", self.message.message_id);
        match self.post_in(user, channel, &nonce, post).await? {
            Ok(id) => {
                if is_recorded {
                    self.outbox.store.record_posted(&as_posted(id)).await?;
                }
                self.note_reached(user).await?;
                Ok(None)
            }
            Err(error) => Ok(Some(error)),
        }
    }

    /// The DM channel of a player, or the reason why they cannot be reached.
    pub(crate) async fn open(&self, user: UserId) -> Result<Result<ChannelId, DiscordError>, DeliveryError> {
        // A new choice in `/settings`, or a delivered test, shows that direct messages are open.
        if let Some(error) = refusal(self.outbox, self.message, Place::DirectMessages(user))
            && self.outbox.store.player(user).await?.dm_closed
        {
            return Ok(Err(error));
        }
        match self.outbox.discord.open_dm(user).await {
            Ok(channel) => Ok(Ok(channel)),
            Err(error) if is_closed(&error, self.message) => self.note_refusal(user, error).await.map(Err),
            Err(error) => Err(error.into()),
        }
    }

    /// Posts in the DM channel; returns the message id, or the reason why the player cannot be reached.
    pub(crate) async fn post_in(
        &self,
        user: UserId,
        channel: ChannelId,
        nonce: &str,
        post: &OutgoingMessage,
    ) -> Result<Result<u64, DiscordError>, DeliveryError> {
        match post_or_plain(self.outbox, self.message, channel, post, nonce).await {
            Ok((id, _)) => {
                crash_point::point(Point::DirectMessagePosted);
                Ok(Ok(id))
            }
            Err(error) if is_closed(&error, self.message) => self.note_refusal(user, error).await.map(Err),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) async fn note_reached(&self, user: UserId) -> Result<(), DeliveryError> {
        self.outbox.closed_places.open(Place::DirectMessages(user));
        if self.outbox.store.set_dm_closed(user, false).await? {
            info!(user = user.0, "A player accepts direct messages again");
        }
        Ok(())
    }

    /// Records that a player accepts no direct messages from the bot, so that nothing waits for one.
    async fn note_refusal(&self, user: UserId, error: DiscordError) -> Result<DiscordError, DeliveryError> {
        let outbox = self.outbox;
        outbox.discord.forget_dm(user);
        if error.refuses_direct_messages() {
            outbox.closed_places.close(Place::DirectMessages(user), outbox.app.clock.now(), &error);
            if outbox.store.set_dm_closed(user, true).await? {
                info!(user = user.0, %error, "A player accepts no direct messages: {error}");
            }
        }
        Ok(error)
    }
}

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
