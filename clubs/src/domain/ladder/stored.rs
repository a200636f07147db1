//! A stored ladder: its settings, events, changes and games.

use base::named::named;
use games::domain::audit::AuditEntry;
use games::domain::competition::PhaseChange;
use games::domain::ids::{GameId, GuildId, LadderId, Timestamp, UserId};
use games::domain::notice::Notice;
use games::domain::time_off::TimeSpan;

use crate::domain::ladder::Ladder;
use crate::domain::ladder::event::{LadderChange, LadderEvent};
use crate::domain::ladder::rules::{LadderRules, RulePreset};

/// A ladder of a server, without its table.
#[derive(Debug, Clone, PartialEq)]
pub struct LadderHead {
    pub ladder_id: LadderId,
    pub guild_id: GuildId,
    /// Untrusted input; unique among the open ladders of a server.
    pub name: String,
    pub preset: RulePreset,
    pub rules: LadderRules,
    /// The setup line and time control of its games.
    pub setup: String,
    pub time_control: String,
    /// Incremented by each write; a write names the version it is based on.
    pub version: i64,
    /// Numbers of recorded events and changes.
    pub events: i64,
    pub changes: i64,
    /// Timers have fired up to and including this instant.
    pub advanced_at: Timestamp,
    pub closed_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct StoredLadder {
    pub head: LadderHead,
    pub ladder: Ladder,
}

/// A recorded event. Events are the source of truth.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedEvent {
    /// 1 is the ladder's first event.
    pub sequence: i64,
    pub event: LadderEvent,
    /// The player or organizer who acted; `None` for the effect of a game or a timer.
    pub actor: Option<UserId>,
    /// An organizer's explanation.
    pub note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedChange {
    /// 1 is the ladder's first change.
    pub number: i64,
    pub change: LadderChange,
    pub at: Timestamp,
    pub game: Option<GameId>,
    pub note: Option<String>,
}

named! {
    /// The result of a ladder game for one player.
    pub enum LadderResult, "result of a ladder game" {
        Won = "won",
        Lost = "lost",
        Drawn = "drawn",
    }
}

/// A game that a ladder has counted, even if it was never played, because declining may lose it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedGame {
    pub game: GameId,
    pub challenger: UserId,
    pub defender: UserId,
    /// The challenger's result; `None` if annulled.
    pub result: Option<LadderResult>,
    pub ended_at: Timestamp,
}

/// A finished season as it was at its end; later annulments do not change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedSeason {
    pub number: u32,
    pub span: TimeSpan,
    /// Number of the ladder's last change before the end.
    pub changes: i64,
    /// The final table, from the top.
    pub standings: Vec<UserId>,
}

/// All writes of one step of a ladder.
#[derive(Debug, Clone, PartialEq)]
pub struct LadderWrite {
    /// The ladder after the step; its `version` is the expected one plus one.
    pub head: LadderHead,
    pub ladder: Ladder,
    pub events: Vec<RecordedEvent>,
    pub changes: Vec<RecordedChange>,
    /// Player names as last seen.
    pub names: Vec<(UserId, String)>,
    /// Ends of vacations that the ladder counts from now on.
    pub vacations: Vec<(UserId, Option<Timestamp>)>,
    /// Games newly counted or annulled.
    pub counted: Vec<CountedGame>,
    pub ended_seasons: Vec<EndedSeason>,
    /// Phase changes of its games that this step processes.
    pub taken_in: Vec<PhaseChange>,
    pub messages: Vec<LadderMessage>,
    pub audit: Option<AuditEntry>,
    /// The table was replayed because a counted game was annulled, so it is not the previous one plus these events.
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

/// Tells the players of a game what it changed on the ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderMessage {
    pub game: GameId,
    pub notice: Notice,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChangeFilter {
    pub player: Option<UserId>,
    pub after: Option<Timestamp>,
    /// Only numbers above `above`, up to and including `up_to`.
    pub above: Option<i64>,
    pub up_to: Option<i64>,
    /// Number of newest changes to skip.
    pub skip: u32,
    /// Maximum number of changes; the newest are kept.
    pub limit: u32,
}
