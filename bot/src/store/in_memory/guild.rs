//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::{
    AuditEntry, ChannelId, EndReason, Ending, GameId, GameLocation, GameRecord, GuildId, GuildPreferences, Phase,
};
use crate::store::error::Result;
use crate::store::guild::{GuildHoldings, GuildStore};
use crate::store::in_memory::people::player::replace_preferences;
use crate::store::in_memory::state::State;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::json;
use crate::store::outbox::PostedMessage;

impl State {
    fn is_open_in(&self, guild: GuildId, damaged: &[GameId]) -> bool {
        let is_in_the_way = |game: GameId, phase| match phase {
            Phase::Offered | Phase::Playing => !damaged.contains(&game),
            Phase::Over | Phase::Void => self.is_unfinished(game, phase),
        };
        self.games_of_server(guild).any(|(game, phase)| is_in_the_way(game, phase))
    }

    fn games_of_server(&self, guild: GuildId) -> impl Iterator<Item = (GameId, Phase)> {
        let there = self.games.values().filter(move |record| record.game.place.guild_id == Some(guild));
        there.map(|record| (record.game.game_id, record.game.phase))
    }

    /// Is it about a game of this server?
    fn is_posted_about(&self, guild: GuildId, posted: &PostedMessage) -> bool {
        self.games.get(&posted.game_id).is_some_and(|record| record.game.place.guild_id == Some(guild))
    }

    fn forget_guild(&mut self, guild: GuildId) {
        let posted = std::mem::take(&mut self.posted);
        self.posted = posted.into_iter().filter(|(_, posted)| !self.is_posted_about(guild, posted)).collect();
        self.ladders.retain(|_, ladder| ladder.stored.head.guild_id != guild);
        let ladders = &self.ladders;
        self.ladder_games.retain(|_, game| ladders.contains_key(&game.ladder_id));
        self.leader_roles.retain(|ladder, _| ladders.contains_key(ladder));
        self.ladder_digests.remove(&guild);
        self.questions.retain(|_, question| question.guild != guild);
        self.audit.retain(|(of, _), _| *of != guild);
        self.guilds.remove(&guild.0);
        self.ratings.forget_guild(guild);
        self.statistics.forget_guild(guild);
        let there = |record: &&GameRecord| record.game.place.guild_id == Some(guild);
        let records: Vec<GameRecord> = self.games.values().filter(there).cloned().collect();
        for mut record in records {
            if matches!(record.game.phase, Phase::Offered | Phase::Playing) {
                record.game.phase = Phase::Void;
                record.game.ending = Some(Ending::of(EndReason::Annulled));
                record.game.draw_offer = None;
                let turn = &mut record.game.turn;
                (turn.to_move, turn.deadline_at, turn.wake_at) = (None, None, None);
            }
            record.game.place = GameLocation { guild_id: None, channel_id: ChannelId(0), thread_id: None };
            record.game.number = None;
            self.put(record);
        }
    }
}

#[async_trait]
impl GuildStore for InMemoryStore {
    async fn guild_preferences(&self, guild: GuildId) -> Result<GuildPreferences> {
        json::read("guild", guild.0, self.state().guilds.get(&guild.0).map(String::as_str))
    }

    async fn set_guild_preferences(
        &self,
        guild: GuildId,
        from: &GuildPreferences,
        to: &GuildPreferences,
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let mut state = self.state();
        let is_replaced = replace_preferences("guild", &mut state.guilds, guild.0, guild.0, from, to)?;
        if let Some(entry) = audit.filter(|_| is_replaced) {
            state.add_audit(entry.clone());
        }
        Ok(is_replaced)
    }

    async fn guild(&self, guild: GuildId) -> Result<GuildPreferences> {
        Ok(json::read_or_default("guild", guild.0, self.state().guilds.get(&guild.0).map(String::as_str)))
    }

    async fn guild_holdings(&self, guild: GuildId) -> Result<GuildHoldings> {
        let state = self.state();
        let in_phase =
            |of: &[Phase]| state.games_of_server(guild).filter(|(_, phase)| of.contains(phase)).count() as u32;
        Ok(GuildHoldings {
            has_preferences: state.guilds.contains_key(&guild.0),
            challenges: in_phase(&[Phase::Offered]),
            playing: in_phase(&[Phase::Playing]),
            over: in_phase(&[Phase::Over, Phase::Void]),
            ladders: state.ladders.values().filter(|ladder| ladder.stored.head.guild_id == guild).count() as u32,
            audit: state.audit.keys().filter(|(of, _)| *of == guild).count() as u32,
            posted: state.posted.values().filter(|posted| state.is_posted_about(guild, posted)).count() as u32,
        })
    }

    async fn open_games(&self, guild: GuildId, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let is_open = |phase| matches!(phase, Phase::Offered | Phase::Playing);
        let state = self.state();
        let open = state.games_of_server(guild).filter(|(game, phase)| is_open(*phase) && Some(*game) > after);
        let mut open: Vec<GameId> = open.map(|(game, _)| game).collect();
        open.sort_unstable();
        open.truncate(limit as usize);
        Ok(open)
    }

    async fn forget_guild(&self, guild: GuildId, damaged: &[GameId]) -> Result<bool> {
        let mut state = self.state();
        if state.is_open_in(guild, damaged) || state.ratings.is_replacing() {
            return Ok(false);
        }
        state.forget_guild(guild);
        Ok(true)
    }
}
