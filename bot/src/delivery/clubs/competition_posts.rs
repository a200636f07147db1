//! The messages of competitions in their channels: the table of a ladder, the card and the rounds of a tournament. Most are edited as
//! their competition goes on.

use std::sync::Arc;

use tracing::{info, warn};

use crate::commands::{App, Viewer};
use crate::delivery::report::report;
use crate::discord::{DiscordApi, DiscordError, Language, OutgoingMessage, Remedy};
use crate::domain::{Competition, GuildId, HOUR_MS, LadderId, MINUTE_MS, PostPart, Timestamp, TournamentId};
use crate::features::ladder::command::standing_table;
use crate::features::ladder::service::tables;
use crate::features::ladder::{pictures, view as ladder_view};
use crate::features::tournament::command::draw_standings;
use crate::features::tournament::{posts, service, view};
use crate::games::GameError;
use crate::store::clubs::competition::CompetitionPost;
use crate::store::{Store, StoreError};

/// Messages that are brought up to date in one round.
const BATCH: u32 = 20;

/// A claim ends after so long: within the few minutes in which Discord knows a nonce.
const LEASE_MS: i64 = MINUTE_MS;

/// Between two edits of a message.
const EDIT_PAUSE_MS: i64 = 15_000;

/// Between two edits of the table of a ladder: it is a picture, and Discord takes few edits of a message that is older than an hour.
const TABLE_PAUSE_MS: i64 = MINUTE_MS;

/// A message as its competition is now.
struct Rendered {
    post: OutgoingMessage,
    version: i64,
}

/// Brings the messages of all competitions up to date; gives how many were looked at.
///
/// # Errors
/// When the store is closed; what Discord refuses is noted with the message.
pub async fn post_due(app: &App, store: &Store, discord: &Arc<dyn DiscordApi>) -> Result<usize, StoreError> {
    let now = app.clock.now();
    let claimed = store.claim_competition_posts(now, now.plus(LEASE_MS), BATCH).await?;
    for post in &claimed {
        match bring_up_to_date(app, store, discord, post.clone(), now).await {
            Ok(()) => {}
            Err(error) if error.is_final() => return Err(error),
            Err(error) => report("competition_post", post.competition.id().cast_unsigned(), &error),
        }
    }
    Ok(claimed.len())
}

async fn bring_up_to_date(
    app: &App,
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    mut post: CompetitionPost,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (claim, competition) = (post.next_at, post.competition);
    let rendered = match competition {
        Competition::Ladder(ladder) => render_ladder(app, ladder, post.part).await.map(Some),
        Competition::Tournament(tournament) => render_tournament(app, store, tournament, post.part).await,
    };
    let Rendered { post: message, version } = match rendered {
        Ok(Some(rendered)) => rendered,
        Ok(None) => return Ok(()),
        Err(GameError::Internal(cause)) => return Err(cause),
        Err(cause) => return Err(StoreError::Database { problem: cause.to_string(), transient: false }),
    };
    match send(discord, &post, &message).await {
        Ok(id) => {
            let is_table = post.part == PostPart::Table;
            let is_pinned = !is_table || !post.is_new() || pin(discord, &post, id).await;
            post.message_id = Some(id);
            post.shown = match (post.part.is_posted_once(), is_pinned) {
                (true, _) => i64::MAX,
                (false, true) => version,
                (false, false) => CompetitionPost::NEW,
            };
            (post.next_at, post.problem) = (now.plus(if is_table { TABLE_PAUSE_MS } else { EDIT_PAUSE_MS }), None);
        }
        // The message was deleted, or one with its nonce: another one follows, which has another nonce.
        Err(error) if error.remedy() == Remedy::Gone && (post.message_id.is_some() || post.shown != version - 1) => {
            info!(%competition, "A message of a competition was deleted; a new one follows");
            (post.message_id, post.shown) = (None, version - 1);
            post.next_at = Timestamp(0);
        }
        Err(error) if error.is_temporary() => {
            info!(%competition, %error, "Could not post about a competition yet: {error}");
            post.next_at = now.plus(MINUTE_MS);
        }
        Err(error) => {
            if post.problem.is_none() {
                let channel = post.channel.0;
                warn!(event = "competition_post_refused", %competition, channel, %error, "Discord refuses a message of {competition} in channel {channel}: {error}");
            }
            (post.next_at, post.problem) = (now.plus(HOUR_MS), Some(error.to_string()));
        }
    }
    store.write_competition_post(&post, claim).await
}

async fn language_of(store: &Store, guild: GuildId) -> Result<Language, StoreError> {
    let locale = store.guild(guild).await?.locale;
    Ok(Language::of(locale.as_deref().unwrap_or("en-US")))
}

async fn render_ladder(app: &App, ladder: LadderId, part: PostPart) -> Result<Rendered, GameError> {
    if let PostPart::Season(number) = part {
        let shown = tables::show_season(&app.games, ladder, number, None).await?;
        let head = &shown.table.head;
        let language = language_of(&app.games.store, head.guild_id).await?;
        let reader = Viewer::of(app, None, Some(head.guild_id)).await;
        let text = ladder_view::season(language, &shown);
        let post = pictures::draw_page(app, language, reader, None, &shown.table, text).await;
        return Ok(Rendered { post, version: head.version });
    }
    let shown = tables::show_page(&app.games, ladder, None, Some(0)).await?;
    let language = language_of(&app.games.store, shown.head.guild_id).await?;
    let post = standing_table(app, language, &shown).await;
    Ok(Rendered { post, version: shown.head.version })
}

async fn render_tournament(
    app: &App,
    store: &Store,
    tournament: TournamentId,
    part: PostPart,
) -> Result<Option<Rendered>, GameError> {
    let Some(stored) = store.tournament(tournament).await? else { return Ok(None) };
    let language = language_of(store, stored.guild_id).await?;
    let games_of = |round| service::games_of_round(&app.games, &stored, round);
    let post = match part {
        PostPart::Table | PostPart::Season(_) => return Ok(None),
        PostPart::Card => view::card(language, &stored, None, false),
        PostPart::Round(round) => view::pairings(language, &stored, round, &games_of(round).await?),
        PostPart::Undecided(round) => posts::undecided(language, &stored, round, &games_of(round).await?),
        PostPart::RoundOver(round) => posts::round_over(language, &stored, round),
        PostPart::Summary(week) => {
            posts::summary(language, &stored, week, &games_of(stored.tournament.current_round()).await?)
        }
        PostPart::Over => {
            let reader = Viewer::of(app, None, Some(stored.guild_id)).await;
            draw_standings(app, language, &stored, &reader).await
        }
        PostPart::Call(_) => posts::call(language, &stored),
    };
    Ok(Some(Rendered { post, version: stored.version }))
}

/// Posts the message, or changes the one that stands; gives its id.
async fn send(
    discord: &Arc<dyn DiscordApi>,
    post: &CompetitionPost,
    message: &OutgoingMessage,
) -> Result<u64, DiscordError> {
    if let Some(id) = post.message_id {
        match post.part {
            PostPart::Table => discord.replace(post.channel, id, message).await?,
            _ => discord.edit(post.channel, id, &message.body).await?,
        }
        return Ok(id);
    }
    let (id, number) = (post.competition.id(), post.part.number() & 0xffff);
    let tries = (post.shown + 1).cast_unsigned() & 0xffff;
    let part = match post.part {
        PostPart::Table => 't',
        PostPart::Season(_) => 'f',
        PostPart::Card => 'e',
        PostPart::Round(_) => 'r',
        PostPart::Undecided(_) => 'u',
        PostPart::RoundOver(_) => 'o',
        PostPart::Summary(_) => 's',
        PostPart::Over => 'w',
        PostPart::Call(_) => 'c',
    };
    discord.post(post.channel, message, &format!("e{part}{id:012x}{number:04x}{tries:04x}")).await
}

/// `false` when it should be tried again. Where the bot may not pin, the table stands all the same.
async fn pin(discord: &Arc<dyn DiscordApi>, post: &CompetitionPost, id: u64) -> bool {
    let (competition, channel) = (post.competition, post.channel.0);
    let Err(error) = discord.pin(post.channel, id).await else { return true };
    if !error.is_temporary() {
        warn!(event = "pin_refused", %competition, channel, %error, "Discord does not let the table of {competition} be pinned in channel {channel}: {error}");
    }
    !error.is_temporary()
}
