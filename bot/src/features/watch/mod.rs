//! Following games of others (`/game watch`).

pub mod command;
pub mod service;
pub mod view;

pub use command::list;
use discord::custom_id::Words;
use discord::{Deferral, Interaction};
pub use service::{forget_closed, list_watched, stop_watching, watch};

use async_trait::async_trait;

use crate::commands::command_definition::{CommandDefinition, command, subcommand, text};
use crate::commands::shared_options::game;
use crate::commands::{Answer, Choices, Ctx, Feature, Problem, WatchButton};

/// The choice of the command that stops watching.
const STOP: &str = "stop";

pub struct WatchGames;

#[async_trait]
impl Feature for WatchGames {
    fn commands(&self) -> Vec<CommandDefinition> {
        let how = text("how").choices(["moves", "end", "thread", STOP]);
        vec![command("game", [subcommand("watch", [game(), how])])]
    }

    fn words(&self) -> Words {
        Words::of::<WatchButton>()
    }

    /// Below a board the answer is a separate message.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let button = interaction.button();
        let is_below_board = matches!(button, Some(WatchButton::Watch { .. } | WatchButton::StopBelowBoard { .. }));
        is_below_board.then_some(Deferral::Ephemeral)
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.text("how") {
            Some(STOP) => command::stop(ctx).await,
            _ => command::start(ctx).await,
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "game" => command::complete(ctx, typed).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        command::press(ctx, ctx.button()?).await
    }
}
