//! Following games of others (`/game watch`).

pub mod command;
pub mod service;
pub mod view;

pub use command::list;
pub use service::{forget_closed, list_watched, stop_watching, watch};

use async_trait::async_trait;

use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Button, Choices, Feature, Problem, word, word_of};
use crate::discord::command_definition::{CommandDefinition, command, subcommand, text};
use crate::discord::{Deferral, Interaction, Language};

/// The select of games: `v1:watch-game:<how>` watches the chosen one, `v1:watch-game:stop` no more.
const CHOOSE: &str = "watch-game";

/// What its id ends with where watching ends.
const STOP: &str = "stop";

pub struct WatchGames;

#[async_trait]
impl Feature for WatchGames {
    fn commands(&self) -> Vec<CommandDefinition> {
        let how = text("how").choices(["moves", "end", "thread", STOP]);
        vec![command("game", [subcommand("watch", [game(), how])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[word::WATCH, word::UNWATCH, CHOOSE]
    }

    /// Below a board the answer is a message of its own.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let button: Button = interaction.name.parse().ok()?;
        let is_below_board = button.word == word::WATCH || button.word == word::UNWATCH && button.number.is_some();
        is_below_board.then_some(Deferral::Ephemeral)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.text("how") {
            Some(STOP) => command::stop(app, language, interaction).await,
            _ => command::start(app, language, interaction).await,
        }
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        match option {
            "game" => command::complete(app, language, interaction, typed).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        if word_of(&interaction.name) == Some(CHOOSE) {
            return command::choose(app, language, interaction).await;
        }
        let button = Button::read(interaction)?;
        match &*button.word {
            word::WATCH => command::press_start(app, language, interaction, &button).await,
            _ => command::press_stop(app, language, interaction, &button).await,
        }
    }
}
