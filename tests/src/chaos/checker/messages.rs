//! Messages: each commit is announced once, in the right place and order, and shows what was committed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::super::journal::{Event, Game, Notice, Post};
use super::{Check, STARTER, encode_game_id, parse_nonce, posted_at};

impl Check<'_> {
    /// Each commit has its notice, and each notice was posted once to its target.
    pub(super) fn messages(&mut self) {
        let waiting: HashMap<i64, Option<&str>> =
            self.journal.rows.pending.iter().map(|row| (row.message, row.given_up.as_deref())).collect();
        for (id, game) in self.games.clone() {
            let events = self.events.get(&id).cloned().unwrap_or_default();
            let notices = self.notices.get(&id).cloned().unwrap_or_default();
            for event in &events {
                let kind = match event.action.as_str() {
                    "challenge" => "challenge",
                    "accept" | "play" => "board",
                    "resign" | "time" | "accept-draw" | "claim" => "ended",
                    "declined" | "withdrawn" | "expired" => "void",
                    "remind" => "reminder",
                    "offer-draw" => "draw_offer",
                    "decline-draw" => "draw_declined",
                    "abort" => "aborted",
                    _ => continue,
                };
                let own = notices.iter().filter(|one| one.version == event.version && one.kind == kind).count();
                if own != 1 {
                    self.found.unannounced += 1;
                    self.violation(format!(
                        "`{}` of game {id} (version {}) has {own} notices",
                        event.action, event.version
                    ));
                }
            }
            for one in notices {
                let posts = self.posts.get(&one.message).cloned().unwrap_or_default();
                let name = format!("{} of game {id} (version {})", one.kind, one.version);
                if let Some(state) = waiting.get(&one.message) {
                    self.found.unannounced += 1;
                    self.violation(format!(
                        "{name} {}",
                        state.map_or_else(
                            || "still waits in the outbox".to_owned(),
                            |why| format!("was given up: {why}")
                        )
                    ));
                }
                // These edit other messages; the link to a rematch is in the thread of the game before.
                if matches!(one.kind.as_str(), "deadline_moved" | "outcome" | "rematch") {
                    continue;
                }
                let is_needed = self.is_needed(&events, one);
                let targets = self.targets(game, one);
                for (recipient, target) in &targets {
                    if is_needed && !posts.contains_key(recipient.as_str()) && !waiting.contains_key(&one.message) {
                        self.found.unannounced += 1;
                        self.violation(format!("{name} was never posted in {target:?} (recipient {recipient:?})"));
                    }
                }
                for (recipient, posts) in posts {
                    for pair in posts.windows(2) {
                        if posted_at(pair[1].id) - posted_at(pair[0].id) >= self.journal.nonce_known_for {
                            self.found.repeated_late += 1;
                        } else {
                            self.found.doubled += 1;
                            self.violation(format!("{name} was posted twice"));
                        }
                    }
                    let is_starter = recipient == STARTER;
                    let target =
                        if is_starter { Some(game.channel) } else { targets.get(recipient).copied().flatten() };
                    for post in &posts {
                        if target != Some(post.channel) {
                            self.violation(format!("{name} was posted in {}, not in {target:?}", post.channel));
                        }
                        if !is_starter {
                            self.check_content(game, one, post, &name);
                        }
                    }
                    // A copy that was posted before Discord forgot its nonce may be left without one.
                    if let Some(last) = posts.last().filter(|_| is_starter)
                        && game.thread != Some(last.id)
                        && !self.journal.edits.iter().any(|edit| edit.deleted && edit.id == last.id)
                    {
                        self.violation(format!("{name} was posted for a thread, which its game has not"));
                    }
                }
            }
        }
    }

    /// A notice replaced soon by a later commit may be left out; one that was current for long had to be posted.
    fn is_needed(&self, events: &[&Event], one: &Notice) -> bool {
        let at = events.iter().find(|event| event.version == one.version).map_or(i64::MIN, |event| event.at);
        let soon = at.saturating_add(self.journal.slack);
        let mut after = events.iter().filter(|event| event.version > one.version && event.at <= soon);
        match one.kind.as_str() {
            "board" | "ended" | "aborted" | "draw_declined" | "conditional_moves_dropped" => true,
            // The line about the beginning of a vacation is edited at its end.
            "void" | "vacation_ended" => false,
            _ => after.all(|event| event.action == "remind"),
        }
    }

    /// The channels of a notice by recipient: empty for a public message, otherwise the player's number.
    fn targets(&self, game: &Game, one: &Notice) -> BTreeMap<String, Option<u64>> {
        let public = |channel| BTreeMap::from([(String::new(), channel)]);
        let mut players = self.seats.get(&game.game).cloned().unwrap_or_default();
        let on_turn = one.ply.filter(|_| !players.is_empty()).map(|ply| players[ply % players.len()]);
        let proposes = self.events.get(&game.game).into_iter().flatten().find(|event| event.version == one.version);
        players.sort_unstable();
        let dm_channel = |user: u64| self.journal.dm_channels.iter().find(|(_, owner)| **owner == user).map(|it| *it.0);
        let direct = |wanted: &dyn Fn(u64) -> bool| {
            let all = players.iter().enumerate().filter(|(_, user)| wanted(**user));
            all.map(|(place, user)| (place.to_string(), dm_channel(*user))).collect()
        };
        match (one.kind.as_str(), game.guild) {
            ("conditional_moves_dropped", _) => direct(&|user| one.user == Some(user)),
            ("challenge", Some(_)) => public(Some(game.channel)),
            (_, Some(_)) => public(game.thread),
            ("board" | "ended" | "aborted" | "challenge", None) => direct(&|_| true),
            ("reminder", None) => direct(&|user| on_turn == Some(user)),
            ("vacation_ended", None) => direct(&|user| one.user != Some(user)),
            (_, None) => direct(&|user| proposes.is_some_and(|event| event.actor != Some(user))),
        }
    }

    /// A board shows the position of its commit and names the last move.
    fn check_content(&mut self, game: &Game, one: &Notice, post: &Post, name: &str) {
        let moves = self.moves_after.range((game.game, i64::MIN)..=(game.game, one.version)).next_back();
        let moves = moves.map_or(&[][..], |(_, plies)| plies.as_slice());
        if !matches!(one.kind.as_str(), "board" | "ended") {
            return;
        }
        let names_move = moves.last().is_none_or(|ply| post.text.contains(&format!("`{}`", ply.notation)));
        let picture = format!("{}-{}.png", encode_game_id(game.game), moves.len());
        let shows = post.picture.as_deref() == Some(&picture);
        if !shows || !names_move || (one.kind == "board" && one.ply != Some(moves.len())) {
            self.violation(format!("{name} shows {:?} and says: {}", post.picture, post.text));
        }
    }

    /// Each post belongs to a committed notice.
    pub(super) fn unknown_messages(&mut self) {
        let ids: HashSet<i64> = self.journal.rows.notices.iter().map(|one| one.message).collect();
        let unknown: Vec<&Post> =
            self.journal.posts.iter().filter(|post| !ids.contains(&parse_nonce(&post.nonce).0)).collect();
        for post in unknown {
            self.found.unannounced += 1;
            self.violation(format!("message {} was never committed: {}", post.id, post.text));
        }
    }

    /// The messages of a game are in the order of its commits in each channel.
    pub(super) fn order(&mut self) {
        for (id, notices) in self.notices.clone() {
            let mut last = BTreeMap::<u64, (u64, i64)>::new();
            for one in notices {
                let copies = self.posts.get(&one.message).into_iter().flat_map(BTreeMap::values);
                let firsts: Vec<&Post> = copies.filter_map(|posts| posts.first().copied()).collect();
                for first in firsts {
                    if let Some((before, version)) = last.insert(first.channel, (first.id, one.version))
                        && before > first.id
                    {
                        self.violation(format!(
                            "in game {id}, version {} was posted before version {version}",
                            one.version
                        ));
                    }
                }
            }
        }
    }

    /// An answered challenge has no buttons.
    pub(super) fn challenges(&mut self) {
        let bare: BTreeSet<u64> =
            self.journal.edits.iter().filter(|edit| edit.without_buttons).map(|edit| edit.id).collect();
        for one in self.journal.rows.notices.iter().filter(|one| one.kind == "challenge") {
            let open = self.games.get(&one.game).is_none_or(|game| game.phase == "offered");
            // The bot knows only the last copy of a message that was posted again after its nonce was forgotten.
            let copies = self.posts.get(&one.message).into_iter().flat_map(BTreeMap::values);
            let lasts: Vec<&Post> = copies.filter_map(|posts| posts.last().copied()).collect();
            if !open && lasts.iter().any(|post| !bare.contains(&post.id) && post.text.contains("Open until")) {
                self.violation(format!("the challenge {} is answered and still has its buttons", one.game));
            }
        }
    }
}
