//! Who watches which games.

use async_trait::async_trait;

use crate::domain::{GameId, Phase, Timestamp, UserId, Watch, WatchHow};
use crate::store::error::Result;
use crate::store::in_memory::state::State;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::people::watch::WatchStore;

impl State {
    /// Has its game changed in a way that concerns it?
    fn is_due(&self, watch: &Watch, now: Timestamp) -> bool {
        let Some(game) = self.games.get(&watch.game).map(|record| &record.game) else { return false };
        let concerns = match watch.how {
            WatchHow::Moves => watch.seen != game.version,
            WatchHow::Thread => watch.seen == Watch::NEW,
            WatchHow::End => watch.seen == Watch::NEW && watch.message.is_some(),
            WatchHow::Stopped => true,
            WatchHow::Closed => false,
        };
        watch.next_at <= now && (game.phase != Phase::Playing || concerns)
    }
}

#[async_trait]
impl WatchStore for InMemoryStore {
    async fn set_watch(&self, watch: &Watch) -> Result<()> {
        let mut state = self.state();
        let message = state.watches.get(&(watch.game, watch.user)).and_then(|known| known.message);
        state.watches.insert((watch.game, watch.user), Watch { message: message.or(watch.message), ..watch.clone() });
        Ok(())
    }

    async fn watches_of(&self, user: UserId) -> Result<Vec<Watch>> {
        let watches = |watch: &&Watch| watch.user == user && watch.how != WatchHow::Stopped;
        Ok(self.state().watches.values().filter(watches).cloned().collect())
    }

    async fn watch(&self, game: GameId, user: UserId) -> Result<Option<Watch>> {
        Ok(self.state().watches.get(&(game, user)).cloned())
    }

    async fn watchers_of(&self, game: GameId) -> Result<u32> {
        let watches = |watch: &&Watch| watch.game == game && !matches!(watch.how, WatchHow::Closed | WatchHow::Stopped);
        Ok(self.state().watches.values().filter(watches).count() as u32)
    }

    async fn stop_watch(&self, game: GameId, user: UserId) -> Result<bool> {
        let mut state = self.state();
        let Some(watch) = state.watches.get_mut(&(game, user)) else { return Ok(false) };
        if watch.how == WatchHow::Stopped {
            return Ok(false);
        }
        (watch.how, watch.next_at) = (WatchHow::Stopped, Timestamp(0));
        Ok(true)
    }

    async fn claim_watches(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Watch>> {
        let mut state = self.state();
        let mut due: Vec<Watch> = state.watches.values().filter(|watch| state.is_due(watch, now)).cloned().collect();
        due.sort_by_key(|watch| (watch.next_at, watch.game, watch.user));
        due.truncate(limit as usize);
        for watch in &mut due {
            watch.next_at = lease_until;
            state.watches.insert((watch.game, watch.user), watch.clone());
        }
        Ok(due)
    }

    async fn write_watch(&self, claimed: &Watch, now: Option<&Watch>) -> Result<bool> {
        let mut state = self.state();
        let key = (claimed.game, claimed.user);
        if state.watches.get(&key).is_none_or(|known| known.next_at != claimed.next_at) {
            return Ok(false);
        }
        match now {
            Some(now) => drop(state.watches.insert(key, now.clone())),
            None => drop(state.watches.remove(&key)),
        }
        Ok(true)
    }
}
