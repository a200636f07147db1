//! Ratings in words and pictures.

use render::{DataPoint, Plot, Scale, Series};
use tracing::error;

use crate::commands::setup_words::group_name;
use crate::commands::{App, Viewer};
use crate::discord::{Language, OutgoingMessage, Picture, localize};
use crate::domain::clubs::rating::{
    PROVISIONAL, PeriodSpan, PeriodTotals, Rating, RatingGroup, RatingKey, from_millionths,
};
use crate::domain::{GameRecord, GuildId, Timestamp, UserId};
use crate::features::ratings::service::{self, Forecast, TopRated};
use crate::store::clubs::rating::{RatingList, RatingMove, RatingPoint};

/// Of fewer players a distribution says nothing.
const FEWEST_IN_DISTRIBUTION: u32 = 10;

/// Whether a challenge is rated, and what its game would change.
pub async fn stakes(app: &App, language: Language, record: &GameRecord) -> String {
    if RatingGroup::of(&record.game.setup).is_none() || !record.game.challenge.is_rated {
        return localize!(language, "challenge-casual");
    }
    let rated = localize!(language, "challenge-rated");
    // A challenge comes without it rather than not at all.
    let forecasts = service::forecasts(&app.games, record).await.unwrap_or_else(|problem| {
        error!(game = %record.game.game_id, "Could not compute what a game would change: {problem}");
        None
    });
    // First games move a rating so far that a newcomer is only puzzled.
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

/// With its sign; a minus sign is no hyphen.
fn signed(change: i64) -> String {
    if change < 0 { format!("−{}", change.unsigned_abs()) } else { format!("+{change}") }
}

/// A question mark stands behind a provisional rating.
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

/// How a rating went, as a picture. `None` without a point.
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

/// How many players have which rating.
async fn distribution(app: &App, viewer: &Viewer, language: Language, spans: &[(i64, u32)]) -> Option<Picture> {
    let (first, last) = (spans.first()?.0, spans.last()?.0);
    let players: u32 = spans.iter().map(|(_, count)| count).sum();
    if players < FEWEST_IN_DISTRIBUTION || viewer.text_board {
        return None;
    }
    let count = |span: i64| spans.iter().find(|(number, _)| *number == span).map_or(0, |(_, count)| *count);
    // The line comes from nothing and returns to nothing, so it outlines one column for each span.
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
        scale: Scale::Dates,
        x_label: String::new(),
        target: None,
        bounds: None,
        too_few: localize!(language, "plot-too-few"),
        series: vec![series],
        theme: viewer.picture_style.theme,
    }
}

/// A plot as a picture; `None`, and a line in the log, when it cannot be drawn.
pub(crate) async fn draw_plot(app: &App, file_name: &str, plot: Plot) -> Option<Picture> {
    let alt = plot.alt();
    let drawn = app.pictures.figure(move || render::plot(&plot)).await;
    let bytes = drawn.inspect_err(|problem| error!("Could not draw a plot: {problem}")).ok()?;
    Some(Picture::new(file_name, bytes, &alt))
}

/// The best players of a list, and how many have which rating.
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

/// An empty list with the way to those that are not.
pub fn with_rated_groups(language: Language, post: OutgoingMessage, groups: &[RatingGroup]) -> OutgoingMessage {
    if groups.is_empty() {
        return post;
    }
    let groups: Vec<String> = groups.iter().map(|group| group_name(language, *group)).collect();
    post.append(&localize!(language, "top-others", list = groups.join(", ")))
}

fn titled(language: Language, title: &str, list: RatingList) -> String {
    language.localize(title, &[("group", group_name(language, list.group).into())])
}

/// Who did most in a period.
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

/// What a finished game changed for its players, or why it changed nothing; `None` if it is casual, or not counted yet.
pub async fn changes(app: &App, language: Language, record: &GameRecord) -> Option<String> {
    if let Some(loser) = record.game.loser().filter(|_| record.game.is_excused && record.game.challenge.is_rated) {
        return Some(localize!(language, "ratings-excused", player = record.player_at(loser)));
    }
    let moves = service::rating_moves(&app.games, record).await.unwrap_or_else(|problem| {
        error!(game = %record.game.game_id, "Could not find what a game changed: {problem}");
        Vec::new()
    });
    let part = |step: &RatingMove| {
        // The game that settles a rating finds it provisional.
        let before = points(step.before.round() as i64, !step.was_settled);
        let after = points(step.after.round() as i64, step.deviation >= PROVISIONAL);
        localize!(language, "ratings-changed-one", player = step.user.0, before = before, after = after)
    };
    let parts: Vec<String> = moves.iter().map(part).collect();
    (!parts.is_empty()).then(|| localize!(language, "ratings-changed", list = parts.join(", ")))
}
