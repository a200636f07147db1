//! What becomes of a challenge: its message, and the answers to its players, are updated. Open challenges are withdrawn
//! when their owners leave the server, because nobody would answer a move there; without a privileged intent, a bot can
//! only ask Discord about single members.

use std::sync::atomic::Ordering;
use std::time::Duration;

use base::crash_point::{self, Point};
use discord::OutgoingMessage;
use games::domain::{GameId, GameRecord, NoticeKind, PostedKind, RequestId, UserId};
use games::seeks;
use games::store::{Message, PostedMessage, StoreError};
use tracing::{info, warn};

use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::direct_messages::{dm_readers, is_public};
use crate::delivery::posting;
use crate::delivery::render_notice::{self, ChallengeDelivery};

/// Updates the challenge's messages with its outcome and removes their buttons.
pub(crate) async fn close_challenge(outbox: &Outbox, record: &GameRecord) -> Result<(), DeliveryError> {
    let mut challenges = outbox.store.posted_messages(record.game.game_id).await?;
    challenges.retain(|posted| posted.kind == NoticeKind::Challenge.into());
    let dm_readers = dm_readers(outbox, record, &challenges).await;
    if let Some(error) = dm_readers.missing {
        return Err(error.into());
    }
    for challenge in &challenges {
        close(outbox, record, challenge, dm_readers.of(challenge.channel_id)).await?;
    }
    Ok(())
}

/// Closes one message of a challenge. If the game has begun, the message will later show its result.
pub(crate) async fn close(
    outbox: &Outbox,
    record: &GameRecord,
    challenge: &PostedMessage,
    to: Option<UserId>,
) -> Result<(), DeliveryError> {
    let post = render_notice::closed_challenge(&outbox.app, record, to).await;
    let result = outbox.discord.edit(challenge.channel_id, challenge.discord_id, &post.edit()).await;
    posting::accept_refusal(record.game.game_id, result)?;
    crash_point::point(Point::ChallengeClosed);
    if record.game.number.is_some() && is_public(&record.game, challenge) {
        let closed = PostedMessage { kind: PostedKind::ClosedChallenge, ..challenge.clone() };
        outbox.store.record_posted(&closed).await?;
    }
    Ok(outbox.store.delete_posted(challenge).await?)
}

/// Half seconds to wait for the response to a command.
const RESPONSE_POLLS: u32 = 6;

impl Outbox {
    /// Updates the answer to the command with the delivery of a challenge posted elsewhere. A rematch starts from a
    /// button, whose answer is unknown here, so its challenger gets a direct message.
    pub(crate) async fn notify_challenger(&self, message: &Message, delivery: ChallengeDelivery) {
        let game = message.game_id;
        let notified = async {
            let Some(request) = self.store.request_of(game, 0).await? else { return Ok(()) };
            let Some(record) = self.store.game(game).await? else { return Ok(()) };
            let is_refused = delivery == ChallengeDelivery::Refused;
            let post = render_notice::challenge_delivery(&self.app, message, &record, delivery).await;
            if !self.amend(request, &post).await? && is_refused {
                let channel = self.discord.open_dm(record.game.challenge.challenger).await?;
                self.discord.post(channel, &post, &format!("{}-c", message.message_id)).await?;
            }
            Ok::<_, DeliveryError>(())
        };
        if let Err(error) = notified.await {
            warn!(game.id = %game, %error, "Could not notify the challenger of what became of challenge {game}: {error}");
        }
    }

    /// Adds a link to the game's thread to the answer of a player who accepted an open challenge, or was matched with
    /// one: the list may be far from the challenge's card.
    pub(super) async fn link_begun_seek(&self, message: &Message) {
        let game = message.game_id;
        let linked = async {
            let Some(record) = self.store.game(game).await?.filter(|record| record.game.is_seek()) else {
                return Ok(());
            };
            let Some(request) = self.store.request_of(game, message.version).await? else { return Ok(()) };
            if let Some(post) = render_notice::begun_seek(&self.app, &record).await {
                self.amend(request, &post).await?;
            }
            Ok::<_, DeliveryError>(())
        };
        if let Err(error) = linked.await {
            warn!(game.id = %game, %error, "Could not tell a player where game {game} has begun: {error}");
        }
    }

    /// Edits the answer to an interaction, which may still be on its way; `false` if none is known.
    async fn amend(&self, request: RequestId, post: &OutgoingMessage) -> Result<bool, DeliveryError> {
        for _ in 0..RESPONSE_POLLS {
            if self.discord.edit_recent_response(request.0, post).await? {
                return Ok(true);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok(false)
    }
}

/// Time between two checks of a part of them.
const INTERVAL_MS: i64 = 600_000;

/// Owners checked at a time.
const LIMIT: u32 = 50;

/// Withdraws open challenges of people who have left, if a check is due.
pub(crate) async fn withdraw_seeks(outbox: &Outbox) -> Result<(), StoreError> {
    let (sweep, now) = (&outbox.departed, outbox.app.clock.now());
    if now.0 < sweep.next_at.load(Ordering::Relaxed) {
        return Ok(());
    }
    sweep.next_at.store(now.0 + INTERVAL_MS, Ordering::Relaxed);
    let waiting = outbox.store.waiting_seeks(GameId(sweep.after.load(Ordering::Relaxed)), LIMIT).await?;
    // Starts over after the last one.
    let last = waiting.last().filter(|_| waiting.len() == LIMIT as usize);
    sweep.after.store(last.map_or(i64::MIN, |(game, ..)| game.0), Ordering::Relaxed);
    for (game, guild, owner) in waiting {
        match outbox.discord.member(guild, owner).await {
            Ok(Some(_)) => {}
            Ok(None) => match seeks::withdraw_departed(&outbox.app.games, game, owner).await {
                Ok(_) => info!(game.id = %game, "Withdrew open challenge {game}: its owner has left the server"),
                // Accepted or withdrawn meanwhile.
                Err(refused) => info!(game.id = %game, %refused, "Left open challenge {game} as it is: {refused}"),
            },
            // The bot may not ask about servers that it is no member of.
            Err(error) => {
                info!(game.id = %game, %error, "Could not find out whether the owner of {game} is in its server: {error}");
            }
        }
    }
    Ok(())
}
