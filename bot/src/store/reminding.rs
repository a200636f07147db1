//! What is kept of reminders, apart from the alarms of games.

use async_trait::async_trait;

use super::engine::{Arg, Engine};
use super::memory::Memory;
use super::rows::Reader;
use super::sql::SqlStore;
use super::{StoreError, Timestamp, UserId};

type Result<T> = std::result::Result<T, StoreError>;

/// The part of the port about reminders.
#[async_trait]
pub trait Reminding: Send + Sync + 'static {
    /// One more reminder to this person.
    async fn count_reminder(&self, user: UserId) -> Result<()>;
    /// This person has done something: what they have not answered is forgotten.
    async fn heard_from(&self, user: UserId) -> Result<()>;
    /// When this person's next digest is due; `None` for none.
    async fn set_digest(&self, user: UserId, at: Option<Timestamp>) -> Result<()>;
    /// Those whose digest is due, theirs put off until `lease_until`; at most `limit`, the oldest first.
    async fn claim_digests(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<UserId>>;
    /// Their next digest, after one that was claimed until then; nothing when it was set anew meanwhile.
    async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Timestamp) -> Result<()>;
}

#[async_trait]
impl<DB: Engine> Reminding for SqlStore<DB> {
    async fn count_reminder(&self, user: UserId) -> Result<()> {
        let sql = "insert into player (user_id, dm_closed, ignored) values ($1, 0, 1) \
                   on conflict (user_id) do update set ignored = player.ignored + 1";
        self.change(sql, vec![Arg::from(user.0)]).await?;
        Ok(())
    }

    async fn heard_from(&self, user: UserId) -> Result<()> {
        let sql = "update player set ignored = 0 where user_id = $1 and ignored > 0";
        self.change(sql, vec![Arg::from(user.0)]).await?;
        Ok(())
    }

    async fn set_digest(&self, user: UserId, at: Option<Timestamp>) -> Result<()> {
        let sql = "insert into player (user_id, dm_closed, digest_at) values ($1, 0, $2) \
                   on conflict (user_id) do update set digest_at = $2";
        self.change(sql, vec![Arg::from(user.0), Arg::from(at.map(|at| at.0))]).await?;
        Ok(())
    }

    async fn claim_digests(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<UserId>> {
        // The repeated condition makes the loser of a race find nothing.
        let sql = "update player set digest_at = $2 where user_id in \
                   (select user_id from player where digest_at <= $1 order by digest_at limit $3) and digest_at <= $1 \
                   returning user_id";
        let args = vec![Arg::from(now.0), Arg::from(lease_until.0), Arg::from(limit)];
        let rows = self.change(sql, args).await?;
        rows.iter().map(|row| Reader::<DB>::new("player", row).id().map(UserId)).collect()
    }

    async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Timestamp) -> Result<()> {
        let sql = "update player set digest_at = $3 where user_id = $1 and digest_at = $2";
        self.change(sql, vec![Arg::from(user.0), Arg::from(claimed_until.0), Arg::from(at.0)]).await?;
        Ok(())
    }
}

#[async_trait]
impl Reminding for Memory {
    async fn count_reminder(&self, user: UserId) -> Result<()> {
        self.state().players.entry(user).or_default().ignored += 1;
        Ok(())
    }

    async fn heard_from(&self, user: UserId) -> Result<()> {
        if let Some(player) = self.state().players.get_mut(&user) {
            player.ignored = 0;
        }
        Ok(())
    }

    async fn set_digest(&self, user: UserId, at: Option<Timestamp>) -> Result<()> {
        let mut state = self.state();
        match at {
            Some(at) => drop(state.digests.insert(user, at)),
            None => drop(state.digests.remove(&user)),
        }
        Ok(())
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

    async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Timestamp) -> Result<()> {
        if let Some(due) = self.state().digests.get_mut(&user).filter(|due| **due == claimed_until) {
            *due = at;
        }
        Ok(())
    }
}
