//! `/organize log`: what organizers of a server have done.

pub mod service;
pub(crate) mod view;

use async_trait::async_trait;

use crate::commands::organizers::organized;
use crate::commands::{Answer, App, Feature, Problem};
use crate::discord::command_definition::CommandDefinition;
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, TextFile, command_definition as define, localize};
use crate::domain::{GameId, GuildId};
use crate::features::audit::view::LogFiles;
use crate::games::Limited;

/// The button that shows a page of the log, before its number.
const PAGE_BUTTON: &str = "v1:organize-log:";

pub struct AuditLog;

#[async_trait]
impl Feature for AuditLog {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("organize", [define::subcommand("log", [define::flag("export")])]).for_organizers()]
    }

    fn words(&self) -> &'static [&'static str] {
        &["organize-log"]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let guild = organized(app, interaction).await?;
        show_log(app, language, interaction, guild).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let guild = organized(app, interaction).await?;
        let page = interaction.name.strip_prefix(PAGE_BUTTON).and_then(|page| page.parse().ok());
        show_page(app, language, interaction, guild, page.ok_or(Problem::UNKNOWN_BUTTON)?).await
    }
}

async fn show_log(app: &App, language: Language, interaction: &Interaction, guild: GuildId) -> Answer {
    if !interaction.flag("export") {
        return show_page(app, language, interaction, guild, 0).await;
    }
    app.games.check_rate(interaction.person.user, Limited::Lookups)?;
    let mut log = LogFiles::default();
    let mut last = None;
    let left = loop {
        let entries = service::audit_after(&app.games, guild, last.as_ref()).await?;
        let Some(oldest) = entries.last().cloned() else { break 0 };
        if !log.add(&entries).map_err(|error| Problem::Internal(error.into()))? {
            break service::audit_count(&app.games, guild).await?.saturating_sub(log.held);
        }
        last = Some(oldest);
    };
    let is_one = log.texts.len() == 1;
    let file = |(number, text)| TextFile {
        name: if is_one { "log.jsonl".to_owned() } else { format!("log-{number}.jsonl") },
        kind: "application/jsonl",
        text,
    };
    let files = (1..).zip(log.texts).map(file).collect();
    let mut said = localize!(language, "audit-export", count = log.held);
    if left > 0 {
        said = format!("{said} {}", localize!(language, "audit-export-rest", count = left));
    }
    Ok(Reply::ephemeral(OutgoingMessage::text(said).files(files)))
}

async fn show_page(app: &App, language: Language, interaction: &Interaction, guild: GuildId, page: u32) -> Answer {
    let (entries, pages) = service::audit_page(&app.games, guild, page).await?;
    let games: Vec<GameId> = entries.iter().filter_map(|entry| entry.game).collect();
    let names = app.games.names_of(&games).await?;
    Ok(interaction.private_reply(view::page(language, &entries, &names, page.min(pages.saturating_sub(1)), pages)))
}
