//! Boards inside Discord, in the frame of an Activity: which game was opened where, and what its browser may open.

use secrecy::{ExposeSecret as _, SecretString};

use crate::domain::{ChannelId, GameId, GameRecord, HOUR_MS, MINUTE_MS, Phase, UserId};
use crate::games::people::web_sessions::{SESSION_MS, hash};
use crate::games::{GameError, Games};

/// A frame that has not come after so long does not come any more.
const LAUNCH_MS: i64 = 10 * MINUTE_MS;

/// How long an instance may show its game again, and its browsers may open others: somebody joins, or loads it anew.
const INSTANCE_MS: i64 = 12 * HOUR_MS;

/// What a browser inside Discord has got.
#[derive(Debug)]
pub struct OpenedActivity {
    /// What it proves itself by when it opens a game.
    pub secret: SecretString,
    pub game: OpenedGame,
}

/// The game that an instance shows to somebody.
#[derive(Debug)]
pub enum OpenedGame {
    /// It was opened without a game.
    None,
    /// Others have opened it, and this person may not see it.
    Hidden,
    /// With what proves who acts in it.
    Shown(GameId, SecretString),
}

impl Games {
    /// Whether a board opens inside Discord for this person. Where the last one did not show, they get a link: Discord's client says
    /// nothing to us about servers and channels in which it opens none.
    pub async fn opens_activity(&self, user: UserId) -> Result<bool, GameError> {
        Ok(self.settings.has_activity && !self.store.has_waiting_launch(user, self.clock.now()).await?)
    }

    /// Keeps which game a person has opened in an instance of the Activity.
    pub async fn record_launch(&self, instance: &str, user: UserId, game: GameId) -> Result<(), GameError> {
        let now = self.clock.now();
        let keys = [own_key(instance, user), hash(instance)];
        let until = [now.plus(LAUNCH_MS), now.plus(INSTANCE_MS)];
        self.store.add_launch(keys.each_ref().map(String::as_str), game, user, until, now).await?;
        Ok(())
    }

    /// Whether the bot has opened this instance of the Activity lately.
    pub async fn has_launched(&self, instance: &str) -> Result<bool, GameError> {
        Ok(self.store.game_of_instance(&hash(instance), self.clock.now()).await?.is_some())
    }

    /// Lets the browser of a person who is in this instance, in this channel, act: it shows the game that they have opened, or that of
    /// the others.
    pub async fn open_activity(
        &self,
        instance: &str,
        channel: ChannelId,
        user: UserId,
    ) -> Result<OpenedActivity, GameError> {
        let (secret, now) = (self.open_session(None, user).await?, self.clock.now());
        let own = self.store.show_launch(&own_key(instance, user), now.plus(INSTANCE_MS), now).await?;
        let game = match own {
            // It was opened from a message that this person sees.
            Some(game) => OpenedGame::Shown(game, self.open_session(Some(game), user).await?),
            None => match self.store.game_of_instance(&hash(instance), now).await? {
                Some(game) if self.is_shown_in(game, channel, user).await? => {
                    OpenedGame::Shown(game, self.open_session(Some(game), user).await?)
                }
                Some(_) => OpenedGame::Hidden,
                None => OpenedGame::None,
            },
        };
        Ok(OpenedActivity { secret, game })
    }

    /// Lets a browser inside Discord act in a game that its person plays.
    ///
    /// # Errors
    /// [`GameError::NoSuchGame`] for one of others as for one that there is not.
    pub async fn open_own_game(&self, game: GameId, user: UserId) -> Result<SecretString, GameError> {
        let record = self.record(game).await?.filter(has_board);
        record.filter(|record| record.seat_of(user).is_some()).ok_or(GameError::NoSuchGame)?;
        self.open_session(Some(game), user).await
    }

    /// For whom a browser inside Discord opens games.
    pub async fn activity_user(&self, cookie: &str) -> Result<Option<UserId>, GameError> {
        Ok(self.store.activity_session(&hash(cookie), self.clock.now()).await?)
    }

    async fn open_session(&self, game: Option<GameId>, user: UserId) -> Result<SecretString, GameError> {
        let (secret, now) = (self.new_secret(), self.clock.now());
        let until = now.plus(if game.is_some() { SESSION_MS } else { INSTANCE_MS });
        self.store.add_web_session(&hash(secret.expose_secret()), game, user, until, now).await?;
        Ok(secret)
    }

    /// Whether somebody who is in this channel sees the game in Discord.
    async fn is_shown_in(&self, game: GameId, channel: ChannelId, user: UserId) -> Result<bool, GameError> {
        let Some(record) = self.record(game).await?.filter(has_board) else { return Ok(false) };
        let place = record.game.place;
        if record.seat_of(user).is_some() || [Some(place.channel_id), place.thread_id].contains(&Some(channel)) {
            return Ok(true);
        }
        let Some(guild) = place.guild_id else { return Ok(false) };
        Ok(self.preferences_of_guild(guild).await?.shows_pages())
    }
}

fn has_board(record: &GameRecord) -> bool {
    matches!(record.game.phase, Phase::Playing | Phase::Over)
}

fn own_key(instance: &str, user: UserId) -> String {
    hash(&format!("{instance} {}", user.0))
}
