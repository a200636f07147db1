//! The message of an answered challenge.

use base::crash_point::{self, Point};
use games::domain::{GameRecord, NoticeKind, PostedKind, UserId};
use games::store::PostedMessage;

use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::dm_readers::{dm_readers, is_public};
use crate::delivery::{posting, render_notice};

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
