//! Who looks at a board, and how they like it: what they have chosen, else what their server has, else what the host has.

use render::Theme;
use rules::{Color, Seat};
use tracing::error;

use crate::commands::context::App;
use crate::domain::{GuildId, GuildPreferences, OrientationPreference, Preferences, UserId};
use crate::games::ReplayedGame;

/// How a picture looks, whatever it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PictureStyle {
    /// Colors and materials.
    pub theme: Theme,
    /// Letters and numbers along the board.
    pub coordinates: bool,
}

/// A person who looks at a board, or everybody in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    user: Option<UserId>,
    pub picture_style: PictureStyle,
    turned: Option<OrientationPreference>,
    /// A text board instead of a picture.
    pub text_board: bool,
}

impl Viewer {
    /// Everybody in this server, or in direct messages.
    pub async fn everybody(app: &App, guild: Option<GuildId>) -> Self {
        Self::with(app.pictures.theme(), &of_guild(app, guild).await, None)
    }

    /// One person, in a game of this server.
    pub async fn person(app: &App, user: UserId, guild: Option<GuildId>) -> Self {
        let own = app.games.preferences_of(user).await.unwrap_or_else(|error| {
            error!(user = user.0, %error, "Could not read the preferences of a player: {error}");
            Preferences::default()
        });
        Self::with(app.pictures.theme(), &of_guild(app, guild).await, Some((user, &own)))
    }

    /// What counts of what the host, the server and the person have chosen.
    fn with(host: Theme, guild: &GuildPreferences, own: Option<(UserId, &Preferences)>) -> Self {
        let (user, own) = own.unzip();
        // The name of a theme that no longer exists chooses nothing.
        let named = |name: Option<&String>| name.and_then(|name| name.parse().ok());
        let theme = named(own.and_then(|own| own.theme.as_ref())).or_else(|| named(guild.theme.as_ref()));
        let coordinates = own.and_then(|own| own.coordinates).or(guild.coordinates);
        Self {
            user,
            picture_style: PictureStyle { theme: theme.unwrap_or(host), coordinates: coordinates.unwrap_or(true) },
            turned: own.and_then(|own| own.orientation),
            text_board: own.and_then(|own| own.text_board).unwrap_or(false),
        }
    }

    /// Is it this person who looks?
    pub fn is(&self, user: UserId) -> bool {
        self.user == Some(user)
    }

    /// Is White at the bottom of a board that belongs to no player?
    pub fn flips_for_spectator(&self) -> bool {
        self.turned == Some(OrientationPreference::White)
    }

    /// Is White at the bottom? Where nothing is chosen, `otherwise` counts.
    pub fn flips(&self, replayed: &ReplayedGame, otherwise: bool) -> bool {
        match self.turned {
            Some(OrientationPreference::Own) => {
                self.user.is_some_and(|user| plays_white(replayed, replayed.record.seat_of(user)))
            }
            Some(OrientationPreference::Black) => false,
            Some(OrientationPreference::White) => true,
            None => otherwise,
        }
    }
}

/// Do these marbles start at the top? Then the board is turned for their player.
pub fn plays_white(replayed: &ReplayedGame, seat: Option<Seat>) -> bool {
    let seat_infos = replayed.any_game.seats();
    seat.and_then(|seat| seat_infos.get(usize::from(seat))).is_some_and(|place| place.color == Color::White)
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
            (own(None, None), guild(None, None), Theme::Paper, true),
            (own(None, None), guild(Some("slate"), Some(false)), Theme::Slate, false),
            (own(Some("wood"), None), guild(Some("slate"), Some(false)), Theme::Wood, false),
            (own(Some("wood"), Some(true)), guild(Some("slate"), Some(false)), Theme::Wood, true),
            (own(Some("gone"), None), guild(Some("slate"), None), Theme::Slate, true),
            (own(Some("gone"), None), guild(Some("gone"), None), Theme::Paper, true),
        ] {
            let reader = Viewer::with(Theme::Paper, &guild, Some((own.0, &own.1)));
            assert_eq!(reader.picture_style, PictureStyle { theme, coordinates }, "{own:?} {guild:?}");
        }
        let everybody = Viewer::with(Theme::Paper, &guild(Some("slate"), None), None);
        assert_eq!((everybody.picture_style.theme, everybody.text_board), (Theme::Slate, false));
    }
}
