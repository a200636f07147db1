//! The role that the leader of a ladder has.

pub mod command;
pub mod service;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::{Choices, Feature};
use crate::discord::command_definition as define;
use crate::discord::command_definition::CommandDefinition;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::ladder;

pub struct LeaderRoles;

#[async_trait]
impl Feature for LeaderRoles {
    fn commands(&self) -> Vec<CommandDefinition> {
        let options = [define::role("role"), define::flag("nobody"), ladder::definition::ladder()];
        vec![define::command("setup", [define::subcommand("leader", options)]).for_managers()]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::leader(app, language, interaction).await
    }

    async fn complete(
        &self,
        app: &App,
        _: Language,
        interaction: &Interaction,
        option: &str,
        typed: &str,
    ) -> Result<Choices, Problem> {
        match option {
            "ladder" => ladder::command::complete(app, interaction, typed).await,
            _ => Ok(Choices::new()),
        }
    }
}

pub use service::{
    forget_leader_role, leader, leader_role, leader_role_entry, refused_leader_role_entry, set_leader_role,
};
