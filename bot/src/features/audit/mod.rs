//! The log of what organizers of a server have done.

pub mod command;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::Feature;
use crate::discord::command_definition as define;
use crate::discord::command_definition::CommandDefinition;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::organize::button::{OrganizeButton, OrganizeVerb};
use crate::features::organize::permission::organized;

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
        let Ok(OrganizeButton(OrganizeVerb::Log(page))) = interaction.name.parse() else {
            return Err(Problem::UNKNOWN_BUTTON);
        };
        command::page(app, language, interaction, guild, page).await
    }
}

pub use service::{audit_after, audit_count, audit_page, note_rating};
