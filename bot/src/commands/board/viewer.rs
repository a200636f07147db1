//! Who looks at a board, and how they like it: what they have chosen, else what their server has, else what the host has.

use std::str::FromStr;

use render::Theme;
use rules::Color;
use tracing::error;

use crate::commands::board::pictures::PictureStyle;
use crate::commands::context::App;
use crate::domain::{GameRecord, GuildId, GuildPreferences, OrientationPreference, Player, Preferences, UserId};
use crate::games::ReplayedGame;

/// A person who looks at a board, or everybody in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    user: Option<UserId>,
    pub picture_style: PictureStyle,
    turned: Option<OrientationPreference>,
    /// How they have turned the board this time.
    pub facing: Option<bool>,
    /// A text board instead of a picture.
    pub text_board: bool,
    /// Of a text board only the words, without the grid.
    pub words_only: bool,
}

impl Viewer {
    /// One person, or everybody, in a server or in direct messages.
    pub async fn of(app: &App, reader: impl Into<Option<UserId>>, guild: Option<GuildId>) -> Self {
        let reader = reader.into();
        Self::under(app, reader, &of_guild(app, guild).await).await
    }

    /// One person, or everybody, where a server has these preferences.
    pub async fn under(app: &App, reader: Option<UserId>, guild: &GuildPreferences) -> Self {
        let Some(user) = reader else { return Self::with(app.pictures.theme(), guild, None) };
        let own = app.games.preferences_of(user).await.unwrap_or_else(|error| {
            error!(user = user.0, %error, "Could not read the preferences of a player: {error}");
            Preferences::default()
        });
        Self::with(app.pictures.theme(), guild, Some((user, &own)))
    }

    /// What counts of what the host, the server and the person have chosen.
    fn with(host: Theme, guild: &GuildPreferences, own: Option<(UserId, &Preferences)>) -> Self {
        let (user, own) = own.unzip();
        // A name that no longer exists chooses nothing.
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

    /// Who looks at a board that is turned this way; `None`: as they always read it.
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

    /// Is White at the bottom of what this reader sees: of a game, or of a board that belongs to none? Pictures, text boards, menus and
    /// words all ask here. Where nothing is chosen it is as in the thread, whose picture all players share.
    pub fn flips(&self, replayed: Option<&ReplayedGame>) -> bool {
        if let Some(facing) = self.facing {
            return facing;
        }
        match self.turned {
            Some(OrientationPreference::Own) => replayed.is_some_and(|replayed| self.plays_white(replayed)),
            Some(OrientationPreference::White) => true,
            Some(OrientationPreference::Black) | None => false,
        }
    }

    /// The same for a position in which this reader plays this color, and nobody the other one.
    pub fn flips_for(&self, own: Color) -> bool {
        match (self.facing, self.turned) {
            (None, Some(OrientationPreference::Own)) => own == Color::White,
            _ => self.flips(None),
        }
    }

    fn plays_white(&self, replayed: &ReplayedGame) -> bool {
        let seat = self.user.and_then(|user| replayed.record.seat_of(user));
        let seat_infos = replayed.any_game.seats();
        seat.and_then(|seat| seat_infos.get(usize::from(seat))).is_some_and(|place| place.color == Color::White)
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
