//! `/adjourn` and `/resume`.

use crate::commands::answer::Answer;
use crate::commands::button::Button;
use crate::commands::context::App;
use crate::commands::game_option::{game_of, game_of_own};
use crate::commands::proposal::withdrawn;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::features::adjourn::view::after_adjourn;
use crate::games::proposals::Withdrawal;
use crate::games::{Certainty, Question};

/// `/adjourn`
pub async fn adjourn(app: &App, language: Language, incoming: &Interaction) -> Answer {
    if incoming.flag("withdraw") {
        let game = game_of_own(app, incoming, Question::Adjourn).await?;
        return withdrawn(app, language, incoming, game, Withdrawal::Adjourn).await;
    }
    let game = game_of(app, incoming, Certainty::Certain).await?;
    let days = incoming
        .number("days")
        .map_or_else(|| app.games.longest_adjournment(), |days| u32::try_from(days).unwrap_or(0));
    let done = app.games.adjourn(incoming.request, game, incoming.person.user, days).await?;
    Ok(Reply::ephemeral(after_adjourn(language, incoming.person.user, days, &done)))
}

/// `/resume`
pub async fn resume(app: &App, language: Language, incoming: &Interaction) -> Answer {
    let game = game_of(app, incoming, Certainty::Certain).await?;
    app.games.resume(incoming.request, game, incoming.person.user, None).await?;
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(language, "you-resumed", id = game))))
}

/// *Resume* below an adjourned game.
pub(crate) async fn press_resume(app: &App, language: Language, incoming: &Interaction, button: &Button) -> Answer {
    let version = button.required_number()?;
    app.games.resume(incoming.request, button.game, incoming.person.user, Some(version)).await?;
    Ok(incoming.private_reply(OutgoingMessage::text(localize!(language, "you-resumed", id = button.game))))
}
