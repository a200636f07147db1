//! `/board`: looks at a game, and steps through it.

pub mod command;
mod open;
pub mod view;

use async_trait::async_trait;

use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Button, Feature, word, word_of};
use crate::discord::command_definition::{CommandDefinition, command, flag, number, text};
use crate::discord::{Deferral, Interaction, InteractionType, Language};
use crate::domain::Phase;

pub struct Board;

#[async_trait]
impl Feature for Board {
    fn commands(&self) -> Vec<CommandDefinition> {
        let style = text("style").choices(["picture", "text", "words"]);
        vec![command("board", [game(), number("ply", 0, 10_000), style, flag("flip")])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[word::BOARD, word::STEP, word::GO_TO, word::OPEN]
    }

    /// A form cannot follow later. The board stays above a link.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        match word_of(&interaction.name).filter(|_| interaction.kind == InteractionType::Component) {
            Some(word::GO_TO) => Some(Deferral::Never),
            Some(word::OPEN) => Some(Deferral::Ephemeral),
            _ => None,
        }
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Offered]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::show(app, language, interaction).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = Button::read(interaction)?;
        match &*button.word {
            word::STEP => command::step(app, language, interaction, &button).await,
            word::OPEN => open::press(app, language, interaction, &button).await,
            word::GO_TO => command::go_to(app, language, interaction, &button).await,
            _ => command::press(app, language, interaction, &button).await,
        }
    }
}
