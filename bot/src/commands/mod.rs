//! What the commands of all features share.

pub mod answer;
pub mod board;
pub mod button;
pub mod command_button;
pub mod context;
pub mod feature;
pub mod game_choices;
pub mod game_option;
pub mod input;
pub mod layout_names;
pub mod organizers;
pub mod rules_refusal;
pub mod settings_menus;
pub mod setup_words;
pub mod shared_options;
pub mod time_in_words;

pub use answer::{Answer, Problem};
pub use board::viewer::Viewer;
pub use button::{Button, ParseButtonError, word, word_of};
pub use command_button::CommandButton;
pub use context::App;
pub use feature::{Choices, Feature};
pub use game_option::{game_of, game_of_own, game_or_finished};
