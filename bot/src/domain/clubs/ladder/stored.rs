//! A ladder as it is kept: what a server has chosen for it, and what is written down of its events, changes and games.

use crate::domain::clubs::ladder::Ladder;
use crate::domain::clubs::ladder::event::{LadderChange, LadderEvent};
use crate::domain::clubs::ladder::rules::{LadderRules, RulePreset};
use crate::domain::clubs::organizer::AuditEntry;
use crate::domain::competition::PhaseChange;
use crate::domain::ids::{GameId, GuildId, LadderId, Timestamp, UserId};
use crate::domain::named::named;
use crate::domain::notice::Notice;
use crate::domain::time_off::TimeSpan;

/// A ladder of a server, without its table.
#[derive(Debug, Clone, PartialEq)]
pub struct LadderHead {
    pub ladder_id: LadderId,
    pub guild_id: GuildId,
    /// A stranger's text. Of the open ladders of a server no two have the same.
    pub name: String,
    pub preset: RulePreset,
    pub rules: LadderRules,
    /// What is played: a setup line, and a time control.
    pub setup: String,
    pub time_control: String,
    /// Counts writes; a write names the version on which it was decided.
    pub version: i64,
    /// So many so far.
    pub events: i64,
    pub changes: i64,
    /// Everything that happens without anybody doing anything has taken effect up to this instant.
    pub advanced_at: Timestamp,
    /// When something happens next without anybody doing anything.
    pub next_timer_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct StoredLadder {
    pub head: LadderHead,
    pub ladder: Ladder,
}

/// An event as it is kept: the events are the truth.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedEvent {
    /// 1 is the first one of the ladder.
    pub sequence: i64,
    pub event: LadderEvent,
    /// The player or organizer who did it; `None` for what a game or the time did.
    pub actor: Option<UserId>,
    /// What an organizer says about it.
    pub note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedChange {
    /// 1 is the first one of the ladder.
    pub number: i64,
    pub change: LadderChange,
    pub at: Timestamp,
    pub game: Option<GameId>,
    /// What an organizer says about it.
    pub note: Option<String>,
}

named! {
    /// How a game on a ladder ended for a player.
    pub enum LadderResult, "result of a ladder game" {
        Won = "won",
        Lost = "lost",
        Drawn = "drawn",
    }
}

/// A game that a ladder has counted, also one that was never played: declining may lose it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedGame {
    pub game: GameId,
    pub challenger: UserId,
    pub defender: UserId,
    /// For the challenger; `None`: it was annulled.
    pub result: Option<LadderResult>,
    pub ended_at: Timestamp,
}

/// A season that is over, as it was at its end: what is annulled later does not change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedSeason {
    /// 1 is the first one of the ladder.
    pub number: u32,
    pub span: TimeSpan,
    /// The number of the last change of the ladder before its end.
    pub changes: i64,
    /// The final table, from the top.
    pub standings: Vec<UserId>,
}

/// Everything that changes in one step of one ladder.
#[derive(Debug, Clone, PartialEq)]
pub struct LadderWrite {
    /// The ladder after it; its `version` is the expected one plus one.
    pub head: LadderHead,
    pub ladder: Ladder,
    pub events: Vec<RecordedEvent>,
    pub changes: Vec<RecordedChange>,
    /// Names of players, as they were last seen.
    pub names: Vec<(UserId, String)>,
    /// Vacations that the ladder knows of from now on: until when.
    pub vacations: Vec<(UserId, Option<Timestamp>)>,
    /// Games that it counts, or counts no more.
    pub counted: Vec<CountedGame>,
    /// Seasons that have ended, in order.
    pub ended_seasons: Vec<EndedSeason>,
    /// What has become of its games, and is taken in with this step.
    pub taken_in: Vec<PhaseChange>,
    /// Messages to the players of games.
    pub messages: Vec<LadderMessage>,
    /// What an organizer has done, for the log of the server.
    pub audit: Option<AuditEntry>,
    /// The table is not the last one with these events applied: a game was annulled that it had counted.
    pub is_replayed: bool,
}

impl LadderWrite {
    /// A step that changes nothing yet.
    pub fn of(stored: StoredLadder) -> Self {
        Self {
            head: stored.head,
            ladder: stored.ladder,
            events: Vec::new(),
            changes: Vec::new(),
            names: Vec::new(),
            vacations: Vec::new(),
            counted: Vec::new(),
            ended_seasons: Vec::new(),
            taken_in: Vec::new(),
            messages: Vec::new(),
            audit: None,
            is_replayed: false,
        }
    }
}

/// A message to the players of a game: what it has changed on the ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderMessage {
    pub game: GameId,
    pub notice: Notice,
}

/// Which changes of places are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChangeFilter {
    pub player: Option<UserId>,
    pub after: Option<Timestamp>,
    /// Only those with a number above this one, up to that one.
    pub above: Option<i64>,
    pub up_to: Option<i64>,
    /// Leave out so many of the newest.
    pub skip: u32,
    /// At most so many, the newest.
    pub limit: u32,
}
