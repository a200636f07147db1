//! Messages to send, and messages posted at Discord.

use std::sync::PoisonError;

use async_trait::async_trait;

use crate::domain::{ChannelId, GameId, NoticeKind, Phase, Timestamp};
use crate::store::error::Result;
use crate::store::in_memory::state::{OutboxRow, posted_key};
use crate::store::in_memory::store::InMemoryStore;
use crate::store::outbox::{DeadMessage, Message, OutboxBacklog, OutboxStore, PostedMessage, SendOutcome};

/// The messages to send now, with personal notices or without.
async fn claim_due(
    store: &InMemoryStore,
    now: Timestamp,
    lease_until: Timestamp,
    limit: u32,
    only_boards: bool,
) -> Result<Vec<Message>> {
    store.before("claim_messages").await?;
    let claimed = {
        let mut state = store.state();
        let mut last = None;
        let mut heads = Vec::new();
        for (key, waiting) in state.outbox.iter().filter(|(_, waiting)| waiting.dead.is_none()) {
            // One that may be overtaken, was surely not sent, and waits for its time holds nothing back.
            let is_deferred = waiting.available_at > now && waiting.unknown_outcomes == 0;
            if is_deferred && waiting.message.notice.may_be_overtaken() {
                continue;
            }
            // Only the oldest message of each game: they reach the channel in order.
            let is_wanted = !(only_boards && waiting.message.notice.is_personal());
            let free = waiting.claimed_until.is_none_or(|until| until <= now);
            if last.replace(key.0) != Some(key.0) && is_wanted && waiting.available_at <= now && free {
                heads.push((waiting.available_at, *key));
            }
        }
        heads.sort_unstable();
        heads.truncate(limit as usize);
        let mut claimed = Vec::with_capacity(heads.len());
        for (_, key) in heads {
            if let Some(waiting) = state.outbox.get_mut(&key) {
                waiting.claimed_until = Some(lease_until);
                waiting.message.lease_until = lease_until;
                waiting.message.attempts += 1;
                waiting.unknown_outcomes += 1;
                waiting.message.may_be_posted = waiting.unknown_outcomes > 1;
                claimed.push(waiting.message.clone());
            }
        }
        claimed
    };
    if let Some(faults) = &store.faults {
        faults.claimed(&claimed);
    }
    store.after("claim_messages").await?;
    Ok(claimed)
}

#[async_trait]
impl OutboxStore for InMemoryStore {
    async fn claim_messages(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>> {
        claim_due(self, now, lease_until, limit, false).await
    }

    async fn claim_boards(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>> {
        claim_due(self, now, lease_until, limit, true).await
    }

    async fn record_posted(&self, posted: &PostedMessage) -> Result<()> {
        self.before("record_posted").await?;
        self.state().posted.insert(posted_key(posted), posted.clone());
        self.after("record_posted").await
    }

    async fn message_sent(&self, message_id: i64, posted: Option<PostedMessage>) -> Result<()> {
        self.before("message_sent").await?;
        if let Some(posted) = posted {
            self.state().posted.insert(posted_key(&posted), posted);
        }
        self.after("message_recorded").await?;
        self.state().outbox.retain(|_, waiting| waiting.message.message_id != message_id);
        self.after("message_sent").await
    }

    async fn message_retry(&self, message: &Message, at: Timestamp, tried: SendOutcome, _problem: &str) -> Result<()> {
        self.before("message_retry").await?;
        {
            let mut state = self.state();
            let waiting = state.waiting(message.message_id);
            if let Some(waiting) = waiting.filter(|waiting| waiting.claimed_until == Some(message.lease_until)) {
                waiting.available_at = at;
                waiting.claimed_until = None;
                waiting.unknown_outcomes =
                    waiting.unknown_outcomes.saturating_sub(u32::from(tried == SendOutcome::NotSent));
            }
        }
        self.after("message_retry").await
    }

    async fn bring_forward(&self, now: Timestamp) -> Result<usize> {
        let mut state = self.state();
        let waiting = state.outbox.values_mut().filter(|waiting| {
            let is_free = waiting.claimed_until.is_none_or(|until| until <= now);
            waiting.dead.is_none() && waiting.unknown_outcomes > 0 && waiting.available_at > now && is_free
        });
        Ok(waiting.map(|waiting| waiting.available_at = now).count())
    }

    async fn message_dead(&self, message_id: i64, reason: &str) -> Result<()> {
        if let Some(waiting) = self.state().waiting(message_id) {
            waiting.dead = Some(reason.to_owned());
            waiting.claimed_until = None;
        }
        Ok(())
    }

    async fn dead_messages(&self) -> Result<Vec<DeadMessage>> {
        let state = self.state();
        let dead = |waiting: &OutboxRow| {
            let Message { message_id, game_id, created_at, .. } = waiting.message;
            Some(DeadMessage { message_id, game_id, created_at, reason: waiting.dead.clone()? })
        };
        let mut dead: Vec<_> = state.outbox.values().filter_map(dead).collect();
        dead.sort_by_key(|message| message.created_at);
        Ok(dead)
    }

    async fn outbox_backlog(&self) -> Result<OutboxBacklog> {
        let state = self.state();
        let (dead, waiting): (Vec<_>, Vec<_>) = state.outbox.values().partition(|row| row.dead.is_some());
        Ok(OutboxBacklog {
            waiting: waiting.len() as u64,
            dead: dead.len() as u64,
            oldest: waiting.iter().map(|row| row.message.created_at).min(),
        })
    }

    async fn delete_dead_messages(&self, before: Timestamp) -> Result<usize> {
        let mut state = self.state();
        let known = state.outbox.len();
        state.outbox.retain(|_, waiting| waiting.dead.is_none() || waiting.available_at >= before);
        Ok(known - state.outbox.len())
    }

    async fn retry_dead_messages(&self) -> Result<usize> {
        let mut state = self.state();
        let mut revived = 0;
        for waiting in state.outbox.values_mut().filter(|waiting| waiting.dead.is_some()) {
            waiting.dead = None;
            waiting.message.attempts = 0;
            waiting.available_at = waiting.message.created_at;
            revived += 1;
        }
        Ok(revived)
    }

    async fn posted(&self, game: GameId) -> Result<Vec<PostedMessage>> {
        let hook = self.before_posted.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(hook) = hook {
            hook.await;
        }
        let state = self.state();
        let first = (game, i64::MIN, String::new(), ChannelId(0));
        let all = state.posted.range(first..).map(|(_, posted)| posted).take_while(|posted| posted.game_id == game);
        let mut all: Vec<_> = all.cloned().collect();
        all.reverse();
        Ok(all)
    }

    async fn games_with_unclosed_challenges(&self, after: GameId, limit: u32) -> Result<Vec<GameId>> {
        let state = self.state();
        let is_answered =
            |game: &GameId| state.games.get(game).is_some_and(|record| record.game.phase != Phase::Offered);
        let is_waiting =
            |game: &GameId| state.outbox.values().any(|row| row.message.game_id == *game && row.dead.is_none());
        let challenges = state.posted.values().filter(|posted| posted.kind == NoticeKind::Challenge.into());
        let mut games: Vec<GameId> = challenges
            .map(|posted| posted.game_id)
            .filter(|game| *game > after && is_answered(game) && !is_waiting(game))
            .collect();
        games.dedup();
        games.truncate(limit as usize);
        Ok(games)
    }

    async fn delete_posted(&self, posted: &PostedMessage) -> Result<()> {
        self.before("delete_posted").await?;
        self.state().posted.remove(&posted_key(posted));
        self.after("delete_posted").await
    }
}
