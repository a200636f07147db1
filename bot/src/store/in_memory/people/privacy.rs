//! Who wants their data handed out or deleted.

use std::collections::BTreeSet;

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::domain::{DELETED_NAME, Deletion, GameId, LadderId, Phase, Timestamp, UserId};
use crate::store::error::Result;
use crate::store::in_memory::state::State;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::people::privacy::{PersonalRows, PrivacyStore, Unfinished};

/// The same as JSON with the anonymous id in it, as a database stores it.
fn anonymized<T: Serialize + DeserializeOwned>(value: &mut T, deletion: &Deletion) {
    let mut json = serde_json::to_value(&*value).expect("plain data");
    if deletion.in_value(&mut json) {
        *value = serde_json::from_value(json).expect("the same data");
    }
}

fn text(of: Option<&String>, deletion: &Deletion) -> Option<String> {
    of.map(|text| deletion.in_mentions(text))
}

impl State {
    fn games_of_user(&self, user: UserId) -> impl Iterator<Item = (GameId, Phase)> {
        let with_seat = self.games.values().filter(move |record| record.seat_of(user).is_some());
        with_seat.map(|record| (record.game.game_id, record.game.phase))
    }

    fn is_open(&self, user: UserId) -> bool {
        self.games_of_user(user).any(|(game, phase)| self.is_unfinished(game, phase))
    }

    /// Is it offered or played, or its result not counted?
    pub(in crate::store::in_memory) fn is_unfinished(&self, game: GameId, phase: Phase) -> bool {
        let is_rated = self.games.get(&game).is_some_and(|record| record.game.challenge.is_rated);
        let is_counted = self.ratings.is_counted(game);
        let is_tallied = self.statistics.is_tallied(game);
        match phase {
            Phase::Offered | Phase::Playing => true,
            Phase::Over => !is_tallied || is_rated && !is_counted && !self.ratings.is_unreadable(game),
            Phase::Void => is_counted || is_tallied,
        }
    }

    fn anonymize(&mut self, deletion: &Deletion) {
        let (user, anonymous) = (deletion.user, deletion.anonymous);
        let replace = |other: &mut UserId| {
            if *other == user {
                *other = anonymous;
            }
        };
        let games: BTreeSet<GameId> = self.games_of_user(user).map(|(game, _)| game).collect();
        for record in self.games.values_mut() {
            for seat in record.seats.iter_mut().filter(|seat| seat.user == user) {
                (seat.user, seat.name) = (anonymous, DELETED_NAME.to_owned());
            }
            record.plies.iter_mut().for_each(|ply| replace(&mut ply.user));
            replace(&mut record.game.challenge.challenger);
            anonymized(&mut record.game.agreements, deletion);
        }
        self.outbox.values_mut().for_each(|row| anonymized(&mut row.message.notice, deletion));
        let places: Vec<_> =
            games.iter().filter_map(|game| self.games.get(game)).map(|record| record.game.place).collect();
        self.posted.retain(|_, posted| {
            let is_shared = places.iter().any(|place| [place.channel_id, place.channel()].contains(&posted.channel_id));
            !games.contains(&posted.game_id) || posted.kind.as_str() == "result" || is_shared
        });
        self.conditional_moves.values_mut().for_each(|lines| drop(lines.remove(&user)));
        self.players.remove(&user);
        self.preferences.remove(&user);
        self.digests.remove(&user);
        self.timed_out.remove(&user);
        self.reminder_messages.remove(&user);
        self.vacations.retain(|(of, _), _| *of != user);
        self.ratings.anonymize(deletion);
        self.statistics.anonymize(deletion);
        for entry in self.audit.values_mut() {
            entry.actor.iter_mut().chain(&mut entry.player).for_each(replace);
            (entry.detail, entry.reason) =
                (text(entry.detail.as_ref(), deletion), text(entry.reason.as_ref(), deletion));
        }
        self.questions.retain(|_, question| question.actor != user);
        for role in self.leader_roles.values_mut() {
            replace(&mut role.set_by);
            role.holder = role.holder.filter(|holder| *holder != user);
            role.given = role.given.filter(|given| *given != user);
        }
        for ladder in self.ladders.values_mut() {
            ladder.stored.head.version += 1;
            anonymized(&mut ladder.stored.ladder, deletion);
            for event in &mut ladder.events {
                anonymized(&mut event.event, deletion);
                event.actor.iter_mut().for_each(replace);
                event.note = text(event.note.as_ref(), deletion);
            }
            for change in &mut ladder.changes {
                replace(&mut change.change.player);
                change.note = text(change.note.as_ref(), deletion);
            }
            ladder.orders.values_mut().flatten().for_each(replace);
            if ladder.players.remove(&user).is_some() {
                ladder.players.insert(anonymous, (DELETED_NAME.to_owned(), None));
            }
        }
        for game in self.ladder_games.values_mut() {
            replace(&mut game.challenger);
            replace(&mut game.defender);
        }
        self.watches.retain(|(_, of), _| *of != user);
        self.deletions.remove(&user);
    }
}

#[async_trait]
impl PrivacyStore for InMemoryStore {
    async fn personal_data(&self, user: UserId) -> Result<Vec<PersonalRows>> {
        let state = self.state();
        let own: Vec<_> = state.games.values().filter(|record| record.seat_of(user).is_some()).collect();
        let rows = |table, rows: Vec<Value>| PersonalRows { table, rows };
        let id = |id: u64| id.to_string();
        let player = state
            .player(user)
            .map(|player| json!({ "user_id": id(user.0), "locale": player.locale, "preferences": player.preferences }));
        let vacations = state.vacations.values().filter(|vacation| vacation.user == user);
        let lines = state.conditional_moves.iter().filter_map(|(game, lines)| Some((game, lines.get(&user)?)));
        let of_user = |entry: &&crate::domain::AuditEntry| [entry.actor, entry.player].contains(&Some(user));
        let on = state.ladders.iter().filter_map(|(ladder, found)| Some((ladder, &found.players.get(&user)?.0)));
        let tallies = state.statistics.of_player(user);
        Ok(vec![
            rows("player", player.into_iter().collect()),
            rows("vacation", vacations.map(|vacation| json!({ "number": vacation.number, "from_at": vacation.span.from, "until_at": vacation.span.until })).collect()),
            rows("game", own.iter().map(|record| json!({ "game_id": record.game.game_id, "phase": record.game.phase, "setup": record.game.setup.as_str() })).collect()),
            rows("seat", own.iter().flat_map(|record| &record.seats).filter(|seat| seat.user == user).map(|seat| json!({ "seat": seat.seat, "name": seat.name })).collect()),
            rows("conditional_moves", lines.map(|(game, line)| json!({ "game_id": game, "tree": line.tree })).collect()),
            rows("rating_change", state.ratings.changes_of(user).map(|change| json!({ "rating_group": change.group.as_str(), "sequence": change.sequence })).collect()),
            rows("club_tally", tallies.map(|(guild, tallied)| json!({ "guild_id": id(guild.0), "games": tallied.games })).collect()),
            rows("ladder_player", on.map(|(ladder, name)| json!({ "ladder_id": ladder, "name": name })).collect()),
            rows("audit", state.audit.values().filter(of_user).map(|entry| json!({ "action": entry.action.as_str(), "reason": entry.reason })).collect()),
            rows("watch", state.watches.values().filter(|watch| watch.user == user).map(|watch| json!({ "game_id": watch.game, "how": watch.how.as_str() })).collect()),
            rows("reminder_message", state.reminder_messages.get(&user).map(|message| json!({ "channel_id": id(message.channel_id.0) })).into_iter().collect()),
        ])
    }

    async fn request_deletion(&self, deletion: &Deletion) -> Result<bool> {
        let mut state = self.state();
        let is_new = !state.deletions.contains_key(&deletion.user);
        state.deletions.entry(deletion.user).or_insert((*deletion, deletion.asked_at));
        Ok(is_new)
    }

    async fn deletion(&self, user: UserId) -> Result<Option<Deletion>> {
        Ok(self.state().deletions.get(&user).map(|(deletion, _)| *deletion))
    }

    async fn cancel_deletion(&self, user: UserId) -> Result<()> {
        self.state().deletions.remove(&user);
        Ok(())
    }

    async fn claim_deletions(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Deletion>> {
        let mut state = self.state();
        let mut due: Vec<_> = state.deletions.values_mut().filter(|(_, next_at)| *next_at <= now).collect();
        due.sort_by_key(|(deletion, _)| (deletion.asked_at, deletion.user));
        due.truncate(limit as usize);
        let claim = |(deletion, next_at): &mut (Deletion, Timestamp)| {
            *next_at = lease_until;
            *deletion
        };
        Ok(due.into_iter().map(claim).collect())
    }

    async fn postpone_deletion(&self, user: UserId, at: Timestamp) -> Result<()> {
        self.state().deletions.entry(user).and_modify(|(_, next_at)| *next_at = at);
        Ok(())
    }

    async fn unfinished(&self, user: UserId) -> Result<Unfinished> {
        let state = self.state();
        let is_there =
            |ladder: LadderId| state.ladders.get(&ladder).is_some_and(|found| found.stored.head.closed_at.is_none());
        let on = state.ladders.iter().filter(|(ladder, found)| is_there(**ladder) && found.players.contains_key(&user));
        let games: BTreeSet<GameId> = state.games_of_user(user).map(|(game, _)| game).collect();
        let is_pending = state.outbox.values().any(|row| row.dead.is_none() && games.contains(&row.message.game_id))
            || state.leader_roles.values().any(|role| [role.holder, role.given].contains(&Some(user)))
            || games
                .iter()
                .filter_map(|game| state.ladder_games.get(game))
                .any(|game| !game.is_settled && is_there(game.ladder_id));
        Ok(Unfinished { ladders: on.map(|(ladder, _)| *ladder).collect(), is_open: state.is_open(user), is_pending })
    }

    async fn anonymize(&self, deletion: &Deletion) -> Result<bool> {
        let mut state = self.state();
        if state.is_open(deletion.user) || state.ratings.is_replacing() {
            return Ok(false);
        }
        state.anonymize(deletion);
        Ok(true)
    }
}
