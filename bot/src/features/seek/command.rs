//! `/seek` and `/games show:seeks`.

use serde_json::Value;

use crate::commands::input::times::shortened;
use crate::commands::{Answer, App, Problem};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, code, localize};
use crate::domain::{
    LONGEST_SEEK_DAYS, POINTS_AROUND, POSSIBLE_RATINGS, Phase, RatingRangeError, SeekFilter, WantedRatings,
};
use crate::features::challenge::command::{Terms, terms};
use crate::features::seek::conditions::range_words;
use crate::features::seek::service::{self, NewSeek};
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
        ratings: ratings(language, interaction)?,
        days: days.flatten(),
        origin: interaction.origin,
    };
    let done = service::seek(&app.games, new).await?;
    let answer = view::answer(language, interaction.person.user, &done.replayed);
    let (game, here) = (&done.replayed.record.game, interaction.origin.channel_id);
    if game.phase != Phase::Offered || game.place.channel_id == here {
        return Ok(Reply::ephemeral(answer));
    }
    Ok(Reply::ephemeral(answer.append(&localize!(language, "seek-posted-in", channel = game.place.channel_id.0))))
}

pub(crate) fn filter(interaction: &Interaction) -> Result<SeekFilter, Problem> {
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

fn ratings(language: Language, interaction: &Interaction) -> Result<Option<WantedRatings>, Problem> {
    let Some(typed) = interaction.text("rating") else { return Ok(None) };
    let refused = |problem: RatingRangeError| {
        let typed = code(&shortened(typed));
        let (least, most) = (POSSIBLE_RATINGS.start().to_string(), POSSIBLE_RATINGS.end().to_string());
        Problem::Text(match problem {
            RatingRangeError::Unreadable => localize!(language, "error-seek-rating", typed = typed),
            RatingRangeError::Impossible(rating) => localize!(
                language,
                "error-seek-rating-impossible",
                typed = typed,
                rating = rating.to_string(),
                least = least,
                most = most
            ),
            RatingRangeError::NegativeNumber(points) => {
                localize!(language, "error-seek-rating-negative", points = points.to_string())
            }
            RatingRangeError::Around(points) => localize!(
                language,
                "error-seek-rating-around",
                points = points.to_string(),
                least = POINTS_AROUND.start().to_string(),
                most = POINTS_AROUND.end().to_string()
            ),
        })
    };
    typed.parse().map(Some).map_err(refused)
}

/// What `rating` can be: what is typed, and the ranges that a number may stand for. Before anything is typed, ranges around the
/// person's own.
pub(crate) fn complete_rating(language: Language, typed: &str) -> Vec<(String, String)> {
    let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let number = typed.trim_matches(['±', '+', '-']);
    let candidates = match number {
        "" => ["±100", "±200", "±400"].map(str::to_owned).to_vec(),
        number => vec![typed.clone(), format!("±{number}"), format!("{number}+"), format!("-{number}")],
    };
    let mut choices: Vec<(String, String)> = Vec::new();
    for value in candidates {
        let label = match value.parse::<WantedRatings>() {
            Ok(WantedRatings::Range(range)) => range_words(language, range),
            Ok(WantedRatings::Around(points)) => {
                localize!(language, "choice-rating-close", points = points.to_string())
            }
            Err(_) => continue,
        };
        if choices.iter().all(|(other, _)| *other != label) {
            choices.push((label, value));
        }
    }
    choices
}

/// `/games show:seeks`
pub async fn list(app: &App, language: Language, interaction: &Interaction) -> Result<OutgoingMessage, Problem> {
    let user = interaction.person.user;
    let listed = service::seeks(&app.games, user, interaction.origin.guild_id).await?;
    let is_in_server = interaction.origin.guild_id.is_some();
    Ok(view::list(language, user, &listed, is_in_server))
}
