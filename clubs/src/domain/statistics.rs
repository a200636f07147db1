//! Statistics of a server: finished games by week, layout and player.

use base::named::named;
use games::domain::game::setup::Setup;
use games::domain::ids::{GameId, GuildId, Timestamp, UserId};
use games::domain::time_control::pace::DAY_MS;

named! {
    pub enum TallyKind, "tally" {
        Total = "total",
        Week = "week",
        Layout = "layout",
        Player = "player",
    }
}

/// Prefix of items for games that are not counted by layout.
const OTHER_GAME: char = '~';

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedGame {
    pub game: GameId,
    /// `None`: it counts nowhere.
    pub guild: Option<GuildId>,
    pub setup: Setup,
    pub moves: u32,
    pub ended_at: Timestamp,
    pub players: Vec<UserId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tallied {
    pub games: u32,
    pub moves: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TallyKey {
    pub guild: GuildId,
    pub kind: TallyKind,
    pub item: String,
}

/// Week number in UTC, from Monday to Sunday. Week 0 began on Monday 1969-12-29.
pub const fn week_of(at: Timestamp) -> i64 {
    (at.0.div_euclid(DAY_MS) + 3).div_euclid(7)
}

pub const fn week_start(week: i64) -> Timestamp {
    Timestamp((week * 7 - 3) * DAY_MS)
}

/// The item under which a setup is counted: its layout, or the game if most of its games share a layout.
fn layout_item(setup: &Setup) -> String {
    let is_of_two = matches!(setup.option("seats"), None | Some("2"));
    if setup.game() == "abalone" && is_of_two {
        setup.option("layout").unwrap_or("standard").to_owned()
    } else if is_of_two {
        format!("{OTHER_GAME}{}", setup.game())
    } else {
        format!("{OTHER_GAME}{} {}", setup.game(), setup.option("seats").unwrap_or_default())
    }
}

/// The meaning of an item of [`TallyKind::Layout`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayedLayout<'a> {
    /// A layout of Abalone for two players.
    Layout(&'a str),
    /// Another game, and its seats if not for two players.
    Game(&'a str, Option<&'a str>),
}

impl<'a> PlayedLayout<'a> {
    pub fn of(item: &'a str) -> Self {
        match item.strip_prefix(OTHER_GAME) {
            None => Self::Layout(item),
            Some(game) => match game.split_once(' ') {
                Some((game, seats)) => Self::Game(game, Some(seats)),
                None => Self::Game(game, None),
            },
        }
    }
}

pub fn tally_keys(game: &FinishedGame) -> Vec<TallyKey> {
    let Some(guild) = game.guild else { return Vec::new() };
    let key = |kind, item| TallyKey { guild, kind, item };
    let mut keys = vec![
        key(TallyKind::Total, String::new()),
        key(TallyKind::Week, week_of(game.ended_at).to_string()),
        key(TallyKind::Layout, layout_item(&game.setup)),
    ];
    keys.extend(game.players.iter().map(|player| key(TallyKind::Player, player.0.to_string())));
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_mondays() {
        for (at, monday) in [
            ("2026-11-22T23:59:59Z", "2026-11-16T00:00:00Z"),
            ("2026-11-23T00:00:00Z", "2026-11-23T00:00:00Z"),
            ("1970-01-01T00:00:00Z", "1969-12-29T00:00:00Z"),
            ("1969-12-28T12:00:00Z", "1969-12-22T00:00:00Z"),
        ] {
            let [at, monday] = [at, monday]
                .map(|text| Timestamp(text.parse::<jiff::Timestamp>().expect("an instant").as_millisecond()));
            assert_eq!(week_start(week_of(at)), monday);
        }
    }

    #[test]
    fn games_are_told_apart_as_players_do() {
        for (setup, played) in [
            ("abalone", PlayedLayout::Layout("standard")),
            ("abalone layout=belgian-daisy sprint=25", PlayedLayout::Layout("belgian-daisy")),
            ("abalone layout=custom board=b8/9", PlayedLayout::Layout("custom")),
            ("abalone seats=2x2", PlayedLayout::Game("abalone", Some("2x2"))),
            ("grand-abalone", PlayedLayout::Game("grand-abalone", None)),
        ] {
            assert_eq!(PlayedLayout::of(&layout_item(&Setup::stored(setup))), played, "{setup}");
        }
    }
}
