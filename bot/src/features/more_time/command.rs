//! `/more-time`.

use crate::commands::answer::Answer;
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::domain::{DAY_MS, HOUR_MS, MINUTE_MS};
use crate::features::more_time::view;
use crate::games::Certainty;

/// `/more-time`: a day, or what is named; in a live game five minutes.
pub async fn give(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let amount = |option, unit| interaction.number(option).unwrap_or(0).saturating_mul(unit);
    let named =
        amount("days", DAY_MS).saturating_add(amount("hours", HOUR_MS)).saturating_add(amount("minutes", MINUTE_MS));
    let named = ["days", "hours", "minutes"].iter().any(|option| interaction.number(option).is_some()).then_some(named);
    let user = interaction.person.user;
    let done = app.games.give_time(interaction.request, game, user, named).await?;
    Ok(Reply::ephemeral(view::you_gave(language, &done.replayed.record, user, named)))
}
