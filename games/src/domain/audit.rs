//! The log of what organizers do, and who acts for a server.

use base::named::named;

use crate::domain::competition::Competition;
use crate::domain::game::GameRecord;
use crate::domain::ids::{GameId, GuildId, RequestId, Timestamp, UserId};

/// In characters.
pub const LONGEST_REASON: usize = 200;

#[derive(Debug, Clone)]
pub struct Organizer {
    pub request: RequestId,
    pub guild: GuildId,
    pub user: UserId,
    /// Untrusted input.
    pub reason: Option<String>,
}

impl Organizer {
    /// A log entry for an action that takes no side, still without its subject. For others the organizer needs the authority
    /// of somebody who holds no seat.
    pub fn entry(&self, action: AuditAction, at: Timestamp) -> AuditEntry {
        debug_assert!(!action.takes_sides(), "who holds a seat may not do this: {action}");
        let reason = self.reason.clone();
        AuditEntry { reason, ..AuditEntry::of(self.guild, self.request, Some(self.user), action, at) }
    }

    /// The reason, which decisions on games require.
    pub fn required_reason(&self) -> Result<String, OrganizerError> {
        self.reason.clone().filter(|reason| reason.chars().any(char::is_alphanumeric)).ok_or(OrganizerError::NoReason)
    }

    /// Checks that the game belongs to this server.
    pub fn check(&self, record: &GameRecord) -> Result<(), OrganizerError> {
        let is_here = record.game.place.guild_id == Some(self.guild);
        if is_here { Ok(()) } else { Err(OrganizerError::OtherServer) }
    }
}

named! {
    pub enum AuditAction, "action of an organizer" {
        Adjudicated = "adjudicated",
        Annulled = "annulled",
        Extended = "extended",
        Paused = "paused",
        Resumed = "resumed",
        AskedToReplace = "asked-to-replace",
        Replaced = "replaced",
        /// A server setting was changed.
        SetUp = "set-up",
        PresetSaved = "preset-saved",
        PresetRemoved = "preset-removed",
        LadderCreated = "ladder-created",
        LadderEdited = "ladder-edited",
        /// Its name or channel was changed.
        LadderPresented = "ladder-presented",
        LadderClosed = "ladder-closed",
        /// A season was ended, or the first one begun.
        LadderSeasonBegun = "ladder-season",
        LadderPlayerAdded = "ladder-added",
        LadderPlayerRemoved = "ladder-removed",
        LadderPlayerMoved = "ladder-moved",
        TournamentCreated = "event-created",
        TournamentPlayerAdded = "event-added",
        /// Players were added or changed with seeds or ratings.
        TournamentSeeded = "event-seeded",
        /// Before the start, for everybody who has joined.
        TournamentEdited = "event-edited",
        /// A player with a seat was moved to the waiting list.
        TournamentUnseated = "event-unseated",
        TournamentBegun = "event-begun",
        TournamentPaired = "event-paired",
        /// Two players were exchanged in the pairings of the next round.
        TournamentSwapped = "event-swapped",
        TournamentRoundClosed = "event-round-closed",
        /// With the table as it stood.
        TournamentEnded = "event-ended",
        /// An organizer wrote to all players.
        TournamentWritten = "event-written",
        TournamentPairForbidden = "event-pair-forbidden",
        TournamentPairAllowed = "event-pair-allowed",
        /// To another channel.
        TournamentMoved = "event-moved",
        TournamentCancelled = "event-cancelled",
        TournamentDecided = "event-decided",
        TournamentPlayerRemoved = "event-removed",
        TournamentSubstituted = "event-substituted",
        TournamentClosed = "event-closed",
        TournamentReopened = "event-reopened",
        /// The host took a game out of the ratings.
        RatingAnnulled = "rating-annulled",
        /// The host counted it again.
        RatingRestored = "rating-restored",
        /// An organizer announced an action on games in which they hold a seat.
        Announced = "announced",
        /// An organizer stopped an announced action.
        Stopped = "stopped",
    }
}

impl AuditAction {
    /// Whether the action may favor or harm a player. Actions that affect everybody alike do not.
    pub const fn takes_sides(self) -> bool {
        match self {
            Self::Adjudicated
            | Self::Annulled
            | Self::Extended
            | Self::Paused
            | Self::Resumed
            | Self::AskedToReplace
            | Self::LadderEdited
            | Self::LadderClosed
            | Self::LadderSeasonBegun
            | Self::LadderPlayerRemoved
            | Self::LadderPlayerMoved
            | Self::TournamentSeeded
            | Self::TournamentUnseated
            | Self::TournamentPairForbidden
            | Self::TournamentPairAllowed
            | Self::TournamentCancelled
            | Self::TournamentEnded
            | Self::TournamentRoundClosed
            | Self::TournamentSwapped
            | Self::TournamentDecided
            | Self::TournamentPlayerRemoved
            | Self::TournamentSubstituted => true,
            // Names, channels and server settings.
            Self::SetUp
            | Self::PresetSaved
            | Self::PresetRemoved
            | Self::LadderPresented
            // Nobody plays yet, and players who joined can leave.
            | Self::LadderCreated
            | Self::TournamentCreated
            | Self::TournamentEdited
            // Everybody or nobody can join; pairings are computed.
            | Self::LadderPlayerAdded
            | Self::TournamentPlayerAdded
            | Self::TournamentClosed
            | Self::TournamentReopened
            | Self::TournamentBegun
            | Self::TournamentPaired
            | Self::TournamentWritten
            | Self::TournamentMoved
            // Done by the replacement player or the host, or part of the announcement rule itself.
            | Self::Replaced
            | Self::RatingAnnulled
            | Self::RatingRestored
            | Self::Announced
            | Self::Stopped => false,
        }
    }
}

/// An entry of a server's audit log; at most one per request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub guild: GuildId,
    pub request: RequestId,
    pub at: Timestamp,
    /// `None`: the host.
    pub actor: Option<UserId>,
    pub action: AuditAction,
    pub game: Option<GameId>,
    pub competition: Option<Competition>,
    pub player: Option<UserId>,
    /// Details that the action does not state.
    pub detail: Option<String>,
    /// Untrusted input.
    pub reason: Option<String>,
}

impl AuditEntry {
    pub const fn of(
        guild: GuildId,
        request: RequestId,
        actor: Option<UserId>,
        action: AuditAction,
        at: Timestamp,
    ) -> Self {
        Self {
            guild,
            request,
            at,
            actor,
            action,
            game: None,
            competition: None,
            player: None,
            detail: None,
            reason: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrganizerError {
    OtherServer,
    /// The organizer holds a seat; this other organizer does not.
    OwnSeat(UserId),
    /// The organizer holds a seat and no other organizer is known: the action must be announced first.
    Unannounced(Box<AuditEntry>),
    /// The action was announced and is possible from this instant on.
    Announced(Timestamp),
    /// The server has no games that can be decided.
    NoGames,
    /// No game of the competition qualifies.
    NoGamesOfAll,
    GameOrCompetition,
    /// Exactly one of a winner and a draw must be given.
    NoWinner,
    NotInGame(UserId),
    /// The extension is zero or longer than this many days.
    BadExtension(u32),
    NoReason,
    /// The confirmation came too late.
    Expired,
    /// An organizer has paused the game until this instant.
    Paused(Timestamp),
    Annulled,
    DecidedBy(UserId),
    /// This person already plays in the game or is the organizer.
    CannotReplace(UserId),
    /// The competition counts the game for its original players.
    CompetitionGame(Competition),
    NotAsked,
}
