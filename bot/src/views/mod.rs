//! What features show alike: lines and names of games, what a game is set up for, boards of notices.

pub mod game_choices;
