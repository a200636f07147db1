//! Reminders and digests, apart from the alarms of games.

use async_trait::async_trait;

use crate::domain::{Preferences, Timestamp, UserId};
use crate::store::error::Result;
use crate::store::in_memory::people::player::replace_preferences;
use crate::store::in_memory::state::State;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::people::reminder::{ReminderMessage, ReminderStore};

impl State {
    fn set_digest(&mut self, user: UserId, at: Option<Timestamp>) {
        match at {
            Some(at) => drop(self.digests.insert(user, at)),
            None => drop(self.digests.remove(&user)),
        }
    }
}

#[async_trait]
impl ReminderStore for InMemoryStore {
    async fn record_sign_of_life(&self, user: UserId) -> Result<()> {
        if let Some(player) = self.state().players.get_mut(&user) {
            player.silent_since = None;
        }
        Ok(())
    }

    async fn reminder_messages(&self, users: &[UserId]) -> Result<Vec<ReminderMessage>> {
        let state = self.state();
        Ok(users.iter().filter_map(|user| state.reminder_messages.get(user).cloned()).collect())
    }

    async fn reminder_messages_showing(&self, shown: i64, limit: u32) -> Result<Vec<UserId>> {
        let state = self.state();
        let showing = state.reminder_messages.values().filter(|message| message.shown == shown);
        Ok(showing.map(|message| message.user).take(limit as usize).collect())
    }

    async fn replace_reminder_message(
        &self,
        user: UserId,
        from: Option<u64>,
        to: Option<&ReminderMessage>,
    ) -> Result<bool> {
        let mut state = self.state();
        if state.reminder_messages.get(&user).map(|stands| stands.discord_id) != from {
            return Ok(false);
        }
        match to {
            Some(to) => drop(state.reminder_messages.insert(user, to.clone())),
            None => drop(state.reminder_messages.remove(&user)),
        }
        Ok(true)
    }

    async fn set_preferences_and_digest(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        at: Option<Timestamp>,
    ) -> Result<bool> {
        let mut state = self.state();
        let is_chosen = replace_preferences("player", &mut state.preferences, user, user.0, from, to)?;
        if is_chosen {
            state.set_digest(user, at);
        }
        Ok(is_chosen)
    }

    async fn claim_digests(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<UserId>> {
        let mut state = self.state();
        let due = state.digests.iter().filter(|(_, at)| **at <= now).map(|(user, at)| (*at, *user));
        let mut due: Vec<_> = due.collect();
        due.sort_unstable();
        due.truncate(limit as usize);
        for (_, user) in &due {
            state.digests.insert(*user, lease_until);
        }
        Ok(due.into_iter().map(|(_, user)| user).collect())
    }

    async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Option<Timestamp>) -> Result<()> {
        let mut state = self.state();
        if state.digests.get(&user) == Some(&claimed_until) {
            state.set_digest(user, at);
        }
        Ok(())
    }
}
