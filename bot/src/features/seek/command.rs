//! `/seek` and `/seeks`.

use serde_json::Value;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::input::times::shortened;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::code;
use crate::discord::reply::Reply;
use crate::domain::{
    LONGEST_SEEK_DAYS, POINTS_AROUND, POSSIBLE_RATINGS, Phase, RatingRangeError, SeekFilter, WantedRatings,
};
use crate::features::challenge::command::{Terms, terms};
use crate::features::seek;
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
        ratings: ratings(language, interaction)?,
        days: days.flatten(),
        origin: interaction.origin,
    };
    let done = seek::seek(&app.games, new).await?;
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

/// What `rating` can be: what is typed, and what it may become. Before anything is typed, ranges around the person's own.
pub(crate) fn complete_rating(language: Language, typed: &str) -> Vec<(String, String)> {
    let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let shown = |value: String| {
        let label = match value.parse::<WantedRatings>().ok()? {
            WantedRatings::Range(range) => range_words(language, range),
            WantedRatings::Around(points) => localize!(language, "choice-rating-close", points = points.to_string()),
        };
        Some((label, value))
    };
    let near = |points: &str| ["", "0", "00"].map(|zeros| format!("±{points}{zeros}")).to_vec();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // A rating of which the last digits are still to be typed.
    let whole = |digits: &str| format!("{digits:0<4}");
    let bare = typed.strip_prefix(['±', '+']).unwrap_or(&typed);
    let candidates = match bare {
        "" => ["±100", "±200", "±400"].map(str::to_owned).to_vec(),
        points if typed.starts_with(['±', '+']) => near(points.trim_start_matches(['-', '/'])),
        number if is_number(number) && number.len() < 4 => {
            let rating = whole(number);
            [format!("{rating}+"), format!("-{rating}")].into_iter().chain(near(number)).collect()
        }
        number if is_number(number) => {
            let around = number.parse::<u32>().map_or_else(
                |_| Vec::new(),
                |rating| [100, 200].map(|by| format!("{}-{}", rating.saturating_sub(by), rating + by)).to_vec(),
            );
            [format!("{number}+"), format!("-{number}")].into_iter().chain(around).collect()
        }
        range => match range.split_once(['-', '–', '−']) {
            Some(("", "")) => ["-1400", "-1600", "-1800"].map(str::to_owned).to_vec(),
            // A distance, or the highest rating.
            Some(("", number)) if is_number(number) && number.len() < 4 => {
                near(number).into_iter().chain([format!("-{}", whole(number))]).collect()
            }
            Some((low, begun)) if is_number(low) && (begun.is_empty() || is_number(begun)) && begun.len() < 4 => {
                let lowest: u32 = low.parse().unwrap_or_default();
                let upper = (1..=8).map(|hundreds| format!("{}", lowest + 100 * hundreds));
                let upper = upper.filter(|upper| upper.starts_with(begun)).map(|upper| format!("{low}-{upper}"));
                let as_typed = begun.is_empty().then(|| range.to_owned());
                as_typed.into_iter().chain(upper.skip(usize::from(begun.is_empty())).take(3)).collect()
            }
            _ => vec![range.to_owned()],
        },
    };
    let mut choices: Vec<(String, String)> = Vec::new();
    for (label, value) in candidates.into_iter().filter_map(shown) {
        if choices.iter().all(|(other, _)| *other != label) {
            choices.push((label, value));
        }
    }
    choices
}

/// `/seeks`
pub(crate) async fn seeks(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let listed = seek::seeks(&app.games, user, interaction.origin.guild_id).await?;
    let is_in_server = interaction.origin.guild_id.is_some();
    Ok(Reply::ephemeral(view::list(language, user, &listed, is_in_server)))
}
