//! The port in plain memory, with the promises of the database: for tests and simulations. Nothing survives the process.

pub mod state;

use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::catch_panic::catch_panic;
use crate::domain::{
    Action, ChannelId, ConditionalMoves, GameId, GameRecord, GameSummary, GuildId, GuildPreferences, Phase, Player,
    Preferences, RequestId, SetConditionalMoves, TimeSpan, Timestamp, UserId, Vacation,
};
use crate::store::commit::Commit;
use crate::store::error::{CommitError, StoreError};
use crate::store::fault::FaultInjector;
use crate::store::in_memory::state::{State, Waiting, failed, place};
use crate::store::messages::{DeadMessage, Message, PostedMessage, SendAttempt};
use crate::store::{Each, Store, preferences};

type Result<T, E = StoreError> = std::result::Result<T, E>;

type Rival = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Games, messages and notes, as long as the process lives.
#[derive(Default)]
pub struct InMemoryStore {
    state: Mutex<State>,
    rival: Mutex<Option<Rival>>,
    faults: Option<Arc<dyn FaultInjector>>,
    passer_by: Mutex<Option<Rival>>,
}

impl InMemoryStore {
    /// Empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empty; this decides which calls succeed.
    pub fn under(faults: Arc<dyn FaultInjector>) -> Self {
        Self { faults: Some(faults), ..Self::default() }
    }

    pub(crate) async fn before(&self, call: &'static str) -> Result<()> {
        match &self.faults {
            Some(faults) => faults.before(call).await,
            None => Ok(()),
        }
    }

    pub(crate) async fn after(&self, call: &'static str) -> Result<()> {
        match &self.faults {
            Some(faults) => faults.after(call).await,
            None => Ok(()),
        }
    }

    pub(crate) fn away(&self, vacation: &Vacation) {
        if let Some(faults) = &self.faults {
            faults.away(vacation);
        }
    }

    async fn write(&self, call: &'static str, commit: Commit, new: bool) -> Result<(), CommitError> {
        self.before(call).await?;
        // The lock goes before anybody waits again.
        let written = self.state().write(commit.clone(), new);
        written?;
        if let Some(faults) = &self.faults {
            faults.wrote(&commit);
        }
        Ok(self.after(call).await?)
    }

    /// Has this happen just before the next change of a game is written: after it was decided on, and too late for it. What a
    /// race leaves to chance, a test can ask for.
    pub fn before_next_commit(&self, rival: impl Future<Output = ()> + Send + 'static) {
        *self.rival.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(rival));
    }

    /// Has this happen just before somebody next asks which messages of a game stand.
    pub fn before_next_posted(&self, rival: impl Future<Output = ()> + Send + 'static) {
        *self.passer_by.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(rival));
    }

    /// Writes this where a person's choices stand, as a damaged database, or a newer program, would.
    pub fn tamper_preferences(&self, user: UserId, text: &str) {
        self.state().preferences.insert(user, text.to_owned());
    }

    /// So many reminders have gone to this person, who has not answered them.
    pub fn tamper_ignored(&self, user: UserId, ignored: u32) {
        self.state().players.entry(user).or_default().ignored = ignored;
    }

    /// Changes a stored game behind everybody's back, as a damaged database would; does nothing without such a game.
    pub fn tamper(&self, game: GameId, change: impl FnOnce(&mut GameRecord)) {
        let mut state = self.state();
        if let Some(record) = state.games.get_mut(&game) {
            change(record);
            let record = record.clone();
            state.put(record);
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves whole values behind: every change below is made after all its checks.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Store for InMemoryStore {
    async fn create(&self, commit: Commit) -> Result<(), CommitError> {
        self.write("create", commit, true).await
    }

    async fn commit(&self, commit: Commit) -> Result<(), CommitError> {
        let rival = self.rival.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(rival) = rival {
            rival.await;
        }
        self.write("commit", commit, false).await
    }

    async fn commit_all(&self, commits: Vec<Commit>) -> Vec<Result<(), CommitError>> {
        let mut outcomes = Vec::with_capacity(commits.len());
        for commit in commits {
            let done = catch_panic(self.commit(commit)).await;
            outcomes.push(done.unwrap_or_else(|panic| Err(failed(panic).into())));
        }
        outcomes
    }

    async fn game_of_request(&self, request: RequestId) -> Result<Option<GameId>> {
        Ok(self.state().requests.get(&request).map(|(game, ..)| *game))
    }

    async fn action_of_request(&self, request: RequestId) -> Result<Option<Action>> {
        Ok(self.state().requests.get(&request).map(|(.., action)| *action))
    }

    async fn request_of(&self, game: GameId) -> Result<Option<RequestId>> {
        let state = self.state();
        Ok(state
            .requests
            .iter()
            .find(|(_, (made, version, _))| (*made, *version) == (game, 0))
            .map(|(request, _)| *request))
    }

    async fn game(&self, game: GameId) -> Result<Option<GameRecord>> {
        let state = self.state();
        let Some(mut record) = state.games.get(&game).cloned() else { return Ok(None) };
        let (seats, turn_at) = (&record.seats, record.game.turn_at);
        let is_near = |vacation: &&Vacation| {
            let TimeSpan { from, until } = vacation.span;
            until > turn_at && from < until && seats.iter().any(|seat| seat.user == vacation.user)
        };
        record.vacations = state.vacations.values().filter(is_near).cloned().collect();
        let (plies, count) = (&record.plies, record.game.ply);
        if plies.len() != count as usize || plies.iter().zip(1..).any(|(ply, number)| ply.number != number) {
            let problem = format!("{} moves are stored where the game has {count}", plies.len());
            return Err(StoreError::Corrupt { table: "ply", row: format!("game {game}"), problem });
        }
        Ok(Some(record))
    }

    async fn games(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>> {
        let mut found = HashMap::new();
        for game in games {
            if let Some(record) = self.game(*game).await.transpose() {
                found.insert(*game, record);
            }
        }
        Ok(found)
    }

    async fn lines(&self, game: GameId) -> Result<Vec<ConditionalMoves>> {
        Ok(self.state().lines.get(&game).into_iter().flat_map(BTreeMap::values).cloned().collect())
    }

    async fn set_line(&self, wish: SetConditionalMoves) -> Result<bool> {
        let mut state = self.state();
        let Some(record) = state.games.get_mut(&wish.game) else { return Ok(false) };
        if (record.game.version, record.game.lines) != (wish.version, wish.lines) {
            return Ok(false);
        }
        record.game.lines += 1;
        let lines = state.lines.entry(wish.game).or_default();
        if wish.line.tree.is_empty() {
            lines.remove(&wish.line.user);
        } else {
            lines.insert(wish.line.user, wish.line);
        }
        Ok(true)
    }

    async fn games_of(&self, user: UserId, phases: &[Phase], limit: u32) -> Result<Vec<GameSummary>> {
        let state = self.state();
        let theirs = state.games.values().filter(|record| phases.contains(&record.game.phase));
        let mut found: Vec<_> = theirs.filter_map(|record| Some((record.seat_of(user)?, record))).collect();
        found.sort_by_key(|(seat, GameRecord { game, .. })| {
            let waits = match game.phase {
                Phase::Playing => game.to_move == Some(*seat),
                Phase::Offered => game.challenger != user,
                Phase::Over | Phase::Void => false,
            };
            (!waits, game.deadline_at.is_none(), game.deadline_at, -game.created_at.0, game.game_id)
        });
        let summary = |record: &GameRecord| GameSummary { game: record.game.clone(), seats: record.seats.clone() };
        Ok(found.into_iter().take(limit as usize).map(|(_, record)| summary(record)).collect())
    }

    async fn open_of(&self, user: UserId) -> Result<u32> {
        let state = self.state();
        let open = state.games.values().filter(|record| match record.game.phase {
            Phase::Playing => record.seat_of(user).is_some(),
            Phase::Offered => record.game.challenger == user,
            Phase::Over | Phase::Void => false,
        });
        Ok(open.count() as u32)
    }

    async fn offers_between(&self, from: UserId, to: UserId) -> Result<u32> {
        let state = self.state();
        let offers = state.games.values().filter(|record| {
            record.game.phase == Phase::Offered && record.game.challenger == from && record.seat_of(to).is_some()
        });
        Ok(offers.count() as u32)
    }

    async fn game_in(&self, channel: ChannelId) -> Result<Option<GameId>> {
        let state = self.state();
        let games = || state.games.values().map(|record| &record.game);
        let in_thread = games().filter(|game| game.place.thread_id == Some(channel)).max_by_key(|game| game.created_at);
        if let Some(game) = in_thread {
            return Ok(Some(game.game_id));
        }
        let mut at_home = games().filter(|game| {
            game.place.channel_id == channel && game.place.thread_id.is_none() && game.phase == Phase::Playing
        });
        Ok(at_home.next().filter(|_| at_home.next().is_none()).map(|game| game.game_id))
    }

    async fn claim_due(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<GameId>> {
        self.before("claim_due").await?;
        let due: Vec<_> = {
            let mut state = self.state();
            let due = state.alarms.iter().take_while(|(at, _)| *at <= now).take(limit as usize);
            let due: Vec<GameId> = due.map(|(_, game)| *game).collect();
            for id in &due {
                if let Some(mut record) = state.games.get(id).cloned() {
                    record.game.wake_at = Some(lease_until);
                    state.put(record);
                }
            }
            due
        };
        self.after("claim_due").await?;
        Ok(due)
    }

    async fn claim_messages(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>> {
        self.before("claim_messages").await?;
        let claimed = {
            let mut state = self.state();
            let mut last = None;
            let mut heads = Vec::new();
            for (key, waiting) in state.outbox.iter().filter(|(_, waiting)| waiting.dead.is_none()) {
                // Only the oldest message of each game: they reach the channel in order.
                let free = waiting.claimed_until.is_none_or(|until| until <= now);
                if last.replace(key.0) != Some(key.0) && waiting.available_at <= now && free {
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
                    waiting.doubts += 1;
                    waiting.message.in_doubt = waiting.doubts > 1;
                    claimed.push(waiting.message.clone());
                }
            }
            claimed
        };
        if let Some(faults) = &self.faults {
            faults.claimed(&claimed);
        }
        self.after("claim_messages").await?;
        Ok(claimed)
    }

    async fn note_posted(&self, posted: &PostedMessage) -> Result<()> {
        self.before("note_posted").await?;
        self.state().posted.insert(place(posted), posted.clone());
        self.after("note_posted").await
    }

    async fn message_sent(&self, message_id: i64, posted: Option<PostedMessage>) -> Result<()> {
        self.before("message_sent").await?;
        if let Some(posted) = posted {
            self.state().posted.insert(place(&posted), posted);
        }
        self.after("message_noted").await?;
        self.state().outbox.retain(|_, waiting| waiting.message.message_id != message_id);
        self.after("message_sent").await
    }

    async fn message_retry(&self, message: &Message, at: Timestamp, tried: SendAttempt, _problem: &str) -> Result<()> {
        self.before("message_retry").await?;
        {
            let mut state = self.state();
            let waiting = state.waiting(message.message_id);
            if let Some(waiting) = waiting.filter(|waiting| waiting.claimed_until == Some(message.lease_until)) {
                waiting.available_at = at;
                waiting.claimed_until = None;
                waiting.doubts = waiting.doubts.saturating_sub(u32::from(tried == SendAttempt::Nothing));
            }
        }
        self.after("message_retry").await
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
        let dead = |waiting: &Waiting| {
            let Message { message_id, game_id, created_at, .. } = waiting.message;
            Some(DeadMessage { message_id, game_id, created_at, reason: waiting.dead.clone()? })
        };
        let mut dead: Vec<_> = state.outbox.values().filter_map(dead).collect();
        dead.sort_by_key(|message| message.created_at);
        Ok(dead)
    }

    async fn revive_messages(&self) -> Result<usize> {
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
        let rival = self.passer_by.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(rival) = rival {
            rival.await;
        }
        let state = self.state();
        let first = (game, i64::MIN, String::new(), ChannelId(0));
        let all = state.posted.range(first..).map(|(_, posted)| posted).take_while(|posted| posted.game_id == game);
        let mut all: Vec<_> = all.cloned().collect();
        all.reverse();
        Ok(all)
    }

    async fn unpost(&self, posted: &PostedMessage) -> Result<()> {
        self.before("unpost").await?;
        self.state().posted.remove(&place(posted));
        self.after("unpost").await
    }

    async fn set_thread(&self, game: GameId, thread: Option<ChannelId>) -> Result<()> {
        self.before("set_thread").await?;
        if let Some(record) = self.state().games.get_mut(&game) {
            record.game.place.thread_id = thread;
        }
        self.after("set_thread").await
    }

    async fn player(&self, user: UserId) -> Result<Player> {
        Ok(self.state().player(user).unwrap_or_default())
    }

    async fn players(&self, users: &[UserId]) -> Result<Each<UserId, Player>> {
        let state = self.state();
        Ok(users.iter().filter_map(|user| Some((*user, Ok(state.player(*user)?)))).collect())
    }

    async fn set_locale(&self, user: UserId, locale: &str) -> Result<()> {
        self.state().players.entry(user).or_default().locale = Some(locale.to_owned());
        Ok(())
    }

    async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<bool> {
        let mut state = self.state();
        let known = state.players.entry(user).or_default();
        Ok(std::mem::replace(&mut known.dm_closed, closed) != closed)
    }

    async fn preferences(&self, user: UserId) -> Result<Preferences> {
        preferences::read("player", user.0, self.state().preferences.get(&user).map(String::as_str))
    }

    async fn set_preferences(&self, user: UserId, from: &Preferences, to: &Preferences) -> Result<bool> {
        choose("player", &mut self.state().preferences, user, user.0, from, to)
    }

    async fn guild_preferences(&self, guild: GuildId) -> Result<GuildPreferences> {
        preferences::read("guild", guild.0, self.state().guilds.get(&guild.0).map(String::as_str))
    }

    async fn set_guild_preferences(
        &self,
        guild: GuildId,
        from: &GuildPreferences,
        to: &GuildPreferences,
    ) -> Result<bool> {
        choose("guild", &mut self.state().guilds, guild.0, guild.0, from, to)
    }

    async fn guild(&self, guild: GuildId) -> Result<GuildPreferences> {
        Ok(preferences::read_or_default("guild", guild.0, self.state().guilds.get(&guild.0).map(String::as_str)))
    }

    async fn note(&self, key: &str) -> Result<Option<String>> {
        Ok(self.state().notes.get(key).cloned())
    }

    async fn set_note(&self, key: &str, value: &str) -> Result<()> {
        self.state().notes.insert(key.to_owned(), value.to_owned());
        Ok(())
    }
}

/// Has somebody choose anew, unless what stands is not `from` any more.
pub(crate) fn choose<K: Eq + Hash, T: DeserializeOwned + Serialize + Default + PartialEq>(
    table: &'static str,
    stands: &mut HashMap<K, String>,
    key: K,
    id: u64,
    from: &T,
    to: &T,
) -> Result<bool> {
    if preferences::read::<T>(table, id, stands.get(&key).map(String::as_str))? != *from {
        return Ok(false);
    }
    match preferences::written(to)? {
        Some(text) => drop(stands.insert(key, text)),
        None => drop(stands.remove(&key)),
    }
    Ok(true)
}
