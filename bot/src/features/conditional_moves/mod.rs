//! `/game line`: conditional moves, played automatically when the opponent plays as foreseen.

pub mod command;
pub mod view;

use async_trait::async_trait;

use crate::commands::command_definition::{CommandDefinition, command, group, number, subcommand, text};
use crate::commands::game_choices::complete_game;
use crate::commands::shared_options::game;
use crate::commands::{Answer, Choices, Ctx, Feature, GamePress, LineButton, Problem};
use discord::custom_id::Words;
use discord::{Deferral, Interaction, InteractionType};

pub struct ConditionalLines;

#[async_trait]
impl Feature for ConditionalLines {
    fn commands(&self) -> Vec<CommandDefinition> {
        let turns = |name| text(name).autocomplete().max_length(1500);
        let line_number = || number("number", 1, 200);
        let subcommands = [
            subcommand("add", [turns("if"), turns("then"), turns("moves"), game()]),
            subcommand("show", [line_number(), game()]),
            subcommand("remove", [line_number(), game()]),
        ];
        vec![command("game", [group("line", subcommands)])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<LineButton>>()
    }

    /// Discord takes a form only as an immediate answer.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        (interaction.kind == InteractionType::Component).then_some(Deferral::Never)
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.name.as_str() {
            "game line add" => command::add(ctx).await,
            "game line remove" => command::remove(ctx).await,
            _ => command::show(ctx).await,
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "if" | "then" | "moves" => command::complete(ctx, option, typed).await,
            "game" => complete_game(ctx, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        command::press(ctx, ctx.button()?).await
    }
}
