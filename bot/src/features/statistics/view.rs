//! What is played in a server, in words and as a picture.

use render::{DataPoint, Plot, Scale, Series};

use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::commands::layout_names::layout_name;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Picture};
use crate::domain::clubs::statistics::{PlayedLayout, week_start};
use crate::domain::{DAY_MS, Setup};
use crate::features::ratings::view::drawn;
use crate::features::statistics::service::ClubStatistics;
use crate::views::setup_words::game_name;

/// With fewer weeks a picture shows nothing.
const FEWEST_WEEKS: usize = 2;

/// `/statistics`
pub async fn statistics(
    app: &App,
    language: Language,
    viewer: &Viewer,
    statistics: &ClubStatistics,
) -> OutgoingMessage {
    let ClubStatistics { total, players, layouts, most_active, weeks } = statistics;
    if total.games == 0 {
        return OutgoingMessage::text(localize!(language, "statistics-none"));
    }
    let mut lines = vec![localize!(language, "statistics-title")];
    lines.push(localize!(language, "statistics-games", games = total.games));
    lines.push(localize!(language, "statistics-moves", moves = total.moves));
    lines.push(localize!(language, "statistics-players", players = *players));
    let played: Vec<String> =
        layouts.iter().map(|(item, tallied)| format!("{} {}", layout(language, item), tallied.games)).collect();
    lines.push(localize!(language, "statistics-layouts", list = played.join(" · ")));
    let active: Vec<String> =
        most_active.iter().map(|(user, tallied)| format!("{} {}", language.mention(*user), tallied.games)).collect();
    lines.push(localize!(language, "statistics-active", list = active.join(" · ")));
    if let Some((_, games)) = weeks.last() {
        lines.push(localize!(language, "statistics-week", games = *games));
    }
    if weeks.len() < FEWEST_WEEKS {
        lines.push(localize!(language, "statistics-first-week"));
    }
    let message = OutgoingMessage::text(lines.join("\n"));
    match per_week(app, language, viewer, weeks).await {
        Some(picture) => message.picture(picture),
        None => message,
    }
}

fn layout(language: Language, item: &str) -> String {
    match PlayedLayout::of(item) {
        PlayedLayout::Layout("custom") => localize!(language, "profile-own-layouts"),
        PlayedLayout::Layout(name) => layout_name(language, name),
        PlayedLayout::Game(game, None) => game_name(language, &Setup::stored(game)),
        PlayedLayout::Game(game, Some(seats)) => format!("{} {seats}", game_name(language, &Setup::stored(game))),
    }
}

/// Games by week. `None` where it would show nothing.
async fn per_week(app: &App, language: Language, viewer: &Viewer, weeks: &[(i64, u32)]) -> Option<Picture> {
    if weeks.len() < FEWEST_WEEKS || viewer.text_board {
        return None;
    }
    let point = |(week, games): &(i64, u32)| DataPoint::new(week_start(*week).0, f64::from(*games));
    // The running week is as wide as the others.
    let last = weeks.last().map(point).map(|last| DataPoint { at: last.at + 6 * DAY_MS, ..last });
    let points = weeks.iter().map(point).chain(last).collect();
    let plot = Plot {
        title: localize!(language, "statistics-per-week"),
        scale: Scale::Dates,
        x_label: String::new(),
        target: None,
        series: vec![Series { name: String::new(), marble: None, stepped: true, points }],
        theme: viewer.picture_style.theme,
    };
    drawn(app, "games.png", plot).await
}
