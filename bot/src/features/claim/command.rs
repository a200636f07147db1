//! `/claim`.

use crate::commands::answer::Answer;
use crate::commands::board::message;
use crate::commands::button::{Press, Verb};
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::Incoming;
use crate::discord::localization::{Language, say};
use crate::discord::message::{Post, Style, button, row};
use crate::discord::reply::Reply;
use crate::features::claim::service::Silence;
use crate::games::Guess;

/// `/claim`: the warning first, and when it has passed the question what to claim.
pub async fn claim(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming, Guess::Certain).await?;
    let user = incoming.person.user;
    let view = match app.games.silence(incoming.request, game, user).await? {
        Silence::Warned(until) => {
            return Ok(Reply::private(Post::text(say!(language, "you-warned", until = until.0 / 1000))));
        }
        Silence::Ripe(view) => view,
    };
    let at = view.record.game.version;
    let rows = vec![row(&[
        button(&Press::at(Verb::ClaimWin, game, at), say!(language, "button-claim-win"), Style::Danger),
        button(&Press::at(Verb::ClaimDraw, game, at), say!(language, "button-claim-draw"), Style::Primary),
        button(&Press::of(Verb::Board, game), say!(language, "button-back"), Style::Secondary),
    ])];
    let against = message::against(language, &view.table.places(), &view.record.seats, user);
    Ok(Reply::private(Post::text(say!(language, "claim-ask", id = game, against = against)).rows(rows)))
}
