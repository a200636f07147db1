//! Changes to the table after a game, after inactivity or by an organizer.

use std::collections::HashSet;

use games::domain::ids::{Timestamp, UserId};

use crate::domain::ladder::event::{EndedBy, LadderChange, Reason};
use crate::domain::ladder::rules::{Decided, DrawEffect, LossEffect, TimeOut, WinEffect};
use crate::domain::ladder::{GROUND, Ladder, OpenChallenge};

impl Ladder {
    pub(super) fn move_after_game(
        &mut self,
        open: &OpenChallenge,
        winner: Option<UserId>,
        how: EndedBy,
    ) -> Vec<LadderChange> {
        let OpenChallenge { challenger, defender, defended_place, .. } = *open;
        // The place at stake: the defender's place now, or at the time of the challenge.
        let target = match self.rules.decided {
            Decided::AtEnd => self.places[&defender],
            Decided::AtChallenge => (defended_place - 1).min(self.order.len() - 1),
        };
        let own = self.places[&challenger];
        let Some(winner) = winner else {
            return match self.rules.draw {
                DrawEffect::Below if own > target + 1 => self.shift(challenger, target + 1, Reason::Drew),
                DrawEffect::Below | DrawEffect::None => Vec::new(),
            };
        };
        let has_won = winner == challenger;
        let (won, lost) = match how {
            EndedBy::Forfeit => (Reason::WonByForfeit, Reason::Forfeited),
            EndedBy::Time => (Reason::WonOnTime, Reason::TimedOut),
            EndedBy::Played | EndedBy::Resigned => (Reason::Won, Reason::Lost),
        };
        let time_out = match how {
            EndedBy::Time => self.rules.time_out,
            EndedBy::Played | EndedBy::Resigned | EndedBy::Forfeit => TimeOut::AsPlayed,
        };
        match (time_out, has_won) {
            (TimeOut::AsPlayed, _) => {}
            (TimeOut::Leaves, true) => {
                let mut changes = self.win(challenger, defender, target, [won, lost]);
                changes.extend(self.leave(defender, lost));
                return changes;
            }
            (TimeOut::Leaves, false) => return self.leave(challenger, lost).into_iter().collect(),
            (TimeOut::Falls, true) => {
                // The gap left by the defender lifts the challenger one place.
                let above = self.places[&defender] < own;
                return if above { self.shift(defender, own, Reason::TimedOut) } else { Vec::new() };
            }
            (TimeOut::Falls, false) => return self.shift(challenger, self.order.len() - 1, Reason::TimedOut),
        }
        if has_won {
            self.win(challenger, defender, target, [won, lost])
        } else {
            match self.rules.loss {
                LossEffect::None => Vec::new(),
                LossEffect::Step => {
                    let mut changes = self.step(challenger, false, lost);
                    changes.extend(self.step(defender, true, won));
                    changes
                }
                LossEffect::Last => self.shift(challenger, self.order.len() - 1, lost),
            }
        }
    }

    /// Rewards a challenger who won: the place at index `target`, or a step.
    fn win(&mut self, challenger: UserId, defender: UserId, target: usize, reasons: [Reason; 2]) -> Vec<LadderChange> {
        let own = self.places[&challenger];
        let [won, lost] = reasons;
        match self.rules.win {
            WinEffect::Insert if own > target => self.shift(challenger, target, won),
            WinEffect::Swap if own > target => self.swap(own, target, reasons),
            WinEffect::Step if self.members[&challenger].step <= self.members[&defender].step => {
                let mut changes = self.step(challenger, true, won);
                changes.extend(self.step(defender, false, lost));
                changes
            }
            WinEffect::Insert | WinEffect::Swap | WinEffect::Step => Vec::new(),
        }
    }

    pub(super) fn move_down_for_inactivity(
        &mut self,
        player: UserId,
        at: Timestamp,
        together: &HashSet<UserId>,
    ) -> Vec<LadderChange> {
        if let Some(member) = self.members.get_mut(&player) {
            member.idle_since = at;
        }
        self.start_idle_timer(player);
        if self.rules.has_steps() {
            return self.step(player, false, Reason::Inactive);
        }
        let below = self.places[&player] + 1;
        match self.order.get(below) {
            Some(other) if !together.contains(other) => self.shift(player, below, Reason::Inactive),
            _ => Vec::new(),
        }
    }

    /// Moves a player to a place, 1 at the top. On a ladder with steps, the player gets the step of the player there.
    pub(super) fn move_to(&mut self, player: UserId, place: usize) -> Vec<LadderChange> {
        if !self.places.contains_key(&player) {
            return Vec::new();
        }
        let to = place.clamp(1, self.order.len()) - 1;
        let step = self.members[&self.order[to]].step;
        if let Some(member) = self.members.get_mut(&player) {
            member.step = step;
        }
        self.shift(player, to, Reason::MovedByOrganizer)
    }

    /// Moves a player to an index; players between make room.
    fn shift(&mut self, player: UserId, to: usize, reason: Reason) -> Vec<LadderChange> {
        let from = self.places[&player];
        if from < to {
            self.order[from..=to].rotate_left(1);
        } else {
            self.order[to..=from].rotate_right(1);
        }
        self.renumber(from.min(to)..from.max(to) + 1);
        if from == to {
            return Vec::new();
        }
        vec![LadderChange { player, from: Some(from + 1), to: Some(to + 1), reason }]
    }

    /// Swaps a winner with the player at the index above.
    fn swap(&mut self, winner: usize, above: usize, [won, lost]: [Reason; 2]) -> Vec<LadderChange> {
        self.order.swap(winner, above);
        let change = |index: usize, from: usize, reason| {
            let player = self.order[index];
            LadderChange { player, from: Some(from + 1), to: Some(index + 1), reason }
        };
        let changes = vec![change(above, winner, won), change(winner, above, lost)];
        for index in [winner, above] {
            self.places.insert(self.order[index], index);
        }
        changes
    }

    /// Moves one step up or down, never below the ground. Players already on the new step stay ahead.
    fn step(&mut self, player: UserId, up: bool, reason: Reason) -> Vec<LadderChange> {
        let Some(member) = self.members.get_mut(&player) else { return Vec::new() };
        let step = if up { member.step + 1 } else { (member.step - 1).max(GROUND) };
        if step == member.step {
            return Vec::new();
        }
        member.step = step;
        let from = self.places[&player];
        // All others are sorted by step; this player comes last among those on the new step or above.
        let others = self.order.iter().filter(|other| **other != player);
        let to = others.take_while(|other| self.members[other].step >= step).count();
        let changes = self.shift(player, to, reason);
        if changes.is_empty() {
            // The step changed but not the place.
            return vec![LadderChange { player, from: Some(from + 1), to: Some(from + 1), reason }];
        }
        changes
    }
}
