//! The viewer of a board and their preferences: the person's own, else the server's, else the host's.

use std::str::FromStr;

use games::ReplayedGame;
use games::domain::{GameRecord, GuildId, GuildPreferences, OrientationPreference, Player, Preferences, UserId};
use render::Theme;
use rules::Color;
use rules::diagram::{Board, Stone};
use tracing::error;

use crate::board::pictures::PictureStyle;
use crate::context::App;

/// A person who looks at a board, or everyone in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    user: Option<UserId>,
    pub picture_style: PictureStyle,
    turned: Option<OrientationPreference>,
    /// The orientation chosen for this view: `true` flips.
    pub facing: Option<bool>,
    pub text_board: bool,
    /// Only words, without the grid of the text board.
    pub words_only: bool,
}

impl Viewer {
    /// For one person or everyone, in a server or in direct messages.
    pub async fn of(app: &App, reader: impl Into<Option<UserId>>, guild: Option<GuildId>) -> Self {
        let reader = reader.into();
        Self::under(app, reader, &of_guild(app, guild).await).await
    }

    /// For one person or everyone, under a server's preferences.
    pub async fn under(app: &App, reader: Option<UserId>, guild: &GuildPreferences) -> Self {
        let Some(user) = reader else { return Self::with(app.pictures.theme(), guild, None) };
        let own = app.games.preferences_of(user).await.unwrap_or_else(|error| {
            error!(user = user.0, %error, "Could not read the preferences of a player: {error}");
            Preferences::default()
        });
        Self::with(app.pictures.theme(), guild, Some((user, &own)))
    }

    /// Merges the preferences of host, server and person.
    fn with(host: Theme, guild: &GuildPreferences, own: Option<(UserId, &Preferences)>) -> Self {
        let (user, own) = own.unzip();
        // A theme name that no longer exists is ignored.
        let theme: Option<Theme> =
            read_name(own.and_then(|own| own.theme.as_ref())).or_else(|| read_name(guild.theme.as_ref()));
        let marbles = read_name(own.and_then(|own| own.marbles.as_ref())).or_else(|| read_name(guild.marbles.as_ref()));
        let theme = theme.unwrap_or(host);
        let theme = Theme { marbles: marbles.unwrap_or(theme.marbles), ..theme };
        let coordinates = own.and_then(|own| own.coordinates).or(guild.coordinates);
        Self {
            user,
            picture_style: PictureStyle {
                theme,
                coordinates: coordinates.unwrap_or(true),
                labels: own.and_then(|own| own.labels).unwrap_or(false),
            },
            turned: own.and_then(|own| own.orientation),
            facing: None,
            text_board: own.and_then(|own| own.text_board).unwrap_or(false),
            words_only: own.and_then(|own| own.words_only).unwrap_or(false),
        }
    }

    /// Sets the orientation of this view; `None` restores the reader's preference.
    #[must_use]
    pub const fn facing(self, facing: Option<bool>) -> Self {
        Self { facing, ..self }
    }

    pub const fn user(&self) -> Option<UserId> {
        self.user
    }

    pub fn is(&self, player: impl Into<Player>) -> bool {
        self.user.is_some_and(|user| player.into() == user)
    }

    pub fn reads_words_only(&self) -> bool {
        self.text_board && self.words_only
    }

    pub fn plays(&self, record: &GameRecord) -> bool {
        self.user.is_some_and(|user| record.seat_of(user).is_some())
    }

    /// Whether White is at the bottom for this reader, in a game or on a board without one. Pictures, text boards,
    /// menus and words all ask here. Default: players see their own color at the bottom, everyone else Black, or the
    /// color of the only person in the game.
    pub fn flips(&self, replayed: Option<&ReplayedGame>) -> bool {
        if let Some(facing) = self.facing {
            return facing;
        }
        match self.turned {
            Some(OrientationPreference::Own) | None => replayed.is_some_and(|replayed| self.begins_above(replayed)),
            Some(OrientationPreference::White) => true,
            Some(OrientationPreference::Black) => false,
        }
    }

    /// As `flips`, for a position in which this reader plays this color against no one.
    pub fn flips_for(&self, own: Color) -> bool {
        match (self.facing, self.turned) {
            (None, Some(OrientationPreference::Own) | None) => own == Color::White,
            _ => self.flips(None),
        }
    }

    /// Whether this reader, or the only person in the game, plays a color that begins in the upper half of a board with
    /// Black at the bottom.
    fn begins_above(&self, replayed: &ReplayedGame) -> bool {
        let record = &replayed.record;
        let only_person = || {
            let mut people = record.seats.iter().filter(|seat| seat.player.engine().is_none());
            people.next().filter(|_| people.next().is_none()).map(|seat| seat.seat)
        };
        let seat = self.user.and_then(|user| record.seat_of(user)).or_else(only_person);
        let seat_infos = replayed.any_game.seats();
        let Some(own) = seat.and_then(|seat| seat_infos.get(usize::from(seat))) else { return false };
        if seat_infos.iter().all(|seat| matches!(seat.color, Color::Black | Color::White)) {
            return own.color == Color::White;
        }
        // Several colors share each half.
        let Ok(start) = replayed.record.game.setup.open() else { return false };
        let diagram = start.diagram();
        let Some(board) = diagram.boards.first().and_then(Board::hex) else { return false };
        let middle = i32::from(board.hexagon().rows() - 1);
        let own_cells = board.stones.iter().filter(|(_, stone)| *stone == Stone::Owned(own.color));
        own_cells.map(|(cell, _)| 2 * i32::from(cell.row()) - middle).sum::<i32>() > 0
    }
}

fn read_name<T: FromStr>(name: Option<&String>) -> Option<T> {
    name.and_then(|name| name.parse().ok())
}

async fn of_guild(app: &App, guild: Option<GuildId>) -> GuildPreferences {
    let Some(guild) = guild else { return GuildPreferences::default() };
    app.games.preferences_of_guild(guild).await.unwrap_or_else(|error| {
        error!(guild = guild.0, %error, "Could not read the preferences of a server: {error}");
        GuildPreferences::default()
    })
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_nearest_choice_counts() {
        let own = |theme: Option<&str>, coordinates| {
            (UserId(1), Preferences { theme: theme.map(str::to_owned), coordinates, ..Preferences::default() })
        };
        let guild = |theme: Option<&str>, coordinates| GuildPreferences {
            theme: theme.map(str::to_owned),
            coordinates,
            ..GuildPreferences::default()
        };
        for (own, guild, theme, coordinates) in [
            (own(None, None), guild(None, None), Theme::PAPER, true),
            (own(None, None), guild(Some("slate"), Some(false)), Theme::SLATE, false),
            (own(Some("wood"), None), guild(Some("slate"), Some(false)), Theme::WOOD, false),
            (own(Some("wood"), Some(true)), guild(Some("slate"), Some(false)), Theme::WOOD, true),
            (own(Some("gone"), None), guild(Some("slate"), None), Theme::SLATE, true),
            (own(Some("gone"), None), guild(Some("gone"), None), Theme::PAPER, true),
        ] {
            let reader = Viewer::with(Theme::PAPER, &guild, Some((own.0, &own.1)));
            assert_eq!(reader.picture_style, PictureStyle { theme, coordinates, labels: false }, "{own:?} {guild:?}");
        }
        let ocean = Preferences { marbles: Some("ocean".to_owned()), ..Preferences::default() };
        let reader = Viewer::with(Theme::PAPER, &guild(Some("slate"), None), Some((UserId(1), &ocean)));
        assert_eq!(reader.picture_style.theme.to_string(), "slate+ocean");
        let everybody = Viewer::with(Theme::PAPER, &guild(Some("slate"), None), None);
        assert_eq!((everybody.picture_style.theme, everybody.text_board), (Theme::SLATE, false));
    }
}
