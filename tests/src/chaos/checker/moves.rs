//! Moves: played in turn, entered in advance.

use std::collections::{BTreeMap, HashSet};

use super::Check;
use crate::chaos::journal::{Action, Event, Ply, RequestOutcome};

impl Check<'_> {
    /// Moves are numbered without a gap and played in turn, each by a commit.
    pub(super) fn moves(&mut self) {
        let journal = self.journal;
        let mut plies = BTreeMap::<i64, Vec<&Ply>>::new();
        for ply in &journal.rows.plies {
            plies.entry(ply.game).or_default().push(ply);
        }
        let mut played = BTreeMap::<(i64, i64), Vec<&Ply>>::new();
        for (version, ply) in &journal.rows.played {
            played.entry((ply.game, *version)).or_default().push(ply);
        }
        self.found.moves = journal.rows.played.len();
        for (id, game) in self.games.clone() {
            let own = plies.remove(&id).unwrap_or_default();
            if own.len() != game.ply || own.iter().zip(1..).any(|(ply, number)| ply.number != number) {
                let numbers: Vec<usize> = own.iter().map(|ply| ply.number).collect();
                self.violation(format!("game {id} has {} moves and the rows {numbers:?}", game.ply));
            }
            let mut stand: Vec<&Ply> = Vec::new();
            for event in self.events.get(&id).cloned().unwrap_or_default() {
                let new = played.remove(&(id, event.version)).unwrap_or_default();
                if event.action == "play" {
                    self.turns(event, &mut stand, &new);
                    self.moves_after.insert((id, event.version), stand.clone());
                } else if !new.is_empty() {
                    self.violation(format!("moves of game {id} by the commit `{}`", event.action));
                }
            }
            if stand != own {
                self.violation(format!("game {id} has {} moves by its commits, and {} stand", stand.len(), own.len()));
            }
        }
        for (game, _) in played.into_keys().chain(plies.into_keys().map(|game| (game, 0))).collect::<Vec<_>>() {
            self.violation(format!("moves of game {game} without a commit"));
        }
    }

    /// The turns of one commit: the one requested, and conditional moves that answer it.
    fn turns<'a>(&mut self, event: &Event, stand: &mut Vec<&'a Ply>, new: &[&'a Ply]) {
        let id = event.game;
        let seats = self.seats.get(&id).cloned().unwrap_or_default();
        if new.first().is_none_or(|ply| event.actor != Some(ply.user)) {
            self.violation(format!("the move of version {} of game {id} is not that of its commit", event.version));
        }
        for ply in new {
            stand.push(*ply);
            if ply.number != stand.len() || ply.at != event.at {
                self.violation(format!("move {} of game {id} is not that of its commit", ply.number));
            }
            if !seats.is_empty() && seats[(stand.len() - 1) % seats.len()] != ply.user {
                self.violation(format!("move {} of game {id} was made out of turn", ply.number));
            }
        }
    }

    /// A move that was not requested is a conditional move that its player had entered as the answer to the previous
    /// turn.
    pub(super) fn conditional_moves(&mut self) {
        let entered: HashSet<(i64, u64, &str, &str)> = self
            .journal
            .requests
            .iter()
            .filter(|one| !matches!(one.outcome, RequestOutcome::Refused(_)))
            .filter_map(|one| match &one.action {
                Action::ConditionalMove { if_played, answer } => {
                    Some((one.game?, one.user, if_played.as_str(), answer.as_str()))
                }
                _ => None,
            })
            .collect();
        let played = &self.journal.rows.played;
        for ((before, first), (version, ply)) in played.iter().zip(played.iter().skip(1)) {
            let is_answer = before == version && first.game == ply.game;
            if is_answer && !entered.contains(&(ply.game, ply.user, &first.notation, &ply.notation)) {
                self.found.violations.push(format!(
                    "move {} of game {} was neither requested nor entered in advance",
                    ply.number, ply.game
                ));
            }
        }
        self.found.conditional_moves =
            played.iter().zip(played.iter().skip(1)).filter(|(a, b)| a.0 == b.0 && a.1.game == b.1.game).count();
    }
}
