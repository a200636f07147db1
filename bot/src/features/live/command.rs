//! `/live`, its pages, and the way to one of its games.

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::features::board::command::{BoardStyle, board_message};
use crate::features::live::button::LiveButton;
use crate::features::live::view;

/// `/live`
pub async fn live(app: &App, language: Language, interaction: &Interaction) -> Answer {
    Ok(Reply::ephemeral(page(app, language, interaction, 0).await?))
}

/// Another page, or a game that is chosen.
pub async fn press(app: &App, language: Language, interaction: &Interaction, button: LiveButton) -> Answer {
    let post = match button {
        LiveButton::Page(number) => page(app, language, interaction, number).await?,
        LiveButton::Open(number) => {
            let game = interaction.values.first().and_then(|game| game.parse().ok()).ok_or(Problem::UNKNOWN_BUTTON)?;
            let board = board_message(app, language, interaction, game, None, BoardStyle::default()).await?;
            view::with_way_back(language, board, number)
        }
    };
    Ok(interaction.private_reply(post))
}

async fn page(
    app: &App,
    language: Language,
    interaction: &Interaction,
    number: usize,
) -> Result<OutgoingMessage, Problem> {
    let Some(guild) = interaction.origin.guild_id else { return Err(Problem::Key("error-no-server")) };
    let user = interaction.person.user;
    let page = app.games.live(guild, user, interaction.origin, number).await?;
    let viewer = Viewer::person(app, user, Some(guild)).await;
    Ok(view::live(app, language, &viewer, &page).await)
}
