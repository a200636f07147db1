//! The log of what organizers of a server have done.

pub mod command;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::Feature;
use crate::commands::organizers::organized;
use crate::discord::command_definition as define;
use crate::discord::command_definition::CommandDefinition;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;

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
        command::log(app, language, interaction, guild).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let guild = organized(app, interaction).await?;
        let page = interaction.name.strip_prefix(PAGE_BUTTON).and_then(|page| page.parse().ok());
        command::page(app, language, interaction, guild, page.ok_or(Problem::UNKNOWN_BUTTON)?).await
    }
}

pub use service::{audit_after, audit_count, audit_page, note_rating};
