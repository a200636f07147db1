//! `/profile statistics`: what is played in a server. Finished games are counted up soon after their ends.

use async_trait::async_trait;
use render::{DataPoint, Series};

use crate::commands::layout_names::layout_name;
use crate::commands::setup_words::{game_name, short_kind};
use crate::commands::{Answer, App, Feature, Problem, Viewer};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Picture, Reply, localize};
use crate::domain::clubs::statistics::{PlayedLayout, Tallied, TallyKind, week_of, week_start};
use crate::domain::{DAY_MS, GuildId, Setup, UserId};
use crate::features::ratings::view::{draw_plot, over_time};
use crate::games::{GameError, Games};
use crate::store::StoreError;

pub struct Statistics;

#[async_trait]
impl Feature for Statistics {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("profile", [subcommand("statistics", [])])]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let Some(guild) = interaction.origin.guild_id else { return Err(Problem::Key("error-no-server")) };
        let statistics = club_statistics(&app.games, guild).await?;
        let viewer = Viewer::of(app, interaction.person.user, Some(guild)).await;
        Ok(Reply::ephemeral(statistics_message(app, language, &viewer, &statistics).await))
    }
}

/// Games that are counted up at once.
const BATCH: u32 = 500;

/// Weeks that are shown, with the one that runs.
const WEEKS: i64 = 52;

/// Layouts and players that are listed.
const LISTED: u32 = 5;

/// What is played in a server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClubStatistics {
    pub total: Tallied,
    /// Who have finished a game.
    pub players: u32,
    /// The most played ones, as [`PlayedLayout`] reads them.
    pub layouts: Vec<(String, Tallied)>,
    pub most_active: Vec<(UserId, Tallied)>,
    /// The games of each of the last weeks up to the one that runs, also of those without games; from the first game on.
    pub weeks: Vec<(i64, u32)>,
}

/// Counts up games that are over; gives how many were looked at. Any process may do it at any time: a game counts once.
pub async fn tally_games(games: &Games) -> Result<usize, StoreError> {
    let finished = games.store.untallied_games(BATCH).await?;
    if !finished.is_empty() {
        games.store.tally_games(&finished).await?;
    }
    Ok(finished.len())
}

/// Takes games annulled out of what is counted up; gives how many there were. Any process may do it at any time.
pub async fn untally_annulled(games: &Games) -> Result<usize, StoreError> {
    let annulled = games.store.annulled_but_tallied(BATCH).await?;
    if !annulled.is_empty() {
        games.store.untally_games(&annulled).await?;
    }
    Ok(annulled.len())
}

/// What is played in a server.
pub async fn club_statistics(games: &Games, guild: GuildId) -> Result<ClubStatistics, GameError> {
    let now = week_of(games.clock.now());
    let shown: Vec<i64> = (now - WEEKS + 1..=now).collect();
    let found = games.store.club_weeks(guild, &shown).await?;
    let games_in = |week: i64| found.iter().find(|(other, _)| *other == week).map_or(0, |(_, tallied)| tallied.games);
    let first = found.first().map_or(now, |(week, _)| *week);
    let most_active = games.store.club_most(guild, TallyKind::Player, LISTED).await?;
    Ok(ClubStatistics {
        total: games.store.club_total(guild).await?,
        players: games.store.club_players(guild).await?,
        layouts: games.store.club_most(guild, TallyKind::Layout, LISTED).await?,
        most_active: most_active
            .into_iter()
            .filter_map(|(user, tallied)| Some((UserId(user.parse().ok()?), tallied)))
            .collect(),
        weeks: shown.into_iter().filter(|week| *week >= first).map(|week| (week, games_in(week))).collect(),
    })
}

/// With fewer weeks a picture shows nothing.
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
        PlayedLayout::Game(game, Some(seats)) => {
            let setup = Setup::stored(format!("{game} seats={seats}"));
            short_kind(language, &setup)
        }
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
    let series = Series { name: String::new(), marble: None, stepped: true, points };
    let title = localize!(language, "statistics-per-week");
    draw_plot(app, "games.png", over_time(language, viewer, title, series)).await
}
