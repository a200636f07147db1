//! Lists of games: `/games`, the digest, and the question which game is meant.

use crate::commands::answer::Answer;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::Phase;
use crate::features::game_list::view::{fit_whole_message, line, to_answer};
use crate::games::GameError;

/// At most so many people on vacation are listed.
const MAX_VACATIONS: usize = 5;

/// Rows of components below a message.
const ROWS: usize = 5;

/// `/games`
pub async fn games(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let mut list = app.games.list(user, &[Phase::Offered, Phase::Playing], u32::MAX).await?;
    if list.is_empty() {
        return Err(GameError::NoGame.into());
    }
    // What is asked may be seen nowhere else; turns come by deadline.
    list.sort_by_cached_key(|summary| (!summary.is_asked(user), !summary.waits_for(user)));
    let lines = list.iter().map(|summary| line(language, summary, user));
    let now = app.clock.now();
    let mut title = localize!(language, "games-title");
    let vacations = app.games.on_vacation_around(user, now).await?;
    for vacation in vacations.iter().take(MAX_VACATIONS) {
        let until = vacation.span.until.0 / 1000;
        title.push('\n');
        title.push_str(&if vacation.user == user {
            localize!(language, "games-on-vacation-you", until = until)
        } else {
            localize!(language, "games-on-vacation", player = vacation.user.0, until = until)
        });
    }
    let text = fit_whole_message(language, title, lines);
    // The message of a challenge, or of a question, may never have come, or be gone: it can be answered here. Those for this
    // person are first.
    let rows = list.iter().flat_map(|summary| to_answer(language, summary, user)).take(ROWS);
    Ok(Reply::ephemeral(OutgoingMessage::text(text).rows(rows.collect())))
}
