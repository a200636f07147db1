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
