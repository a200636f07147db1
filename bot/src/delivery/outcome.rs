//! Updates of messages about a finished game: the message of its challenge shows the result and links to the rematch.
//! After an annulment, its last board and its result show that.

use discord::remove_controls;
use games::domain::{GameId, GameRecord, NoticeKind, Phase, PostedKind};
use games::store::{Message, PostedMessage};
use tracing::info;

use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::direct_messages;
use crate::delivery::{posting, render_edit};
use crate::features::rematch;

/// Whether this message of a game shows its end: one of its last boards, or a result.
fn shows_the_end(posted: &PostedMessage, last_board: Option<i64>) -> bool {
    match posted.kind.notice() {
        Some(NoticeKind::Result | NoticeKind::Ended | NoticeKind::Adjudicated) => true,
        Some(kind) => kind.is_board() && last_board == Some(posted.version),
        None => false,
    }
}

/// Updates the messages of a game with its outcome. A temporary failure fails the whole, which is retried; repeating
/// it is harmless.
pub(crate) async fn edit_earlier_messages(outbox: &Outbox, record: &GameRecord) -> Result<(), DeliveryError> {
    let game = record.game.game_id;
    let posted_messages = outbox.store.posted_messages(game).await?;
    let rematch = rematch_link(outbox, record).await?;
    let (is_annulled, is_over) = (record.game.is_annulled(), record.game.phase == Phase::Over);
    let last_board = posted_messages.iter().find(|posted| posted.kind.is_board()).map(|posted| posted.version);
    let dm_readers = if is_annulled {
        direct_messages::dm_readers(outbox, record, &posted_messages).await
    } else {
        direct_messages::DmReaders::default()
    };
    if let Some(error) = dm_readers.missing {
        return Err(error.into());
    }
    let mut failure = None;
    for posted in &posted_messages {
        let (channel, id) = (posted.channel_id, posted.discord_id);
        let result = if direct_messages::is_challenge(posted, record) {
            let post = render_edit::outcome(&outbox.app, record, rematch.as_deref()).await?;
            if post.pictures.is_empty() {
                outbox.discord.edit(channel, id, &post.edit()).await
            } else {
                match outbox.discord.replace(channel, id, &post).await {
                    // The missing permission may be *Attach Files*.
                    Err(error) if error.code() == posting::MISSING_PERMISSIONS => {
                        outbox.discord.edit(channel, id, &post.edit()).await
                    }
                    other => other,
                }
            }
        } else if is_annulled && shows_the_end(posted, last_board) {
            let to = dm_readers.of(channel);
            let edit = render_edit::annulled(&outbox.app, record, to, posted).await;
            outbox.discord.edit(channel, id, &edit.unwrap_or_else(remove_controls)).await
        } else if is_over && rematch.is_some() && posted.kind == NoticeKind::Result.into() {
            let edit = render_edit::result_with_rematch(&outbox.app, record, rematch.as_deref()).await?;
            outbox.discord.edit(channel, id, &edit).await
        } else {
            continue;
        };
        let is_changed = match posting::accept_refusal(game, result) {
            Ok(is_changed) => is_changed,
            Err(error) => {
                failure = Some(error);
                continue;
            }
        };
        if direct_messages::is_challenge(posted, record) && is_changed {
            if posted.kind != PostedKind::ClosedChallenge {
                let closed = PostedMessage { kind: PostedKind::ClosedChallenge, ..posted.clone() };
                outbox.store.record_posted(&closed).await?;
                outbox.store.delete_posted(posted).await?;
            }
        } else if !is_changed || is_annulled {
            outbox.store.delete_posted(posted).await?;
        }
    }
    failure.map_or(Ok(()), |error| Err(error.into()))
}

/// The address of the rematch; `None` without one, and for a rematch in direct messages.
async fn rematch_link(outbox: &Outbox, record: &GameRecord) -> Result<Option<String>, DeliveryError> {
    if record.game.phase != Phase::Over || record.game.place.guild_id.is_none() {
        return Ok(None);
    }
    match rematch::find_rematch(&outbox.app.games, record).await {
        Ok(Some(rematch)) => link_of(outbox, &rematch).await,
        Ok(None) => Ok(None),
        Err(error) => Err(DeliveryError::Internal(error.into())),
    }
}

async fn link_of(outbox: &Outbox, record: &GameRecord) -> Result<Option<String>, DeliveryError> {
    let Some(guild) = record.game.place.guild_id else { return Ok(None) };
    let messages = outbox.store.posted_messages(record.game.game_id).await?;
    let challenge = messages.iter().find(|message| direct_messages::is_challenge(message, record));
    Ok(challenge.map(|message| posting::address(guild, message)))
}

/// Links the messages of the game `of` to this challenge, its rematch.
pub(crate) async fn link_rematch(
    outbox: &Outbox,
    message: &Message,
    rematch: &GameRecord,
    of: GameId,
) -> Result<(), DeliveryError> {
    let Some(link) = link_of(outbox, rematch).await? else { return Ok(()) };
    let Some(record) = outbox.store.game(of).await?.filter(|record| record.game.phase == Phase::Over) else {
        return Ok(());
    };
    // Repeatable edits come first: a line posted by a retry would appear twice.
    edit_earlier_messages(outbox, &record).await?;
    if let Some(thread) = record.game.place.thread_id {
        let line = render_edit::rematch_line(&outbox.app, rematch, &link).await;
        match outbox.discord.post(thread, &line, &message.message_id.to_string()).await {
            Err(error) if error.is_temporary() => return Err(error.into()),
            Err(error) => info!(game.id = %of, %error, "The thread of game {of} does not lead to its rematch: {error}"),
            Ok(_) => {}
        }
    }
    Ok(())
}
