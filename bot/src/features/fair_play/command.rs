//! `/organize review`.

use crate::commands::answer::Answer;
use crate::commands::context::App;
use crate::commands::organizers::organized;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::features::fair_play;
use crate::features::fair_play::view;
use crate::games::Limited;

/// `/organize review`
pub async fn review(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = organized(app, interaction).await?;
    app.games.check_rate(interaction.person.user, Limited::Lookups)?;
    let review = fair_play::review(&app.games, guild).await?;
    Ok(Reply::ephemeral(view::review(language, &review)))
}
