//! `/games`: the games of a player, and the one that waits next.

pub mod button;
pub mod command;
pub mod service;
pub mod view;

pub use service::next_turn;

use async_trait::async_trait;

use crate::commands::{Answer, App, Button, Feature, ParseButtonError, Problem, word, word_of};
use crate::discord::command_definition::{CommandDefinition, command, text};
use crate::discord::{Deferral, Interaction, Language};
use crate::features::game_list::button::{ListButton, Show, ShowSelect, Sort};

pub struct GameList;

/// The select of the finished games of a page that can be replayed.
const REPLAYS: &str = "games-replay";

fn is_replay(interaction: &Interaction) -> bool {
    word_of(&interaction.name) == Some(REPLAYS)
}

#[async_trait]
impl Feature for GameList {
    fn commands(&self) -> Vec<CommandDefinition> {
        let show = text("show").choices(Show::ALL.iter().map(|show| show.as_str()));
        let sort = text("sort").choices(Sort::ALL.iter().map(|sort| sort.as_str()));
        vec![command("games", [show, sort])]
    }

    fn words(&self) -> &'static [&'static str] {
        &["games", "games-show", REPLAYS, word::NEXT]
    }

    /// The list stays, so that another game can be chosen.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        is_replay(interaction).then_some(Deferral::Ephemeral)
    }

    fn is_lookup(&self, interaction: &Interaction) -> bool {
        is_replay(interaction)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::games(app, language, interaction).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        if is_replay(interaction) {
            return command::replay(app, language, interaction).await;
        }
        if word_of(&interaction.name) == Some(word::NEXT) {
            return command::next(app, language, interaction, &Button::read(interaction)?).await;
        }
        let wanted = match interaction.name.parse() {
            Ok(ShowSelect(sort)) => {
                let chosen = interaction.values.first().and_then(|word| word.parse().ok());
                ListButton { show: chosen.unwrap_or(Show::Open), sort, page: 0 }
            }
            Err(ParseButtonError) => interaction.name.parse().map_err(|ParseButtonError| Problem::UNKNOWN_BUTTON)?,
        };
        Ok(interaction.private_reply(command::list(app, language, interaction, wanted).await?))
    }
}
