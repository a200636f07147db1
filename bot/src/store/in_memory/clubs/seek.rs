//! Open challenges.

use std::ops::Bound;

use async_trait::async_trait;

use crate::domain::{GameId, GameRecord, GameSummary, GuildId, Phase, UserId};
use crate::store::clubs::seek::SeekStore;
use crate::store::error::Result;
use crate::store::in_memory::store::InMemoryStore;

#[async_trait]
impl SeekStore for InMemoryStore {
    async fn last_seek(&self, guild: GuildId) -> Result<u32> {
        let state = self.state();
        let of_guild = state.games.values().filter(|record| record.game.place.guild_id == Some(guild));
        Ok(of_guild.filter_map(|record| record.game.challenge.seek).map(|seek| seek.number).max().unwrap_or(0))
    }

    async fn waiting_seeks(&self, after: GameId, limit: u32) -> Result<Vec<(GameId, GuildId, UserId)>> {
        let state = self.state();
        let waiting = state.games.range((Bound::Excluded(after), Bound::Unbounded)).filter_map(|(game, record)| {
            let is_open = record.game.phase == Phase::Offered && record.game.is_seek();
            let guild = record.game.place.guild_id.filter(|_| is_open)?;
            Some((*game, guild, record.game.challenge.challenger))
        });
        Ok(waiting.take(limit as usize).collect())
    }

    async fn open_seeks(&self, guild: GuildId, limit: u32) -> Result<Vec<GameSummary>> {
        let state = self.state();
        let is_open = |record: &&GameRecord| {
            let game = &record.game;
            game.place.guild_id == Some(guild) && game.phase == Phase::Offered && game.is_seek()
        };
        let mut found: Vec<&GameRecord> = state.games.values().filter(is_open).collect();
        found.sort_by_key(|record| record.game.challenge.seek.map(|seek| seek.number));
        let summary = |record: &GameRecord| GameSummary { game: record.game.clone(), seats: record.seats.clone() };
        Ok(found.into_iter().take(limit as usize).map(summary).collect())
    }
}
