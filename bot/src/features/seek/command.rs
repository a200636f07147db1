//! `/seek` and `/games show:seeks`.

use discord::{Interaction, OutgoingMessage, Reply, code};
use games::domain::{
    LONGEST_SEEK_DAYS, POINTS_AROUND, POSSIBLE_RATINGS, Phase, RatingRangeError, SeekFilter, WantedRatings,
};
use games::seeks::{self, NewSeek};
use serde_json::Value;

use crate::commands::input::times::shortened;
use crate::commands::{Answer, Ctx, Problem};
use crate::features::challenge::command::{Terms, terms};
use crate::features::challenge::view::range_words;
use crate::features::seek::view;
use crate::localization::{Language, localize};

/// `/seek`, or `/challenge` without an opponent.
pub(crate) async fn seek(ctx: Ctx<'_>) -> Answer {
    let Terms { setup, pace, color, rated } = terms(ctx, 2).await?;
    let days = ctx.number("days").map(|days| u32::try_from(days).ok());
    if days.is_some_and(|days| days.is_none_or(|days| !(1..=LONGEST_SEEK_DAYS).contains(&days))) {
        return Err(Problem::Key("error-seek-days"));
    }
    let new = NewSeek {
        request: ctx.request,
        owner: ctx.person.clone(),
        setup,
        pace,
        color,
        rated,
        filter: filter(ctx.interaction)?,
        ratings: ratings(ctx)?,
        days: days.flatten(),
        origin: ctx.origin,
    };
    let outcome = seeks::seek(&ctx.app.games, new).await?;
    let answer = view::answer(ctx.language, ctx.user(), &outcome.replayed);
    let (game, here) = (&outcome.replayed.record.game, ctx.origin.channel_id);
    if game.phase != Phase::Offered || game.place.channel_id == here {
        return Ok(Reply::ephemeral(answer));
    }
    Ok(Reply::ephemeral(answer.append(&localize!(ctx, "seek-posted-in", channel = game.place.channel_id.0))))
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

fn ratings(ctx: Ctx<'_>) -> Result<Option<WantedRatings>, Problem> {
    let Some(range_text) = ctx.text("rating") else { return Ok(None) };
    let refusal = |problem: RatingRangeError| {
        let range_text = code(&shortened(range_text));
        let (least, most) = (POSSIBLE_RATINGS.start().to_string(), POSSIBLE_RATINGS.end().to_string());
        Problem::Text(match problem {
            RatingRangeError::Unreadable => localize!(ctx, "error-seek-rating", typed = range_text),
            RatingRangeError::Impossible(rating) => localize!(
                ctx,
                "error-seek-rating-impossible",
                typed = range_text,
                rating = rating.to_string(),
                least = least,
                most = most
            ),
            RatingRangeError::NegativeNumber(points) => {
                localize!(ctx, "error-seek-rating-negative", points = points.to_string())
            }
            RatingRangeError::Around(points) => localize!(
                ctx,
                "error-seek-rating-around",
                points = points.to_string(),
                least = POINTS_AROUND.start().to_string(),
                most = POINTS_AROUND.end().to_string()
            ),
        })
    };
    range_text.parse().map(Some).map_err(refusal)
}

/// Completes `rating`: the input, and ranges that a number may mean. For empty input, ranges around the person's own
/// rating.
pub(crate) fn complete_rating(language: Language, typed: &str) -> Vec<(String, String)> {
    let query: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let number = query.trim_matches(['±', '+', '-']);
    let candidates = match number {
        "" => ["±100", "±200", "±400"].map(str::to_owned).to_vec(),
        number => vec![query.clone(), format!("±{number}"), format!("{number}+"), format!("-{number}")],
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

pub async fn list(ctx: Ctx<'_>) -> Result<OutgoingMessage, Problem> {
    let user = ctx.user();
    let listed = seeks::seeks(&ctx.app.games, user, ctx.origin.guild_id).await?;
    let is_in_server = ctx.origin.guild_id.is_some();
    Ok(view::list(ctx.language, user, &listed, is_in_server))
}
