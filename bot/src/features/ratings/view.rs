//! Ratings in words and pictures.

use clubs::domain::rating::{PeriodSpan, PeriodTotals};
use clubs::ratings::{self, Forecast, TopRated};
use clubs::store::rating::{RatingList, RatingMove, RatingPoint};
use discord::{OutgoingMessage, Picture};
use games::domain::rating::{PROVISIONAL, Rating, RatingGroup, RatingKey, from_millionths};
use games::domain::{GameRecord, GuildId, Timestamp, UserId};
use render::{DataPoint, DateFormats, Plot, Scale, Series};
use tracing::error;

use crate::commands::setup_words::group_name;
use crate::commands::{App, Viewer};
use crate::localization::{Language, localize};

/// Players needed for a distribution.
const FEWEST_IN_DISTRIBUTION: u32 = 10;

/// Whether a challenge is rated, and the forecast of its changes.
pub async fn stakes(app: &App, language: Language, record: &GameRecord) -> String {
    if RatingGroup::of(&record.game.setup).is_none() || !record.game.challenge.is_rated {
        return localize!(language, "challenge-casual");
    }
    let rated = localize!(language, "challenge-rated");
    // A failed lookup must not prevent the challenge.
    let forecasts = ratings::forecasts(&app.games, record).await.unwrap_or_else(|problem| {
        error!(game = %record.game.game_id, "Could not compute what a game would change: {problem}");
        None
    });
    // The first games change a rating so much that forecasts would confuse newcomers.
    let established = forecasts.into_iter().flatten().filter(|forecast| !forecast.is_provisional);
    let lines = established.map(|forecast| stake(language, forecast));
    std::iter::once(rated).chain(lines).collect::<Vec<_>>().join("\n  ")
}

fn stake(language: Language, forecast: Forecast) -> String {
    let Forecast { user, rating, changes, .. } = forecast;
    let [win, draw, loss] = changes.map(signed);
    localize!(
        language,
        "challenge-stake",
        player = user.0,
        rating = rating.to_string(),
        win = win,
        draw = draw,
        loss = loss
    )
}

/// With its sign; a minus sign is not a hyphen.
fn signed(change: i64) -> String {
    if change < 0 { format!("−{}", change.unsigned_abs()) } else { format!("+{change}") }
}

/// A provisional rating has a question mark.
fn points(rating: i64, is_provisional: bool) -> String {
    format!("{rating}{}", if is_provisional { "?" } else { "" })
}

/// A line for each group in which the player has a rating: in this server, and over all.
pub fn ratings(
    language: Language,
    ratings: &[(RatingKey, Rating)],
    guild: Option<GuildId>,
    now: Timestamp,
) -> Vec<String> {
    let find = |group, guild| {
        ratings.iter().find(|(key, _)| key.group == group && key.guild == guild).map(|(_, rating)| rating)
    };
    let line = |&group: &RatingGroup| {
        let overall = find(group, None)?;
        let group_text = group_name(language, group);
        let all = overall.write_points(now);
        Some(match guild.and_then(|guild| find(group, Some(guild))) {
            Some(club) => localize!(
                language,
                "profile-rating-here",
                group = group_text,
                rating = club.write_points(now),
                deviation = club.deviation_at(now).round() as i64,
                games = club.games,
                overall = all
            ),
            None => localize!(
                language,
                "profile-rating",
                group = group_text,
                rating = all,
                deviation = overall.deviation_at(now).round() as i64,
                games = overall.games
            ),
        })
    };
    RatingGroup::ALL.iter().filter_map(line).collect()
}

/// A rating's history as a picture. `None` without a point.
pub async fn plot(
    app: &App,
    viewer: &Viewer,
    language: Language,
    title: String,
    points: &[RatingPoint],
) -> Option<Picture> {
    if points.is_empty() || viewer.text_board {
        return None;
    }
    let points =
        points.iter().map(|point| DataPoint { at: point.at.0, value: point.rating, deviation: point.deviation });
    let series = Series { name: String::new(), marble: None, stepped: false, points: points.collect() };
    draw_plot(app, "rating.png", over_time(language, viewer, title, series)).await
}

async fn distribution(app: &App, viewer: &Viewer, language: Language, spans: &[(i64, u32)]) -> Option<Picture> {
    let (first, last) = (spans.first()?.0, spans.last()?.0);
    let players: u32 = spans.iter().map(|(_, count)| count).sum();
    if players < FEWEST_IN_DISTRIBUTION || viewer.text_board {
        return None;
    }
    let count = |span: i64| spans.iter().find(|(number, _)| *number == span).map_or(0, |(_, count)| *count);
    // The line starts and ends at zero, so that it outlines one column for each span.
    let points = (first - 1..=last + 1).map(|span| DataPoint::new(span * 50, f64::from(count(span)))).collect();
    let (title, x_label) = (localize!(language, "top-distribution"), localize!(language, "top-rating"));
    let series = Series { name: String::new(), marble: None, stepped: true, points };
    let plot = Plot { scale: Scale::Count, x_label, ..over_time(language, viewer, title, series) };
    draw_plot(app, "distribution.png", plot).await
}

/// A plot of one line over time.
pub(crate) fn over_time(language: Language, viewer: &Viewer, title: String, series: Series) -> Plot {
    Plot {
        title,
        scale: Scale::Dates(DateFormats {
            day: localize!(language, "plot-day"),
            month: localize!(language, "plot-month"),
        }),
        x_label: String::new(),
        target: None,
        bounds: None,
        too_few: localize!(language, "plot-too-few"),
        series: vec![series],
        theme: viewer.picture_style.theme,
    }
}

/// A plot as a picture; `None`, with a log line, if drawing fails.
pub(crate) async fn draw_plot(app: &App, file_name: &str, plot: Plot) -> Option<Picture> {
    let alt = plot.alt();
    let picture = app.pictures.figure(move || render::plot(&plot)).await;
    let bytes = picture.inspect_err(|problem| error!("Could not draw a plot: {problem}")).ok()?;
    Some(Picture::new(file_name, bytes, &alt))
}

/// The best players of a list, and the distribution of ratings.
pub async fn top(
    app: &App,
    language: Language,
    viewer: &Viewer,
    list: RatingList,
    TopRated { best, provisional }: &TopRated,
    spans: &[(i64, u32)],
) -> OutgoingMessage {
    let title = if list.guild.is_none() { "top-everywhere" } else { "top-here" };
    let mut lines = vec![titled(language, title, list)];
    for (place, (user, rating)) in (1_u32..).zip(best) {
        lines.push(localize!(
            language,
            "top-line",
            place = place,
            player = user.0,
            rating = rating.points().to_string(),
            games = rating.games
        ));
    }
    if best.is_empty() && !spans.is_empty() {
        lines.push(localize!(language, "top-nobody"));
    }
    if !provisional.is_empty() {
        lines.push(localize!(language, "top-provisional"));
    }
    for (user, rating) in provisional {
        let points = points(rating.points(), true);
        let games = rating.games;
        lines.push(localize!(language, "top-provisional-line", player = user.0, rating = points, games = games));
    }
    let players: u32 = spans.iter().map(|(_, count)| count).sum();
    lines.push(localize!(language, "top-players", players = players));
    let message = OutgoingMessage::text(lines.join("\n"));
    match distribution(app, viewer, language, spans).await {
        Some(picture) => message.picture(picture),
        None => message,
    }
}

/// An empty list, with buttons to the other lists.
pub fn with_rated_groups(language: Language, post: OutgoingMessage, groups: &[RatingGroup]) -> OutgoingMessage {
    if groups.is_empty() {
        return post;
    }
    let groups: Vec<String> = groups.iter().map(|group| group_name(language, *group)).collect();
    post.append(&localize!(language, "top-others", list = groups.join(", ")))
}

fn titled(language: Language, title: &str, list: RatingList) -> String {
    localize!(language, title, group = group_name(language, list.group))
}

/// The most successful players of a period.
pub fn top_of_period(
    language: Language,
    list: RatingList,
    span: PeriodSpan,
    best: &[(UserId, PeriodTotals)],
) -> OutgoingMessage {
    let title = match (span, list.guild) {
        (PeriodSpan::Month, Some(_)) => "top-month-here",
        (PeriodSpan::Month, None) => "top-month-everywhere",
        (PeriodSpan::Quarter, Some(_)) => "top-quarter-here",
        (PeriodSpan::Quarter, None) => "top-quarter-everywhere",
        (PeriodSpan::Year, Some(_)) => "top-year-here",
        (PeriodSpan::Year, None) => "top-year-everywhere",
    };
    let mut lines = vec![titled(language, title, list)];
    for (place, (user, totals)) in (1_u32..).zip(best) {
        let gained = signed(from_millionths(totals.gained).round() as i64);
        lines.push(localize!(
            language,
            "top-period-line",
            place = place,
            player = user.0,
            gained = gained,
            won = totals.won,
            games = totals.games
        ));
    }
    lines.push(language.localize(if best.is_empty() { "top-period-nobody" } else { "top-period-note" }, &[]));
    OutgoingMessage::text(lines.join("\n"))
}

/// The rating changes of a finished game, or why it changed none; `None` if it is casual, or not counted yet.
pub async fn changes(app: &App, language: Language, record: &GameRecord) -> Option<String> {
    if let Some(loser) = record.game.loser().filter(|_| record.game.is_excused && record.game.challenge.is_rated) {
        return Some(localize!(language, "ratings-excused", player = record.player_at(loser)));
    }
    let moves = ratings::rating_moves(&app.games, record).await.unwrap_or_else(|problem| {
        error!(game = %record.game.game_id, "Could not find what a game changed: {problem}");
        Vec::new()
    });
    let part = |step: &RatingMove| {
        // The rating before the game that settles it is still provisional.
        let before = points(step.before.round() as i64, !step.was_settled);
        let after = points(step.after.round() as i64, step.deviation >= PROVISIONAL);
        localize!(language, "ratings-changed-one", player = step.user.0, before = before, after = after)
    };
    let parts: Vec<String> = moves.iter().map(part).collect();
    (!parts.is_empty()).then(|| localize!(language, "ratings-changed", list = parts.join(", ")))
}
