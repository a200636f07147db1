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
pub async fn adjourn(app: &App, language: Language, interaction: &Interaction) -> Answer {
    if interaction.flag("withdraw") {
        let game = game_of_own(app, interaction, Question::Adjourn).await?;
        return withdrawn(app, language, interaction, game, Withdrawal::Adjourn).await;
    }
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let days = interaction
        .number("days")
        .map_or_else(|| app.games.longest_adjournment(), |days| u32::try_from(days).unwrap_or(0));
    let done = app.games.adjourn(interaction.request, game, interaction.person.user, days).await?;
    Ok(Reply::ephemeral(after_adjourn(language, interaction.person.user, days, &done)))
}

/// `/resume`
pub async fn resume(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let done = app.games.resume(interaction.request, game, interaction.person.user, None).await?;
    let id = done.replayed.record.game.name();
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(language, "you-resumed", id = id))))
}

/// *Resume* below an adjourned game.
pub(crate) async fn press_resume(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let version = button.required_number()?;
    let done = app.games.resume(interaction.request, button.game, interaction.person.user, Some(version)).await?;
    let id = done.replayed.record.game.name();
    Ok(interaction.private_reply(OutgoingMessage::text(localize!(language, "you-resumed", id = id))))
}
