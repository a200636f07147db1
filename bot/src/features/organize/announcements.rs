//! What an organizer announces before doing it: they hold a seat in it, and nobody else is known to organize.

use crate::commands::organizers::recent_log;
use crate::commands::{Answer, App, Problem};
use crate::discord::{Delivery, Interaction, Language, OutgoingMessage, Reply, Style, button, localize, row, sentence};
use crate::domain::{
    ANNOUNCED_FOR_MS, ANNOUNCEMENT_HOLDS_MS, AuditAction, AuditEntry, ChannelId, GuildId, RequestId, open_announcements,
};
use crate::features::audit::service::add_entry;
use crate::features::audit::view::describe_act;
use crate::features::competition;
use crate::features::organize::STOP;
use crate::games::GameError;

/// Posts an announcement, in the language of the server, and notes it in the log: only what people could read counts.
pub(crate) async fn announce(
    app: &App,
    language: Language,
    interaction: &Interaction,
    announcement: &AuditEntry,
) -> Answer {
    let channel = channel_of(app, announcement).await?;
    let theirs = language_of(app, announcement.guild).await?;
    let [from, until] =
        [ANNOUNCED_FOR_MS, ANNOUNCED_FOR_MS + ANNOUNCEMENT_HOLDS_MS].map(|after| announcement.at.plus(after).0 / 1000);
    let said = localize!(
        theirs,
        "organize-announcement",
        organizer = interaction.person.user.0,
        act = describe(app, theirs, announcement).await?,
        reason = sentence(announcement.reason.as_deref().unwrap_or_default()),
        from = from
    );
    let stop = format!("{STOP}{}", announcement.request.0);
    let rows = vec![row(&[button(&stop, localize!(theirs, "button-stop-act"), Style::Danger)])];
    let post = OutgoingMessage::text(said).mention(announcement.player).rows(rows);
    if app.sender.post(channel, &post, &format!("a{:x}", announcement.request.0)).await != Delivery::Done {
        return Err(Problem::Text(localize!(language, "organize-error-not-announced", channel = channel.0)));
    }
    add_entry(&app.games, announcement).await?;
    let said = localize!(language, "organize-announced", channel = channel.0, from = from, until = until);
    Ok(interaction.private_reply(OutgoingMessage::text(said)))
}

/// *Stop this* below an announcement: any organizer can, until it is done.
pub(super) async fn stop(
    app: &App,
    language: Language,
    interaction: &Interaction,
    guild: GuildId,
    request: RequestId,
) -> Answer {
    let log = recent_log(&app.games, guild).await?;
    let is_repeated = log.iter().any(|entry| entry.request == interaction.request);
    if !is_repeated {
        let announcement = open_announcements(&log).find(|entry| entry.request == request);
        let announcement = announcement.ok_or(Problem::Key("organize-error-not-waiting"))?;
        let stopped = AuditEntry {
            request: interaction.request,
            at: app.clock.now(),
            actor: Some(interaction.person.user),
            action: AuditAction::Stopped,
            ..announcement.clone()
        };
        add_entry(&app.games, &stopped).await?;
        let theirs = language_of(app, guild).await?;
        let act = describe(app, theirs, announcement).await?;
        let said = localize!(theirs, "organize-stopped", organizer = interaction.person.user.0, act = act);
        let nonce = format!("a{:x}", interaction.request.0);
        // It is stopped, whatever Discord says.
        app.sender.post(interaction.origin.channel_id, &OutgoingMessage::text(said), &nonce).await;
    }
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(language, "organize-you-stopped"))))
}

/// Where those are told whom an act is about. A ladder without a channel is followed nowhere: any other channel may be hidden from them.
async fn channel_of(app: &App, announcement: &AuditEntry) -> Result<ChannelId, Problem> {
    let record = match announcement.game {
        Some(game) => app.games.record(game).await.map_err(GameError::from)?,
        None => None,
    };
    let tag = record.as_ref().and_then(|record| record.game.competition.as_ref()).map(|tag| tag.competition);
    let channel = match announcement.competition.or(tag) {
        Some(competition) => competition::channel(&app.games, competition).await?,
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
