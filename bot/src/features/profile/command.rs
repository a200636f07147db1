//! `/profile`: how a player plays; and the line about it on challenges.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::UserId;
use crate::features::profile::service::Profile;

/// `/profile`
pub async fn command(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = match interaction.options.get("user") {
        Some(id) => UserId(interaction::id(id).ok_or(Problem::Key("error-no-such-person"))?),
        None => interaction.person.user,
    };
    let Profile { reliability, playing, won, lost, drawn } = app.games.profile(user).await?;
    let mut lines = vec![localize!(language, "profile-title", player = user.0)];
    lines.push(match reliability {
        Some(percent) => localize!(language, "profile-reliability", percent = percent),
        None => localize!(language, "profile-reliability-new"),
    });
    lines.push(localize!(
        language,
        "profile-finished",
        finished = won + lost + drawn,
        won = won,
        lost = lost,
        drawn = drawn
    ));
    lines.push(localize!(language, "profile-playing", playing = playing));
    if let Some(running) = app.games.vacation_status(user).await?.running {
        lines.push(localize!(language, "games-on-vacation", player = user.0, until = running.span.until.0 / 1000));
    }
    Ok(Reply::ephemeral(OutgoingMessage::text(lines.join("\n"))))
}
