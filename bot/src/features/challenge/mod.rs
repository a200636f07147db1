//! Challenges: creating, accepting, declining, withdrawing, and rematches.

pub mod command;
pub mod definition;
pub mod view;

use async_trait::async_trait;
use discord::OutgoingMessage;
use discord::custom_id::Words;

use crate::commands::command_definition::CommandDefinition;
use crate::commands::{Answer, ChallengeButton, Choices, Ctx, Feature, GamePress, Problem};
use crate::features::guided_play;

pub struct Challenges;

#[async_trait]
impl Feature for Challenges {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![definition::challenge()]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<ChallengeButton>>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        if ctx.options.is_empty() || ctx.flag("more") {
            return guided_play::play(ctx).await;
        }
        command::challenge(ctx).await
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        guided_play::completion::complete(ctx).await
    }

    async fn after_refusal(&self, ctx: Ctx<'_>, refusal: OutgoingMessage) -> OutgoingMessage {
        guided_play::after_refusal(ctx, refusal).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button } = ctx.button()?;
        match button {
            ChallengeButton::Accept => command::accept(ctx, game).await,
            ChallengeButton::Decline => command::decline(ctx, game).await,
            ChallengeButton::DeclineYes => command::confirm_decline(ctx, game).await,
            ChallengeButton::DeclineNo => Ok(command::keep(ctx)),
            ChallengeButton::Withdraw => command::withdraw(ctx, game).await,
            ChallengeButton::Rematch => command::rematch(ctx, game).await,
            ChallengeButton::Engine => command::play_engine_instead(ctx, game).await,
        }
    }
}
