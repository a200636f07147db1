//! Boards inside Discord, in the frame of an Activity: the game that was opened in each instance, and the games its
//! browsers may open.

use secrecy::{ExposeSecret as _, SecretString};

use crate::domain::{ChannelId, GameId, GameRecord, HOUR_MS, MINUTE_MS, Phase, UserId};
use crate::people::web_sessions::{SESSION_MS, hash};
use crate::{GameError, Games};

/// A frame that has not appeared after this time no longer will.
const LAUNCH_MS: i64 = 10 * MINUTE_MS;

/// How long an instance may show its game again, and its browsers may open others, for people who join or reload.
const INSTANCE_MS: i64 = 12 * HOUR_MS;

/// A browser's access inside Discord.
#[derive(Debug)]
pub struct OpenedActivity {
    /// The secret with which the browser opens games.
    pub secret: SecretString,
    pub game: OpenedGame,
}

/// The game that an instance shows to a person.
#[derive(Debug)]
pub enum OpenedGame {
    /// The Activity was opened without a game.
    None,
    /// Others opened it, and this person may not see it.
    Hidden,
    /// With the secret for acting in it.
    Shown(GameId, SecretString),
}

impl Games {
    /// Whether a board opens inside Discord for this person. If the last one did not appear, they get a link:
    /// Discord's client does not tell us in which servers and channels it opens none.
    pub async fn opens_activity(&self, user: UserId) -> Result<bool, GameError> {
        Ok(self.settings.has_activity && !self.store.has_waiting_launch(user, self.clock.now()).await?)
    }

    /// Stores which game a person opened in an instance of the Activity.
    pub async fn record_launch(&self, instance: &str, user: UserId, game: GameId) -> Result<(), GameError> {
        let now = self.clock.now();
        let keys = [own_key(instance, user), hash(instance)];
        let until = [now.plus(LAUNCH_MS), now.plus(INSTANCE_MS)];
        self.store.add_launch(keys.each_ref().map(String::as_str), game, user, until, now).await?;
        Ok(())
    }

    /// Whether the bot has recently opened this instance of the Activity.
    pub async fn has_launched(&self, instance: &str) -> Result<bool, GameError> {
        Ok(self.store.game_of_instance(&hash(instance), self.clock.now()).await?.is_some())
    }

    /// Gives access to the browser of a person in this instance and channel. It shows the game that they opened, or
    /// the one of the others.
    pub async fn open_activity(
        &self,
        instance: &str,
        channel: ChannelId,
        user: UserId,
    ) -> Result<OpenedActivity, GameError> {
        let (secret, now) = (self.open_session(None, user).await?, self.clock.now());
        let own = self.store.show_launch(&own_key(instance, user), now.plus(INSTANCE_MS), now).await?;
        let game = match own {
            // It was opened from a message that this person can see.
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

    /// Gives a browser inside Discord access to a game that its person plays.
    ///
    /// # Errors
    /// [`GameError::NoSuchGame`] for games of others as for games that do not exist.
    pub async fn open_own_game(&self, game: GameId, user: UserId) -> Result<SecretString, GameError> {
        let record = self.record(game).await?.filter(has_board);
        record.filter(|record| record.seat_of(user).is_some()).ok_or(GameError::NoSuchGame)?;
        self.open_session(Some(game), user).await
    }

    /// The person for whom a browser inside Discord opens games.
    pub async fn activity_user(&self, cookie: &str) -> Result<Option<UserId>, GameError> {
        Ok(self.store.activity_session(&hash(cookie), self.clock.now()).await?)
    }

    async fn open_session(&self, game: Option<GameId>, user: UserId) -> Result<SecretString, GameError> {
        let (secret, now) = (self.new_secret(), self.clock.now());
        let until = now.plus(if game.is_some() { SESSION_MS } else { INSTANCE_MS });
        self.store.add_web_session(&hash(secret.expose_secret()), game, user, until, now).await?;
        Ok(secret)
    }

    /// Whether a person in this channel can see the game in Discord.
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
