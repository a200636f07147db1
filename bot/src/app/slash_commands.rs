//! Slash commands and their completion.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::abort::command::abort;
use crate::features::board::command::show;
use crate::features::challenge::command::challenge;
use crate::features::draw::command::draw;
use crate::features::game_list::command;
use crate::features::play::command::play;
use crate::features::resign::command::resign;

/// Answers a slash command.
pub async fn command(app: &App, language: Language, incoming: &Interaction) -> Answer {
    match incoming.name.as_str() {
        "challenge" => challenge(app, language, incoming).await,
        "move" => play(app, language, incoming).await,
        "board" => show(app, language, incoming).await,
        "games" => command::games(app, language, incoming).await,
        "export" => crate::features::export::command::command(app, language, incoming).await,
        "history" => crate::features::history::command::command(app, language, incoming).await,
        "replay" => crate::features::replay::command::command(app, language, incoming).await,
        "resign" => resign(app, language, incoming).await,
        "abort" => abort(app, language, incoming).await,
        "claim" => crate::features::claim::command::claim(app, language, incoming).await,
        "adjourn" => crate::features::adjourn::command::adjourn(app, language, incoming).await,
        "resume" => crate::features::adjourn::command::resume(app, language, incoming).await,
        "takeback" => crate::features::takeback::command::take_back(app, language, incoming).await,
        "line add" => crate::features::conditional_moves::command::add(app, language, incoming).await,
        "line show" => crate::features::conditional_moves::command::show(app, language, incoming).await,
        "line remove" => crate::features::conditional_moves::command::remove(app, language, incoming).await,
        "draw" => draw(app, language, incoming).await,
        "profile" => crate::features::profile::command::command(app, language, incoming).await,
        "settings show" => crate::features::settings::command::show(app, language, incoming).await,
        "settings picture" => crate::features::settings::command::picture(app, language, incoming).await,
        "settings takeback" => crate::features::settings::command::takeback(app, language, incoming).await,
        "settings clock" => crate::features::settings::command::clock(app, language, incoming).await,
        "vacation start" => crate::features::vacation::command::start(app, language, incoming).await,
        "vacation stop" => crate::features::vacation::command::stop(app, language, incoming).await,
        "vacation status" => crate::features::vacation::command::status(app, language, incoming).await,
        "settings reminders" => crate::features::reminders::command::reminders(app, language, incoming).await,
        "settings digest" => crate::features::reminders::command::digest(app, language, incoming).await,
        "settings test" => crate::features::reminders::command::test(app, language, incoming).await,
        "setup show" => crate::features::settings::command::show_server(app, language, incoming).await,
        "setup picture" => crate::features::settings::command::server_picture(app, language, incoming).await,
        "rules" => Ok(crate::features::rules_pages::command::command(app, language, incoming).await),
        "help" => Ok(crate::features::help::command::help(language)),
        _ => Err(Problem::Say("error-unknown-button")),
    }
}

/// How a board was asked for; where nothing is said, it is shown as its reader likes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// In rows of letters.
    pub text_board: Option<bool>,
    /// White at the bottom.
    pub flip: Option<bool>,
}
