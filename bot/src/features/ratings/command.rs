//! `/top`.

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::clubs::rating::period::PeriodSpan;
use crate::features::ratings::service;
use crate::features::ratings::view;
use crate::features::ratings::view::{Top, TopOfPeriod};
use crate::store::clubs::rating::RatingList;

/// The choice of `period` that means no period.
pub(super) const ALL_TIME: &str = "all";

/// Players that are listed.
const PLAYERS: u32 = 20;

pub(crate) async fn top(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let group = match interaction.text("group") {
        Some(group) => group.parse().map_err(|_| Problem::Key("error-no-such-choice"))?,
        None => RatingGroup::Standard,
    };
    let span: Option<PeriodSpan> = match interaction.text("period").filter(|period| *period != ALL_TIME) {
        Some(period) => Some(period.parse().map_err(|_| Problem::Key("error-no-such-choice"))?),
        None => None,
    };
    let guild = interaction.origin.guild_id.filter(|_| !interaction.flag("everywhere"));
    let list = RatingList { group, guild };
    if let Some(span) = span {
        let best = service::top_of_period(&app.games, list, span, PLAYERS).await?;
        return Ok(Reply::ephemeral(view::top_of_period(language, &TopOfPeriod { list, span, best })));
    }
    let (best, spans) =
        (service::top_rated(&app.games, list, PLAYERS).await?, service::rating_spans(&app.games, list).await?);
    let viewer = Viewer::person(app, interaction.person.user, interaction.origin.guild_id).await;
    Ok(Reply::ephemeral(view::top(app, language, &viewer, &Top { list, best, spans }).await))
}
