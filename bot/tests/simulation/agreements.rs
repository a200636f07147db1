//! Takebacks and adjournments, followed from the log alone: who proposed what, whether the other agreed, and the effect on boards
//! and clocks.

use games::domain::{Notice, ProposalKind, TakebackPreference, UserId};

use crate::simulation::calendar::Wants;
use crate::simulation::fault_injector::CommitEntry;
use crate::simulation::reference::{DAY, HOUR};

#[derive(Debug, Clone, Copy)]
pub struct Pause {
    pub from: i64,
    /// As agreed.
    pub until: i64,
    /// When the game resumed, and whether a player asked for it.
    pub ended: Option<(i64, bool)>,
}

impl Pause {
    /// Whether the game is adjourned at this instant.
    pub fn contains(&self, at: i64) -> bool {
        self.from <= at && self.ended.is_none_or(|(ended, _)| at < ended)
    }
}

/// An open proposal.
#[derive(Debug, Clone, Copy)]
struct Open {
    by: UserId,
    kind: ProposalKind,
}

/// The effect of a commit.
#[derive(Debug)]
pub enum Consequence {
    Nothing,
    Adjourned(Pause),
    Resumed { at: i64, asked: bool },
    TakenBack(TakenBack),
}

#[derive(Debug)]
pub struct TakenBack {
    by: UserId,
    gone: Vec<(UserId, i64)>,
    /// How long the first of the taken-back turns had lasted, in real time.
    took: i64,
}

impl TakenBack {
    /// The time of a repeated turn that originally had `whole`.
    pub fn again(&self, whole: i64) -> i64 {
        (whole - self.took).max(DAY)
    }

    /// The clock's new value after `showed`; `ran` is the time of the aborted turn, if it was this player's.
    pub fn clock(&self, user: UserId, showed: i64, gains: i64, ran: Option<i64>) -> i64 {
        let moves = self.gone.iter().filter(|(by, _)| *by == user).count() as i64;
        let used = ran.filter(|_| user == self.by).unwrap_or(0);
        (showed - gains * moves - used).max(showed.min(HOUR))
    }
}

#[derive(Debug, Default)]
pub struct Agreements {
    moves: Vec<(UserId, i64)>,
    open: Option<Open>,
    is_adjourned: bool,
}

impl Agreements {
    /// Follows one commit.
    pub fn hear(
        &mut self,
        written: &CommitEntry,
        seats: &[UserId],
        wants: &dyn Fn(UserId) -> Wants,
        problems: &mut Vec<String>,
    ) -> Consequence {
        let at = written.at.0;
        let mut wrong = |what: &str| {
            problems.push(format!("game {} at version {}: {what}: {written:?}", written.game, written.version));
        };
        let actor = written.actor.unwrap_or(UserId(0));
        let says = |user: UserId| wants(user).takes_back;
        let other = seats.iter().copied().find(|seat| *seat != actor).unwrap_or(UserId(0));
        match written.action {
            "play" => {
                if self.is_adjourned {
                    wrong("a move during an adjournment");
                }
                self.moves.push((actor, at));
                // A move ends a takeback request; a move of the opponent declines an adjournment.
                self.open =
                    self.open.filter(|open| open.by == actor && matches!(open.kind, ProposalKind::Adjourn { .. }));
            }
            "propose" => {
                let kind = written.notices.iter().find_map(|notice| match notice {
                    Notice::Proposed { seat, proposal: kind } if seats.get(usize::from(*seat)) == Some(&actor) => {
                        Some(*kind)
                    }
                    _ => None,
                });
                if self.open.is_some() || self.is_adjourned || kind.is_none() {
                    wrong("this cannot be proposed now");
                }
                if let Some(ProposalKind::Takeback { ply }) = kind
                    && (self.last_of(actor) != Some(ply as usize) || says(other) != TakebackPreference::Casual)
                {
                    wrong("these moves cannot be asked back");
                }
                self.open = kind.map(|kind| Open { by: actor, kind });
            }
            "decline-proposal" | "withdraw-proposal" => {
                let own = written.action == "withdraw-proposal";
                if self.open.take().is_none_or(|open| (open.by == actor) != own) {
                    wrong("there is nothing to decline or withdraw");
                }
            }
            "adjourn" => {
                let days = match self.open.take() {
                    Some(Open { by, kind: ProposalKind::Adjourn { days } }) if by != actor => i64::from(days),
                    _ => {
                        wrong("no one has agreed to adjourn");
                        0
                    }
                };
                let until = at + days * DAY;
                let says = |notice: &Notice| matches!(notice, Notice::Adjourned { until: said } if said.0 == until);
                if !written.notices.iter().any(says) {
                    wrong("another time was agreed for the adjournment");
                }
                self.is_adjourned = true;
                return Consequence::Adjourned(Pause { from: at, until, ended: None });
            }
            "resume" => {
                if !std::mem::take(&mut self.is_adjourned) {
                    wrong("it was not adjourned");
                }
                return Consequence::Resumed { at, asked: written.actor.is_some() };
            }
            "takeback" => {
                let (by, keep) = match self.open.take() {
                    Some(Open { by, kind: ProposalKind::Takeback { ply } }) if by != actor => (by, Some(ply as usize)),
                    None if says(other) == TakebackPreference::Always => (actor, self.last_of(actor)),
                    _ => (actor, None),
                };
                let Some(keep) = keep.filter(|keep| *keep < self.moves.len() && !self.is_adjourned) else {
                    wrong("no one has agreed to take moves back");
                    return Consequence::Nothing;
                };
                let removed_moves = self.moves.split_off(keep);
                if written.to_move.and_then(|seat| seats.get(usize::from(seat))) != Some(&by) {
                    wrong("it is another's turn after moves were taken back");
                }
                let took = self.moves.last().map_or(0, |before| removed_moves[0].1 - before.1);
                return Consequence::TakenBack(TakenBack { by, gone: removed_moves, took });
            }
            _ if !written.is_playing => {
                self.open = None;
                self.is_adjourned = false;
            }
            _ => {}
        }
        Consequence::Nothing
    }

    /// The number of moves before a player's last one.
    fn last_of(&self, user: UserId) -> Option<usize> {
        self.moves.iter().rposition(|(by, _)| *by == user)
    }
}
