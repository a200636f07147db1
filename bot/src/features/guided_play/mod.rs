//! `/play`: a challenge that is put together with menus and buttons. What they choose are options of `/challenge` and `/seek`, which make it.

pub mod command;
pub mod form;
pub mod options;
pub mod press;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::Feature;
use crate::discord::command_definition as define;
use crate::discord::command_definition::{CommandDefinition, user};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Deferral;

pub struct GuidedPlay;

#[async_trait]
impl Feature for GuidedPlay {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("play", [user("user")])]
    }

    fn words(&self) -> &'static [&'static str] {
        &["guide"]
    }

    /// A modal comes at once.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        press::opens_form(interaction).then_some(Deferral::Never)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::play(app, language, interaction).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        command::press(app, language, interaction, button).await
    }
}
