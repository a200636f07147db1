//! Ladders of servers.

use async_trait::async_trait;

use crate::domain::clubs::ladder::stored::{
    ChangeFilter, ChangedLadderGame, LadderGame, LadderHead, LadderMessage, LadderPast, LadderResult, LadderWrite,
    RecordedChange, RecordedEvent, StoredLadder,
};
use crate::domain::clubs::rating::log::RatingKey;
use crate::domain::{AuditEntry, GameId, GuildId, LadderId, Phase, TimeSpan, Timestamp, UserId};
use crate::store::clubs::ladder::{CHANGES_PER_ORDER, LadderStore, LadderWritten};
use crate::store::clubs::rating::RatingList;
use crate::store::error::Result;
use crate::store::in_memory::state::{LadderState, OutboxRow, State};
use crate::store::in_memory::store::InMemoryStore;
use crate::store::outbox::Message;

impl State {
    /// Whether another open ladder of the server has the name of this one.
    fn is_ladder_name_taken(&self, head: &LadderHead) -> bool {
        let mut others = self.ladders.values().map(|ladder| &ladder.stored.head);
        head.closed_at.is_none()
            && others.any(|other| {
                other.ladder_id != head.ladder_id
                    && other.guild_id == head.guild_id
                    && other.closed_at.is_none()
                    && other.name.to_lowercase() == head.name.to_lowercase()
            })
    }

    fn changed_games(&self, ladder: LadderId, missing_before: Timestamp) -> Vec<ChangedLadderGame> {
        let is_annulled =
            |known: &LadderGame| self.games.get(&known.game_id).is_some_and(|record| record.game.is_annulled());
        let of_ladder = self.ladder_games.values().filter(|known| known.ladder_id == ladder);
        let open = of_ladder.filter(|known| !known.is_settled || (known.phase == Phase::Over && is_annulled(known)));
        let changed = open.filter_map(|known| {
            let phase = self.games.get(&known.game_id).map(|record| record.game.phase);
            let is_changed = phase.map_or(known.created_at < missing_before, |phase| phase != known.phase);
            let over_at = self.ends.get(&known.game_id).map(|(at, _)| *at);
            is_changed.then(|| ChangedLadderGame { known: known.clone(), phase, over_at })
        });
        changed.collect()
    }

    fn changed_vacations(&self, ladder: LadderId, now: Timestamp) -> Vec<(UserId, Option<TimeSpan>)> {
        let Some(ladder) = self.ladders.get(&ladder) else { return Vec::new() };
        let changed = ladder.players.iter().filter_map(|(player, (_, known))| {
            let running = self
                .vacations
                .values()
                .find(|vacation| vacation.user == *player && vacation.span.from <= now && vacation.span.until > now);
            let span = running.map(|vacation| vacation.span);
            (span.map(|span| span.until) != known.filter(|at| *at > now)).then_some((*player, span))
        });
        changed.collect()
    }
}

#[async_trait]
impl LadderStore for InMemoryStore {
    async fn create_ladder(&self, ladder: &StoredLadder, audit: Option<&AuditEntry>) -> Result<bool> {
        let mut state = self.state();
        if state.is_ladder_name_taken(&ladder.head) {
            return Ok(false);
        }
        let new = LadderState {
            stored: ladder.clone(),
            events: Vec::new(),
            changes: Vec::new(),
            orders: std::collections::BTreeMap::new(),
            players: std::collections::BTreeMap::new(),
        };
        state.ladders.insert(ladder.head.ladder_id, new);
        if let Some(entry) = audit {
            state.add_audit(entry.clone());
        }
        Ok(true)
    }

    async fn ladders_of(&self, guild: GuildId) -> Result<Vec<LadderHead>> {
        let state = self.state();
        let heads = state.ladders.values().map(|ladder| &ladder.stored.head).filter(|head| head.guild_id == guild);
        let mut heads: Vec<LadderHead> = heads.cloned().collect();
        heads.sort_by_key(|head| (head.closed_at.is_some(), head.name.to_lowercase(), head.ladder_id));
        Ok(heads)
    }

    async fn ladder_head(&self, ladder: LadderId) -> Result<Option<LadderHead>> {
        Ok(self.state().ladders.get(&ladder).map(|ladder| ladder.stored.head.clone()))
    }

    async fn ladder(&self, ladder: LadderId) -> Result<Option<StoredLadder>> {
        let found = self.state().ladders.get(&ladder).map(|ladder| ladder.stored.clone());
        // As with a database, others act between this read and what is decided on it.
        tokio::task::yield_now().await;
        Ok(found)
    }

    async fn write_ladder(&self, write: &LadderWrite) -> Result<LadderWritten> {
        let mut state = self.state();
        let is_name_taken = state.is_ladder_name_taken(&write.head);
        let Some(ladder) = state.ladders.get_mut(&write.head.ladder_id) else { return Ok(LadderWritten::Stale) };
        if ladder.stored.head.version + 1 != write.head.version {
            return Ok(LadderWritten::Stale);
        }
        if is_name_taken {
            return Ok(LadderWritten::NameTaken);
        }
        let before = ladder.stored.head.changes;
        if before / CHANGES_PER_ORDER < write.head.changes / CHANGES_PER_ORDER {
            let players = write.ladder.table().map(|place| place.player).collect();
            ladder.orders.insert(write.head.changes, players);
        }
        ladder.stored = StoredLadder { head: write.head.clone(), ladder: write.ladder.clone() };
        ladder.events.extend(write.events.iter().cloned());
        ladder.changes.extend(write.changes.iter().cloned());
        for (player, name) in &write.names {
            ladder.players.entry(*player).or_default().0.clone_from(name);
        }
        for (player, until) in &write.vacations {
            if let Some((_, known)) = ladder.players.get_mut(player) {
                *known = *until;
            }
        }
        let games = write.games.iter().map(|game| (game.game_id, game.clone()));
        state.ladder_games.extend(games);
        for LadderMessage { game, notice } in &write.messages {
            let Some(version) = state.games.get(game).map(|record| record.game.version) else { continue };
            let now = write.head.advanced_at;
            state.last_message += 1;
            let message = Message {
                message_id: state.last_message,
                game_id: *game,
                version,
                notice: notice.clone(),
                attempts: 0,
                may_be_posted: false,
                created_at: now,
                lease_until: now,
            };
            let row = OutboxRow { message, available_at: now, claimed_until: None, unknown_outcomes: 0, dead: None };
            // After what the game itself has to say.
            state.outbox.entry((*game, version, 1000)).or_insert(row);
        }
        if let Some(entry) = &write.audit {
            state.add_audit(entry.clone());
        }
        Ok(LadderWritten::Written)
    }

    async fn ladder_events(&self, ladder: LadderId) -> Result<Vec<RecordedEvent>> {
        Ok(self.state().ladders.get(&ladder).map(|ladder| ladder.events.clone()).unwrap_or_default())
    }

    async fn ladder_changes(&self, ladder: LadderId, filter: ChangeFilter) -> Result<Vec<RecordedChange>> {
        let state = self.state();
        let changes = state.ladders.get(&ladder).into_iter().flat_map(|ladder| ladder.changes.iter().rev());
        let wanted = changes.filter(|change| {
            filter.player.is_none_or(|player| player == change.change.player)
                && filter.above.is_none_or(|number| change.number > number)
                && filter.up_to.is_none_or(|number| change.number <= number)
        });
        Ok(wanted.skip(filter.skip as usize).take(filter.limit as usize).cloned().collect())
    }

    async fn ladder_past(&self, ladder: LadderId, at: Timestamp) -> Result<LadderPast> {
        let state = self.state();
        let Some(ladder) = state.ladders.get(&ladder) else { return Ok(LadderPast { last_change: 0, order: None }) };
        let last_change = ladder.changes.partition_point(|change| change.at <= at) as i64;
        let order = ladder.orders.range(last_change..).next().map(|(number, players)| (*number, players.clone()));
        Ok(LadderPast { last_change, order })
    }

    async fn ladder_games(&self, games: &[GameId]) -> Result<Vec<LadderGame>> {
        let state = self.state();
        Ok(games.iter().filter_map(|game| state.ladder_games.get(game).cloned()).collect())
    }

    async fn ladder_names(&self, ladder: LadderId, players: &[UserId]) -> Result<Vec<(UserId, String)>> {
        let state = self.state();
        let Some(ladder) = state.ladders.get(&ladder) else { return Ok(Vec::new()) };
        let name = |player: &UserId| ladder.players.get(player).map(|(name, _)| (*player, name.clone()));
        Ok(players.iter().filter_map(name).collect())
    }

    async fn ladder_ratings(&self, ladder: LadderId, list: RatingList) -> Result<Vec<(UserId, f64)>> {
        let state = self.state();
        let Some(ladder) = state.ladders.get(&ladder) else { return Ok(Vec::new()) };
        let known = ladder.players.keys().filter_map(|user| {
            let key = RatingKey { user: *user, group: list.group, guild: list.guild };
            Some((*user, state.ratings.rating(key)?.rating))
        });
        Ok(known.collect())
    }

    async fn ladder_form(
        &self,
        ladder: LadderId,
        players: &[UserId],
        each: u32,
    ) -> Result<Vec<(UserId, LadderResult)>> {
        let state = self.state();
        let mut form = Vec::new();
        for player in players {
            let ended = |game: &&LadderGame| {
                game.ladder_id == ladder && [game.challenger, game.defender].contains(player) && game.result.is_some()
            };
            let mut games: Vec<&LadderGame> = state.ladder_games.values().filter(ended).collect();
            games.sort_by_key(|game| (std::cmp::Reverse(game.ended_at), game.game_id));
            let results = games.into_iter().take(each as usize).filter_map(|game| {
                let result = game.result?;
                Some((*player, if game.challenger == *player { result } else { result.reversed() }))
            });
            form.extend(results);
        }
        Ok(form)
    }

    async fn ladder_of_game(&self, game: GameId) -> Result<Option<LadderHead>> {
        let state = self.state();
        let ladder = state.ladder_games.get(&game).and_then(|game| state.ladders.get(&game.ladder_id));
        Ok(ladder.map(|ladder| ladder.stored.head.clone()))
    }

    async fn ladders_to_follow(
        &self,
        now: Timestamp,
        missing_before: Timestamp,
        after: Option<LadderId>,
        limit: u32,
    ) -> Result<Vec<LadderId>> {
        let state = self.state();
        let open = state.ladders.values().map(|ladder| &ladder.stored.head);
        let open = open.filter(|head| head.closed_at.is_none() && after.is_none_or(|after| head.ladder_id > after));
        let due = open.filter(|head| {
            head.next_timer_at.is_some_and(|at| at <= now)
                || !state.changed_games(head.ladder_id, missing_before).is_empty()
                || !state.changed_vacations(head.ladder_id, now).is_empty()
        });
        Ok(due.map(|head| head.ladder_id).take(limit as usize).collect())
    }

    async fn changed_ladder_games(
        &self,
        ladder: LadderId,
        missing_before: Timestamp,
    ) -> Result<Vec<ChangedLadderGame>> {
        Ok(self.state().changed_games(ladder, missing_before))
    }

    async fn changed_ladder_vacations(
        &self,
        ladder: LadderId,
        now: Timestamp,
    ) -> Result<Vec<(UserId, Option<TimeSpan>)>> {
        Ok(self.state().changed_vacations(ladder, now))
    }
}
