//! Messages posted at Discord.

use std::str::FromStr;

use rules::Seat;

use crate::domain::notice::NoticeKind;
use base::named::UnknownName;

/// The kind of a message posted at Discord: a notice, or a state it was edited into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PostedKind {
    Notice(NoticeKind),
    /// A board without a picture, so that only its text shows the position.
    TextBoard,
    /// A board without buttons; its move may still be taken back.
    PastBoard,
    /// The line below an edited board, naming the player on turn.
    TurnLine,
    /// A challenge whose game has begun; it later shows the result.
    ClosedChallenge,
    /// The line about a vacation of the player at this seat, edited until it is over.
    VacationLine(Seat),
}

/// By seat; no game has more.
const VACATION_LINES: [&str; 6] =
    ["vacation_line_0", "vacation_line_1", "vacation_line_2", "vacation_line_3", "vacation_line_4", "vacation_line_5"];

impl PostedKind {
    const TEXT_BOARD: &str = "text_board";
    const PAST_BOARD: &str = "past_board";
    const TURN_LINE: &str = "turn_line";
    const CLOSED_CHALLENGE: &str = "closed_challenge";

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Notice(kind) => kind.as_str(),
            Self::TextBoard => Self::TEXT_BOARD,
            Self::PastBoard => Self::PAST_BOARD,
            Self::TurnLine => Self::TURN_LINE,
            Self::ClosedChallenge => Self::CLOSED_CHALLENGE,
            Self::VacationLine(Seat(seat)) => VACATION_LINES[seat as usize % VACATION_LINES.len()],
        }
    }

    /// The kind of the notice it was posted for. `None` if there may be several (a past board, the line below a board
    /// or about a vacation), and for a closed challenge.
    pub const fn notice(self) -> Option<NoticeKind> {
        match self {
            Self::Notice(kind) => Some(kind),
            Self::TextBoard => Some(NoticeKind::Board),
            Self::PastBoard | Self::TurnLine | Self::ClosedChallenge | Self::VacationLine(_) => None,
        }
    }

    pub fn is_board(self) -> bool {
        self == Self::PastBoard || self.notice().is_some_and(NoticeKind::is_board)
    }
}

impl From<NoticeKind> for PostedKind {
    fn from(kind: NoticeKind) -> Self {
        Self::Notice(kind)
    }
}

impl FromStr for PostedKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            Self::TEXT_BOARD => Ok(Self::TextBoard),
            Self::PAST_BOARD => Ok(Self::PastBoard),
            Self::TURN_LINE => Ok(Self::TurnLine),
            Self::CLOSED_CHALLENGE => Ok(Self::ClosedChallenge),
            name => match VACATION_LINES.iter().position(|line| *line == name) {
                Some(seat) => Ok(Self::VacationLine(Seat(seat as u8))),
                None => name.parse().map(Self::Notice),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_posted_message_reads_back_as_itself() {
        let notices = NoticeKind::ALL.iter().copied().map(PostedKind::Notice);
        let others = [PostedKind::TextBoard, PostedKind::PastBoard, PostedKind::TurnLine, PostedKind::ClosedChallenge];
        let lines = (0..6).map(|seat| PostedKind::VacationLine(Seat(seat)));
        for kind in notices.chain(others).chain(lines) {
            assert_eq!(kind.as_str().parse(), Ok(kind));
        }
        assert!("direct_message".parse::<PostedKind>().is_err());
    }
}
