//! What organizers of a server decide, and the log of it.

use crate::domain::competition::Competition;
use crate::domain::game::GameRecord;
use crate::domain::ids::{GameId, GuildId, LadderId, RequestId, Timestamp, UserId};
use crate::domain::named::named;

/// Longest reason of an organizer, in characters.
pub const LONGEST_REASON: usize = 200;

/// Somebody who does something for a server.
#[derive(Debug, Clone)]
pub struct Organizer {
    pub request: RequestId,
    pub guild: GuildId,
    pub user: UserId,
    /// A stranger's text.
    pub reason: Option<String>,
}

impl Organizer {
    /// The entry of the log; what it is about is still missing.
    pub fn entry(&self, action: AuditAction, at: Timestamp) -> AuditEntry {
        let reason = self.reason.clone();
        AuditEntry { reason, ..AuditEntry::of(self.guild, self.request, Some(self.user), action, at) }
    }

    /// Why it is done: those who decide on games have to say it.
    pub fn required_reason(&self) -> Result<String, OrganizerError> {
        self.reason.clone().filter(|reason| reason.chars().any(char::is_alphanumeric)).ok_or(OrganizerError::NoReason)
    }

    /// Organizers decide on games of their server in which they do not play.
    pub fn check(&self, record: &GameRecord) -> Result<(), OrganizerError> {
        if record.game.place.guild_id != Some(self.guild) {
            return Err(OrganizerError::OtherServer);
        }
        if record.seat_of(self.user).is_some() { Err(OrganizerError::OwnGame) } else { Ok(()) }
    }
}

named! {
    /// What an organizer, or the host, has done in a server.
    pub enum AuditAction, "action of an organizer" {
        /// The result of a game was decided.
        Adjudicated = "adjudicated",
        Annulled = "annulled",
        Extended = "extended",
        Paused = "paused",
        Resumed = "resumed",
        AskedToReplace = "asked-to-replace",
        Replaced = "replaced",
        /// A choice of the server was changed.
        SetUp = "set-up",
        PresetSaved = "preset-saved",
        PresetRemoved = "preset-removed",
        LadderCreated = "ladder-created",
        LadderEdited = "ladder-edited",
        LadderClosed = "ladder-closed",
        /// A season was ended, or the first one begun.
        LadderSeasonBegun = "ladder-season",
        LadderPlayerAdded = "ladder-added",
        LadderPlayerRemoved = "ladder-removed",
        LadderPlayerMoved = "ladder-moved",
        TournamentCreated = "event-created",
        TournamentEdited = "event-edited",
        TournamentBegun = "event-begun",
        TournamentPaired = "event-paired",
        TournamentPairForbidden = "event-pair-forbidden",
        TournamentPairAllowed = "event-pair-allowed",
        TournamentCancelled = "event-cancelled",
        TournamentDecided = "event-decided",
        TournamentPlayerRemoved = "event-removed",
        TournamentSubstituted = "event-substituted",
        TournamentClosed = "event-closed",
        TournamentReopened = "event-reopened",
        /// The host took a game out of the ratings.
        RatingAnnulled = "rating-annulled",
        /// The host put it back.
        RatingRestored = "rating-restored",
    }
}

/// An entry of the log of a server. A request makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub guild: GuildId,
    pub request: RequestId,
    pub at: Timestamp,
    /// Who did it; `None`: the host.
    pub actor: Option<UserId>,
    pub action: AuditAction,
    pub game: Option<GameId>,
    pub competition: Option<Competition>,
    pub player: Option<UserId>,
    /// What exactly, where the action does not say it all.
    pub detail: Option<String>,
    /// A stranger's text.
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

/// How an organizer ends a game. Nobody can undo it, so the organizer is asked first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// This player wins, with their team.
    Win(UserId),
    Draw,
    Annul,
}

impl std::fmt::Display for Decision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Win(user) => write!(f, "win {}", user.0),
            Self::Draw => f.write_str("draw"),
            Self::Annul => f.write_str("annul"),
        }
    }
}

impl std::str::FromStr for Decision {
    type Err = crate::domain::named::UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let win = || text.strip_prefix("win ").and_then(|user| user.parse().ok()).map(|user| Self::Win(UserId(user)));
        match text {
            "draw" => Ok(Self::Draw),
            "annul" => Ok(Self::Annul),
            _ => win().ok_or_else(|| Self::Err { kind: "decision", name: text.to_owned() }),
        }
    }
}

/// What an organizer does to all games of a competition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionForAll {
    Pause {
        days: u32,
    },
    Extend {
        minutes: u32,
    },
    /// What organizers have paused goes on.
    Resume,
}

impl std::fmt::Display for DecisionForAll {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pause { days } => write!(f, "pause {days} d"),
            Self::Extend { minutes } => write!(f, "extend {minutes} min"),
            Self::Resume => f.write_str("resume"),
        }
    }
}

impl std::str::FromStr for DecisionForAll {
    type Err = crate::domain::named::UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || Self::Err { kind: "decision for all games", name: text.to_owned() };
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["pause", days, "d"] => days.parse().map(|days| Self::Pause { days }).map_err(|_| unknown()),
            ["extend", minutes, "min"] => {
                minutes.parse().map(|minutes| Self::Extend { minutes }).map_err(|_| unknown())
            }
            ["resume"] => Ok(Self::Resume),
            _ => Err(unknown()),
        }
    }
}

/// What an organizer is asked to confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionAbout {
    Game {
        game: GameId,
        /// The version of the game that the organizer was shown.
        version: i64,
        decision: Decision,
    },
    /// Taking a player out of a competition.
    Removal { competition: Competition, player: UserId },
    /// Ending the season of a ladder that has this number; 0: beginning the first one.
    Season { ladder: LadderId, number: u32 },
    /// All games of a competition that are played.
    AllGames { competition: Competition, decision: DecisionForAll },
}

/// A decision that its organizer has not confirmed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizerQuestion {
    /// The command that asked for it: what its buttons name.
    pub request: RequestId,
    pub guild: GuildId,
    pub actor: UserId,
    pub about: QuestionAbout,
    /// A stranger's text; may be empty where none is needed.
    pub reason: String,
    pub at: Timestamp,
}

/// Why an organizer is refused, or what an organizer has decided stands against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrganizerError {
    OtherServer,
    /// Nobody decides on their own games.
    OwnGame,
    /// The server has no games to decide on.
    NoGames,
    /// No game of the competition is one that it could be done to.
    NoGamesOfAll,
    GameOrCompetition,
    /// Nobody is named as the winner, or a draw as well.
    NoWinner,
    /// The winner plays in another game.
    NotInGame(UserId),
    /// An extension of nothing, or of more than so many days.
    BadExtension(u32),
    NoReason,
    /// The question was asked too long ago.
    Expired,
    /// An organizer has paused the game until then.
    Paused(Timestamp),
    Annulled,
    /// This person plays in the game already, or is the organizer.
    CannotReplace(UserId),
    /// This competition counts the game for its players.
    CompetitionGame(Competition),
    NotAsked,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_reads_back_as_itself() {
        for decision in [Decision::Win(UserId(u64::MAX)), Decision::Draw, Decision::Annul] {
            assert_eq!(decision.to_string().parse(), Ok(decision));
        }
        for text in ["", "win", "win x", "lose 1"] {
            assert!(text.parse::<Decision>().is_err(), "{text}");
        }
        let all =
            [DecisionForAll::Pause { days: 7 }, DecisionForAll::Extend { minutes: u32::MAX }, DecisionForAll::Resume];
        for decision in all {
            assert_eq!(decision.to_string().parse(), Ok(decision));
        }
        for text in ["", "pause", "pause x d", "extend 7 d", "resume 1"] {
            assert!(text.parse::<DecisionForAll>().is_err(), "{text}");
        }
    }
}
