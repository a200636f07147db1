//! Ladders of a club.

pub mod button;
pub mod command;
pub mod definition;
pub mod digest;
pub(crate) mod draft;
pub mod organize;
pub mod press;
pub mod refusal;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::{Choices, Feature};
use crate::commands::layout_names::complete_layout;
use crate::discord::command_definition as define;
use crate::discord::command_definition::CommandDefinition;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Deferral;

pub struct Ladders;

#[async_trait]
impl Feature for Ladders {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![definition::ladders(), define::command("setup", [definition::organize()]).for_managers()]
    }

    fn words(&self) -> &'static [&'static str] {
        &[
            "ladder-page",
            "ladder-day",
            "ladder-join",
            "ladder-leave",
            "ladder-leave!",
            "ladder-close!",
            "ladder-keep",
            "ladder-history",
            "ladder-challenge",
            "ladder-defender",
            "ladder-choose",
        ]
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        command::is_public(interaction).then_some(Deferral::Public)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "ladder show" => command::show(app, language, interaction).await,
            "ladder join" => command::join(app, language, interaction).await,
            "ladder leave" => command::leave(app, language, interaction).await,
            "ladder challenge" => command::challenge(app, language, interaction).await,
            "ladder history" => command::history(app, language, interaction).await,
            "ladder rules" => command::rules(app, language, interaction).await,
            "setup ladder create" => organize::create(app, language, interaction).await,
            "setup ladder edit" => organize::edit(app, language, interaction).await,
            "setup ladder close" => organize::close(app, language, interaction).await,
            "setup ladder add" => organize::add(app, language, interaction).await,
            "setup ladder remove" => organize::remove(app, language, interaction).await,
            "setup ladder move" => organize::place(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(
        &self,
        app: &App,
        language: Language,
        interaction: &Interaction,
        option: &str,
        typed: &str,
    ) -> Result<Choices, Problem> {
        match option {
            "ladder" => command::complete(app, interaction, typed).await,
            "layout" => Ok(complete_layout(language, typed)),
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        press::press(app, language, interaction, &button).await
    }
}
