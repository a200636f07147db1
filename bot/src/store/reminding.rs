//! What is kept of reminders, apart from the alarms of games.

use async_trait::async_trait;

use crate::domain::{Preferences, Timestamp, UserId};
use crate::store::engine::{Arg, Engine, args, claim};
use crate::store::error::StoreError;
use crate::store::in_memory;
use crate::store::in_memory::InMemoryStore;
use crate::store::in_memory::state::State;
use crate::store::rows::Reader;
use crate::store::sql::SqlStore;

type Result<T> = std::result::Result<T, StoreError>;

/// The part of the port about reminders.
#[async_trait]
pub trait ReminderStore: Send + Sync + 'static {
    /// This person has done something: what they have not answered is forgotten.
    async fn heard_from(&self, user: UserId) -> Result<()>;
    /// Has a person choose anew as [`Store::set_preferences`](super::Store::set_preferences) does, and with it when their next
    /// digest is due, `None` for none: one write, so that a digest that was chosen comes.
    async fn choose_digest(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        at: Option<Timestamp>,
    ) -> Result<bool>;
    /// Those whose digest is due, theirs put off until `lease_until`; at most `limit`, the oldest first.
    async fn claim_digests(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<UserId>>;
    /// Their next digest, `None` for none, after one that was claimed until then; nothing when it was set anew meanwhile.
    async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Option<Timestamp>) -> Result<()>;
}

#[async_trait]
impl<DB: Engine> ReminderStore for SqlStore<DB> {
    async fn heard_from(&self, user: UserId) -> Result<()> {
        let sql = "update player set ignored = 0 where user_id = $1 and ignored > 0";
        self.change(sql, vec![Arg::from(user.0)]).await?;
        Ok(())
    }

    async fn choose_digest(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        at: Option<Timestamp>,
    ) -> Result<bool> {
        let sql = "insert into player (user_id, dm_closed, preferences, digest_at) select $1, 0, $2, $4 where $3 = '' \
                   or exists (select 1 from player where user_id = $1) on conflict (user_id) \
                   do update set preferences = $2, digest_at = $4 where coalesce(player.preferences, '') = $3 \
                   returning user_id";
        self.choose_preferences(user, from, to, sql, args![at.map(|at| at.0)]).await
    }

    async fn claim_digests(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<UserId>> {
        // Mostly nothing is due: a read disturbs nobody who writes.
        let sql = "select user_id from player where digest_at <= $1 limit 1";
        if self.rows(sql, args![now.0]).await?.is_empty() {
            return Ok(Vec::new());
        }
        let sql = claim!(
            DB,
            "select user_id from player where digest_at <= $1 order by digest_at limit $3",
            "update player set digest_at = $2 where user_id in (select user_id from found) and digest_at <= $1 \
             returning user_id"
        );
        let args = vec![Arg::from(now.0), Arg::from(lease_until.0), Arg::from(limit)];
        let rows = self.change(sql, args).await?;
        rows.iter().map(|row| Reader::<DB>::new("player", row).id().map(UserId)).collect()
    }

    async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Option<Timestamp>) -> Result<()> {
        let sql = "update player set digest_at = $3 where user_id = $1 and digest_at = $2";
        self.change(sql, args![user.0, claimed_until.0, at.map(|at| at.0)]).await?;
        Ok(())
    }
}

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
    async fn heard_from(&self, user: UserId) -> Result<()> {
        if let Some(player) = self.state().players.get_mut(&user) {
            player.ignored = 0;
        }
        Ok(())
    }

    async fn choose_digest(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        at: Option<Timestamp>,
    ) -> Result<bool> {
        let mut state = self.state();
        let is_chosen = in_memory::choose("player", &mut state.preferences, user, user.0, from, to)?;
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
