//! What is played in servers, and where players stand on their ladders.

use std::collections::{BTreeMap, HashSet};

use async_trait::async_trait;

use crate::domain::clubs::statistics::{FinishedGame, Tallied, TallyKey, TallyKind, tally_keys};
use crate::domain::{Deletion, GameId, GuildId, Phase, UserId};
use crate::store::clubs::statistics::{LadderBest, StatisticsStore};
use crate::store::error::Result;
use crate::store::in_memory::state::State;
use crate::store::in_memory::store::InMemoryStore;

/// What the store has counted up.
#[derive(Default)]
pub(crate) struct StatisticsState {
    games: HashSet<GameId>,
    tallies: BTreeMap<TallyKey, Tallied>,
}

impl StatisticsState {
    pub(crate) fn is_tallied(&self, game: GameId) -> bool {
        self.games.contains(&game)
    }

    /// Puts an anonymous id in the place of a user's.
    pub(crate) fn anonymize(&mut self, deletion: &Deletion) {
        let tallies = std::mem::take(&mut self.tallies);
        self.tallies = tallies
            .into_iter()
            .map(|(mut key, tallied)| {
                if key.kind == TallyKind::Player {
                    key.item = deletion.in_words(&key.item);
                }
                (key, tallied)
            })
            .collect();
    }

    pub(crate) fn forget_guild(&mut self, guild: GuildId) {
        self.tallies.retain(|key, _| key.guild != guild);
    }

    /// What is counted up under a player.
    pub(crate) fn of_player(&self, user: UserId) -> impl Iterator<Item = (GuildId, Tallied)> {
        let item = user.0.to_string();
        let of_player = self.tallies.iter().filter(move |(key, _)| key.kind == TallyKind::Player && key.item == item);
        of_player.map(|(key, tallied)| (key.guild, *tallied))
    }
}

impl State {
    /// Games in this phase that were finished once, with their players.
    fn finished_in(&self, phase: Phase) -> Vec<FinishedGame> {
        let found = self.games.values().filter(|record| record.game.phase == phase);
        let finished = found.filter_map(|record| {
            let (ended_at, _) = *self.ends.get(&record.game.game_id)?;
            let mut players: Vec<UserId> = Vec::new();
            for seat in &record.seats {
                if !players.contains(&seat.user) {
                    players.push(seat.user);
                }
            }
            Some(FinishedGame {
                game: record.game.game_id,
                guild: record.game.place.guild_id,
                setup: record.game.setup.clone(),
                moves: record.game.ply,
                ended_at,
                players,
            })
        });
        finished.collect()
    }
}

#[async_trait]
impl StatisticsStore for InMemoryStore {
    async fn untallied_games(&self, limit: u32) -> Result<Vec<FinishedGame>> {
        let state = self.state();
        let finished = state.finished_in(Phase::Over);
        let mut finished: Vec<FinishedGame> =
            finished.into_iter().filter(|game| !state.statistics.games.contains(&game.game)).collect();
        finished.sort_by_key(|game| (game.ended_at, game.game));
        finished.truncate(limit as usize);
        Ok(finished)
    }

    async fn annulled_but_tallied(&self, limit: u32) -> Result<Vec<FinishedGame>> {
        let state = self.state();
        let annulled = state.finished_in(Phase::Void).into_iter();
        Ok(annulled.filter(|game| state.statistics.games.contains(&game.game)).take(limit as usize).collect())
    }

    async fn untally_games(&self, games: &[FinishedGame]) -> Result<bool> {
        let mut state = self.state();
        let state = &mut state.statistics;
        if !games.iter().all(|game| state.games.contains(&game.game)) {
            return Ok(false);
        }
        for game in games {
            state.games.remove(&game.game);
            for key in tally_keys(game) {
                let Some(of) = state.tallies.get_mut(&key) else { continue };
                of.games -= 1;
                of.moves = of.moves.saturating_sub(game.moves);
            }
        }
        state.tallies.retain(|_, tallied| tallied.games > 0);
        Ok(true)
    }

    async fn tally_games(&self, games: &[FinishedGame]) -> Result<bool> {
        let mut state = self.state();
        let state = &mut state.statistics;
        if games.iter().any(|game| state.games.contains(&game.game)) {
            return Ok(false);
        }
        for game in games {
            state.games.insert(game.game);
            for key in tally_keys(game) {
                let of = state.tallies.entry(key).or_default();
                of.games += 1;
                of.moves = of.moves.saturating_add(game.moves);
            }
        }
        Ok(true)
    }

    async fn club_total(&self, guild: GuildId) -> Result<Tallied> {
        let key = TallyKey { guild, kind: TallyKind::Total, item: String::new() };
        Ok(self.state().statistics.tallies.get(&key).copied().unwrap_or_default())
    }

    async fn club_players(&self, guild: GuildId) -> Result<u32> {
        let state = self.state();
        let players = state.statistics.tallies.keys().filter(|key| (key.guild, key.kind) == (guild, TallyKind::Player));
        Ok(players.count() as u32)
    }

    async fn club_most(&self, guild: GuildId, kind: TallyKind, limit: u32) -> Result<Vec<(String, Tallied)>> {
        let state = self.state();
        let of_kind = state.statistics.tallies.iter().filter(|(key, _)| (key.guild, key.kind) == (guild, kind));
        let mut found: Vec<(String, Tallied)> = of_kind.map(|(key, tallied)| (key.item.clone(), *tallied)).collect();
        found.sort_by(|(item, one), (other, two)| two.games.cmp(&one.games).then_with(|| item.cmp(other)));
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn club_weeks(&self, guild: GuildId, weeks: &[i64]) -> Result<Vec<(i64, Tallied)>> {
        let mut found: Vec<(i64, Tallied)> = Vec::new();
        for (item, tallied) in self.club_most(guild, TallyKind::Week, u32::MAX).await? {
            found.extend(item.parse().ok().filter(|week| weeks.contains(week)).map(|week| (week, tallied)));
        }
        found.sort_unstable_by_key(|(week, _)| *week);
        Ok(found)
    }

    async fn best_places(&self, guild: GuildId, user: UserId) -> Result<Vec<LadderBest>> {
        let state = self.state();
        let of_guild = state.ladders.values().filter(|ladder| ladder.stored.head.guild_id == guild);
        let places = of_guild.filter_map(|ladder| {
            let is_annulled = |game| {
                let known = state.ladder_games.get(&game);
                known.is_some_and(|known| known.phase == Phase::Void && known.result.is_none())
            };
            let own = ladder.changes.iter().filter(|change| change.change.player == user);
            let own = own.filter(|change| !change.game.is_some_and(is_annulled));
            let best = own.filter_map(|change| u32::try_from(change.change.to?).ok()).min()?;
            let head = &ladder.stored.head;
            let has_played = state.ladder_games.values().any(|game| {
                game.ladder_id == head.ladder_id
                    && game.result.is_some()
                    && [game.challenger, game.defender].contains(&user)
            });
            let (ladder, is_closed) = (head.ladder_id, head.closed_at.is_some());
            let key = (is_closed, head.name.to_lowercase(), ladder);
            Some((key, LadderBest { ladder, name: head.name.clone(), best, has_played, is_closed }))
        });
        let mut places: Vec<_> = places.collect();
        places.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(places.into_iter().map(|(_, place)| place).collect())
    }
}
