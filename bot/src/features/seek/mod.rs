//! Open challenges: posted for anyone, accepted by the first suitable person, or matched with an equal one.

pub mod command;
pub mod conditions;
pub mod definition;
pub mod view;

use async_trait::async_trait;
use discord::OutgoingMessage;

use crate::commands::command_definition::CommandDefinition;
use crate::commands::{Answer, Choices, Ctx, Feature, Problem};
use crate::features::guided_play;

pub struct Seeks;

#[async_trait]
impl Feature for Seeks {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![definition::seek()]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        if ctx.flag("more") {
            return guided_play::play(ctx).await;
        }
        command::seek(ctx).await
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        guided_play::completion::complete(ctx).await
    }

    async fn after_refusal(&self, ctx: Ctx<'_>, refusal: OutgoingMessage) -> OutgoingMessage {
        guided_play::after_refusal(ctx, refusal).await
    }
}

pub use command::list;
