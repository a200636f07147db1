//! Tie-breaks that each player has alone: what their opponents are worth, wins, marbles.

use std::collections::HashMap;

use super::{Quarters, Term, TieBreak, TieBreakValue, Unplayed, is_missed};
use crate::{Bye, Outcome, Score, Slot, StartNumber, Tournament};

/// Everybody's rounds, and what everybody is worth to those who met them.
pub(super) struct Opposition<'a> {
    tournament: &'a Tournament,
    unplayed: Unplayed,
    slots: HashMap<StartNumber, Vec<Slot>>,
    worth: HashMap<StartNumber, Score>,
}

impl<'a> Opposition<'a> {
    pub(super) fn of(tournament: &'a Tournament, unplayed: Unplayed) -> Self {
        let slots: HashMap<_, _> =
            tournament.players().map(|player| (player.number, tournament.slots(player.number))).collect();
        let mut opposition = Self { tournament, unplayed, slots, worth: HashMap::new() };
        opposition.worth =
            tournament.players().map(|player| (player.number, opposition.worth_of(player.number))).collect();
        opposition
    }

    /// Byes after the last round that the player meant to play count as draws.
    fn worth_of(&self, number: StartNumber) -> Score {
        let slots = &self.slots[&number];
        let meant = slots.iter().rposition(|slot| !self.is_missed(*slot)).map_or(0, |last| last + 1);
        let counts_as = |(index, slot): (usize, &Slot)| match slot {
            Slot::Bye(_) if index >= meant && self.unplayed == Unplayed::Swiss => {
                self.tournament.points.points(Slot::Bye(Bye::HalfPoint))
            }
            slot => self.tournament.points.points(*slot),
        };
        Score(slots.iter().enumerate().map(|slot| counts_as(slot).0).sum())
    }

    fn is_missed(&self, slot: Slot) -> bool {
        is_missed(slot, self.is_win(slot))
    }

    fn is_win(&self, slot: Slot) -> bool {
        match slot {
            Slot::Game { outcome, color, .. } => outcome.winner() == Some(color),
            Slot::Bye(_) => self.points(slot).0 >= self.tournament.points.win.into(),
        }
    }

    fn points(&self, slot: Slot) -> Score {
        self.tournament.points.points(slot)
    }

    /// The opponent of a round whose game counts.
    fn opponent(&self, slot: Slot) -> Option<StartNumber> {
        match (slot, self.unplayed) {
            (Slot::Game { opponent, .. }, Unplayed::RoundRobin) => Some(opponent),
            _ => slot.played().map(|(opponent, _)| opponent),
        }
    }

    fn rounds(&self, number: StartNumber) -> impl Iterator<Item = (u16, Slot)> {
        (1..).zip(self.slots[&number].iter().copied())
    }

    /// What `tie_break` is for a player; direct encounters are no business of one player.
    pub(super) fn value(&self, tie_break: TieBreak, number: StartNumber) -> TieBreakValue {
        let terms = match tie_break {
            TieBreak::Buchholz => self.strength(number, |_| Score(2)),
            TieBreak::BuchholzCut1 => {
                let mut terms = self.strength(number, |_| Score(2));
                self.cut(number, &mut terms);
                terms
            }
            TieBreak::SonnebornBerger => self.strength(number, |slot| self.points(slot)),
            TieBreak::Wins => self.per_round(number, |slot| i64::from(self.is_win(slot))),
            TieBreak::Marbles => self.per_round(number, |slot| match slot {
                Slot::Game { outcome: Outcome::WhiteWins | Outcome::Draw | Outcome::BlackWins, marbles, .. } => {
                    marbles.into()
                }
                _ => 0,
            }),
            TieBreak::DirectEncounter => Vec::new(),
            TieBreak::Seed => {
                let value = Some(Quarters(i64::from(number.0) * 4));
                return TieBreakValue { tie_break, value, terms: Vec::new() };
            }
        };
        TieBreakValue::of(tie_break, terms)
    }

    /// The worth of each opponent, times so many half points.
    fn strength(&self, number: StartNumber, times: impl Fn(Slot) -> Score) -> Vec<Term> {
        let own = self.tournament.score(number);
        let term = |(round, slot)| {
            let opponent = self.opponent(slot);
            let worth = match (opponent, self.unplayed) {
                (Some(opponent), _) => self.worth[&opponent],
                (None, Unplayed::Swiss) => own,
                (None, Unplayed::RoundRobin) => return None,
            };
            let value = Quarters(i64::from(worth.0) * i64::from(times(slot).0));
            Some(Term { round, opponent, value, is_cut: false })
        };
        self.rounds(number).filter_map(term).collect()
    }

    /// Cuts the least of the rounds that were missed, or else the least of all (article 16.5).
    fn cut(&self, number: StartNumber, terms: &mut [Term]) {
        let slots = &self.slots[&number];
        let missed = |term: &Term| term.opponent.is_none() && self.is_missed(slots[usize::from(term.round) - 1]);
        if let Some(least) = terms.iter_mut().min_by_key(|term| (!missed(term), term.value)) {
            least.is_cut = true;
        }
    }

    fn per_round(&self, number: StartNumber, value: impl Fn(Slot) -> i64) -> Vec<Term> {
        let term = |(round, slot)| {
            let value = Quarters(value(slot) * 4);
            Some(Term { round, opponent: self.opponent(slot), value, is_cut: false }).filter(|term| term.value.0 != 0)
        };
        self.rounds(number).filter_map(term).collect()
    }

    /// Games of a player against some others: round, opponent, points.
    pub(super) fn games_against(&self, number: StartNumber, others: &[StartNumber]) -> Vec<(u16, StartNumber, Score)> {
        let game = |(round, slot)| {
            let opponent = self.opponent(slot).filter(|opponent| others.contains(opponent))?;
            Some((round, opponent, self.points(slot)))
        };
        self.rounds(number).filter_map(game).collect()
    }

    /// What each of a group has against all others of it.
    pub(super) fn encounters(&self, group: &[StartNumber]) -> HashMap<StartNumber, TieBreakValue> {
        let value = |number: &StartNumber| {
            let term = |(round, opponent, points): (u16, StartNumber, Score)| Term {
                round,
                opponent: Some(opponent),
                value: points.into(),
                is_cut: false,
            };
            let terms = self.games_against(*number, group).into_iter().map(term).collect();
            let mut value = TieBreakValue::of(TieBreak::DirectEncounter, terms);
            value.value = value.value.filter(|_| group.len() > 1);
            (*number, value)
        };
        group.iter().map(value).collect()
    }

    /// The most that a game is worth.
    pub(super) fn win(&self) -> u32 {
        self.tournament.points.win.into()
    }

    /// Whether everybody is to meet everybody.
    pub(super) fn all_meet(&self) -> bool {
        self.unplayed == Unplayed::RoundRobin
    }
}
