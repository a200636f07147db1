//! Which slash command goes to which feature.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::{
    abort, adjourn, board, challenge, claim, conditional_moves, draw, export, game_list, help, history, play, profile,
    reminders, replay, resign, rules_pages, settings, takeback, vacation,
};

/// Answers a slash command.
pub async fn command(app: &App, language: Language, incoming: &Interaction) -> Answer {
    match incoming.name.as_str() {
        "challenge" => challenge::command::challenge(app, language, incoming).await,
        "move" => play::command::play(app, language, incoming).await,
        "board" => board::command::show(app, language, incoming).await,
        "games" => game_list::command::games(app, language, incoming).await,
        "export" => export::command::command(app, language, incoming).await,
        "history" => history::command::command(app, language, incoming).await,
        "replay" => replay::command::command(app, language, incoming).await,
        "resign" => resign::command::resign(app, language, incoming).await,
        "abort" => abort::command::abort(app, language, incoming).await,
        "claim" => claim::command::claim(app, language, incoming).await,
        "adjourn" => adjourn::command::adjourn(app, language, incoming).await,
        "resume" => adjourn::command::resume(app, language, incoming).await,
        "takeback" => takeback::command::take_back(app, language, incoming).await,
        "line add" => conditional_moves::command::add(app, language, incoming).await,
        "line show" => conditional_moves::command::show(app, language, incoming).await,
        "line remove" => conditional_moves::command::remove(app, language, incoming).await,
        "draw" => draw::command::draw(app, language, incoming).await,
        "profile" => profile::command::command(app, language, incoming).await,
        "settings show" => settings::command::show(app, language, incoming).await,
        "settings picture" => settings::command::picture(app, language, incoming).await,
        "settings takeback" => settings::command::takeback(app, language, incoming).await,
        "settings clock" => settings::command::clock(app, language, incoming).await,
        "vacation start" => vacation::command::start(app, language, incoming).await,
        "vacation stop" => vacation::command::stop(app, language, incoming).await,
        "vacation status" => vacation::command::status(app, language, incoming).await,
        "settings reminders" => reminders::command::reminders(app, language, incoming).await,
        "settings digest" => reminders::command::digest(app, language, incoming).await,
        "settings test" => reminders::command::test(app, language, incoming).await,
        "setup show" => settings::command::show_server(app, language, incoming).await,
        "setup picture" => settings::command::server_picture(app, language, incoming).await,
        "rules" => Ok(rules_pages::command::command(app, language, incoming).await),
        "help" => Ok(help::command::help(language)),
        _ => Err(Problem::UNKNOWN_BUTTON),
    }
}
