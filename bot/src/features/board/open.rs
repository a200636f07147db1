//! *Open board*: a board inside Discord, or a personal link to one in the browser.

use discord::{OutgoingMessage, Reply, link_button, row};
use games::domain::GameId;

use crate::commands::{Answer, Ctx, Problem};
use crate::localization::localize;

pub(super) async fn press(ctx: Ctx<'_>, game: GameId) -> Answer {
    let link = ctx.app.games.create_web_link(game, ctx.user()).await?;
    let link = link.ok_or(Problem::Key("web-off"))?;
    let names = ctx.app.games.names_of(&[game]).await?;
    let text = localize!(ctx, "open-link", game = names.get(&game).cloned().unwrap_or_default());
    let open = link_button(&link, localize!(ctx, "button-open"));
    let message = OutgoingMessage::text(text).rows(vec![row([open])]);
    if ctx.app.games.opens_activity(ctx.user()).await? {
        return Ok(Reply::Launch { target: game.0, instead: message });
    }
    Ok(Reply::ephemeral(message))
}
