//! `/top`.

use crate::commands::answer::Answer;
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::domain::rating::group::RatingGroup;
use crate::features::ratings::view;
use crate::features::ratings::view::Top;
use crate::store::clubs::rating::RatingList;

/// Players that are listed.
const PLAYERS: usize = 20;

pub(crate) async fn top(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let group = interaction.text("group").and_then(|group| group.parse().ok()).unwrap_or(RatingGroup::Standard);
    let guild = interaction.origin.guild_id.filter(|_| !interaction.flag("everywhere"));
    let list = RatingList { group, guild };
    let top = Top {
        group,
        is_everywhere: guild.is_none(),
        best: app.games.top(list, PLAYERS).await?,
        spans: app.games.rating_spans(list).await?,
    };
    let viewer = Viewer::person(app, interaction.person.user, interaction.origin.guild_id).await;
    Ok(Reply::ephemeral(view::top(app, language, &viewer, &top).await))
}
