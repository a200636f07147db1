//! `/organize`: what organizers of a server decide on its games.

pub mod announcements;
pub mod command;
mod panel;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::organizers::organized;
use crate::commands::{Answer, App, Choices, Feature, Problem};
use crate::discord::command_definition::{
    CommandDefinition, OptionDefinition, command, flag, number, subcommand, text, user,
};
use crate::discord::{Interaction, Language};
use crate::domain::{LONGEST_REASON, MOST_DAYS, RequestId};

/// The button that carries out what was asked, before the request that asked.
const CONFIRM: &str = "v1:organize-confirm:";

/// The button that stops what was announced, before the request that announced it.
const STOP: &str = "v1:organize-stop:";

/// Characters of the name of a competition.
const LONGEST_COMPETITION: u32 = 40;

/// Which game; not needed in its thread.
pub(crate) fn game() -> OptionDefinition {
    text("game").autocomplete().key("shared-organize-game")
}

/// All games of which competition, in place of one game.
fn competition() -> OptionDefinition {
    text("competition").autocomplete().max_length(LONGEST_COMPETITION).key("shared-organize-competition")
}

pub(crate) fn reason() -> OptionDefinition {
    text("reason").required().max_length(LONGEST_REASON as u32).key("shared-organize-reason")
}

fn definition() -> CommandDefinition {
    command(
        "organize",
        [
            subcommand("show", [game()]),
            subcommand("adjudicate", [reason(), user("winner"), flag("draw"), game()]),
            subcommand("annul", [reason(), game()]),
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

    fn words(&self) -> &'static [&'static str] {
        &["organize-confirm", "organize-stop"]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "organize show" => panel::show(app, language, interaction).await,
            "organize adjudicate" => command::adjudicate(app, language, interaction).await,
            "organize annul" => command::annul(app, language, interaction).await,
            "organize extend" => command::extend(app, language, interaction).await,
            "organize pause" => command::pause(app, language, interaction).await,
            "organize resume" => command::resume(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, app: &App, _: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        command::complete(app, interaction, option, typed).await
    }

    /// Only organizers of the server can use a button, even if others see it.
    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let request =
            |word| interaction.name.strip_prefix(word).and_then(|request| request.parse().ok()).map(RequestId);
        let (confirmed, stopped) = (request(CONFIRM), request(STOP));
        let request = confirmed.or(stopped).ok_or(Problem::UNKNOWN_BUTTON)?;
        let guild = organized(app, interaction).await?;
        if stopped.is_some() {
            return announcements::stop(app, language, interaction, guild, request).await;
        }
        command::confirm(app, language, interaction, guild, request).await
    }
}

pub use service::all_games::carry_out as carry_out_for_all;
pub use service::{
    ask_to_decide, decide, extend, game_to_organize, games_to_organize, pause, seats_of, take_back_annulled, unpause,
};
