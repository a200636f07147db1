mod board;
mod export;
mod game_choice;
mod history_and_replay;
mod profile;
