//! `/seek` and `/seeks`.

use serde_json::Value;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::reply::Reply;
use crate::domain::{LONGEST_SEEK_DAYS, Phase, SeekFilter, WantedRatings};
use crate::features::challenge::command::{Terms, terms};
use crate::features::seek::conditions::range_words;
use crate::features::seek::service::NewSeek;
use crate::features::seek::view;

/// `/seek`, and `/challenge` that names nobody.
pub(crate) async fn seek(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let Terms { setup, pace, color, rated } = terms(app, interaction, 2).await?;
    let days = interaction.number("days").map(|days| u32::try_from(days).ok());
    if days.is_some_and(|days| days.is_none_or(|days| !(1..=LONGEST_SEEK_DAYS).contains(&days))) {
        return Err(Problem::Key("error-seek-days"));
    }
    let new = NewSeek {
        request: interaction.request,
        owner: interaction.person.clone(),
        setup,
        pace,
        color,
        rated,
        filter: filter(interaction)?,
        ratings: ratings(interaction)?,
        days: days.flatten(),
        origin: interaction.origin,
    };
    let done = app.games.seek(new).await?;
    let answer = view::answer(language, interaction.person.user, &done.replayed);
    let (game, here) = (&done.replayed.record.game, interaction.origin.channel_id);
    if game.phase != Phase::Offered || game.place.channel_id == here {
        return Ok(Reply::ephemeral(answer));
    }
    Ok(Reply::ephemeral(answer.append(&localize!(language, "seek-posted-in", channel = game.place.channel_id.0))))
}

/// Who may accept, as the options say.
fn filter(interaction: &Interaction) -> Result<SeekFilter, Problem> {
    let reliability = match interaction.number("reliability") {
        None => None,
        Some(percent) => Some(
            u32::try_from(percent)
                .ok()
                .filter(|percent| *percent <= 100)
                .ok_or(Problem::Key("error-seek-reliability"))?,
        ),
    };
    let welcomes_new = interaction.options.get("new-players").and_then(Value::as_bool).unwrap_or(true);
    Ok(SeekFilter { reliability, experienced_only: !welcomes_new, ratings: None })
}

fn ratings(interaction: &Interaction) -> Result<Option<WantedRatings>, Problem> {
    interaction.text("rating").map(|typed| typed.parse().map_err(|()| Problem::Key("error-seek-rating"))).transpose()
}

/// What `rating` can be: what is typed, and ranges around the person's own.
pub(crate) fn complete_rating(language: Language, typed: &str) -> Vec<(String, String)> {
    let typed = typed.trim();
    let around = |points: u32| (localize!(language, "choice-rating-close", points = points), format!("±{points}"));
    let range = match typed.parse::<WantedRatings>() {
        Ok(WantedRatings::Range(range)) => Some((range_words(language, range), range.to_string())),
        Ok(WantedRatings::Around(points)) => Some(around(points)),
        Err(()) => None,
    };
    range.map_or_else(|| [100, 200, 400].map(around).into(), |choice| vec![choice])
}

/// `/seeks`
pub(crate) async fn seeks(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let listed = app.games.seeks(user, interaction.origin.guild_id).await?;
    let is_in_server = interaction.origin.guild_id.is_some();
    Ok(Reply::ephemeral(view::list(language, user, &listed, is_in_server)))
}
