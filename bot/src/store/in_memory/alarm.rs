//! Alarms and deadlines of games.

use async_trait::async_trait;

use crate::domain::{GameId, Phase, Timestamp};
use crate::store::alarm::AlarmStore;
use crate::store::error::Result;
use crate::store::in_memory::store::InMemoryStore;

#[async_trait]
impl AlarmStore for InMemoryStore {
    async fn claim_due(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<GameId>> {
        self.before("claim_due").await?;
        let due: Vec<_> = {
            let mut state = self.state();
            let due = state.alarms.iter().take_while(|(at, _)| *at <= now).take(limit as usize);
            let due: Vec<GameId> = due.map(|(_, game)| *game).collect();
            for id in &due {
                if let Some(mut record) = state.games.get(id).cloned() {
                    record.game.turn.wake_at = Some(lease_until);
                    state.put(record);
                }
            }
            due
        };
        self.after("claim_due").await?;
        Ok(due)
    }

    async fn due_alarms(&self, now: Timestamp) -> Result<(u64, Option<Timestamp>)> {
        let state = self.state();
        let mut due = state.alarms.iter().map(|(at, _)| *at).take_while(|at| *at <= now);
        let oldest = due.next();
        Ok((oldest.map_or(0, |_| 1 + due.count() as u64), oldest))
    }

    async fn games_due_after(&self, instant: Timestamp, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let state = self.state();
        let running = state.games.values().map(|record| &record.game).filter(|game| {
            matches!(game.phase, Phase::Offered | Phase::Playing)
                && game.turn.deadline_at.is_some_and(|deadline| deadline > instant)
                && after.is_none_or(|after| game.game_id > after)
        });
        Ok(running.map(|game| game.game_id).take(limit as usize).collect())
    }
}
