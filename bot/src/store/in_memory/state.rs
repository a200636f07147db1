//! Contents of the in-memory store, and how a commit changes them: all checks of the database come before any change.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::domain::clubs::ladder::stored::{LadderGame, RecordedChange, RecordedEvent, StoredLadder};
use crate::domain::{
    Action, AuditEntry, Challenge, ChannelId, ConditionalMoves, Deletion, EndReason, Game, GameId, GameRecord, GuildId,
    LadderId, MASS_TIME_OUT_MS, OrganizerQuestion, Outage, Phase, Player, RequestId, Timestamp, UserId, Vacation,
    Watch,
};
use crate::store::clubs::digest::LadderDigest;
use crate::store::clubs::leader_role::LeaderRole;
use crate::store::commit::Commit;
use crate::store::error::{CommitError, StoreError};
use crate::store::in_memory::clubs::rating::RatingState;
use crate::store::in_memory::clubs::statistics::StatisticsState;
use crate::store::json;
use crate::store::outbox::{Message, PostedMessage};
use crate::store::people::reminder::ReminderMessage;

#[derive(Default)]
pub(crate) struct State {
    pub(crate) games: BTreeMap<GameId, GameRecord>,
    /// Alarms in order: finding due games costs what is due, as in a database.
    pub(crate) alarms: BTreeSet<(Timestamp, GameId)>,
    /// With the game, the version and the action of each request.
    pub(crate) requests: HashMap<RequestId, (GameId, i64, Action)>,
    /// In sending order of each game.
    pub(crate) outbox: BTreeMap<(GameId, i64, usize), OutboxRow>,
    /// The number of the newest message.
    pub(crate) last_message: i64,
    pub(crate) posted: BTreeMap<(GameId, i64, String, ChannelId), PostedMessage>,
    pub(crate) players: HashMap<UserId, Player>,
    pub(crate) digests: HashMap<UserId, Timestamp>,
    pub(crate) reminder_messages: HashMap<UserId, ReminderMessage>,
    /// JSON, as in a database.
    pub(crate) preferences: HashMap<UserId, String>,
    pub(crate) guilds: HashMap<u64, String>,
    pub(crate) notes: HashMap<String, String>,
    pub(crate) conditional_moves: BTreeMap<GameId, BTreeMap<UserId, ConditionalMoves>>,
    /// When each finished game ended, and whether its loss on time is excused.
    pub(crate) ends: HashMap<GameId, (Timestamp, bool)>,
    /// Last loss on time of each player that counts.
    pub(crate) timed_out: HashMap<UserId, Timestamp>,
    pub(crate) heartbeat: Option<Timestamp>,
    /// With whether all clocks were corrected.
    pub(crate) outages: Vec<(Outage, bool)>,
    pub(crate) vacations: BTreeMap<(UserId, u32), Vacation>,
    pub(crate) ratings: RatingState,
    pub(crate) audit: BTreeMap<(GuildId, RequestId), AuditEntry>,
    pub(crate) ladder_digests: BTreeMap<GuildId, LadderDigest>,
    pub(crate) leader_roles: BTreeMap<LadderId, LeaderRole>,
    pub(crate) questions: HashMap<RequestId, OrganizerQuestion>,
    pub(crate) statistics: StatisticsState,
    pub(crate) watches: BTreeMap<(GameId, UserId), Watch>,
    /// With the instant at which each is looked at next.
    pub(crate) deletions: BTreeMap<UserId, (Deletion, Timestamp)>,
    pub(crate) ladders: BTreeMap<LadderId, LadderState>,
    pub(crate) ladder_games: BTreeMap<GameId, LadderGame>,
}

/// A ladder with everything that is written down of it.
pub(crate) struct LadderState {
    pub(crate) stored: StoredLadder,
    pub(crate) events: Vec<RecordedEvent>,
    pub(crate) changes: Vec<RecordedChange>,
    /// Orders of the players, by the number of the last change before them.
    pub(crate) orders: BTreeMap<i64, Vec<UserId>>,
    /// Name, and the vacation that the ladder knows of.
    pub(crate) players: BTreeMap<UserId, (String, Option<Timestamp>)>,
}

/// A message of the outbox.
pub(crate) struct OutboxRow {
    pub(crate) message: Message,
    pub(crate) available_at: Timestamp,
    pub(crate) claimed_until: Option<Timestamp>,
    pub(crate) unknown_outcomes: u32,
    pub(crate) dead: Option<String>,
}

impl State {
    /// `None` when nothing is stored.
    pub(crate) fn player(&self, user: UserId) -> Option<Player> {
        let (known, chosen) = (self.players.get(&user), self.preferences.get(&user));
        if known.is_none() && chosen.is_none() {
            return None;
        }
        let preferences = json::read_or_default("player", user.0, chosen.map(String::as_str));
        Some(Player { preferences, ..known.cloned().unwrap_or_default() })
    }

    pub(crate) fn put(&mut self, record: GameRecord) {
        let id = record.game.game_id;
        let wake = record.game.turn.wake_at;
        self.alarms.extend(wake.map(|at| (at, id)));
        if let Some(before) = self.games.insert(id, record).and_then(|before| before.game.turn.wake_at)
            && Some(before) != wake
        {
            self.alarms.remove(&(before, id));
        }
    }

    pub(crate) fn write(&mut self, commit: Commit, new: bool) -> Result<(), CommitError> {
        if self.requests.contains_key(&commit.request) {
            return Err(CommitError::Duplicate);
        }
        let Commit {
            game, request, action, seats, keep, plies, conditional_moves, notices, reminded, audit, now, ..
        } = commit;
        let (id, version) = (game.game_id, game.version);
        let stored = self.games.get(&id);
        let mut record = match stored {
            Some(_) if new => return Err(failed(format!("game {id} exists")).into()),
            None if new && self.is_seek_number_taken(&game) => return Err(CommitError::Stale),
            None if new => GameRecord { game, seats: Vec::new(), plies: Vec::new(), vacations: Vec::new() },
            Some(stored)
                if stored.game.version + 1 == version
                    && stored.game.conditional_moves_version == game.conditional_moves_version =>
            {
                GameRecord {
                    // Its place and its origin are not part of the version.
                    game: Game {
                        number: stored.game.number,
                        place: stored.game.place,
                        challenge: Challenge {
                            has_random_colors: game.challenge.has_random_colors,
                            ..stored.game.challenge
                        },
                        ..game
                    },
                    seats: stored.seats.clone(),
                    plies: stored.plies.clone(),
                    vacations: Vec::new(),
                }
            }
            _ => return Err(CommitError::Stale),
        };
        if action == Action::Accept && record.game.phase == Phase::Playing && record.game.number.is_none() {
            record.game.number = Some(self.last_number(record.game.place.guild_id) + 1);
        }
        if let Some(seats) = seats {
            record.seats = seats;
            record.seats.sort_by_key(|seat| seat.seat);
        }
        if let Some(keep) = keep {
            record.plies.retain(|ply| ply.number <= keep);
        }
        for ply in plies {
            if record.plies.iter().any(|other| other.number == ply.number) {
                return Err(failed(format!("game {id} has a move {} already", ply.number)).into());
            }
            record.plies.push(ply);
        }
        if record.game.phase == Phase::Over && !self.ends.contains_key(&id) {
            let loser = record.game.loser().filter(|_| record.game.end_reason() == Some(EndReason::Time));
            let loser = loser.and_then(|loser| record.at(loser)).map(|seat| seat.user);
            let last = loser.and_then(|loser| self.timed_out.get(&loser).copied());
            let excused = last.is_some_and(|last| last > now.plus(-MASS_TIME_OUT_MS));
            if let Some(loser) = loser.filter(|_| !excused) {
                self.timed_out.insert(loser, now);
            }
            self.ends.insert(id, (now, excused));
        }
        if let Some(conditional_moves) = conditional_moves {
            if !conditional_moves.is_empty() {
                record.game.conditional_moves_version = record.game.conditional_moves_version.max(1);
            }
            self.conditional_moves.insert(id, conditional_moves.into_iter().map(|line| (line.user, line)).collect());
        }
        if let Some(user) = reminded {
            self.players.entry(user).or_default().silent_since.get_or_insert(now);
        }
        if let Some(entry) = audit {
            self.add_audit(entry);
        }
        self.put(record);
        self.requests.insert(request, (id, version, action));
        for (seq, notice) in notices.into_iter().enumerate() {
            self.last_message += 1;
            let message_id = self.last_message;
            let available_at = notice.due_at(now);
            let message = Message {
                message_id,
                game_id: id,
                version,
                notice,
                attempts: 0,
                may_be_posted: false,
                created_at: available_at,
                lease_until: now,
            };
            let waiting = OutboxRow { message, available_at, claimed_until: None, unknown_outcomes: 0, dead: None };
            self.outbox.insert((id, version, seq), waiting);
        }
        Ok(())
    }

    /// The number of the newest game of a server, or of direct messages.
    fn last_number(&self, guild: Option<GuildId>) -> u32 {
        let there = self.games.values().filter(|record| record.game.place.guild_id == guild);
        there.filter_map(|record| record.game.number).max().unwrap_or(0)
    }

    /// Whether the server of an open challenge has another one of this number.
    fn is_seek_number_taken(&self, game: &Game) -> bool {
        let number = |game: &Game| game.challenge.seek.map(|seek| (game.place.guild_id, seek.number));
        game.is_seek() && self.games.values().any(|other| number(&other.game) == number(game))
    }

    pub(crate) fn waiting(&mut self, message_id: i64) -> Option<&mut OutboxRow> {
        self.outbox.values_mut().find(|waiting| waiting.message.message_id == message_id)
    }
}

/// Primary key of a posted message.
pub(crate) fn posted_key(posted: &PostedMessage) -> (GameId, i64, String, ChannelId) {
    (posted.game_id, posted.version, posted.kind.as_str().to_owned(), posted.channel_id)
}

/// An error that a database would return.
pub(crate) fn failed(problem: String) -> StoreError {
    StoreError::Database { problem, transient: false }
}
