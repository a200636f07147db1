//! `/profile statistics`: the games played in a server. Finished games are tallied soon after their end.

use async_trait::async_trait;
use clubs::domain::statistics::{PlayedLayout, week_start};
use clubs::statistics::{ClubStatistics, club_statistics};
use discord::{OutgoingMessage, Picture, Reply};
use games::domain::{DAY_MS, Setup};
use render::{DataPoint, Series};

use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::layout_names::layout_name;
use crate::commands::setup_words::{game_name, short_kind};
use crate::commands::{Answer, App, Ctx, Feature, Problem, Viewer};
use crate::features::ratings::view::{draw_plot, over_time};
use crate::localization::{Language, localize, name_player};

pub struct Statistics;

#[async_trait]
impl Feature for Statistics {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("profile", [subcommand("statistics", [])])]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let Some(guild) = ctx.origin.guild_id else { return Err(Problem::Key("error-no-server")) };
        let statistics = club_statistics(&ctx.app.games, guild).await?;
        let viewer = Viewer::of(ctx.app, ctx.user(), Some(guild)).await;
        Ok(Reply::ephemeral(statistics_message(ctx.app, ctx.language, &viewer, &statistics).await))
    }
}

const FEWEST_WEEKS: usize = 2;

async fn statistics_message(
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
    let layout_counts: Vec<String> =
        layouts.iter().map(|(item, tallied)| format!("{} {}", layout(language, item), tallied.games)).collect();
    lines.push(localize!(language, "statistics-layouts", list = layout_counts.join(" · ")));
    let player_counts: Vec<String> = most_active
        .iter()
        .map(|(user, tallied)| format!("{} {}", name_player(language, *user), tallied.games))
        .collect();
    lines.push(localize!(language, "statistics-active", list = player_counts.join(" · ")));
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
        PlayedLayout::Game(game, Some(seats)) => {
            let setup = Setup::stored(format!("{game} seats={seats}"));
            short_kind(language, &setup)
        }
    }
}

/// Games by week. `None` with too few weeks.
async fn per_week(app: &App, language: Language, viewer: &Viewer, weeks: &[(i64, u32)]) -> Option<Picture> {
    if weeks.len() < FEWEST_WEEKS || viewer.text_board {
        return None;
    }
    let point = |(week, games): &(i64, u32)| DataPoint::new(week_start(*week).0, f64::from(*games));
    // Gives the current week the same width as the others.
    let last = weeks.last().map(point).map(|last| DataPoint { at: last.at + 6 * DAY_MS, ..last });
    let points = weeks.iter().map(point).chain(last).collect();
    let series = Series { name: String::new(), marble: None, stepped: true, points };
    let title = localize!(language, "statistics-per-week");
    draw_plot(app, "games.png", over_time(language, viewer, title, series)).await
}
