//! A profile in words, and the reliability line of a challenge.

use clubs::store::statistics::SeasonHonor;
use discord::custom_id::CustomId as _;
use discord::{CreateActionRow, Style, button, escape_markdown, row};
use games::domain::rating::Score;
use games::domain::{GameRecord, MINUTE_MS, Tally, Timestamp, UserId};
use games::reliability;
use tracing::error;

use crate::board::{description, message};
use crate::commands::layout_names::layout_name;
use crate::commands::setup_words::game_name;
use crate::commands::{App, ReplayButton};
use crate::features::profile::service::{LadderStanding, Profile, RecentGame};
use crate::localization::{Language, localize, time_in_words};

/// Layouts and games listed.
const LISTED: usize = 3;

/// Consecutive wins that count as an honor.
const PROUD_STREAK: u32 = 5;

/// Characters of a name on a button.
const MAX_NAME: usize = 20;

/// Wins, losses and draws in chess notation: `+8 −3 =1`.
fn tally(tally: Tally) -> String {
    let draws = if tally.drawn > 0 { format!(" ={}", tally.drawn) } else { String::new() };
    format!("+{} −{}{draws}", tally.won, tally.lost)
}

fn list<'a>(items: impl Iterator<Item = (String, &'a Tally)>) -> String {
    items.map(|(name, results)| format!("{name} {}", tally(*results))).collect::<Vec<_>>().join(" · ")
}

/// The results of a player, one line per statistic.
pub fn results(language: Language, user: UserId, profile: &Profile, now: Timestamp) -> Vec<String> {
    let mut lines = vec![localize!(language, "profile-title", player = user.0)];
    lines.push(match profile.reliability {
        Some(percent) => localize!(language, "profile-reliability", percent = percent),
        None => localize!(language, "profile-reliability-new"),
    });
    let Tally { won, lost, drawn } = profile.results;
    let finished = won + lost + drawn;
    lines.push(localize!(language, "profile-finished", finished = finished, won = won, lost = lost, drawn = drawn));
    lines.push(localize!(language, "profile-playing", playing = profile.playing));
    if profile.puzzles.games > 0 {
        let (rating, puzzles) = (profile.puzzles.write_points(now), profile.puzzles.games);
        lines.push(localize!(language, "profile-puzzles", rating = rating, puzzles = puzzles));
    }
    if finished == 0 {
        return lines;
    }
    if profile.by_game.len() > 1 {
        let games = profile.by_game.iter().take(LISTED);
        let games_played =
            games.map(|(name, tally)| (game_name(language, &games::domain::Setup::stored(name.as_str())), tally));
        lines.push(localize!(language, "profile-games", list = list(games_played)));
    }
    if !profile.by_color.is_empty() {
        let colors = profile.by_color.iter().map(|(color, tally)| (description::color(language, *color), tally));
        lines.push(localize!(language, "profile-colors", list = list(colors)));
    }
    if !profile.by_layout.is_empty() {
        let layouts = profile.by_layout.iter().take(LISTED);
        let layouts = layouts.map(|(name, tally)| (layout(language, name), tally));
        lines.push(localize!(language, "profile-layouts", list = list(layouts)));
    }
    if let Some(streak) = profile.streak {
        let key = match streak.score {
            Score::Win => "profile-streak-won",
            Score::Loss => "profile-streak-lost",
            Score::Draw => "profile-streak-drawn",
        };
        lines.push(localize!(language, key, games = streak.games, best = profile.best_streak));
    }
    if !profile.openings.is_empty() {
        let opening = |opening: &crate::features::profile::service::Opening| {
            format!("`{}` ×{} ({})", opening.moves, opening.games, layout(language, &opening.layout))
        };
        let openings: Vec<String> = profile.openings.iter().map(opening).collect();
        lines.push(localize!(language, "profile-openings", list = openings.join(" · ")));
    }
    if let Some(millis) = profile.usual_move_ms {
        // Rounded up, so that half of the moves took less.
        let span = time_in_words::span(language, millis.max(1) + MINUTE_MS - 1);
        lines.push(localize!(language, "profile-pace", span = span));
    }
    lines
}

fn layout(language: Language, name: &str) -> String {
    match name {
        "custom" => localize!(language, "profile-own-layouts"),
        name => layout_name(language, name),
    }
}

pub fn ladders(language: Language, profile: &Profile) -> Vec<String> {
    let line = |ladder: &LadderStanding| {
        let name = escape_markdown(&ladder.name);
        match ladder.place {
            Some(place) => {
                localize!(language, "profile-ladder", name = name, place = place, best = ladder.best)
            }
            None => localize!(language, "profile-ladder-past", name = name, best = ladder.best),
        }
    };
    profile.ladders.iter().take(LISTED).map(line).collect()
}

/// A player's honors: seasons of ladders, first places, long winning streaks.
pub fn honors(language: Language, profile: &Profile) -> Option<String> {
    let led = profile.ladders.iter().filter(|ladder| ladder.best == 1 && ladder.has_played);
    let led: Vec<String> = led.map(|ladder| escape_markdown(&ladder.name)).collect();
    let season = |season: &SeasonHonor| {
        let (name, at) = (escape_markdown(&season.name), season.at.0 / 1000);
        localize!(language, "profile-season", place = season.place, name = name, at = at)
    };
    let mut honors: Vec<String> = profile.seasons.iter().map(season).collect();
    if !led.is_empty() {
        honors.push(localize!(language, "profile-led", names = led.join(", ")));
    }
    if profile.best_streak >= PROUD_STREAK {
        honors.push(localize!(language, "profile-in-a-row", games = profile.best_streak));
    }
    (!honors.is_empty()).then(|| localize!(language, "profile-honors", list = honors.join(" · ")))
}

pub fn against(language: Language, other: UserId, profile: &Profile) -> String {
    let Tally { won, lost, drawn } = profile.against.unwrap_or_default();
    let games = won + lost + drawn;
    localize!(language, "profile-against", other = other.0, games = games, won = won, lost = lost, drawn = drawn)
}

pub fn recent(language: Language, profile: &Profile) -> Vec<String> {
    if profile.recent.is_empty() {
        return Vec::new();
    }
    let line = |(number, game): (u32, &RecentGame)| {
        let key = match game.score {
            Score::Win => "profile-recent-won",
            Score::Loss => "profile-recent-lost",
            Score::Draw => "profile-recent-drawn",
        };
        localize!(
            language,
            key,
            number = number,
            opponents = message::mentions(language, game.opponents.iter()),
            game = game_name(language, &game.setup),
            at = game.ended_at.0 / 1000
        )
    };
    let title = localize!(language, "profile-recent");
    std::iter::once(title).chain((1..).zip(&profile.recent).map(line)).collect()
}

/// Buttons to replay the recent games.
pub fn buttons(language: Language, profile: &Profile) -> Vec<CreateActionRow> {
    let replay = |(number, game): (u32, &RecentGame)| {
        let name: String =
            game.opponents.first().map_or("", |seat| seat.name.as_str()).chars().take(MAX_NAME).collect();
        let label = format!("{} {number} · {name}", localize!(language, "button-replay"));
        button(&ReplayButton::Replay.about(game.game), label, Style::Secondary)
    };
    let buttons: Vec<_> =
        (1..).zip(&profile.recent).filter(|(_, game)| !game.setup.hides_colors()).map(replay).collect();
    if buttons.is_empty() { Vec::new() } else { vec![row(buttons)] }
}

/// The reliability of a challenge's players; `None` if all are new. A failed lookup must not prevent the challenge.
pub async fn reliabilities(app: &App, language: Language, record: &GameRecord) -> Option<String> {
    let (mut list, mut is_any_known) = (Vec::new(), false);
    for user in record.seats.iter().filter_map(|seat| seat.player.user()) {
        let percent = reliability::reliability_of(&app.games, user).await.unwrap_or_else(|problem| {
            error!(user = user.0, "Could not compute the reliability of a player: {problem}");
            None
        });
        is_any_known |= percent.is_some();
        list.push(match percent {
            Some(percent) => localize!(language, "reliability-of", player = user.0, percent = percent),
            None => localize!(language, "reliability-of-new", player = user.0),
        });
    }
    is_any_known.then(|| localize!(language, "challenge-reliability", list = list.join(", ")))
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn nobody_moves_within_no_time() {
        for (seconds, told) in
            [(0, "1 min"), (20, "1 min"), (60, "1 min"), (61, "2 min"), (3_599, "1 h"), (90_000, "1 d 1 h")]
        {
            let results = Tally { won: 1, ..Tally::default() };
            let profile = Profile { results, usual_move_ms: Some(seconds * 1000), ..Profile::default() };
            let lines = super::results(Language::ENGLISH, UserId(1), &profile, Timestamp(0));
            assert_eq!(lines.last(), Some(&format!("• Usually moves within {told}")), "{seconds}");
        }
    }
}
