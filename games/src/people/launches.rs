//! Boards inside Discord, in the frame of an Activity: the game that was opened in each instance.

use secrecy::SecretString;

use crate::domain::{ChannelId, GameId, GameRecord, HOUR_MS, MINUTE_MS, Phase, UserId};
use crate::people::web_sessions::hash;
use crate::store::people::web_session::{WebSecret, WebSecretKind};
use crate::{GameError, Games};

/// A frame that has not appeared after this time no longer will.
const LAUNCH_MS: i64 = 10 * MINUTE_MS;

/// How long an instance may show its game again, for people who join or reload.
const INSTANCE_MS: i64 = 12 * HOUR_MS;

#[derive(Debug)]
pub struct OpenedActivity {
    pub secret: SecretString,
    pub game: OpenedGame,
}

#[derive(Debug)]
pub enum OpenedGame {
    /// The Activity was opened without a game.
    None,
    /// Others opened it, and this person may not see it.
    Hidden,
    Shown(GameId),
}

impl Games {
    /// Whether a board opens inside Discord for this person. If the last one did not appear, they get a link:
    /// Discord's client does not tell us in which servers and channels it opens none.
    pub async fn opens_activity(&self, user: UserId) -> Result<bool, GameError> {
        Ok(self.settings.has_activity && !self.store.has_waiting_launch(user, self.clock.now()).await?)
    }

    pub async fn record_launch(&self, instance: &str, user: UserId, game: GameId) -> Result<(), GameError> {
        let now = self.clock.now();
        let (own, instance) = (own_key(instance, user), hash(instance));
        let row =
            |hash, kind, lifetime| WebSecret { hash, kind, game: Some(game), user, expires_at: now.plus(lifetime) };
        let launch = row(&own, WebSecretKind::Launch, LAUNCH_MS);
        self.store.add_web_secrets(&[launch, row(&instance, WebSecretKind::Instance, INSTANCE_MS)], now).await?;
        Ok(())
    }

    pub async fn has_launched(&self, instance: &str) -> Result<bool, GameError> {
        Ok(self.store.game_of_instance(&hash(instance), self.clock.now()).await?.is_some())
    }

    /// Signs in the browser of a person in this instance and channel, in place of its session. It shows the game that they opened, or the one of
    /// the others.
    pub async fn open_activity(
        &self,
        instance: &str,
        channel: ChannelId,
        user: UserId,
        session: Option<&str>,
    ) -> Result<OpenedActivity, GameError> {
        let (secret, now) = (self.sign_in(user, session).await?, self.clock.now());
        let own = self.store.show_launch(&own_key(instance, user), now.plus(INSTANCE_MS), now).await?;
        let game = match own {
            // It was opened from a message that this person can see.
            Some(game) => OpenedGame::Shown(game),
            None => match self.store.game_of_instance(&hash(instance), now).await? {
                Some(game) if self.is_shown_in(game, channel, user).await? => {
                    let hash = hash(&format!("{instance} {} {game}", user.0));
                    let (kind, expires_at) = (WebSecretKind::Seen, now.plus(INSTANCE_MS));
                    let seen = WebSecret { hash: &hash, kind, game: Some(game), user, expires_at };
                    self.store.add_web_secrets(&[seen], now).await?;
                    OpenedGame::Shown(game)
                }
                Some(_) => OpenedGame::Hidden,
                None => OpenedGame::None,
            },
        };
        Ok(OpenedActivity { secret, game })
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
