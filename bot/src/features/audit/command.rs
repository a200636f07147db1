//! `/organize log`.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, TextFile};
use crate::discord::reply::Reply;
use crate::domain::GuildId;
use crate::features::audit::service::Organizer;
use crate::features::audit::view;
use crate::games::Limited;

impl Organizer {
    /// The person of an interaction in this server, who gives no reason.
    pub(crate) fn of(interaction: &Interaction, guild: GuildId) -> Self {
        Self { request: interaction.request, guild, user: interaction.person.user, reason: None }
    }
}

/// `/organize log`
pub async fn log(app: &App, language: Language, interaction: &Interaction, guild: GuildId) -> Answer {
    if !interaction.flag("export") {
        return page(app, language, interaction, guild, 0).await;
    }
    app.games.check_rate(interaction.person.user, Limited::Lookups)?;
    let entries = app.games.audit(guild).await?;
    let text = view::as_lines(&entries).map_err(|error| Problem::Internal(error.into()))?;
    let file = TextFile { name: "log.jsonl".to_owned(), kind: "application/jsonl", text };
    let said = localize!(language, "audit-export", count = entries.len());
    Ok(Reply::ephemeral(OutgoingMessage::text(said).files(vec![file])))
}

/// A page of the log.
pub(crate) async fn page(
    app: &App,
    language: Language,
    interaction: &Interaction,
    guild: GuildId,
    page: u32,
) -> Answer {
    let (entries, pages) = app.games.audit_page(guild, page).await?;
    Ok(interaction.private_reply(view::page(language, &entries, page.min(pages.saturating_sub(1)), pages)))
}
