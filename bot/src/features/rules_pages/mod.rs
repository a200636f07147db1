//! `/rules`: the games and their options, taught with pictures.

pub mod command;
pub mod pages;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::{Choices, Feature};
use crate::discord::command_definition as define;
use crate::discord::command_definition::{CommandDefinition, text};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;

pub struct RulesPages;

#[async_trait]
impl Feature for RulesPages {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("rules", [text("topic").autocomplete().max_length(100)])]
    }

    fn words(&self) -> &'static [&'static str] {
        &["rules"]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        Ok(command::open_book(app, language, interaction).await)
    }

    async fn complete(&self, _: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (_, typed) = interaction.focused_option();
        Ok(command::complete(language, typed))
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::turn_page(app, language, interaction).await
    }
}
