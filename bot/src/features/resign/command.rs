//! `/resign`, and the question before it.

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::message;
use crate::commands::button::{Press, Verb};
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::Incoming;
use crate::discord::localization::{Language, say};
use crate::discord::message::{Post, Style, button, row};
use crate::discord::reply::Reply;
use crate::domain::GameId;
use crate::games::Guess;

pub(crate) async fn resign(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming, Guess::Certain).await?;
    Ok(Reply::private(ask_to_resign(app, language, incoming, game).await?))
}

/// The question before resigning. It is about the game as it is now, whatever board the button stood under.
pub async fn ask_to_resign(app: &App, language: Language, incoming: &Incoming, game: GameId) -> Result<Post, Problem> {
    let view = app.games.view(game, None).await?;
    view.record.playing_seat(incoming.person.user)?;
    let yes = Press::at(Verb::ResignYes, game, view.record.game.version);
    let no = Press::of(Verb::Board, game);
    let rows = vec![row(&[
        button(&yes, say!(language, "button-resign-yes"), Style::Danger),
        button(&no, say!(language, "button-back"), Style::Secondary),
    ])];
    let user = incoming.person.user;
    let against = message::against(language, &view.table.places(), &view.record.seats, user);
    Ok(Post::text(say!(language, "resign-ask", id = game, against = against)).rows(rows))
}
