//! Where a game lives: its thread; a new one when it was deleted; the channel; the players' direct messages.

use tracing::{info, warn};

use super::outbox::{Failure, Outbox};
use crate::commands::{self, Post};
use crate::store::{ChannelId, GameRecord, Player};
use crate::transport::discord::DiscordError;

/// Gives an accepted game its thread, started from the challenge, and closes the challenge. Doing it again does no harm.
pub(super) async fn settle(outbox: &Outbox, record: &mut GameRecord) -> Result<(), Failure> {
    let (store, game) = (&outbox.app.store, record.game.game_id);
    let Some(challenge) = store.posted(game).await?.into_iter().find(|posted| posted.word == "challenge") else {
        return Ok(());
    };
    if record.game.thread_id.is_none() && record.game.guild_id.is_some() {
        let name = commands::thread_name(&outbox.app, record).await;
        match outbox.discord.start_thread(challenge.channel_id, challenge.discord_id, &name).await {
            Ok(thread) => move_to(outbox, record, Some(thread)).await?,
            Err(error) if error.is_transient() => return Err(error.into()),
            // No right to start threads, or the channel is a thread itself: the game stays where it is.
            Err(error) => info!(game.id = %game, %error, "Game {game} has no thread: {error}"),
        }
    }
    let post = commands::accepted(&outbox.app, record).await;
    match outbox.discord.edit(challenge.channel_id, challenge.discord_id, &post.body).await {
        Err(error) if error.is_transient() => Err(error.into()),
        _ => Ok(store.unpost(&challenge).await?),
    }
}

/// Posts where the game lives; where that is impossible, in the next best place. Gives the channel and the message.
pub(super) async fn post(
    outbox: &Outbox,
    record: &mut GameRecord,
    post: &Post,
    message_id: i64,
) -> Result<(ChannelId, u64), Failure> {
    let nonce = message_id.to_string();
    if let Some(thread) = record.game.thread_id {
        match outbox.discord.post(thread, post, &nonce).await {
            Ok(message) => return Ok((thread, message)),
            Err(error) if error.is_no_way_in() => {
                warn!(game.id = %record.game.game_id, %error, "The thread of game {} is lost: {error}", record.game.game_id);
                if let Some(thread) = new_thread(outbox, record, &error).await? {
                    move_to(outbox, record, Some(thread)).await?;
                    return Ok((thread, outbox.discord.post(thread, post, &nonce).await?));
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
    let channel = record.game.channel_id;
    match outbox.discord.post(channel, post, &nonce).await {
        Ok(message) => Ok((channel, message)),
        Err(error) if error.is_no_way_in() => direct(outbox, record, post, message_id, error).await,
        Err(error) => Err(error.into()),
    }
}

/// A new thread for a game whose thread was deleted; none where the old one is there but closed to us.
async fn new_thread(outbox: &Outbox, record: &GameRecord, lost: &DiscordError) -> Result<Option<ChannelId>, Failure> {
    if lost.code() != 10003 {
        return Ok(None);
    }
    let name = commands::thread_name(&outbox.app, record).await;
    match outbox.discord.new_thread(record.game.channel_id, &name).await {
        Ok(thread) => Ok(Some(thread)),
        Err(error) if error.is_transient() => Err(error.into()),
        Err(_) => Ok(None),
    }
}

async fn move_to(outbox: &Outbox, record: &mut GameRecord, thread: Option<ChannelId>) -> Result<(), Failure> {
    record.game.thread_id = thread;
    Ok(outbox.app.store.set_thread(record.game.game_id, thread).await?)
}

/// The last resort: each player is written to. One who refuses direct messages is remembered.
async fn direct(
    outbox: &Outbox,
    record: &GameRecord,
    post: &Post,
    message_id: i64,
    refused: DiscordError,
) -> Result<(ChannelId, u64), Failure> {
    let mut reached = None;
    for seat in &record.seats {
        let channel = match outbox.discord.open_dm(seat.user).await {
            Ok(channel) => channel,
            Err(error) if error.is_transient() => return Err(error.into()),
            Err(_) => continue,
        };
        match outbox.discord.post(channel, post, &format!("{message_id}-{}", seat.seat)).await {
            Ok(message) => reached = Some((channel, message)),
            Err(error) if error.is_transient() => return Err(error.into()),
            Err(_) => {
                let player = outbox.app.store.player(seat.user).await?;
                outbox.app.store.save_player(seat.user, &Player { dm_closed: true, ..player }).await?;
            }
        }
    }
    reached.ok_or_else(|| refused.into())
}
