//! What organizers look at to judge fair play. The figures decide nothing: nobody is punished by the program.

pub mod command;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::Answer;
use crate::commands::context::App;
use crate::commands::feature::Feature;
use crate::discord::command_definition as define;
use crate::discord::command_definition::CommandDefinition;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;

pub struct FairPlay;

#[async_trait]
impl Feature for FairPlay {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("organize", [define::subcommand("review", [])]).for_organizers()]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::review(app, language, interaction).await
    }
}

pub use service::review;
