//! The kinds of notices, and which earlier messages each makes obsolete.

use crate::domain::named::named;

named! {
    /// The kind of a notice. Unique among the notices of one commit.
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

/// Which earlier messages of the game a notice makes obsolete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaces {
    Nothing,
    Everything,
    /// All of them. Boards of this version and later ones show moves that were taken back.
    EverythingSince(i64),
    /// Draw offers and proposals.
    Questions,
    /// Messages that mention the player on turn.
    Mentions,
    /// Messages that name the deadline, which has changed.
    Deadlines,
    /// Messages that say who has accepted so far.
    Acceptances,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obsolete {
    Deleted,
    ButtonsRemoved,
    /// It loses its buttons once the draw that it offers is no longer on offer.
    DrawOffer,
    /// It loses its buttons once what it proposes is no longer proposed.
    Proposal,
    /// It is deleted, or corrected when only the deadline has changed.
    Turn,
    /// It is a board, which may show the running turn, or moves that were taken back.
    Board,
}

impl NoticeKind {
    /// What happens to a message of this kind that is obsolete, and what makes it so besides [`Replaces::Everything`].
    const fn obsolescence(self) -> (Obsolete, &'static [Replaces]) {
        match self {
            // The newest one says for whom the challenge still waits; the board of the game says it all.
            Self::Joined => (Obsolete::Deleted, &[Replaces::Acceptances]),
            // An offer outlasts the move of the player who made it.
            Self::DrawOffer => (Obsolete::DrawOffer, &[Replaces::Questions]),
            Self::Proposed => (Obsolete::Proposal, &[Replaces::Questions]),
            Self::Turn => (Obsolete::Turn, &[Replaces::Mentions, Replaces::Deadlines]),
            Self::Reminder => (Obsolete::Deleted, &[Replaces::Mentions, Replaces::Deadlines]),
            Self::Board => (Obsolete::Board, &[Replaces::Deadlines]),
            Self::TakenBack | Self::Resumed | Self::Unpaused | Self::Replaced => (Obsolete::Board, &[]),
            Self::FirstMoveDue => (Obsolete::Deleted, &[Replaces::Mentions]),
            Self::ReplacementAsked => (Obsolete::ButtonsRemoved, &[Replaces::Questions]),
            _ => (Obsolete::ButtonsRemoved, &[]),
        }
    }

    /// What happens to an earlier message of this kind.
    pub fn replaced_by(self, replaces: Replaces) -> Option<Obsolete> {
        let (obsolete, also) = self.obsolescence();
        (replaces.is_everything() || also.contains(&replaces)).then_some(obsolete)
    }

    /// Whether it is about a turn, or a question that was asked in it, and says nothing once the turn is over. Where one board is
    /// edited it goes then.
    pub const fn is_passing(self) -> bool {
        matches!(
            self,
            Self::DrawOffer
                | Self::DrawAgreed
                | Self::DrawDeclined
                | Self::DrawWithdrawn
                | Self::Proposed
                | Self::ProposalAgreed
                | Self::ProposalDeclined
                | Self::ProposalWithdrawn
                | Self::MoreTime
                | Self::Adjourned
                | Self::ClaimWarning
        )
    }

    pub fn is_board(self) -> bool {
        self.obsolescence().0 == Obsolete::Board
    }
}

impl Replaces {
    pub const fn is_everything(self) -> bool {
        matches!(self, Self::Everything | Self::EverythingSince(_))
    }
}
