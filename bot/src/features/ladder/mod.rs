//! Ladders of a club.

mod button;
pub mod command;
pub mod definition;
pub mod digest;
pub mod organize;
pub mod pictures;
pub(crate) mod posts;
pub mod refusal;
pub mod view;

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{Deferral, Interaction};

use crate::commands::command_definition::CommandDefinition;
use crate::commands::layout_names::complete_layout;
use crate::commands::{Answer, Choices, Ctx, Feature, Problem, command_definition as define};
use crate::features::ladder::button::LadderPress;

pub struct Ladders;

#[async_trait]
impl Feature for Ladders {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![definition::ladders(), define::command("organize", [definition::organize()]).for_organizers()]
    }

    fn words(&self) -> Words {
        Words::of::<LadderPress>()
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        command::is_public(interaction).then_some(Deferral::Public)
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.name.strip_prefix("organize ladder ") {
            Some(what) => organize::run(ctx, what).await,
            None => command::run(ctx).await,
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "ladder" => command::complete(ctx, typed).await,
            "setup" => organize::complete_setup(ctx, typed).await,
            "season" => command::complete_season(ctx, typed).await,
            "layout" => Ok(complete_layout(ctx.language, typed)),
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        command::press(ctx).await
    }
}
