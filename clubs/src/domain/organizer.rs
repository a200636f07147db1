//! Decisions of a server's organizers, and what one of them may decide who also plays.

use games::domain::audit::{AuditAction, AuditEntry, Organizer, OrganizerError};
use games::domain::competition::Competition;
use games::domain::ids::{GameId, GuildId, LadderId, RequestId, Timestamp, UserId};
use games::domain::time_control::pace::DAY_MS;

#[derive(Debug, Default)]
pub struct Subject {
    pub game: Option<GameId>,
    pub competition: Option<Competition>,
    pub player: Option<UserId>,
    pub detail: Option<String>,
}

/// The rights of an organizer who may also hold a seat. Actions that take sides are left to another organizer. If no
/// other organizer is known, the action is announced a day before, and any organizer can stop it until it is done.
#[derive(Debug)]
pub struct Authority {
    by: Organizer,
    /// Log entries of the last [`KNOWN_FOR_MS`], newest first.
    log: Vec<AuditEntry>,
}

/// A person who acted as organizer within this time counts as one. Only Discord knows the organizers, and tells the
/// bot only with a command.
pub const KNOWN_FOR_MS: i64 = 30 * DAY_MS;

/// An announced action becomes possible after [`ANNOUNCED_FOR_MS`], and stays so for [`ANNOUNCEMENT_HOLDS_MS`].
pub const ANNOUNCED_FOR_MS: i64 = DAY_MS;
pub const ANNOUNCEMENT_HOLDS_MS: i64 = 7 * DAY_MS;

impl Authority {
    pub const fn new(by: Organizer, log: Vec<AuditEntry>) -> Self {
        Self { by, log }
    }

    /// The log entry for an action. `seats` lists the players of what it changes, before the change.
    ///
    /// # Errors
    /// If the action takes sides and the organizer is among them.
    pub fn entry(
        &self,
        action: AuditAction,
        seats: &[UserId],
        subject: Subject,
        at: Timestamp,
    ) -> Result<AuditEntry, OrganizerError> {
        let Subject { game, competition, player, detail } = subject;
        let Organizer { request, guild, user, reason } = self.by.clone();
        let base = AuditEntry::of(guild, request, Some(user), action, at);
        let entry = AuditEntry { game, competition, player, detail, reason, ..base };
        if action.takes_sides() && seats.contains(&user) && !self.has_done(&entry) {
            self.check_own_seat(&entry, seats)?;
        }
        Ok(entry)
    }

    /// Whether another process has carried out the same command.
    fn has_done(&self, entry: &AuditEntry) -> bool {
        self.log.iter().any(|past| (past.request, past.action) == (entry.request, entry.action))
    }

    fn check_own_seat(&self, entry: &AuditEntry, seats: &[UserId]) -> Result<(), OrganizerError> {
        // A replacement player was invited by an organizer, and is not one.
        let acts = self.log.iter().filter(|past| past.action != AuditAction::Replaced);
        let mut others = acts.filter_map(|past| past.actor).filter(|actor| !actor.is_deleted());
        if let Some(other) = others.find(|actor| *actor != self.by.user && !seats.contains(actor)) {
            return Err(OrganizerError::OwnSeat(other));
        }
        let announcement = announce(entry.clone());
        let mut announcements = open_announcements(&self.log);
        let since =
            announcements.find(|past| past.actor == entry.actor && is_same(past, &announcement)).map(|it| it.at);
        let possible_at = since.map(|at| at.plus(ANNOUNCED_FOR_MS));
        match possible_at.filter(|possible_at| entry.at.since(*possible_at) <= ANNOUNCEMENT_HOLDS_MS) {
            Some(possible_at) if possible_at > entry.at => Err(OrganizerError::Announced(possible_at)),
            Some(_) => Ok(()),
            None => {
                self.by.required_reason()?;
                Err(OrganizerError::Unannounced(Box::new(announcement)))
            }
        }
    }
}

/// Announcements in a log, newest first, that were neither stopped nor carried out.
pub fn open_announcements(log: &[AuditEntry]) -> impl Iterator<Item = &AuditEntry> {
    let announcements = log.iter().enumerate().filter(|(_, entry)| entry.action == AuditAction::Announced);
    announcements.filter(|(newer, entry)| !log[..*newer].iter().any(|later| ends(later, entry))).map(|(_, entry)| entry)
}

/// The announcement of an action. Its detail begins with the name of the action.
fn announce(entry: AuditEntry) -> AuditEntry {
    let lines = [Some(entry.action.to_string()), entry.detail];
    let detail = Some(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"));
    AuditEntry { action: AuditAction::Announced, detail, ..entry }
}

fn is_same(one: &AuditEntry, other: &AuditEntry) -> bool {
    is_about_same(one, other) && one.detail == other.detail
}

fn is_about_same(one: &AuditEntry, other: &AuditEntry) -> bool {
    (one.game, one.competition, one.player) == (other.game, other.competition, other.player)
}

/// Whether an entry stops or carries out an announcement.
fn ends(entry: &AuditEntry, announcement: &AuditEntry) -> bool {
    if entry.action == AuditAction::Stopped {
        return is_same(entry, announcement);
    }
    let detail = announcement.detail.as_deref().unwrap_or_default();
    // The detail of an action on many games ends with their number, so only its beginning is compared.
    let is_done = || announce(entry.clone()).detail.is_some_and(|text| text.starts_with(detail));
    entry.actor == announcement.actor && is_about_same(entry, announcement) && is_done()
}

/// A decision of an organizer that ends a game. It cannot be undone, so the organizer has to confirm it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// This player and their team win.
    Win(UserId),
    Draw,
    Annul,
    /// Annul it because of this player: in a tournament, the opponent gets the point.
    AnnulAgainst(UserId),
}

impl Decision {
    pub const fn is_annulment(self) -> bool {
        matches!(self, Self::Annul | Self::AnnulAgainst(_))
    }
}

impl std::fmt::Display for Decision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Win(user) => write!(f, "win {}", user.0),
            Self::Draw => f.write_str("draw"),
            Self::Annul => f.write_str("annul"),
            Self::AnnulAgainst(user) => write!(f, "annul {}", user.0),
        }
    }
}

impl std::str::FromStr for Decision {
    type Err = base::named::UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || Self::Err { kind: "decision", name: text.to_owned() };
        match text.split_once(' ') {
            None if text == "draw" => Ok(Self::Draw),
            None if text == "annul" => Ok(Self::Annul),
            Some(("win", user)) => user.parse().map(|user| Self::Win(UserId(user))).map_err(|_| unknown()),
            Some(("annul", user)) => user.parse().map(|user| Self::AnnulAgainst(UserId(user))).map_err(|_| unknown()),
            _ => Err(unknown()),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionForAll {
    Pause {
        days: u32,
    },
    Extend {
        minutes: u32,
    },
    /// Resumes the games that organizers have paused.
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
    type Err = base::named::UnknownName;

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

/// The action that an organizer has to confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionAbout {
    Game {
        game: GameId,
        /// The version of the game shown to the organizer.
        version: i64,
        decision: Decision,
    },
    Removal {
        competition: Competition,
        player: UserId,
    },
    /// Ends the ladder season with this number; 0 begins the first one.
    Season {
        ladder: LadderId,
        number: u32,
    },
    AllGames {
        competition: Competition,
        decision: DecisionForAll,
    },
}

/// A decision that its organizer has not confirmed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizerQuestion {
    /// The command that asked the question; its buttons carry this id.
    pub request: RequestId,
    pub guild: GuildId,
    pub actor: UserId,
    pub about: QuestionAbout,
    /// Untrusted input; may be empty where no reason is required.
    pub reason: String,
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_reads_back_as_itself() {
        let named = [Decision::Win(UserId(u64::MAX)), Decision::AnnulAgainst(UserId(7))];
        for decision in named.into_iter().chain([Decision::Draw, Decision::Annul]) {
            assert_eq!(decision.to_string().parse(), Ok(decision));
        }
        for text in ["", "win", "win x", "annul x", "lose 1"] {
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
