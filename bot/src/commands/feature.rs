//! What the program needs of a feature: its commands, their completion, its buttons.

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::game_choices::complete_game;
use crate::discord::command_definition::CommandDefinition;
use crate::discord::{Deferral, Interaction, Language, OutgoingMessage};
use crate::domain::Phase;

pub type Choices = Vec<(String, String)>;

impl Interaction {
    /// The option that is being typed, and what is typed of it.
    pub fn focused_option(&self) -> (&str, &str) {
        let option = self.focused.as_deref().unwrap_or_default();
        (option, self.text(option).unwrap_or_default())
    }
}

#[async_trait]
pub trait Feature: Send + Sync {
    /// Several features may give subcommands of one command: their definitions of it are put together.
    fn commands(&self) -> Vec<CommandDefinition> {
        Vec::new()
    }

    /// With what its buttons, selects and forms begin, after `v1:`.
    fn words(&self) -> &'static [&'static str] {
        &[]
    }

    /// Where a late answer will stand, if not where that to most commands and buttons does. Nothing can be looked up for it.
    fn deferral(&self, _: &Interaction) -> Option<Deferral> {
        None
    }

    /// Does it read a whole game, and draw all of it or write it down? One person may ask for fewer of these.
    fn is_lookup(&self, _: &Interaction) -> bool {
        false
    }

    async fn run(&self, _: &App, _: Language, _: &Interaction) -> Answer {
        Err(Problem::UNKNOWN_COMMAND)
    }

    /// Which games its option `game` is about.
    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing]
    }

    /// Completes what is typed for an option of one of its commands.
    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        match interaction.focused_option() {
            ("game", typed) => complete_game(app, language, interaction, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, _: &App, _: Language, _: &Interaction) -> Answer {
        Err(Problem::UNKNOWN_BUTTON)
    }

    /// What stands in the place of the message whose button was refused: a form keeps what was filled in.
    async fn after_refusal(&self, _: &App, _: Language, _: &Interaction, refusal: OutgoingMessage) -> OutgoingMessage {
        refusal
    }
}
