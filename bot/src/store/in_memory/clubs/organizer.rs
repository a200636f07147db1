//! What organizers do: the log of a server, and what they look at.

use async_trait::async_trait;

use crate::domain::clubs::rating::log::RatedGame;
use crate::domain::{
    AuditEntry, EndReason, GameId, GameRecord, GameSummary, GuildId, OrganizerQuestion, Phase, RequestId, Timestamp,
    UserId,
};
use crate::store::clubs::organizer::{BrokenOff, OrganizerStore};
use crate::store::error::Result;
use crate::store::in_memory::state::State;
use crate::store::in_memory::store::InMemoryStore;

/// Where an entry is in a log; databases have signed numbers.
const fn place(entry: &AuditEntry) -> (Timestamp, i64) {
    (entry.at, entry.request.0.cast_signed())
}

impl State {
    /// Adds an entry to the log, unless its request has one.
    pub(crate) fn add_audit(&mut self, entry: AuditEntry) {
        self.audit.entry((entry.guild, entry.request)).or_insert(entry);
    }

    /// The log of a server, the newest entry first.
    fn newest_audit(&self, guild: GuildId) -> Vec<&AuditEntry> {
        let mut entries: Vec<&AuditEntry> = self.audit.values().filter(|entry| entry.guild == guild).collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(place(entry)));
        entries
    }

    /// Games of a server, the newest first.
    fn newest_of_guild(&self, guild: GuildId) -> Vec<&GameRecord> {
        let of_guild = |record: &&GameRecord| record.game.place.guild_id == Some(guild);
        let mut found: Vec<&GameRecord> = self.games.values().filter(of_guild).collect();
        found.sort_by_key(|record| (-record.game.challenge.created_at.0, record.game.game_id));
        found
    }
}

#[async_trait]
impl OrganizerStore for InMemoryStore {
    async fn record_audit(&self, entry: &AuditEntry) -> Result<()> {
        self.state().add_audit(entry.clone());
        Ok(())
    }

    async fn audit_log(&self, guild: GuildId, skipped: u32, limit: u32) -> Result<Vec<AuditEntry>> {
        Ok(self.state().newest_audit(guild).into_iter().skip(skipped as usize).take(limit as usize).cloned().collect())
    }

    async fn audit_log_after(
        &self,
        guild: GuildId,
        after: Option<(Timestamp, RequestId)>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>> {
        let after = after.map(|(at, request)| (at, request.0.cast_signed()));
        let is_after = |entry: &&AuditEntry| after.is_none_or(|after| place(entry) < after);
        let state = self.state();
        Ok(state.newest_audit(guild).into_iter().filter(is_after).take(limit as usize).cloned().collect())
    }

    async fn audit_count(&self, guild: GuildId) -> Result<u32> {
        Ok(self.state().audit.values().filter(|entry| entry.guild == guild).count() as u32)
    }

    async fn keep_question(&self, question: &OrganizerQuestion, delete_before: Timestamp) -> Result<()> {
        let mut state = self.state();
        state.questions.retain(|_, other| other.at >= delete_before);
        state.questions.entry(question.request).or_insert_with(|| question.clone());
        Ok(())
    }

    async fn question(&self, request: RequestId) -> Result<Option<OrganizerQuestion>> {
        Ok(self.state().questions.get(&request).cloned())
    }

    async fn games_of_guild(&self, guild: GuildId, phase: Phase, limit: u32) -> Result<Vec<GameSummary>> {
        let state = self.state();
        let found = state.newest_of_guild(guild).into_iter().filter(|record| record.game.phase == phase);
        let summary = |record: &GameRecord| GameSummary { game: record.game.clone(), seats: record.seats.clone() };
        Ok(found.take(limit as usize).map(summary).collect())
    }

    async fn annulled_but_counted(&self, limit: u32) -> Result<Vec<GameId>> {
        let state = self.state();
        let is_void = |game: GameId| state.games.get(&game).is_some_and(|record| record.game.phase == Phase::Void);
        let mut found: Vec<GameId> = state.ratings.counted.iter().copied().filter(|game| is_void(*game)).collect();
        found.sort_unstable();
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn forget_count(&self, game: GameId) -> Result<()> {
        let mut state = self.state();
        if state.games.get(&game).is_some_and(|record| record.game.phase == Phase::Void) {
            state.ratings.counted.remove(&game);
        }
        Ok(())
    }

    async fn rated_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<RatedGame>> {
        let state = self.state();
        let is_meant = |rated: &&RatedGame| rated.guild == Some(guild) && rated.ended_at >= since;
        let mut found: Vec<RatedGame> = state.ratings.games().iter().filter(is_meant).cloned().collect();
        found.sort_by_key(|rated| std::cmp::Reverse((rated.ended_at, rated.sequence)));
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn broken_off_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<BrokenOff>> {
        let state = self.state();
        let broken_off = |record: &GameRecord| {
            let reason = match (record.game.phase, record.game.end_reason()) {
                (Phase::Over, Some(EndReason::Time)) => EndReason::Time,
                (Phase::Void, Some(EndReason::Aborted)) => EndReason::Aborted,
                _ => return None,
            };
            let players = record.seats.iter().map(|seat| seat.user).collect();
            Some(BrokenOff { game: record.game.game_id, reason, players })
        };
        let recent = state.newest_of_guild(guild).into_iter();
        let recent = recent.filter(|record| record.game.challenge.created_at >= since);
        Ok(recent.filter_map(broken_off).take(limit as usize).collect())
    }

    async fn rated_between(&self, one: UserId, other: UserId, since: Timestamp) -> Result<u32> {
        let state = self.state();
        let counts = |record: &&GameRecord| {
            let challenge = &record.game.challenge;
            let plays = |user: UserId| record.seats.iter().any(|seat| seat.user == user);
            challenge.is_rated
                && record.game.phase != Phase::Void
                && challenge.created_at >= since
                && plays(one)
                && plays(other)
        };
        Ok(state.games.values().filter(counts).count() as u32)
    }
}
