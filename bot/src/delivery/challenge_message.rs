//! The message of a challenge, once it is answered.

use tracing::info;

use crate::crash_point;
use crate::crash_point::Point;
use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::dm_readers::{dm_readers, is_public};
use crate::delivery::render_notice;
use crate::discord::error::Remedy;
use crate::domain::{GameRecord, NoticeKind, PostedKind};
use crate::store::{PostedMessage, StoreError};

/// The challenge, wherever it stands, says what became of it and loses its buttons.
pub(crate) async fn close_challenge(outbox: &Outbox, record: &GameRecord) -> Result<(), DeliveryError> {
    let mut challenges = outbox.store.posted_messages(record.game.game_id).await?;
    challenges.retain(|posted| posted.kind == NoticeKind::Challenge.into());
    let dm_readers = dm_readers(outbox, record, &challenges).await;
    if let Some(error) = dm_readers.missing {
        return Err(error.into());
    }
    for challenge in &challenges {
        let to = dm_readers.of(challenge.channel_id);
        let post = render_notice::closed_challenge(&outbox.app, record, to).await;
        match outbox.discord.edit(challenge.channel_id, challenge.discord_id, &post.body).await {
            Err(error) if error.is_temporary() => return Err(error.into()),
            outcome => {
                if let Err(error) = outcome
                    && error.remedy() != Remedy::Gone
                {
                    let game = record.game.game_id;
                    info!(game.id = %game, %error, "The challenge of game {game} keeps its buttons: {error}");
                }
                crash_point::point(Point::ChallengeClosed);
                forget_challenge(outbox, record, challenge).await?;
            }
        }
    }
    Ok(())
}

/// The message of a challenge is closed. Where its game has begun, it becomes the result one day.
pub(crate) async fn forget_challenge(
    outbox: &Outbox,
    record: &GameRecord,
    challenge: &PostedMessage,
) -> Result<(), StoreError> {
    if record.game.number.is_some() && is_public(&record.game, challenge) {
        let closed = PostedMessage { kind: PostedKind::ClosedChallenge, ..challenge.clone() };
        outbox.store.record_posted(&closed).await?;
    }
    outbox.store.delete_posted(challenge).await
}
