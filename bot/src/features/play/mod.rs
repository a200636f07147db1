//! Making a move: typed, or chosen step by step in the menu *Move…*.

pub mod command;
mod engine_reply;
pub mod move_menu;
pub mod press;
pub mod refused;
pub mod service;

pub use service::{play, play_and_prepare, preview};

use async_trait::async_trait;
use rules::Choice;

use crate::commands::game_choices::complete_game;
use crate::commands::input::move_words::MOVE_WORDS;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Button, Choices, Feature, Problem, game_of, word};
use crate::discord::command_definition::{CommandDefinition, command, text};
use crate::discord::{Interaction, Language};
use crate::features::play::command::MAX_MOVE;
use crate::features::play::move_menu::{DIR, FROM};
use crate::games::Certainty;

pub struct Play;

#[async_trait]
impl Feature for Play {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("move", [text("move").required().autocomplete().max_length(MAX_MOVE), game()])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[word::MOVE, word::TYPE, word::ENTRY, FROM, DIR, word::PLAY]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::run_move(app, language, interaction).await
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        match option {
            "move" => complete_move(app, language, interaction, typed).await,
            "game" => complete_game(app, language, interaction, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = Button::read(interaction)?;
        match &*button.word {
            word::TYPE => command::press_type(app, language, interaction, &button).await,
            word::PLAY => command::press_play(app, language, interaction, &button).await,
            _ => press::press(app, language, interaction, &button).await,
        }
    }
}

async fn complete_move(
    app: &App,
    language: Language,
    interaction: &Interaction,
    typed: &str,
) -> Result<Choices, Problem> {
    let game = game_of(app, interaction, Certainty::Likely).await?;
    let moves = app.games.complete_moves(game, interaction.person.user, typed, &MOVE_WORDS).await?;
    Ok(moves.into_iter().take(MAX_CHOICES).map(|choice| (label_move(language, &choice), choice.notation)).collect())
}

fn label_move(language: Language, choice: &Choice) -> String {
    let mut label = choice.notation.clone();
    for (tag, key) in [("eject", "choice-eject"), ("push", "choice-push"), ("broadside", "choice-broadside")] {
        if choice.tags.contains(&tag) {
            label = format!("{label} · {}", language.localize(key, &[]));
            break;
        }
    }
    label.chars().take(100).collect()
}
