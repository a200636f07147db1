//! Queries about people, servers and channels that answers need, and a cache of people who act, so that an interaction
//! needs no query for them.

use std::collections::HashSet;

use crate::domain::{
    ChannelId, GameId, GuildId, GuildPreferences, PersonRecord, Preferences, Timestamp, UserId, Vacation, WatchHow,
};
use crate::store::StoreError;
use crate::{GameError, Games};

impl Games {
    pub async fn player(&self, user: UserId) -> Result<PersonRecord, StoreError> {
        self.store.player(user).await
    }

    /// A person's preferences; the defaults for an unknown player.
    pub async fn preferences_of(&self, user: UserId) -> Result<Preferences, StoreError> {
        Ok(self.player(user).await?.preferences)
    }

    /// Those of these people who hide their names on pages. A person whose record cannot be read counts as hidden.
    pub async fn hidden_on_web(&self, users: &[UserId]) -> Result<HashSet<UserId>, StoreError> {
        let players = self.store.players(users).await?.into_iter();
        let hidden = players.filter(|(_, player)| {
            player.as_ref().map_or(true, |player| player.preferences.hidden_on_web == Some(true))
        });
        Ok(hidden.map(|(user, _)| user).collect())
    }

    pub async fn preferences_of_guild(&self, guild: GuildId) -> Result<GuildPreferences, StoreError> {
        self.store.guild(guild).await
    }

    /// The locale of a person's client, once they have used a command.
    pub async fn locale_of(&self, user: UserId) -> Result<Option<String>, StoreError> {
        Ok(self.player(user).await?.locale)
    }

    pub async fn newest_channel_of(&self, game: GameId) -> Result<Option<ChannelId>, GameError> {
        Ok(self.store.posted_messages(game).await?.first().map(|message| message.channel_id))
    }

    pub async fn is_thread_of(&self, user: UserId, channel: ChannelId) -> Result<bool, GameError> {
        let Some(game) = self.store.game_in(channel).await? else { return Ok(false) };
        let record = self.store.game(game).await?;
        Ok(record.is_some_and(|record| {
            record.game.place.thread_id == Some(channel) && record.seats.iter().any(|seat| seat.player == user)
        }))
    }

    /// Vacations at this time, of the player and of the people in their games.
    pub async fn on_vacation_around(&self, user: UserId, now: Timestamp) -> Result<Vec<Vacation>, GameError> {
        let mut vacations = self.store.vacations_around(user, now).await?;
        vacations.retain(|vacation| vacation.span.contains(now));
        Ok(vacations)
    }

    pub async fn is_watching(&self, user: Option<UserId>, game: GameId) -> Result<bool, GameError> {
        let Some(user) = user else { return Ok(false) };
        let watches = self.store.watches_of(user).await?;
        Ok(watches.iter().any(|watch| watch.game == game && watch.how != WatchHow::Closed))
    }
}

impl Games {
    /// Stores a person's locale for messages that they did not ask for, and records that they answered the reminders
    /// to them. Asks the store once in a while, and writes only what has changed.
    pub async fn record_activity(&self, user: UserId, locale: &str) -> Result<(), StoreError> {
        if self.known_locales.0.get(&user).is_some_and(|value| *value == *locale) {
            return Ok(());
        }
        let player = self.store.player(user).await?;
        if player.silent_since.is_some() {
            self.store.record_sign_of_life(user).await?;
        }
        if player.locale.as_deref() != Some(locale) {
            self.store.set_locale(user, locale).await?;
        }
        self.known_locales.0.insert(user, locale.into());
        Ok(())
    }
}
