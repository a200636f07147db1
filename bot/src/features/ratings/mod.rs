//! Ratings: changed by results, forecast on challenges, shown by `/profile top` and `/profile show`.

pub mod view;

use async_trait::async_trait;
use clubs::domain::rating::PeriodSpan;
use clubs::store::rating::RatingList;
use discord::Reply;
use games::domain::rating::RatingGroup;

use crate::commands::command_definition::{CommandDefinition, command, flag, subcommand, text};
use crate::commands::{Answer, Ctx, Feature, Problem, Viewer};

/// The choice of `period` for all time.
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

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let group = match ctx.text("group") {
            Some(group) => group.parse().map_err(|_| Problem::Key("error-no-such-choice"))?,
            None => RatingGroup::Standard,
        };
        let span: Option<PeriodSpan> = match ctx.text("period").filter(|period| *period != ALL_TIME) {
            Some(period) => Some(period.parse().map_err(|_| Problem::Key("error-no-such-choice"))?),
            None => None,
        };
        let guild = ctx.origin.guild_id.filter(|_| !ctx.flag("everywhere"));
        let list = RatingList { group, guild };
        if let Some(span) = span {
            let best = clubs::ratings::top_of_period(&ctx.app.games, list, span, PLAYERS).await?;
            return Ok(Reply::ephemeral(view::top_of_period(ctx.language, list, span, &best)));
        }
        let (top, spans) = (
            clubs::ratings::top_rated(&ctx.app.games, list, PLAYERS).await?,
            clubs::ratings::rating_spans(&ctx.app.games, list).await?,
        );
        let viewer = Viewer::of(ctx.app, ctx.user(), ctx.origin.guild_id).await;
        let others =
            if spans.is_empty() { clubs::ratings::rated_groups(&ctx.app.games, guild).await? } else { Vec::new() };
        let post = view::top(ctx.app, ctx.language, &viewer, list, &top, &spans).await;
        Ok(Reply::ephemeral(view::with_rated_groups(ctx.language, post, &others)))
    }
}
