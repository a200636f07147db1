//! `/profile show`: reliability and record of a player.

pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::{Answer, App, Feature, Problem, Viewer, setup_words};
use crate::discord::command_definition::{CommandDefinition, command, subcommand, user};
use crate::discord::interaction;
use crate::discord::{Interaction, Language, OutgoingMessage, Picture, Reply, localize};
use crate::domain::UserId;
use crate::domain::clubs::rating::{Rating, RatingKey};
use crate::features::ratings::{service as ratings, view as ratings_view};
use crate::features::vacation::service as vacation;

pub struct Profiles;

#[async_trait]
impl Feature for Profiles {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("profile", [subcommand("show", [user("user"), user("against")])])]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        show_profile(app, language, interaction).await
    }
}

async fn show_profile(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let person = |option: &str| {
        let given = interaction.options.get(option);
        given.map(|id| interaction::id(id).map(UserId).ok_or(Problem::Key("error-no-such-person"))).transpose()
    };
    let (user, against) = (person("user")?.unwrap_or(interaction.person.user), person("against")?);
    if against == Some(user) {
        return Err(Problem::Key("error-profile-against-oneself"));
    }
    if [Some(user), against].into_iter().flatten().any(|named| interaction.names_bot(named)) {
        return Err(Problem::Key("error-profile-of-bot"));
    }
    let profile = service::profile_of(&app.games, user, against, interaction.origin.guild_id).await?;
    let ratings = ratings::ratings_of(&app.games, user).await?;
    let mut lines = view::results(language, user, &profile, app.clock.now());
    let (guild, now) = (interaction.origin.guild_id, app.clock.now());
    lines.extend(ratings_view::ratings(language, &ratings, guild, now));
    lines.extend(view::ladders(language, &profile));
    lines.extend(view::honors(language, &profile));
    if let Some(running) = vacation::vacation_status(&app.games, user).await?.running {
        lines.push(localize!(language, "games-on-vacation", player = user.0, until = running.span.until.0 / 1000));
    }
    if let Some(other) = against {
        lines.push(view::against(language, other, &profile));
    }
    lines.extend(view::recent(language, &profile));
    let message = OutgoingMessage::text(lines.join("\n")).rows(view::buttons(language, &profile));
    Ok(Reply::ephemeral(match rating_plot(app, language, interaction, &ratings).await? {
        Some(picture) => message.picture(picture),
        None => message,
    }))
}

/// How the rating went that the player has played most games for: in this server, or over all.
async fn rating_plot(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ratings: &[(RatingKey, Rating)],
) -> Result<Option<Picture>, Problem> {
    let guild = interaction.origin.guild_id;
    let is_here = ratings.iter().any(|(key, _)| key.guild == guild);
    let shown = ratings.iter().filter(|(key, _)| key.guild == guild.filter(|_| is_here));
    let Some((key, _)) = shown.max_by_key(|(_, rating)| rating.games) else { return Ok(None) };
    let history = ratings::rating_history(&app.games, *key).await?;
    let viewer = Viewer::of(app, interaction.person.user, guild).await;
    let group = setup_words::group_name(language, key.group);
    let title = localize!(language, "profile-rating-plot", group = group);
    Ok(ratings_view::plot(app, &viewer, language, title, &history).await)
}
