//! `/game line`: conditional moves, answered at once when the opponent plays what was foreseen.

pub mod command;
pub mod service;
pub mod view;

pub use service::{add_conditional_moves, complete_conditional_moves, conditional_moves, remove_conditional_moves};

pub(crate) use service::prepared_placings;

use async_trait::async_trait;

use crate::commands::game_choices::complete_game;
use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Button, Choices, Feature, Problem, word};
use crate::discord::command_definition::{CommandDefinition, command, group, number, subcommand, text};
use crate::discord::{Deferral, Interaction, InteractionType, Language};

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

    fn words(&self) -> &'static [&'static str] {
        &[word::LINE]
    }

    /// A form cannot follow later.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        (interaction.kind == InteractionType::Component).then_some(Deferral::Never)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "game line add" => command::add(app, language, interaction).await,
            "game line remove" => command::remove(app, language, interaction).await,
            _ => command::show(app, language, interaction).await,
        }
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        match option {
            "if" | "then" | "moves" => command::complete(app, interaction, option, typed).await,
            "game" => complete_game(app, language, interaction, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::press(app, language, interaction, &Button::read(interaction)?).await
    }
}
