//! Messages with the changes of a server's ladders.

use async_trait::async_trait;

use crate::domain::{AuditEntry, ChannelId, GuildId, Timestamp};
use crate::store::clubs::digest::{LadderDigest, LadderDigestStore, LastChanges};
use crate::store::error::Result;
use crate::store::in_memory::state::State;
use crate::store::in_memory::store::InMemoryStore;

impl State {
    fn last_changes(&self, guild: GuildId) -> LastChanges {
        let of_guild = self.ladders.iter().filter(|(_, ladder)| ladder.stored.head.guild_id == guild);
        of_guild.map(|(id, ladder)| (*id, ladder.stored.head.changes)).collect()
    }
}

#[async_trait]
impl LadderDigestStore for InMemoryStore {
    async fn set_ladder_digest(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
        now: Timestamp,
        audit: &AuditEntry,
    ) -> Result<()> {
        let mut state = self.state();
        let before = state.ladder_digests.get(&guild).filter(|digest| digest.problem.is_none());
        if before.map(|digest| digest.channel) == channel {
            return Ok(());
        }
        match channel {
            None => drop(state.ladder_digests.remove(&guild)),
            Some(channel) => {
                let shown = state.last_changes(guild);
                let since = shown.clone();
                let digest = LadderDigest {
                    guild,
                    channel,
                    began_at: now,
                    since,
                    shown,
                    message: None,
                    next_at: now,
                    problem: None,
                };
                state.ladder_digests.insert(guild, digest);
            }
        }
        state.add_audit(audit.clone());
        Ok(())
    }

    async fn ladder_digest(&self, guild: GuildId) -> Result<Option<LadderDigest>> {
        Ok(self.state().ladder_digests.get(&guild).cloned())
    }

    async fn claim_ladder_digests(&self, now: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<LadderDigest>> {
        let mut state = self.state();
        let is_due = |digest: &&LadderDigest| {
            let changes: i64 = state.last_changes(digest.guild).values().sum();
            digest.next_at <= now && changes != digest.shown.values().sum::<i64>()
        };
        let mut due: Vec<LadderDigest> = state.ladder_digests.values().filter(is_due).cloned().collect();
        due.sort_by_key(|digest| (digest.next_at, digest.guild));
        due.truncate(limit as usize);
        for digest in &mut due {
            digest.next_at = until;
            state.ladder_digests.insert(digest.guild, digest.clone());
        }
        Ok(due)
    }

    async fn write_ladder_digest(&self, digest: &LadderDigest, claim: Timestamp) -> Result<bool> {
        let mut state = self.state();
        let stored = state.ladder_digests.get_mut(&digest.guild);
        let stored = stored.filter(|stored| stored.channel == digest.channel && stored.next_at == claim);
        Ok(stored.map(|stored| stored.clone_from(digest)).is_some())
    }
}
