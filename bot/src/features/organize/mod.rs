//! `/organize`: organizers' decisions on the games of their server.

pub mod announcements;
pub mod command;
mod panel;
pub mod view;

use async_trait::async_trait;
use discord::custom_id::{Words, buttons};
use games::domain::{LONGEST_REASON, MOST_DAYS, RequestId};

use crate::commands::command_definition::{
    CommandDefinition, OptionDefinition, command, flag, number, subcommand, text, user,
};
use crate::commands::organizers::organized;
use crate::commands::{Answer, Choices, Ctx, Feature, Problem};

buttons! {
    enum OrganizeButton {
        /// Carry out the question of this request.
        Confirm { asked: RequestId } = "organize-confirm",
        /// Stop the announcement of this request.
        Stop { announced: RequestId } = "organize-stop",
    }
}

const LONGEST_COMPETITION: u16 = 40;

/// The option `game`; not needed in a game's thread.
pub(crate) fn game() -> OptionDefinition {
    text("game").autocomplete().key("shared-organize-game")
}

/// The option `competition`: all its games, instead of one.
fn competition() -> OptionDefinition {
    text("competition").autocomplete().max_length(LONGEST_COMPETITION).key("shared-organize-competition")
}

pub(crate) fn reason() -> OptionDefinition {
    text("reason").required().max_length(LONGEST_REASON as u16).key("shared-organize-reason")
}

fn definition() -> CommandDefinition {
    command(
        "organize",
        [
            subcommand("show", [game()]),
            subcommand("adjudicate", [reason(), user("winner"), flag("draw"), game()]),
            subcommand("annul", [reason(), user("against"), game()]),
            subcommand(
                "extend",
                [
                    reason(),
                    number("days", 0, MOST_DAYS),
                    number("hours", 0, 23),
                    number("minutes", 0, 59),
                    game(),
                    competition(),
                ],
            ),
            subcommand("pause", [reason(), number("days", 1, MOST_DAYS), game(), competition()]),
            subcommand("resume", [reason(), game(), competition()]),
        ],
    )
    .for_organizers()
}

pub struct Organize;

#[async_trait]
impl Feature for Organize {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![definition()]
    }

    fn words(&self) -> Words {
        Words::of::<OrganizeButton>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.name.as_str() {
            "organize show" => panel::show(ctx).await,
            "organize adjudicate" => command::adjudicate(ctx).await,
            "organize annul" => command::annul(ctx).await,
            "organize extend" => command::extend(ctx).await,
            "organize pause" => command::pause(ctx).await,
            "organize resume" => command::resume(ctx).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        command::complete(ctx, option, typed).await
    }

    /// A button only works for organizers of the server, even if others see it.
    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let button = ctx.button()?;
        let guild = organized(ctx).await?;
        match button {
            OrganizeButton::Confirm { asked } => command::confirm(ctx, guild, asked).await,
            OrganizeButton::Stop { announced } => announcements::stop(ctx, guild, announced).await,
        }
    }
}
