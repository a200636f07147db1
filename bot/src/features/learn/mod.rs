//! `/learn`: ten small exercises on the board, from the first move to the sixth ejection.

pub mod button;
pub mod command;
pub mod exercises;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::Feature;
use crate::discord::command_definition as define;
use crate::discord::command_definition::CommandDefinition;
use crate::discord::interaction::{Interaction, InteractionType};
use crate::discord::localization::Language;
use crate::discord::reply::Deferral;
use crate::features::learn::button::{LearnAction, LearnButton};

pub struct Learn;

#[async_trait]
impl Feature for Learn {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("learn", [])]
    }

    fn words(&self) -> &'static [&'static str] {
        &button::WORDS
    }

    /// A form comes at once.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let is_button = interaction.kind == InteractionType::Component;
        let button = interaction.name.parse::<LearnButton>();
        let opens_form = is_button && button.is_ok_and(|button| button.action == LearnAction::Type);
        opens_form.then_some(Deferral::Never)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::learn(app, language, interaction).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        command::press(app, language, interaction, &button).await
    }
}
