//! `/profile show`: reliability and record of a player.

pub mod service;
pub mod view;

use async_trait::async_trait;
use clubs::ratings;
use discord::{OutgoingMessage, Picture, Reply, interaction};
use games::domain::UserId;
use games::domain::rating::{Rating, RatingKey};
use games::vacations;

use crate::commands::command_definition::{CommandDefinition, command, subcommand, user};
use crate::commands::{Answer, Ctx, Feature, Problem, Viewer, setup_words};
use crate::features::ratings::view as ratings_view;
use crate::localization::localize;

pub struct Profiles;

#[async_trait]
impl Feature for Profiles {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("profile", [subcommand("show", [user("user"), user("against")])])]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        show_profile(ctx).await
    }
}

async fn show_profile(ctx: Ctx<'_>) -> Answer {
    let person = |option: &str| {
        let option_value = ctx.options.get(option);
        option_value.map(|id| interaction::id(id).map(UserId).ok_or(Problem::Key("error-no-such-person"))).transpose()
    };
    let (user, against) = (person("user")?.unwrap_or(ctx.user()), person("against")?);
    if against == Some(user) {
        return Err(Problem::Key("error-profile-against-oneself"));
    }
    if [Some(user), against].into_iter().flatten().any(|person_id| ctx.names_bot(person_id)) {
        return Err(Problem::Key("error-profile-of-bot"));
    }
    let profile = service::profile_of(&ctx.app.games, user, against, ctx.origin.guild_id).await?;
    let ratings = ratings::ratings_of(&ctx.app.games, user).await?;
    let mut lines = view::results(ctx.language, user, &profile, ctx.app.clock.now());
    let (guild, now) = (ctx.origin.guild_id, ctx.app.clock.now());
    lines.extend(ratings_view::ratings(ctx.language, &ratings, guild, now));
    lines.extend(view::ladders(ctx.language, &profile));
    lines.extend(view::honors(ctx.language, &profile));
    if let Some(running) = vacations::vacation_status(&ctx.app.games, user).await?.running {
        lines.push(localize!(ctx, "games-on-vacation", player = user.0, until = running.span.until.0 / 1000));
    }
    if let Some(other) = against {
        lines.push(view::against(ctx.language, other, &profile));
    }
    lines.extend(view::recent(ctx.language, &profile));
    let message = OutgoingMessage::text(lines.join("\n")).rows(view::buttons(ctx.language, &profile));
    Ok(Reply::ephemeral(match rating_plot(ctx, &ratings).await? {
        Some(picture) => message.picture(picture),
        None => message,
    }))
}

/// The history of the player's rating with the most games: in this server, or over all.
async fn rating_plot(ctx: Ctx<'_>, ratings: &[(RatingKey, Rating)]) -> Result<Option<Picture>, Problem> {
    let guild = ctx.origin.guild_id;
    let is_here = ratings.iter().any(|(key, _)| key.guild == guild);
    let candidates = ratings.iter().filter(|(key, _)| key.guild == guild.filter(|_| is_here));
    let Some((key, _)) = candidates.max_by_key(|(_, rating)| rating.games) else { return Ok(None) };
    let history = ratings::rating_history(&ctx.app.games, *key).await?;
    let viewer = Viewer::of(ctx.app, ctx.user(), guild).await;
    let group = setup_words::group_name(ctx.language, key.group);
    let title = localize!(ctx, "profile-rating-plot", group = group);
    Ok(ratings_view::plot(ctx.app, &viewer, ctx.language, title, &history).await)
}
