//! Time: reminders, losses and expiries; adjournments; vacations.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, ENDINGS};

impl Check<'_> {
    /// Each alarm comes once, not early and not much too late.
    pub(super) fn alarms(&mut self) {
        let (end, slack) = (self.journal.ended_at, self.journal.slack);
        let mut turns = BTreeMap::<i64, Vec<_>>::new();
        for turn in &self.journal.rows.deadlines {
            turns.entry(turn.game).or_default().push(turn);
        }
        for (id, game) in self.games.clone() {
            let events = self.events.get(&id).cloned().unwrap_or_default();
            let turns = turns.get(&id).cloned().unwrap_or_default();
            if let Some(late) = game.deadline.filter(|at| at + slack < end) {
                self.violation(format!(
                    "game {id} is still {} {} s after its deadline",
                    game.phase,
                    (end - late) / 1000
                ));
            }
            for event in events.iter().filter(|event| matches!(event.action.as_str(), "time" | "expired")) {
                self.found.alarms += 1;
                let before =
                    turns.iter().rev().find(|turn| turn.version < event.version).and_then(|turn| turn.deadline);
                if before.is_none_or(|deadline| event.at < deadline) {
                    self.violation(format!(
                        "`{}` of game {id} at {} came before its time, {before:?}",
                        event.action, event.at
                    ));
                }
            }
            self.found.alarms += events.iter().filter(|event| event.action == "remind").count();
            // A turn lasts until the next one begins.
            let starts: BTreeSet<i64> =
                turns.iter().filter(|turn| turn.deadline.is_some()).map(|turn| turn.turn_began).collect();
            for began in starts {
                let own: Vec<_> =
                    turns.iter().filter(|turn| turn.turn_began == began && turn.deadline.is_some()).collect();
                let deadlines: BTreeSet<i64> = own.iter().filter_map(|turn| turn.deadline).collect();
                let first = own.iter().map(|turn| turn.version).min().unwrap_or(0);
                // Only turns of a running game whose deadline was not moved.
                let is_played = events.iter().any(|event| event.version <= first && event.action == "accept");
                let (true, 1, Some(deadline)) = (is_played, deadlines.len(), deadlines.first()) else { continue };
                let after = events.iter().filter(|event| event.version > first);
                let over = after.clone().find(|event| {
                    matches!(event.action.as_str(), "play" | "takeback") || ENDINGS.contains(&event.action.as_str())
                });
                let until = over.map_or(end, |event| event.at);
                let last = over.map_or(i64::MAX, |event| event.version);
                let reminded: Vec<i64> = after
                    .filter(|event| event.action == "remind" && event.version < last)
                    .map(|event| event.at)
                    .collect();
                let steps: Vec<i64> =
                    self.journal.reminder_steps.iter().map(|step| deadline - step).filter(|at| *at > began).collect();
                let mut done = i64::MIN;
                for at in &reminded {
                    if !steps.iter().any(|step| done < *step && step <= at) {
                        self.found.violations.push(format!(
                            "game {id} was reminded at {at} without a reminder step, deadline {deadline}"
                        ));
                    }
                    done = *at;
                }
                for step in steps.iter().filter(|step| *step + slack < until) {
                    if !reminded.iter().any(|at| at >= step && at - step <= slack) {
                        self.found
                            .violations
                            .push(format!("game {id} was not reminded at {step}, deadline {deadline}, until {until}"));
                    }
                }
            }
        }
    }

    /// In an adjourned game there is no move, no reminder and no loss. It resumes when a player asks for it or when its time is
    /// over.
    pub(super) fn adjournments(&mut self) {
        let (end, slack) = (self.journal.ended_at, self.journal.slack);
        for (id, events) in self.events.clone() {
            let mut adjourned_until = None;
            for event in events {
                let notice = self.notices.get(&id).into_iter().flatten().find(|notice| notice.version == event.version);
                match (event.action.as_str(), adjourned_until) {
                    ("adjourn" | "pause-by-organizer", _) => adjourned_until = notice.and_then(|notice| notice.until),
                    ("resume" | "resume-by-organizer", Some(until)) => {
                        if event.actor.is_none() && !(until..=until + slack).contains(&event.at) {
                            self.violation(format!("game {id} resumed by itself at {}, not at {until}", event.at));
                        }
                        adjourned_until = None;
                    }
                    ("play" | "remind" | "time" | "takeback", Some(_)) => {
                        self.violation(format!("`{}` of game {id} while it was adjourned", event.action));
                    }
                    (action, Some(_)) if ENDINGS.contains(&action) => adjourned_until = None,
                    ("resume" | "resume-by-organizer", None) => {
                        self.violation(format!("game {id} resumed without an adjournment"));
                    }
                    _ => {}
                }
            }
            if adjourned_until.is_some_and(|until| until + slack < end) {
                self.violation(format!("game {id} is still adjourned"));
            }
        }
    }

    /// A player on vacation does not lose a game with days per move, unless the deadline was before the vacation.
    pub(super) fn vacations(&mut self) {
        let rows = &self.journal.rows;
        self.found.vacations = rows.vacations.len();
        for (id, events) in self.events.clone() {
            let seats = self.seats.get(&id).cloned().unwrap_or_default();
            let counts = self.games.get(&id).is_some_and(|game| game.days_per_move) && !seats.is_empty();
            for lost in events.iter().filter(|event| counts && event.action == "time") {
                let moves = self.moves_after.range((id, i64::MIN)..(id, lost.version)).next_back();
                let user = seats[moves.map_or(0, |(_, plies)| plies.len()) % seats.len()];
                let turns = rows.deadlines.iter().rev();
                let deadline =
                    turns.filter(|turn| turn.game == id && turn.version < lost.version).find_map(|it| it.deadline);
                let vacation = rows.vacations.iter().find(|vacation| {
                    let is_away = vacation.user == user && vacation.from <= lost.at && lost.at < vacation.until;
                    is_away && deadline.is_some_and(|deadline| deadline > vacation.from)
                });
                if let Some(vacation) = vacation {
                    self.violation(format!(
                        "game {id} was lost on time at {} during a vacation that began at {}",
                        lost.at, vacation.from
                    ));
                }
            }
        }
    }
}
