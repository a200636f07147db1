//! *Open board*: a board inside Discord, or a personal link to one in the browser.

use crate::commands::{Answer, App, Button, Problem};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, link_button, localize, row};

pub(super) async fn press(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let link = app.games.create_web_link(button.game, interaction.person.user).await?;
    let link = link.ok_or(Problem::Key("web-off"))?;
    let names = app.games.names_of(&[button.game]).await?;
    let text = localize!(language, "open-link", game = names.get(&button.game).cloned().unwrap_or_default());
    let open = link_button(&link, localize!(language, "button-open"));
    let message = OutgoingMessage::text(text).rows(vec![row(&[open])]);
    if app.games.opens_activity(interaction.person.user).await? {
        return Ok(Reply::Launch { game: button.game, instead: message });
    }
    Ok(Reply::ephemeral(message))
}
