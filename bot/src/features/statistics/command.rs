//! `/statistics`.

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::features::statistics::service;
use crate::features::statistics::view;

pub(crate) async fn statistics(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let Some(guild) = interaction.origin.guild_id else { return Err(Problem::Key("error-no-server")) };
    let statistics = service::club_statistics(&app.games, guild).await?;
    let viewer = Viewer::person(app, interaction.person.user, Some(guild)).await;
    Ok(Reply::ephemeral(view::statistics(app, language, &viewer, &statistics).await))
}
