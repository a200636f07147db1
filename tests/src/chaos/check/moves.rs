//! Moves: played in turn, taken back by agreement, decided in advance.

use std::collections::{BTreeMap, HashSet};

use super::Check;
use crate::chaos::journal::{End, Event, Ply, What};

impl Check<'_> {
    /// Moves count from 1 without a gap, each by a commit, in turn; a takeback takes the last ones back, and what is left stands.
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
                self.broken(format!("game {id} has {} moves and the rows {numbers:?}", game.ply));
            }
            let mut stand: Vec<&Ply> = Vec::new();
            for event in self.events.get(&id).cloned().unwrap_or_default() {
                let new = played.remove(&(id, event.version)).unwrap_or_default();
                match event.action.as_str() {
                    "play" => self.turns(event, &mut stand, &new),
                    "takeback" => self.takeback(event, &mut stand),
                    _ => {}
                }
                if event.action != "play" && !new.is_empty() {
                    self.broken(format!("moves of game {id} by the commit `{}`", event.action));
                }
                if matches!(event.action.as_str(), "play" | "takeback") {
                    self.stood.insert((id, event.version), stand.clone());
                }
            }
            if stand != own {
                self.broken(format!("game {id} has {} moves by its commits, and {} stand", stand.len(), own.len()));
            }
        }
        for (game, _) in played.into_keys().chain(plies.into_keys().map(|game| (game, 0))).collect::<Vec<_>>() {
            self.broken(format!("moves of game {game} without a commit"));
        }
    }

    /// Turns of one commit: that of whoever asked, and what was decided before.
    fn turns<'a>(&mut self, event: &Event, stand: &mut Vec<&'a Ply>, new: &[&'a Ply]) {
        let id = event.game;
        let seats = self.seats.get(&id).cloned().unwrap_or_default();
        if new.first().is_none_or(|ply| event.actor != Some(ply.user)) {
            self.broken(format!("the move of version {} of game {id} is not that of its commit", event.version));
        }
        for ply in new {
            stand.push(*ply);
            if ply.number != stand.len() || ply.at != event.at {
                self.broken(format!("move {} of game {id} is not that of its commit", ply.number));
            }
            if !seats.is_empty() && seats[(stand.len() - 1) % seats.len()] != ply.user {
                self.broken(format!("move {} of game {id} was made out of turn", ply.number));
            }
        }
    }

    /// The last moves are gone, those that were said to be, and the others had agreed.
    fn takeback(&mut self, event: &Event, stand: &mut Vec<&Ply>) {
        let (id, version) = (event.game, event.version);
        let said = self.said.get(&id).into_iter().flatten();
        let told = said.into_iter().find(|said| said.version == version && said.kind == "taken_back").copied();
        let keep = told.and_then(|told| told.ply).unwrap_or(stand.len());
        let gone: Vec<&str> = stand.iter().skip(keep).map(|ply| ply.notation.as_str()).collect();
        if gone.is_empty() || told.is_none_or(|told| told.gone != gone) {
            self.broken(format!(
                "version {version} of game {id} took back {:?}, not {gone:?}",
                told.map(|it| &it.gone)
            ));
        }
        let first = stand.get(keep).map(|ply| ply.user);
        let events = self.events.get(&id).into_iter().flatten();
        let wish = events.into_iter().rfind(|before| before.version < version && before.action == "propose");
        let is_agreed = wish.is_some_and(|wish| wish.actor == first && wish.actor != event.actor);
        stand.truncate(keep);
        if !is_agreed {
            self.broken(format!("the takeback of game {id} (version {version}) was not agreed on"));
        }
    }

    /// Whatever was played beside what was asked for had been decided by its player, as the answer to the turn before.
    pub(super) fn decided(&mut self) {
        let decided: HashSet<(i64, u64, &str, &str)> = self
            .journal
            .asked
            .iter()
            .filter(|one| !matches!(one.end, End::Refused(_)))
            .filter_map(|one| match &one.what {
                What::Line { then, answer } => Some((one.game?, one.user, then.as_str(), answer.as_str())),
                _ => None,
            })
            .collect();
        let played = &self.journal.rows.played;
        for ((before, first), (version, ply)) in played.iter().zip(played.iter().skip(1)) {
            let is_answer = before == version && first.game == ply.game;
            if is_answer && !decided.contains(&(ply.game, ply.user, &first.notation, &ply.notation)) {
                self.found.broken.push(format!("move {} of game {} was decided by nobody", ply.number, ply.game));
            }
        }
        self.found.answered =
            played.iter().zip(played.iter().skip(1)).filter(|(a, b)| a.0 == b.0 && a.1.game == b.1.game).count();
    }
}
