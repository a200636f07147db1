//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::{AuditEntry, ChannelId, GameId, GameLocation, GuildId, GuildPreferences, Phase};
use crate::store::error::Result;
use crate::store::guild::{GuildHoldings, GuildStore};
use crate::store::in_memory::player::replace_preferences;
use crate::store::in_memory::state::State;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::json;
use crate::store::outbox::PostedMessage;

impl State {
    fn is_open_in(&self, guild: GuildId) -> bool {
        self.games_of_server(guild).any(|(game, phase)| self.is_unfinished(game, phase))
    }

    fn games_of_server(&self, guild: GuildId) -> impl Iterator<Item = (GameId, Phase)> {
        let there = self.games.values().filter(move |record| record.game.place.guild_id == Some(guild));
        there.map(|record| (record.game.game_id, record.game.phase))
    }

    /// Does it stand in a channel of this server, about one of its games?
    fn is_posted_in(&self, guild: GuildId, posted: &PostedMessage) -> bool {
        let place = self.games.get(&posted.game_id).map(|record| record.game.place);
        place.filter(|place| place.guild_id == Some(guild)).is_some_and(|place| {
            posted.kind.as_str() == "result" || [place.channel_id, place.channel()].contains(&posted.channel_id)
        })
    }

    fn forget_guild(&mut self, guild: GuildId) {
        let posted = std::mem::take(&mut self.posted);
        self.posted = posted.into_iter().filter(|(_, posted)| !self.is_posted_in(guild, posted)).collect();
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
        for record in self.games.values_mut().filter(|record| record.game.place.guild_id == Some(guild)) {
            record.game.place = GameLocation { guild_id: None, channel_id: ChannelId(0), thread_id: None };
            record.game.number = None;
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
            posted: state.posted.values().filter(|posted| state.is_posted_in(guild, posted)).count() as u32,
        })
    }

    async fn forget_guild(&self, guild: GuildId) -> Result<bool> {
        let mut state = self.state();
        if state.is_open_in(guild) || state.ratings.is_replacing() {
            return Ok(false);
        }
        state.forget_guild(guild);
        Ok(true)
    }
}
