//! Finished games of a player.

use async_trait::async_trait;

use crate::domain::{Finished, Phase, UserId};
use crate::store::error::Result;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::reliability::FinishedGameStore;

#[async_trait]
impl FinishedGameStore for InMemoryStore {
    async fn finished_of_each(&self, users: &[UserId], each: u32) -> Result<Vec<Finished>> {
        let mut users = users.to_vec();
        users.sort_unstable();
        users.dedup();
        let mut found = Vec::new();
        for user in users {
            found.extend(self.finished_of(user, each).await?);
        }
        Ok(found)
    }

    async fn finished_of(&self, user: UserId, limit: u32) -> Result<Vec<Finished>> {
        let state = self.state();
        let over = state.games.values().filter(|record| record.game.phase == Phase::Over);
        let finished = over.flat_map(|record| {
            let seats = record.seats.iter().filter(|seat| seat.user == user);
            let (ended_at, excused) =
                state.ends.get(&record.game.game_id).copied().unwrap_or((record.game.turn.started_at, false));
            seats.map(move |seat| Finished { game: record.game.clone(), seat: seat.clone(), ended_at, excused })
        });
        let mut finished: Vec<_> = finished.collect();
        finished.sort_by_key(|end| (-end.ended_at.0, end.game.game_id, end.seat.seat));
        finished.truncate(limit as usize);
        Ok(finished)
    }

    async fn finished_between(&self, user: UserId, other: UserId, limit: u32) -> Result<Vec<Finished>> {
        let mut finished = self.finished_of(user, u32::MAX).await?;
        let state = self.state();
        let plays = |game: &Finished| {
            state.games.get(&game.game.game_id).is_some_and(|record| record.seats.iter().any(|seat| seat.user == other))
        };
        finished.retain(plays);
        finished.truncate(limit as usize);
        Ok(finished)
    }
}
