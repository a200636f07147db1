//! What two players settle while they play, followed from the log alone: who has proposed what, whether the other has agreed, and
//! what it makes of boards and clocks.

use bot::domain::{Notice, ProposalKind, TakebackPreference, UserId};

use crate::calendar::Wants;
use crate::fault_injector::Written;
use crate::reference::{DAY, HOUR};

/// A game stands still.
#[derive(Debug, Clone, Copy)]
pub struct Pause {
    pub from: i64,
    /// As it was agreed.
    pub until: i64,
    /// When it went on, and whether somebody wanted that.
    pub ended: Option<(i64, bool)>,
}

impl Pause {
    /// Does it go on at this instant?
    pub fn holds(&self, at: i64) -> bool {
        self.from <= at && self.ended.is_none_or(|(ended, _)| at < ended)
    }
}

/// Something proposed.
#[derive(Debug, Clone, Copy)]
struct Open {
    by: UserId,
    wish: ProposalKind,
}

/// What follows from a commit.
#[derive(Debug)]
pub enum Follows {
    Nothing,
    StandsStill(Pause),
    GoesOn { at: i64, asked: bool },
    TakenBack(TakenBack),
}

/// Moves that are gone.
#[derive(Debug)]
pub struct TakenBack {
    by: UserId,
    gone: Vec<(UserId, i64)>,
    /// How long the first of them had taken, by the clock on the wall.
    took: i64,
}

impl TakenBack {
    /// What a turn that is played again has of so much.
    pub fn again(&self, whole: i64) -> i64 {
        (whole - self.took).max(DAY)
    }

    /// What a clock shows that showed this; `ran` of the turn that was broken off, if it was this player's.
    pub fn clock(&self, user: UserId, showed: i64, gains: i64, ran: Option<i64>) -> i64 {
        let moves = self.gone.iter().filter(|(by, _)| *by == user).count() as i64;
        let used = ran.filter(|_| user == self.by).unwrap_or(0);
        (showed - gains * moves - used).max(showed.min(HOUR))
    }
}

/// One game.
#[derive(Debug, Default)]
pub struct Agreements {
    moves: Vec<(UserId, i64)>,
    open: Option<Open>,
    stands_still: bool,
}

impl Agreements {
    /// Follows one commit.
    pub fn hear(
        &mut self,
        written: &Written,
        seats: &[UserId],
        wants: &dyn Fn(UserId) -> Wants,
        problems: &mut Vec<String>,
    ) -> Follows {
        let at = written.at.0;
        let mut wrong = |what: &str| {
            problems.push(format!("game {} at version {}: {what}: {written:?}", written.game, written.version));
        };
        let actor = written.actor.unwrap_or(UserId(0));
        let says = |user: UserId| wants(user).takes_back;
        let other = seats.iter().copied().find(|seat| *seat != actor).unwrap_or(UserId(0));
        match written.action {
            "play" => {
                if self.stands_still {
                    wrong("a move while it stands still");
                }
                self.moves.push((actor, at));
                // A takeback is about the board as it is; to stand still is declined by a move of the other.
                self.open =
                    self.open.filter(|open| open.by == actor && matches!(open.wish, ProposalKind::Adjourn { .. }));
            }
            "propose" => {
                let wish = written.notices.iter().find_map(|notice| match notice {
                    Notice::Proposed { seat, proposal: wish } if seats.get(usize::from(*seat)) == Some(&actor) => {
                        Some(*wish)
                    }
                    _ => None,
                });
                if self.open.is_some() || self.stands_still || wish.is_none() {
                    wrong("this cannot be proposed now");
                }
                if let Some(ProposalKind::Takeback { ply }) = wish
                    && (self.last_of(actor) != Some(ply as usize) || says(other) != TakebackPreference::Casual)
                {
                    wrong("these moves cannot be asked back");
                }
                self.open = wish.map(|wish| Open { by: actor, wish });
            }
            "decline-proposal" | "withdraw-proposal" => {
                let own = written.action == "withdraw-proposal";
                if self.open.take().is_none_or(|open| (open.by == actor) != own) {
                    wrong("there is nothing to decline or withdraw");
                }
            }
            "adjourn" => {
                let days = match self.open.take() {
                    Some(Open { by, wish: ProposalKind::Adjourn { days } }) if by != actor => i64::from(days),
                    _ => {
                        wrong("nobody has agreed to stand still");
                        0
                    }
                };
                let until = at + days * DAY;
                let says = |notice: &Notice| matches!(notice, Notice::Adjourned { until: said } if said.0 == until);
                if !written.notices.iter().any(says) {
                    wrong("it was agreed to stand still for another time");
                }
                self.stands_still = true;
                return Follows::StandsStill(Pause { from: at, until, ended: None });
            }
            "resume" => {
                if !std::mem::take(&mut self.stands_still) {
                    wrong("it did not stand still");
                }
                return Follows::GoesOn { at, asked: written.actor.is_some() };
            }
            "takeback" => {
                let (by, keep) = match self.open.take() {
                    Some(Open { by, wish: ProposalKind::Takeback { ply } }) if by != actor => (by, Some(ply as usize)),
                    None if says(other) == TakebackPreference::Always => (actor, self.last_of(actor)),
                    _ => (actor, None),
                };
                let Some(keep) = keep.filter(|keep| *keep < self.moves.len() && !self.stands_still) else {
                    wrong("nobody has agreed to take moves back");
                    return Follows::Nothing;
                };
                let gone = self.moves.split_off(keep);
                if written.to_move.and_then(|seat| seats.get(usize::from(seat))) != Some(&by) {
                    wrong("it is another's turn after moves were taken back");
                }
                let took = self.moves.last().map_or(0, |before| gone[0].1 - before.1);
                return Follows::TakenBack(TakenBack { by, gone, took });
            }
            _ if !written.is_playing => {
                self.open = None;
                self.stands_still = false;
            }
            _ => {}
        }
        Follows::Nothing
    }

    /// Moves before the last one of somebody.
    fn last_of(&self, user: UserId) -> Option<usize> {
        self.moves.iter().rposition(|(by, _)| *by == user)
    }
}
