//! The interface of a feature, and code shared by the commands of all features.

pub mod command_button;
pub mod command_definition;
pub mod game_option;
pub mod input;
pub mod layout_names;
pub mod organizers;
pub mod rules_refusal;
pub mod setup_words;
pub mod shared_options;

pub use crate::board::button::{
    AnalysisButton, Asked, BoardButton, ChallengeButton, DrawButton, Facing, ForkButton, GamePress, HistoryButton,
    LineButton, PanelButton, PlayButton, PlayPress, ProposalButton, RecordButton, ReplayButton, ResignButton,
    WatchButton, Way,
};
pub use crate::board::viewer::Viewer;
pub use crate::context::{Answer, App, Choices, Ctx, Problem};
pub use command_button::CommandButton;
pub use game_option::{game_of, game_of_own, game_or_finished};

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{Deferral, Interaction, OutgoingMessage};
use games::domain::Phase;

use crate::commands::command_definition::CommandDefinition;
use crate::commands::game_option::complete_game;

/// What a player can do: its commands, their completion, its buttons.
#[async_trait]
pub trait Feature: Send + Sync {
    /// Several features may define subcommands of one command; the definitions are merged.
    fn commands(&self) -> Vec<CommandDefinition> {
        Vec::new()
    }

    /// The prefixes of its buttons, selects and forms.
    fn words(&self) -> Words {
        Words::NONE
    }

    /// The place of a deferred answer, if not in the default place. Must not need a lookup.
    fn deferral(&self, _: &Interaction) -> Option<Deferral> {
        None
    }

    /// Whether it reads a whole game to draw or export it. These have a stricter rate limit per person.
    fn is_lookup(&self, _: &Interaction) -> bool {
        false
    }

    async fn run(&self, _: Ctx<'_>) -> Answer {
        Err(Problem::UNKNOWN_COMMAND)
    }

    /// The phases of games that its option `game` offers.
    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing]
    }

    /// Completes the focused option of one of its commands.
    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        match ctx.focused_option() {
            ("game", typed) => complete_game(ctx, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, _: Ctx<'_>) -> Answer {
        Err(Problem::UNKNOWN_BUTTON)
    }

    /// Replaces the message whose button was refused; a form keeps its input.
    async fn after_refusal(&self, _: Ctx<'_>, refusal: OutgoingMessage) -> OutgoingMessage {
        refusal
    }
}
