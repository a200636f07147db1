//! `/board`: shows a game and steps through it.

pub mod command;
mod open;
pub mod view;

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{Deferral, Interaction, InteractionType};
use games::domain::Phase;

use crate::commands::command_definition::{CommandDefinition, command, flag, number, text};
use crate::commands::shared_options::game;
use crate::commands::{Answer, BoardButton, Ctx, Facing, Feature, GamePress, Way};

pub struct Board;

#[async_trait]
impl Feature for Board {
    fn commands(&self) -> Vec<CommandDefinition> {
        let style = text("style").choices(["picture", "text", "words"]);
        vec![command("board", [game(), number("ply", 0, 10_000), style, flag("flip")])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<BoardButton>>()
    }

    /// Discord takes a form only as an immediate answer. The board stays above a link.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let press: GamePress<BoardButton> = interaction.button()?;
        match press.button {
            BoardButton::GoTo { .. } if interaction.kind == InteractionType::Component => Some(Deferral::Never),
            BoardButton::Open => Some(Deferral::Ephemeral),
            _ => None,
        }
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Offered]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        command::show(ctx).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let pressed: GamePress<BoardButton> = ctx.button()?;
        let game = pressed.subject;
        match &pressed.button {
            BoardButton::Show { ply } => command::press(ctx, game, *ply).await,
            // If moves were taken back since, the answer says so and shows the last position.
            BoardButton::Step { ply, way } => {
                let position = (*way != Way::Last).then_some(ply.position);
                command::press(ctx, game, Facing { position, flip: ply.flip }).await
            }
            BoardButton::GoTo { .. } => command::go_to(ctx, &pressed).await,
            BoardButton::Open => open::press(ctx, game).await,
        }
    }
}
