//! Time: reminders, losses and expiries; games that stand still; vacations.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, ENDINGS};

impl Check<'_> {
    /// What time brings comes once, not before its time and not much after it.
    pub(super) fn alarms(&mut self) {
        let (end, slack) = (self.journal.ended_at, self.journal.slack);
        let mut turns = BTreeMap::<i64, Vec<_>>::new();
        for turn in &self.journal.rows.turns {
            turns.entry(turn.game).or_default().push(turn);
        }
        for (id, game) in self.games.clone() {
            let events = self.events.get(&id).cloned().unwrap_or_default();
            let turns = turns.get(&id).cloned().unwrap_or_default();
            if let Some(late) = game.deadline.filter(|at| at + slack < end) {
                self.broken(format!("game {id} is {} {} s after its deadline", game.phase, (end - late) / 1000));
            }
            for event in events.iter().filter(|event| matches!(event.action.as_str(), "time" | "expired")) {
                self.found.alarms += 1;
                let before =
                    turns.iter().rev().find(|turn| turn.version < event.version).and_then(|turn| turn.deadline);
                if before.is_none_or(|deadline| event.at < deadline) {
                    self.broken(format!(
                        "`{}` of game {id} at {} came before its time, {before:?}",
                        event.action, event.at
                    ));
                }
            }
            self.found.alarms += events.iter().filter(|event| event.action == "remind").count();
            // A turn lasts from one instant at which it began to the next one.
            let starts: BTreeSet<i64> =
                turns.iter().filter(|turn| turn.deadline.is_some()).map(|turn| turn.began).collect();
            for began in starts {
                let own: Vec<_> = turns.iter().filter(|turn| turn.began == began && turn.deadline.is_some()).collect();
                let deadlines: BTreeSet<i64> = own.iter().filter_map(|turn| turn.deadline).collect();
                let first = own.iter().map(|turn| turn.version).min().unwrap_or(0);
                // Whoever plays, not whoever is challenged, and a deadline that nobody has moved.
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
                    self.journal.steps.iter().map(|step| deadline - step).filter(|at| *at > began).collect();
                let mut done = i64::MIN;
                for at in &reminded {
                    if !steps.iter().any(|step| done < *step && step <= at) {
                        self.found
                            .broken
                            .push(format!("game {id} was reminded at {at} of nothing, deadline {deadline}"));
                    }
                    done = *at;
                }
                for step in steps.iter().filter(|step| *step + slack < until) {
                    if !reminded.iter().any(|at| at >= step && at - step <= slack) {
                        self.found
                            .broken
                            .push(format!("game {id} was not reminded at {step}, deadline {deadline}, until {until}"));
                    }
                }
            }
        }
    }

    /// While a game stands still nobody moves, is reminded or loses; it goes on when somebody wants it to, or when its time has
    /// come, and not before.
    pub(super) fn stillness(&mut self) {
        let (end, slack) = (self.journal.ended_at, self.journal.slack);
        for (id, events) in self.events.clone() {
            let mut still = None;
            for event in events {
                let until = self.said.get(&id).into_iter().flatten().find(|said| said.version == event.version);
                match (event.action.as_str(), still) {
                    ("adjourn", _) => still = until.and_then(|said| said.until),
                    ("resume", Some(until)) => {
                        if event.actor.is_none() && !(until..=until + slack).contains(&event.at) {
                            self.broken(format!("game {id} went on by itself at {}, not at {until}", event.at));
                        }
                        still = None;
                    }
                    ("play" | "remind" | "time" | "takeback", Some(_)) => {
                        self.broken(format!("`{}` of game {id} while it stood still", event.action));
                    }
                    (action, Some(_)) if ENDINGS.contains(&action) => still = None,
                    ("resume", None) => self.broken(format!("game {id} went on, and had not stood still")),
                    _ => {}
                }
            }
            if still.is_some_and(|until| until + slack < end) {
                self.broken(format!("game {id} still stands still"));
            }
        }
    }

    /// Nobody loses a game of days while they are away, unless their time was over before.
    pub(super) fn absences(&mut self) {
        let rows = &self.journal.rows;
        self.found.absences = rows.absences.len();
        for (id, events) in self.events.clone() {
            let seats = self.seats.get(&id).cloned().unwrap_or_default();
            let counts = self.games.get(&id).is_some_and(|game| game.days) && !seats.is_empty();
            for lost in events.iter().filter(|event| counts && event.action == "time") {
                let stood = self.stood.range((id, i64::MIN)..(id, lost.version)).next_back();
                let user = seats[stood.map_or(0, |(_, plies)| plies.len()) % seats.len()];
                let turns = rows.turns.iter().rev();
                let deadline =
                    turns.filter(|turn| turn.game == id && turn.version < lost.version).find_map(|it| it.deadline);
                let away = rows.absences.iter().find(|absence| {
                    let is_away = absence.user == user && absence.from <= lost.at && lost.at < absence.until;
                    is_away && deadline.is_some_and(|deadline| deadline > absence.from)
                });
                if let Some(away) = away {
                    self.broken(format!("game {id} was lost on time at {} while away since {}", lost.at, away.from));
                }
            }
        }
    }
}
