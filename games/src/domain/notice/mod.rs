//! Notices of a game, each with its description: kind, target, readers, obsolete messages and retries.

mod kind;
mod reminder;

use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::domain::competition::Unfinished;
use crate::domain::game::GameRecord;
use crate::domain::game::agreements::{Annulled, ProposalKind};
use crate::domain::ids::{GameId, Timestamp, UserId};
use crate::domain::people::player::Player;

pub use kind::{Audience, DeliveryTarget, Description, NoticeKind, Obsolete, Readers, Replaces, Retry};
pub use reminder::Reminder;

/// A message to be sent: its content, without wording or picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Notice {
    Challenge,
    /// A player accepted a challenge that others have not answered yet.
    Joined {
        user: UserId,
    },
    /// The board after `ply` moves, mentioning the player on turn; the last one also shows the result.
    Board {
        ply: u32,
    },
    /// The game ended without a move (resignation, time, agreement, claim).
    Ended,
    /// The result of a finished game, for the server's results channel.
    Result,
    /// A closed challenge: its public message loses its buttons.
    Void,
    /// Updates messages about an ended game with how it ended: its challenge, and if it was annulled its last board
    /// and its result. The last notice of its commit.
    Outcome,
    /// This challenge is a rematch: messages of the earlier game link to it.
    Rematch {
        of: GameId,
    },
    /// The effect of a game on its competition.
    CompetitionChanged {
        /// Its name; untrusted input.
        competition: String,
        /// The game's players whose places changed, the challenger first.
        moves: Vec<PlaceChange>,
    },
    /// The game goes on but no longer counts for its competition: this player left it, or it was closed.
    OffCompetition {
        /// Its name; untrusted input.
        competition: String,
        user: Option<UserId>,
    },
    /// An organizer decided how the game, which had ended by then, counts in its tournament.
    DecidedForCompetition {
        organizer: UserId,
        reason: String,
        score: DecidedScore,
    },
    RoundCloses {
        at: Timestamp,
        unfinished: Unfinished,
    },
    /// A player who makes no first move by then forfeits the tournament game.
    FirstMoveDue {
        at: Timestamp,
        /// The turn it concerns; not sent once the game has moved on.
        ply: u32,
    },
    /// This seat aborted the game before all players had moved.
    Aborted {
        seat: Seat,
    },
    DrawOffer {
        seat: Seat,
    },
    /// This seat agrees to the draw; others have not answered yet.
    DrawAgreed {
        seat: Seat,
    },
    /// This seat proposes something that the other teams have to accept.
    Proposed {
        seat: Seat,
        #[serde(flatten)]
        proposal: ProposalKind,
    },
    /// This seat agrees to the proposal; others have not answered yet.
    ProposalAgreed {
        seat: Seat,
    },
    ProposalDeclined {
        seat: Seat,
        #[serde(flatten)]
        proposal: ProposalKind,
    },
    ProposalWithdrawn {
        seat: Seat,
        #[serde(flatten)]
        proposal: ProposalKind,
    },
    /// Moves were taken back; shows the board again.
    TakenBack {
        /// The seat on turn again.
        seat: Seat,
        ply: u32,
        moves: Vec<String>,
        /// The version that made the first of these moves; boards from it on are outdated.
        since: i64,
    },
    Adjourned {
        /// When the game resumes automatically.
        until: Timestamp,
    },
    /// The game resumes; shows the board again.
    Resumed {
        seat: Option<Seat>,
        ply: u32,
    },
    Adjudicated {
        organizer: UserId,
        reason: String,
    },
    Annulled {
        /// The organizer who annulled it; `None`: the host, because the server's data is deleted.
        #[serde(flatten)]
        by: Option<Annulled>,
    },
    Extended {
        organizer: UserId,
        reason: String,
        ply: u32,
    },
    Paused {
        organizer: UserId,
        reason: String,
        until: Timestamp,
    },
    Unpaused {
        organizer: UserId,
        reason: String,
        ply: u32,
    },
    ReplacementAsked {
        seat: Seat,
        user: UserId,
        organizer: UserId,
        reason: String,
    },
    ReplacementDeclined {
        seat: Seat,
        user: UserId,
    },
    /// Somebody took over from a player; shows the board again.
    Replaced {
        seat: Seat,
        former: UserId,
        organizer: UserId,
        reason: String,
        ply: u32,
    },
    /// This seat has been silent for long, so the game may be claimed from `until` on.
    ClaimWarning {
        seat: Seat,
        until: Timestamp,
        ply: u32,
    },
    /// For one player only: their conditional moves no longer apply.
    ConditionalMovesDropped {
        user: UserId,
        /// The turn they did not foresee; `None` if moves were taken back.
        turn: Option<String>,
        /// The turns, separated by spaces, took cells where they had prepared to place marbles; the other placings
        /// stay.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_placing: bool,
    },
    DrawDeclined {
        seat: Seat,
    },
    DrawWithdrawn {
        seat: Seat,
    },
    MoreTime {
        seat: Seat,
        millis: i64,
        /// The turn it concerns; not sent once the game has moved on.
        ply: u32,
    },
    /// A vacation pauses the clock of the player on turn, or will; the deadline changes.
    VacationBegan {
        user: UserId,
        from: Timestamp,
        until: Timestamp,
        /// It began automatically to avoid a loss on time.
        automatic: bool,
        /// The turn it concerns; not sent once the game has moved on.
        ply: u32,
    },
    /// A vacation ended or was canceled, so the clock of the player on turn runs.
    VacationEnded {
        user: UserId,
        ply: u32,
        #[serde(default)]
        canceled: bool,
    },
    /// The deadline changes after an outage. No message is sent; reminders that name the old one are deleted.
    DeadlineMoved {
        /// An outage affects many games, so these notices are spread over time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_before: Option<Timestamp>,
    },
    Reminder(Reminder),
}

/// How a game of two players counts in its competition by an organizer's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedScore {
    WonBy(Seat),
    Draw,
    LostByBoth,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceChange {
    pub user: UserId,
    /// 1 is the top; `None`: not in the competition.
    pub from: Option<usize>,
    pub to: Option<usize>,
}

impl Notice {
    /// The properties of all notices in one table.
    pub const fn describe(&self) -> Description {
        use DeliveryTarget::{ChallengeMessage, EarlierMessages, Game, Nowhere, Private, ResultsChannel};
        use NoticeKind as Kind;
        use Readers::{AllBut, Everybody, Nobody, Only, OpponentsOf, PlayerOnTurn, Unanswered, WhoMovesAfter};
        use Replaces::{Acceptances, Deadlines, Everything, EverythingSince, Mentions, Nothing, Questions};
        use Retry::{AFewTimes, UntilDelivered};
        let (kind, target, readers, replaces, retry) = match *self {
            Self::Challenge => (Kind::Challenge, Game, Unanswered, Nothing, UntilDelivered),
            Self::Joined { user } => (Kind::Joined, Game, OpponentsOf(user), Acceptances, AFewTimes),
            Self::Board { .. } => (Kind::Board, Game, PlayerOnTurn, Everything, UntilDelivered),
            Self::Ended => (Kind::Ended, Game, Everybody, Everything, UntilDelivered),
            Self::Result => (Kind::Result, ResultsChannel, Nobody, Nothing, AFewTimes),
            Self::Void => (Kind::Void, ChallengeMessage, Everybody, Acceptances, AFewTimes),
            Self::Outcome => (Kind::Outcome, EarlierMessages, Nobody, Nothing, UntilDelivered),
            Self::Rematch { .. } => (Kind::Rematch, EarlierMessages, Nobody, Nothing, AFewTimes),
            Self::CompetitionChanged { .. } => (Kind::CompetitionChanged, Game, Everybody, Nothing, AFewTimes),
            Self::OffCompetition { .. } => (Kind::OffCompetition, Game, Everybody, Nothing, AFewTimes),
            Self::DecidedForCompetition { .. } => (Kind::DecidedForCompetition, Game, Everybody, Nothing, AFewTimes),
            Self::RoundCloses { .. } => (Kind::RoundCloses, Game, Everybody, Nothing, AFewTimes),
            Self::FirstMoveDue { .. } => (Kind::FirstMoveDue, Game, PlayerOnTurn, Nothing, AFewTimes),
            Self::Aborted { .. } => (Kind::Aborted, Game, Everybody, Everything, UntilDelivered),
            Self::DrawOffer { seat } => (Kind::DrawOffer, Game, AllBut(seat), Nothing, AFewTimes),
            Self::DrawAgreed { seat } => (Kind::DrawAgreed, Game, AllBut(seat), Nothing, AFewTimes),
            Self::DrawDeclined { seat } => (Kind::DrawDeclined, Game, AllBut(seat), Questions, AFewTimes),
            Self::DrawWithdrawn { seat } => (Kind::DrawWithdrawn, Game, AllBut(seat), Questions, AFewTimes),
            Self::Proposed { seat, .. } => (Kind::Proposed, Game, AllBut(seat), Nothing, AFewTimes),
            Self::ProposalAgreed { seat } => (Kind::ProposalAgreed, Game, AllBut(seat), Nothing, AFewTimes),
            Self::ProposalDeclined { seat, .. } => (Kind::ProposalDeclined, Game, AllBut(seat), Questions, AFewTimes),
            Self::ProposalWithdrawn { seat, .. } => (Kind::ProposalWithdrawn, Game, AllBut(seat), Questions, AFewTimes),
            Self::TakenBack { since, .. } => {
                (Kind::TakenBack, Game, PlayerOnTurn, EverythingSince(since), UntilDelivered)
            }
            Self::Adjourned { .. } => (Kind::Adjourned, Game, Everybody, Everything, UntilDelivered),
            Self::Resumed { .. } => (Kind::Resumed, Game, PlayerOnTurn, Everything, UntilDelivered),
            Self::Adjudicated { .. } => (Kind::Adjudicated, Game, Everybody, Everything, UntilDelivered),
            Self::Annulled { .. } => (Kind::Annulled, Game, Everybody, Everything, UntilDelivered),
            Self::Extended { .. } => (Kind::Extended, Game, Everybody, Deadlines, AFewTimes),
            Self::MoreTime { .. } => (Kind::MoreTime, Game, PlayerOnTurn, Deadlines, AFewTimes),
            Self::Paused { .. } => (Kind::Paused, Game, Everybody, Everything, UntilDelivered),
            Self::Unpaused { .. } => (Kind::Unpaused, Game, PlayerOnTurn, Everything, UntilDelivered),
            Self::ReplacementAsked { .. } => (Kind::ReplacementAsked, Game, Everybody, Nothing, AFewTimes),
            Self::ReplacementDeclined { .. } => (Kind::ReplacementDeclined, Game, Everybody, Questions, AFewTimes),
            Self::Replaced { .. } => (Kind::Replaced, Game, PlayerOnTurn, Everything, UntilDelivered),
            Self::ClaimWarning { seat, .. } => (Kind::ClaimWarning, Game, Readers::Seat(seat), Nothing, AFewTimes),
            // Conditional moves are secret.
            Self::ConditionalMovesDropped { user, .. } => {
                (Kind::ConditionalMovesDropped, Private(user), Only(user), Nothing, AFewTimes)
            }
            Self::VacationBegan { automatic: true, .. } => (Kind::VacationBegan, Game, Everybody, Deadlines, AFewTimes),
            Self::VacationBegan { user, .. } => (Kind::VacationBegan, Game, OpponentsOf(user), Deadlines, AFewTimes),
            Self::VacationEnded { user, .. } => (Kind::VacationEnded, Game, OpponentsOf(user), Deadlines, AFewTimes),
            Self::DeadlineMoved { .. } => (Kind::DeadlineMoved, Nowhere, Nobody, Deadlines, AFewTimes),
            Self::Reminder(reminder) => {
                let readers = WhoMovesAfter(reminder.ply());
                (reminder.kind(), DeliveryTarget::PlayerOnTurn, readers, Mentions, AFewTimes)
            }
        };
        Description { kind, target, readers, replaces, retry }
    }

    pub const fn kind(&self) -> NoticeKind {
        self.describe().kind
    }

    /// Whether it is for one player only and nothing later depends on it.
    pub const fn is_personal(&self) -> bool {
        matches!(self.describe().target, DeliveryTarget::PlayerOnTurn | DeliveryTarget::Private(_))
    }

    /// Whether later notices of its game may be sent first while it waits.
    pub const fn may_be_overtaken(&self) -> bool {
        self.is_personal() || matches!(self, Self::DeadlineMoved { .. })
    }

    pub fn due_at(&self, now: Timestamp) -> Timestamp {
        match self {
            Self::DeadlineMoved { not_before: Some(at) } => now.max(*at),
            _ => now,
        }
    }

    pub fn audience(&self, record: &GameRecord) -> Audience {
        let all = || record.seats.iter().map(|seat| seat.player).collect();
        let on_turn = record.on_turn().map(|seat| seat.player);
        let (needed, shared): (Vec<Player>, bool) = match self.describe().readers {
            Readers::Nobody => (Vec::new(), false),
            Readers::Everybody => (all(), true),
            Readers::Unanswered => (record.unanswered().map(|seat| seat.player).collect(), true),
            Readers::PlayerOnTurn => (on_turn.map_or_else(all, |player| vec![player]), true),
            Readers::Seat(seat) => (record.at(seat).map(|seat| seat.player).into_iter().collect(), true),
            Readers::AllBut(seat) => (record.everybody_else(seat).map(|other| other.player).collect(), false),
            Readers::OpponentsOf(user) => (record.opponents(user).map(|other| other.player).collect(), false),
            Readers::Only(user) => (vec![user.into()], false),
            Readers::WhoMovesAfter(ply) => {
                let mover = record.plies.get(ply as usize).map(|next| next.player);
                (mover.or(on_turn).into_iter().collect(), false)
            }
        };
        Audience { needed: needed.into_iter().filter_map(Player::person).collect(), shared }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_annulment_by_an_organizer_and_one_by_the_host_are_read_as_written() -> serde_json::Result<()> {
        let by = Annulled { organizer: UserId(3), reason: "a test".to_owned() };
        let by_organizer = r#"{"kind":"annulled","organizer":3,"reason":"a test"}"#;
        for (notice, text) in [
            (Notice::Annulled { by: Some(by) }, by_organizer),
            (Notice::Annulled { by: None }, r#"{"kind":"annulled"}"#),
        ] {
            assert_eq!(serde_json::to_string(&notice)?, text);
            assert_eq!(serde_json::from_str::<Notice>(text)?, notice);
        }
        Ok(())
    }
}
