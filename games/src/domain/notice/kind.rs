//! Kinds of notices and their properties: target, readers, the earlier messages that each makes obsolete, and retries.

use base::named::named;
use rules::Seat;

use crate::domain::ids::UserId;

named! {
    /// Unique among the notices of one commit.
    pub enum NoticeKind, "kind of notice" {
        Challenge = "challenge",
        Joined = "joined",
        Board = "board",
        Ended = "ended",
        Result = "result",
        Void = "void",
        Outcome = "outcome",
        Rematch = "rematch",
        CompetitionChanged = "competition_changed",
        OffCompetition = "off_competition",
        DecidedForCompetition = "decided_for_competition",
        RoundCloses = "round_closes",
        FirstMoveDue = "first_move_due",
        Aborted = "aborted",
        DrawOffer = "draw_offer",
        DrawAgreed = "draw_agreed",
        DrawDeclined = "draw_declined",
        DrawWithdrawn = "draw_withdrawn",
        Proposed = "proposal",
        ProposalAgreed = "proposal_agreed",
        ProposalDeclined = "proposal_declined",
        ProposalWithdrawn = "proposal_withdrawn",
        TakenBack = "taken_back",
        VacationBegan = "vacation_began",
        VacationEnded = "vacation_ended",
        DeadlineMoved = "deadline_moved",
        Adjourned = "adjourned",
        Resumed = "resumed",
        ClaimWarning = "claim_warning",
        Adjudicated = "adjudicated",
        Annulled = "annulled",
        Extended = "extended",
        MoreTime = "more_time",
        Paused = "paused",
        Unpaused = "unpaused",
        ReplacementAsked = "replacement_asked",
        ReplacementDeclined = "replacement_declined",
        Replaced = "replaced",
        ConditionalMovesDropped = "conditional_moves_dropped",
        Turn = "turn",
        Reminder = "reminder",
    }
}

/// The earlier messages of the game that a notice makes obsolete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaces {
    Nothing,
    Everything,
    /// Like `Everything`; boards since this version show moves that were taken back.
    EverythingSince(i64),
    /// Draw offers and proposals.
    Questions,
    /// Messages that mention the player on turn.
    Mentions,
    /// Messages that name the deadline, which changed.
    Deadlines,
    /// Messages that list who has accepted so far.
    Acceptances,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obsolete {
    Deleted,
    ButtonsRemoved,
    /// Loses its buttons once the draw is no longer offered.
    DrawOffer,
    /// Loses its buttons once the proposal is no longer open.
    Proposal,
    /// Deleted, or corrected if only the deadline changed.
    Turn,
    /// A board, which may show the running turn or moves that were taken back.
    Board,
}

/// What becomes of a message once it is obsolete.
struct Obsolescence {
    obsolete: Obsolete,
    /// What makes it obsolete besides [`Replaces::Everything`].
    also: &'static [Replaces],
    /// It only matters during the turn in which it was sent.
    is_passing: bool,
}

impl NoticeKind {
    const fn obsolescence(self) -> Obsolescence {
        use Replaces::{Acceptances, Deadlines, Mentions, Questions};
        let (obsolete, also, is_passing): (_, &[Replaces], _) = match self {
            // The newest one names the players still missing, and the board of the game makes it redundant.
            Self::Joined => (Obsolete::Deleted, &[Acceptances], false),
            // An offer outlasts a move of the player who made it.
            Self::DrawOffer => (Obsolete::DrawOffer, &[Questions], true),
            Self::Proposed => (Obsolete::Proposal, &[Questions], true),
            Self::Turn => (Obsolete::Turn, &[Mentions, Deadlines], false),
            Self::Reminder => (Obsolete::Deleted, &[Mentions, Deadlines], false),
            Self::Board => (Obsolete::Board, &[Deadlines], false),
            Self::TakenBack | Self::Resumed | Self::Unpaused | Self::Replaced => (Obsolete::Board, &[], false),
            Self::FirstMoveDue => (Obsolete::Deleted, &[Mentions], false),
            Self::ReplacementAsked => (Obsolete::ButtonsRemoved, &[Questions], false),
            Self::DrawAgreed
            | Self::DrawDeclined
            | Self::DrawWithdrawn
            | Self::ProposalAgreed
            | Self::ProposalDeclined
            | Self::ProposalWithdrawn
            | Self::MoreTime
            | Self::Adjourned
            | Self::ClaimWarning => (Obsolete::ButtonsRemoved, &[], true),
            Self::Challenge
            | Self::Ended
            | Self::Result
            | Self::Void
            | Self::Outcome
            | Self::Rematch
            | Self::CompetitionChanged
            | Self::OffCompetition
            | Self::DecidedForCompetition
            | Self::RoundCloses
            | Self::Aborted
            | Self::VacationBegan
            | Self::VacationEnded
            | Self::DeadlineMoved
            | Self::Adjudicated
            | Self::Annulled
            | Self::Extended
            | Self::Paused
            | Self::ReplacementDeclined
            | Self::ConditionalMovesDropped => (Obsolete::ButtonsRemoved, &[], false),
        };
        Obsolescence { obsolete, also, is_passing }
    }

    /// The treatment of an earlier message of this kind; `None` if it stays.
    pub fn replaced_by(self, replaces: Replaces) -> Option<Obsolete> {
        let Obsolescence { obsolete, also, .. } = self.obsolescence();
        (replaces.is_everything() || also.contains(&replaces)).then_some(obsolete)
    }

    /// Whether it only matters during the turn in which it was sent. Where a single board is edited, it is deleted
    /// after that turn.
    pub const fn is_passing(self) -> bool {
        self.obsolescence().is_passing
    }

    pub fn is_board(self) -> bool {
        self.obsolescence().obsolete == Obsolete::Board
    }
}

impl Replaces {
    pub const fn is_everything(self) -> bool {
        matches!(self, Self::Everything | Self::EverythingSince(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryTarget {
    /// The game's thread or channel, or direct messages to its players.
    Game,
    /// The player on turn, as they prefer: in the game, by direct message, or both.
    PlayerOnTurn,
    /// This player alone, by direct message or not at all.
    Private(UserId),
    ResultsChannel,
    ChallengeMessage,
    /// Edits messages about a game that has ended.
    EarlierMessages,
    /// Sends nothing; only earlier messages change.
    Nowhere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    Nobody,
    Everybody,
    /// Needed by the challenged players who have not answered, and shown to others.
    Unanswered,
    /// Needed by the player on turn, and shown to others.
    PlayerOnTurn,
    /// Needed by the player at this seat, and shown to others.
    Seat(Seat),
    /// The players at all other seats.
    AllBut(Seat),
    OpponentsOf(UserId),
    Only(UserId),
    /// Only the player whose turn followed this ply, even after they have moved.
    WhoMovesAfter(u32),
}

/// The readers of a notice in a game where each player gets direct messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audience {
    pub needed: Vec<UserId>,
    pub shared: bool,
}

/// How long to retry a notice that Discord does not accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// The game cannot go on without it, so it is sent until Discord accepts it or refuses it permanently.
    UntilDelivered,
    AFewTimes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Description {
    pub kind: NoticeKind,
    pub target: DeliveryTarget,
    pub readers: Readers,
    pub replaces: Replaces,
    pub retry: Retry,
}
