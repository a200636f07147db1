//! Somebody takes over from a player who has left: an organizer asks, and the person accepts.

pub mod command;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::Button;
use crate::commands::context::App;
use crate::commands::feature::{Choices, Feature};
use crate::discord::command_definition as define;
use crate::discord::command_definition::CommandDefinition;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::domain::ReplacementAnswer;
use crate::features::organize;
use crate::features::organize::definition::{game, reason};

/// The buttons below the question.
const ACCEPT: &str = "organize-replace";
const DECLINE: &str = "organize-decline";

pub struct Replacements;

#[async_trait]
impl Feature for Replacements {
    fn commands(&self) -> Vec<CommandDefinition> {
        let options = [define::user("player").required(), define::user("by").required(), reason(), game()];
        vec![define::command("organize", [define::subcommand("replace", options)]).for_organizers()]
    }

    fn words(&self) -> &'static [&'static str] {
        &[ACCEPT, DECLINE]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::replace(app, language, interaction).await
    }

    async fn complete(
        &self,
        app: &App,
        _: Language,
        interaction: &Interaction,
        option: &str,
        typed: &str,
    ) -> Result<Choices, Problem> {
        organize::command::complete(app, interaction, option, typed).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button: Button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        let version = button.number.ok_or(Problem::UNKNOWN_BUTTON)?;
        let answer = if button.word == ACCEPT { ReplacementAnswer::Accept } else { ReplacementAnswer::Decline };
        command::answer(app, language, interaction, button.game, version, answer).await
    }
}

pub use service::{answer_replacement, ask_to_replace};
