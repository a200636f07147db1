//! What organizers of a server decide, and the log of it.

use crate::domain::competition::Competition;
use crate::domain::game::GameRecord;
use crate::domain::ids::{GameId, GuildId, LadderId, RequestId, Timestamp, UserId};
use crate::domain::named::named;
use crate::domain::time_control::pace::DAY_MS;

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
    /// The entry of the log about an act that takes no side; what it is about is still missing. The others have theirs from
    /// [`Authority::entry`].
    pub fn entry(&self, action: AuditAction, at: Timestamp) -> AuditEntry {
        debug_assert!(!action.takes_sides(), "who holds a seat may not do this: {action}");
        let reason = self.reason.clone();
        AuditEntry { reason, ..AuditEntry::of(self.guild, self.request, Some(self.user), action, at) }
    }

    /// Why it is done: those who decide on games have to say it.
    pub fn required_reason(&self) -> Result<String, OrganizerError> {
        self.reason.clone().filter(|reason| reason.chars().any(char::is_alphanumeric)).ok_or(OrganizerError::NoReason)
    }

    /// Organizers decide on games of their server.
    pub fn check(&self, record: &GameRecord) -> Result<(), OrganizerError> {
        let is_here = record.game.place.guild_id == Some(self.guild);
        if is_here { Ok(()) } else { Err(OrganizerError::OtherServer) }
    }
}

/// What an act of an organizer is about.
#[derive(Debug, Default)]
pub struct Subject {
    pub game: Option<GameId>,
    pub competition: Option<Competition>,
    pub player: Option<UserId>,
    pub detail: Option<String>,
}

/// What an organizer may do in which they hold a seat. Somebody else does what takes sides; where nobody else is known to organize, it is
/// announced a day before, and any organizer can stop it until it is done.
#[derive(Debug)]
pub struct Authority {
    by: Organizer,
    /// What the log says of the last [`KNOWN_FOR_MS`], the newest first.
    log: Vec<AuditEntry>,
}

/// Whoever has organized within so long is known to do so. Only Discord knows who may, and tells it with a command.
pub const KNOWN_FOR_MS: i64 = 30 * DAY_MS;

/// An act is announced so long before it is done, and can be done as long after that.
pub const ANNOUNCED_FOR_MS: i64 = DAY_MS;
pub const ANNOUNCEMENT_HOLDS_MS: i64 = 7 * DAY_MS;

impl Authority {
    pub const fn new(by: Organizer, log: Vec<AuditEntry>) -> Self {
        Self { by, log }
    }

    /// The entry of the log about an act. `seats` has those who play in what it changes, as they were before.
    ///
    /// # Errors
    /// Where the organizer is among them, and it takes sides.
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

    /// Another process has carried out the same command.
    fn has_done(&self, entry: &AuditEntry) -> bool {
        self.log.iter().any(|known| (known.request, known.action) == (entry.request, entry.action))
    }

    fn check_own_seat(&self, entry: &AuditEntry, seats: &[UserId]) -> Result<(), OrganizerError> {
        // Who takes over a game is asked by an organizer, and is none.
        let acts = self.log.iter().filter(|known| known.action != AuditAction::Replaced);
        let mut others = acts.filter_map(|known| known.actor).filter(|actor| !actor.is_deleted());
        if let Some(other) = others.find(|actor| *actor != self.by.user && !seats.contains(actor)) {
            return Err(OrganizerError::OwnSeat(other));
        }
        let announcement = entry.clone().announced();
        let mut announced = open_announcements(&self.log);
        let since = announced.find(|known| known.actor == entry.actor && known.is_same(&announcement)).map(|it| it.at);
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

/// The announcements of a log, the newest first, that were neither stopped nor carried out.
pub fn open_announcements(log: &[AuditEntry]) -> impl Iterator<Item = &AuditEntry> {
    let announced = log.iter().enumerate().filter(|(_, entry)| entry.action == AuditAction::Announced);
    announced.filter(|(newer, entry)| !log[..*newer].iter().any(|later| later.ends(entry))).map(|(_, entry)| entry)
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
        /// It has another name or channel.
        LadderPresented = "ladder-presented",
        LadderClosed = "ladder-closed",
        /// A season was ended, or the first one begun.
        LadderSeasonBegun = "ladder-season",
        LadderPlayerAdded = "ladder-added",
        LadderPlayerRemoved = "ladder-removed",
        LadderPlayerMoved = "ladder-moved",
        TournamentCreated = "event-created",
        /// Before it begins, for all who have joined.
        TournamentEdited = "event-edited",
        /// So that somebody waits who had a seat.
        TournamentUnseated = "event-unseated",
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
        /// An organizer will do something in which they hold a seat.
        Announced = "announced",
        /// An organizer has stopped what was announced.
        Stopped = "stopped",
    }
}

impl AuditAction {
    /// Whether it may be for or against somebody who plays. What concerns everybody alike is not.
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
            | Self::TournamentUnseated
            | Self::TournamentPairForbidden
            | Self::TournamentPairAllowed
            | Self::TournamentCancelled
            | Self::TournamentDecided
            | Self::TournamentPlayerRemoved
            | Self::TournamentSubstituted => true,
            // A name, a channel, a choice of the server.
            Self::SetUp
            | Self::PresetSaved
            | Self::PresetRemoved
            | Self::LadderPresented
            // Nobody plays yet, and who has joined can leave.
            | Self::LadderCreated
            | Self::TournamentCreated
            | Self::TournamentEdited
            // Nobody or everybody can join; who meets whom is computed.
            | Self::LadderPlayerAdded
            | Self::TournamentClosed
            | Self::TournamentReopened
            | Self::TournamentBegun
            | Self::TournamentPaired
            // Done by the person who takes over, by the host, and for this rule.
            | Self::Replaced
            | Self::RatingAnnulled
            | Self::RatingRestored
            | Self::Announced
            | Self::Stopped => false,
        }
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

    /// The announcement of this act. Its detail begins with the name of the act.
    fn announced(self) -> Self {
        let lines = [Some(self.action.to_string()), self.detail];
        let detail = Some(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"));
        Self { action: AuditAction::Announced, detail, ..self }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.is_about_same(other) && self.detail == other.detail
    }

    fn is_about_same(&self, other: &Self) -> bool {
        (self.game, self.competition, self.player) == (other.game, other.competition, other.player)
    }

    /// Whether this entry stops an announcement, or says that it was carried out.
    fn ends(&self, announcement: &Self) -> bool {
        if self.action == AuditAction::Stopped {
            return self.is_same(announcement);
        }
        let announced = announcement.detail.as_deref().unwrap_or_default();
        // An act on many games says also how many they were.
        let is_done = || self.clone().announced().detail.is_some_and(|done| done.starts_with(announced));
        self.actor == announcement.actor && self.is_about_same(announcement) && is_done()
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
    /// The organizer plays in it. This person organizes, and does not.
    OwnSeat(UserId),
    /// The organizer plays in it, and nobody else is known to organize: this is to be announced first.
    Unannounced(Box<AuditEntry>),
    /// It was announced, and can be done from then on.
    Announced(Timestamp),
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
