//! `/games`: the games of a player, and the next one that waits.

pub mod button;
pub mod command;
pub mod service;
pub mod view;

use discord::custom_id::Words;
use discord::{Deferral, Interaction};
pub use service::next_turn;

use async_trait::async_trait;

use crate::commands::command_definition::{CommandDefinition, command, text};
use crate::commands::{Answer, Ctx, Feature};
use crate::features::game_list::button::{ListButton, Show, ShownList, Sort};

pub struct GameList;

fn is_replay(interaction: &Interaction) -> bool {
    matches!(interaction.button(), Some(ListButton::Replay))
}

#[async_trait]
impl Feature for GameList {
    fn commands(&self) -> Vec<CommandDefinition> {
        let show = text("show").choices(Show::ALL.iter().map(|show| show.as_str()));
        let sort = text("sort").choices(Sort::ALL.iter().map(|sort| sort.as_str()));
        vec![command("games", [show, sort])]
    }

    fn words(&self) -> Words {
        Words::of::<ListButton>()
    }

    /// The list stays, so that another game can be chosen.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        is_replay(interaction).then_some(Deferral::Ephemeral)
    }

    fn is_lookup(&self, interaction: &Interaction) -> bool {
        is_replay(interaction)
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        command::games(ctx).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let shown_list = match ctx.button()? {
            ListButton::Replay => return command::replay(ctx).await,
            ListButton::Next { after } => return command::next(ctx, after).await,
            ListButton::Page { show, sort, page } => ShownList { show, sort, page },
            ListButton::Show { sort } => {
                let show = ctx.values.first().and_then(|word| word.parse().ok());
                ShownList { show: show.unwrap_or(Show::Open), sort, page: 0 }
            }
        };
        Ok(ctx.private_reply(command::list(ctx, shown_list).await?))
    }
}
