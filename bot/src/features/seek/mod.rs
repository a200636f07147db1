//! Open challenges: posted for anyone, accepted by the first suitable person, or matched with an equal one.

pub mod command;
pub mod view;

pub use command::list;

use async_trait::async_trait;
use discord::OutgoingMessage;
use games::domain::LONGEST_SEEK_DAYS;

use crate::commands::command_definition::{CommandDefinition, flag, number, text};
use crate::commands::{Answer, Choices, Ctx, Feature, Problem};
use crate::features::challenge::definition::options_for_two;
use crate::features::guided_play;

pub struct Seeks;

#[async_trait]
impl Feature for Seeks {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![seek()]
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

/// `/seek`: the options of `/challenge` for two players, and the conditions for accepting.
pub fn seek() -> CommandDefinition {
    let mut options = options_for_two();
    options.push(number("reliability", 1, 100));
    options.push(flag("new-players"));
    options.push(text("rating").autocomplete().max_length(20));
    options.push(number("days", 1, LONGEST_SEEK_DAYS));
    CommandDefinition::with_options("seek", options)
}
