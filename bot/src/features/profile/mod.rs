//! `/profile`: reliability and record of a player.

pub mod command;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::Answer;
use crate::commands::context::App;
use crate::commands::feature::Feature;
use crate::discord::command_definition as define;
use crate::discord::command_definition::{CommandDefinition, user};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;

pub struct Profiles;

#[async_trait]
impl Feature for Profiles {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("profile", [user("user"), user("against")])]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::show_profile(app, language, interaction).await
    }
}
