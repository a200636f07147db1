//! Ratings: results change them, challenges show what they would change, `/profile top` and `/profile show` show them.

pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::{Answer, App, Feature, Problem, Viewer};
use crate::discord::command_definition::{CommandDefinition, command, flag, subcommand, text};
use crate::discord::{Interaction, Language, Reply};
use crate::domain::clubs::rating::{PeriodSpan, RatingGroup};
use crate::store::clubs::rating::RatingList;

/// The choice of `period` that means no period.
const ALL_TIME: &str = "all";

const PLAYERS: u32 = 20;

pub struct Ratings;

#[async_trait]
impl Feature for Ratings {
    fn commands(&self) -> Vec<CommandDefinition> {
        let groups = RatingGroup::ALL.iter().map(|group| group.as_str());
        let periods = PeriodSpan::ALL.iter().map(|span| span.as_str()).chain([ALL_TIME]);
        let options = [text("group").choices(groups), text("period").choices(periods), flag("everywhere")];
        vec![command("profile", [subcommand("top", options)])]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
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
            return Ok(Reply::ephemeral(view::top_of_period(language, list, span, &best)));
        }
        let (top, spans) =
            (service::top_rated(&app.games, list, PLAYERS).await?, service::rating_spans(&app.games, list).await?);
        let viewer = Viewer::of(app, interaction.person.user, interaction.origin.guild_id).await;
        let others = if spans.is_empty() { service::rated_groups(&app.games, guild).await? } else { Vec::new() };
        let post = view::top(app, language, &viewer, list, &top, &spans).await;
        Ok(Reply::ephemeral(view::with_rated_groups(language, post, &others)))
    }
}
