//! Making a move: typed, or chosen step by step in the menu *Move…*.

pub mod command;
pub mod move_menu;
pub mod press;
pub mod refused;

use async_trait::async_trait;
use discord::custom_id::Words;
use games::GameSelection;
use rules::Choice;

use crate::commands::command_definition::{CommandDefinition, command, text};
use crate::commands::game_choices::complete_game;
use crate::commands::input::move_words::MOVE_WORDS;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::shared_options::game;
use crate::commands::{Answer, Choices, Ctx, Feature, PlayPress, Problem, game_of};
use crate::features::play::command::MAX_MOVE;
use crate::localization::Language;

pub struct Play;

#[async_trait]
impl Feature for Play {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("move", [text("move").required().autocomplete().max_length(MAX_MOVE), game()])]
    }

    fn words(&self) -> Words {
        Words::of::<PlayPress>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        command::run_move(ctx).await
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "move" => complete_move(ctx, typed).await,
            "game" => complete_game(ctx, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        press::press(ctx, ctx.button()?).await
    }
}

async fn complete_move(ctx: Ctx<'_>, typed: &str) -> Result<Choices, Problem> {
    let game = game_of(ctx, GameSelection::Likely).await?;
    let moves = ctx.app.games.complete_moves(game, ctx.user(), typed, &MOVE_WORDS).await?;
    Ok(moves.into_iter().take(MAX_CHOICES).map(|choice| (label_move(ctx.language, &choice), choice.notation)).collect())
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
