//! *Play from here* below a board, and the choice of the opponent.

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::message;
use crate::commands::board::viewer::Viewer;
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::discord::interaction;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{row, user_select};
use crate::features::challenge::command::opponent;
use crate::features::challenge::view::sent;
use crate::features::fork::service::NewFork;

/// Asks whom to play.
pub(crate) async fn ask(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let ply = button.ply().ok_or(Problem::UNKNOWN_BUTTON)?;
    let replayed = app.games.forkable(button.game, ply).await?;
    let ply = replayed.any_game.ply();
    let last = message::past_caption(language, &replayed.record, &replayed.any_game.diagram());
    let question = localize!(language, "fork-ask", id = replayed.record.game.name());
    let choose = Button::at(word::FORK_WITH, button.game, ply);
    let rows = vec![row(&[user_select(&choose, &localize!(language, "fork-whom"))])];
    let viewer = Viewer::person(app, interaction.person.user, replayed.record.game.place.guild_id).await;
    let post = message::drawn(app, language, &replayed, &viewer, format!("{question}\n{last}")).await;
    Ok(interaction.private_reply(post.rows(rows)))
}

/// Challenges the chosen member.
pub(crate) async fn challenge(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let ply = button.ply().ok_or(Problem::UNKNOWN_BUTTON)?;
    let chosen = interaction.values.first().and_then(|id| interaction::id(&id.as_str().into()));
    let opponent = opponent(language, interaction, chosen)?;
    let done = app
        .games
        .fork(NewFork {
            request: interaction.request,
            game: button.game,
            ply,
            challenger: interaction.person.clone(),
            opponent,
            origin: interaction.origin,
        })
        .await?;
    Ok(interaction.private_reply(sent(language, &done.replayed.record)))
}
