//! Messages that stand in a channel and are edited or replaced: tables of ladders and their changes, cards and rounds
//! of tournaments, the daily puzzle. Each feature renders its own.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, LazyLock};

use base::counted_warning::CountedWarning;
use clubs::ClubError;
use discord::{DiscordApi, DiscordError, ErrorClass, OutgoingMessage};
use games::GameError;
use games::domain::{HOUR_MS, LadderId, MINUTE_MS, PostKind, Timestamp, TournamentId};
use games::store::json::is_first_report;
use games::store::{ChangeSpan, Post, PostGroup, StoreError};
use tracing::{error, info, warn};

use crate::commands::App;
use crate::features::{ladder, puzzle, tournament};
use crate::localization::Language;

const BATCH: u32 = 20;

/// Duration of a claim: within the few minutes for which Discord remembers a nonce.
const LEASE_MS: i64 = MINUTE_MS;

/// Least time between two edits. A picture, or a message that is edited all day, has a minute, because Discord allows
/// few edits of a message older than an hour.
const EDIT_PAUSE_MS: i64 = 15_000;

/// Posts or edits the outdated messages of this group, and returns how many were claimed. A failure of one does not
/// delay the others.
///
/// # Errors
/// If the store is closed. Discord's refusals are recorded with the message.
pub async fn deliver_posts(app: &App, discord: &Arc<dyn DiscordApi>, group: PostGroup) -> Result<usize, StoreError> {
    let now = app.clock.now();
    let claimed_until = now.plus(LEASE_MS);
    let claimed = app.games.store.claim_posts(group, now, claimed_until, BATCH).await?;
    for post in &claimed {
        if app.clock.now() >= claimed_until {
            // Another process may have claimed the rest by now.
            break;
        }
        report("post", post.key.0.cast_unsigned(), deliver(app, discord, post, now).await)?;
    }
    Ok(claimed.len())
}

async fn deliver(app: &App, discord: &Arc<dyn DiscordApi>, before: &Post, now: Timestamp) -> Result<(), StoreError> {
    let (store, kind, channel) = (&app.games.store, before.kind, before.channel.0);
    let locale = store.guild(before.guild).await?.locale;
    let language = Language::of(locale.as_deref().unwrap_or("en-US"));
    let mut post = before.clone();
    let message = render(app, language, &mut post, now).await.map_err(|error| match error {
        ClubError::Game(GameError::Internal(cause)) => cause,
        cause => StoreError::Database { problem: cause.to_string(), transient: false },
    })?;
    let Some(message) = message else {
        let later = Post { next_at: now.plus(HOUR_MS), ..post };
        return store.write_post(&later, before.next_at).await.map(drop);
    };
    let sent = send(discord, before, &post, &message).await;
    let is_sent = sent.is_ok();
    let post = match sent {
        Ok(id) => {
            let (shown, pause) = match kind {
                PostKind::Table if before.is_new() && !pin(discord, &post, id).await => (Post::NEW, MINUTE_MS),
                // The winner of an event may change when a result is mended.
                PostKind::Table | PostKind::Changes | PostKind::Over => (post.shown, MINUTE_MS),
                PostKind::Card
                | PostKind::Round(_)
                | PostKind::Undecided(_)
                | PostKind::RoundOver(_)
                | PostKind::Puzzle => (post.shown, EDIT_PAUSE_MS),
                // They describe the moment in which they are posted, and are never edited.
                PostKind::Season(_)
                | PostKind::Summary(_)
                | PostKind::Call(_)
                | PostKind::Message(_)
                | PostKind::MovedUp(_) => (i64::MAX, EDIT_PAUSE_MS),
            };
            Post { message: Some(id), shown, next_at: now.plus(pause), problem: None, ..post }
        }
        // The message, or one with its nonce, was deleted. The next one has another nonce.
        Err(error)
            if error.class() == ErrorClass::Gone && (post.message.is_some() || before.shown != post.shown - 1) =>
        {
            info!(?kind, channel, "A message in channel {channel} was deleted; a new one follows");
            let span = before.span.clone().map(|span| ChangeSpan::after(span.shown, now));
            // Due at once. No claim ends at this instant, so an expired claim cannot be confused with a new one.
            Post { message: None, shown: post.shown - 1, span, next_at: Timestamp(0), ..post }
        }
        Err(error) if error.is_temporary() => {
            info!(?kind, channel, %error, "Could not post in channel {channel} yet: {error}");
            Post { next_at: now.plus(MINUTE_MS), ..before.clone() }
        }
        Err(error) => {
            if before.problem.is_none() {
                warn!(event = "post_refused", ?kind, channel, %error, "Discord refuses a message in channel {channel}: {error}");
            }
            // The card is edited at each step, so it is the first to find its channel closed.
            let is_lost = kind == PostKind::Card && before.problem.is_none() && error.class() == ErrorClass::Reroute;
            let is_told = !is_lost || {
                let outcome = tournament::posts::tell_of_lost_channel(app, discord, TournamentId(before.key.0)).await;
                outcome.unwrap_or(false)
            };
            let problem = is_told.then(|| error.to_string());
            Post { next_at: now.plus(HOUR_MS), problem, ..before.clone() }
        }
    };
    if store.write_post(&post, before.next_at).await? && is_sent && kind == PostKind::Puzzle {
        puzzle::posts::tell_solvers(store, discord, language, before).await?;
    }
    Ok(())
}

/// Renders the message, and records in the post what it shows. `None` if there is nothing to show.
async fn render(
    app: &App,
    language: Language,
    post: &mut Post,
    now: Timestamp,
) -> Result<Option<OutgoingMessage>, ClubError> {
    let (ladder, tournament) = (LadderId(post.key.0), TournamentId(post.key.0));
    match post.kind {
        PostKind::Table => ladder::posts::table(app, language, ladder, post).await.map(Some),
        PostKind::Season(number) => ladder::posts::season(app, language, ladder, number, post).await.map(Some),
        PostKind::Changes => ladder::posts::changes(app, language, post, now).await.map(Some),
        PostKind::Puzzle => Ok(puzzle::posts::daily(app, language, post, now).await?),
        PostKind::Card
        | PostKind::Round(_)
        | PostKind::Undecided(_)
        | PostKind::RoundOver(_)
        | PostKind::Summary(_)
        | PostKind::Over
        | PostKind::Call(_)
        | PostKind::Message(_)
        | PostKind::MovedUp(_) => tournament::posts::render(app, language, tournament, post).await,
    }
}

/// Posts the message, or edits the posted one; returns its id.
async fn send(
    discord: &Arc<dyn DiscordApi>,
    before: &Post,
    post: &Post,
    message: &OutgoingMessage,
) -> Result<u64, DiscordError> {
    let Some(id) = post.message else { return discord.post(post.channel, message, &nonce(before, post)).await };
    match post.kind {
        PostKind::Table | PostKind::Over => discord.replace(post.channel, id, message).await?,
        _ => discord.edit(post.channel, id, &message.edit()).await?,
    }
    Ok(id)
}

/// The same for each try to post the message that follows `before`. A puzzle of another day is another message.
fn nonce(before: &Post, post: &Post) -> String {
    let day = (post.kind == PostKind::Puzzle).then_some(post.shown);
    let mut hasher = DefaultHasher::new();
    (post.kind.word(), post.kind.number(), post.key.0, post.channel.0, before.shown, day).hash(&mut hasher);
    format!("p{:016x}", hasher.finish())
}

/// Returns `false` if another try may succeed. Without the permission to pin, the table remains unpinned.
async fn pin(discord: &Arc<dyn DiscordApi>, post: &Post, id: u64) -> bool {
    let channel = post.channel.0;
    let Err(error) = discord.pin(post.channel, id).await else { return true };
    if !error.is_temporary() {
        warn!(event = "pin_refused", channel, %error, "Discord does not let the table of a ladder be pinned in channel {channel}: {error}");
    }
    !error.is_temporary()
}

static NOT_NOW: LazyLock<CountedWarning> = LazyLock::new(CountedWarning::default);

/// Temporary errors are logged occasionally, permanent ones once. `what` is the table, and `row` its key.
///
/// # Errors
/// If the store is closed.
pub(super) fn report(what: &'static str, row: u64, result: Result<(), StoreError>) -> Result<(), StoreError> {
    let Err(cause) = result else { return Ok(()) };
    if cause.is_final() {
        return Err(cause);
    }
    if let StoreError::Database { problem, .. } = cause {
        NOT_NOW.add(move |count| {
            warn!(count = count.0, row, error = %problem, "Could not work on {what}, row {row}{count}: {problem}");
        });
    } else if is_first_report(what, row) {
        error!(row, "Could not work on {what}, row {row}: {cause}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use games::domain::{ChannelId, GuildId, PostKey};

    use super::*;

    #[test]
    fn a_nonce_has_room_for_the_number_of_a_try_and_is_another_one_on_each_day() {
        let post = |shown| Post {
            kind: PostKind::Puzzle,
            key: PostKey(-1),
            guild: GuildId(u64::MAX),
            channel: ChannelId(u64::MAX),
            message: None,
            shown,
            span: None,
            next_at: Timestamp(0),
            problem: None,
        };
        let [one, next] = [20_785, 20_786].map(|day| nonce(&post(20_784), &post(day)));
        assert!(one.len() + ".3".len() <= 25 && one != next, "{one} {next}");
    }
}
