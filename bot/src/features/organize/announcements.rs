//! Announcements of acts by organizers who are involved themselves when no other organizer is known.

use clubs::audit::add_entry;
use clubs::authority::recent_log;
use clubs::competitions;
use clubs::domain::{ANNOUNCED_FOR_MS, ANNOUNCEMENT_HOLDS_MS, open_announcements};
use discord::{OutgoingMessage, Reply, Style, button, row, sentence};
use games::GameError;
use games::domain::{AuditAction, AuditEntry, ChannelId, GuildId, RequestId};

use crate::commands::{Answer, App, Ctx, Problem};
use crate::features::audit::view::describe_act;
use crate::features::organize::OrganizeButton;
use crate::localization::{Language, localize};

/// Posts an announcement in the server's language, then logs it: only a published announcement counts.
pub(crate) async fn announce(ctx: Ctx<'_>, announcement: &AuditEntry) -> Answer {
    let channel = channel_of(ctx.app, announcement).await?;
    let theirs = language_of(ctx.app, announcement.guild).await?;
    let [from, until] =
        [ANNOUNCED_FOR_MS, ANNOUNCED_FOR_MS + ANNOUNCEMENT_HOLDS_MS].map(|after| announcement.at.plus(after).0 / 1000);
    let announcement_text = localize!(
        theirs,
        "organize-announcement",
        organizer = ctx.user().0,
        act = describe(ctx.app, theirs, announcement).await?,
        reason = sentence(announcement.reason.as_deref().unwrap_or_default()),
        from = from
    );
    let stop = OrganizeButton::Stop { announced: announcement.request };
    let rows = vec![row([button(&stop, localize!(theirs, "button-stop-act"), Style::Danger)])];
    let post = OutgoingMessage::text(announcement_text).mention(announcement.player).rows(rows);
    if ctx.app.sender.post(channel, &post, &format!("a{:x}", announcement.request.0)).await.is_err() {
        return Err(Problem::Text(localize!(ctx, "organize-error-not-announced", channel = channel.0)));
    }
    add_entry(&ctx.app.games, announcement).await?;
    let confirmation = localize!(ctx, "organize-announced", channel = channel.0, from = from, until = until);
    Ok(ctx.private_reply(OutgoingMessage::text(confirmation)))
}

/// *Stop this* below an announcement: any organizer can stop the act until it is done.
pub(super) async fn stop(ctx: Ctx<'_>, guild: GuildId, request: RequestId) -> Answer {
    let log = recent_log(&ctx.app.games, guild).await?;
    let is_repeated = log.iter().any(|entry| entry.request == ctx.request);
    if !is_repeated {
        let announcement = open_announcements(&log).find(|entry| entry.request == request);
        let announcement = announcement.ok_or(Problem::Key("organize-error-not-waiting"))?;
        let stop_entry = AuditEntry {
            request: ctx.request,
            at: ctx.app.clock.now(),
            actor: Some(ctx.user()),
            action: AuditAction::Stopped,
            ..announcement.clone()
        };
        add_entry(&ctx.app.games, &stop_entry).await?;
        let theirs = language_of(ctx.app, guild).await?;
        let act = describe(ctx.app, theirs, announcement).await?;
        let text = localize!(theirs, "organize-stopped", organizer = ctx.user().0, act = act);
        let nonce = format!("a{:x}", ctx.request.0);
        // The act is stopped even if the post fails.
        ctx.app.sender.post(ctx.origin.channel_id, &OutgoingMessage::text(text), &nonce).await.ok();
    }
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(ctx, "organize-you-stopped"))))
}

/// The channel where people affected by an act are told. A ladder without a channel has none, since any other channel
/// may be hidden from them.
async fn channel_of(app: &App, announcement: &AuditEntry) -> Result<ChannelId, Problem> {
    let record = match announcement.game {
        Some(game) => app.games.record(game).await.map_err(GameError::from)?,
        None => None,
    };
    let tag = record.as_ref().and_then(|record| record.game.competition.as_ref()).map(|tag| tag.competition);
    let channel = match announcement.competition.or(tag) {
        Some(competition) => competitions::channel(&app.games, competition).await?,
        None => record.map(|record| record.game.place.channel_id),
    };
    channel.ok_or(Problem::Key("organize-error-no-channel"))
}

async fn language_of(app: &App, guild: GuildId) -> Result<Language, GameError> {
    let locale = app.games.server_settings(guild).await?.locale;
    Ok(Language::of(locale.as_deref().unwrap_or("en-US")))
}

async fn describe(app: &App, language: Language, announcement: &AuditEntry) -> Result<String, GameError> {
    let names = app.games.names_of(announcement.game.as_slice()).await?;
    Ok(describe_act(language, announcement, &names))
}
