//! Code shared by the commands of all features.

pub mod command_button;
pub mod command_definition;
pub mod feature;
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
pub use feature::Feature;
pub use game_option::{game_of, game_of_own, game_or_finished};
