//! Compares what people were told, what Discord carried out and what the database holds. It shares no code with the bot and knows
//! no rule of a game: only that what is promised in docs/reliability.md holds.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::journal::{End, Event, Game, Journal, Post, Said, What};

/// What the checker counts, beside what it complains of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Promises that are broken, one sentence each.
    pub broken: Vec<String>,
    /// Moves in the database.
    pub moves: usize,
    /// Moves that were answered with their board.
    pub acknowledged: usize,
    /// Of these, those that the database does not hold.
    pub lost: usize,
    /// Requests, or moves, that stand twice.
    pub doubled: usize,
    /// Committed and not announced, or announced and not committed.
    pub unannounced: usize,
    /// Messages repeated after Discord had forgotten their nonce: documented.
    pub repeated_late: usize,
    /// Reminders, losses on time and expired challenges.
    pub alarms: usize,
    /// Requests without an answer.
    pub unanswered: usize,
}

/// Events that end a game or a challenge.
const ENDINGS: [&str; 8] = ["resign", "time", "accept-draw", "claim", "declined", "withdrawn", "expired", "abort"];
/// The first millisecond of Discord's ids.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// Checks a journal.
pub fn check(journal: &Journal) -> Found {
    let mut check = Check::of(journal);
    check.commits();
    check.moves();
    check.answers();
    check.messages();
    check.strangers();
    check.order();
    check.challenges();
    check.alarms();
    check.found
}

struct Check<'a> {
    journal: &'a Journal,
    games: BTreeMap<i64, &'a Game>,
    events: BTreeMap<i64, Vec<&'a Event>>,
    said: BTreeMap<i64, Vec<&'a Said>>,
    /// The messages that bear a nonce, each once, oldest first.
    posts: HashMap<&'a str, Vec<&'a Post>>,
    found: Found,
}

impl<'a> Check<'a> {
    fn of(journal: &'a Journal) -> Self {
        let rows = &journal.rows;
        let mut events = BTreeMap::<i64, Vec<&Event>>::new();
        for event in &rows.events {
            events.entry(event.game).or_default().push(event);
        }
        let mut said = BTreeMap::<i64, Vec<&Said>>::new();
        for one in &rows.said {
            said.entry(one.game).or_default().push(one);
        }
        let mut posts = HashMap::<&str, Vec<&Post>>::new();
        let mut seen = HashSet::new();
        for post in journal.posts.iter().filter(|post| seen.insert(post.id)) {
            posts.entry(&post.nonce).or_default().push(post);
        }
        let games = rows.games.iter().map(|game| (game.game, game)).collect();
        Self { journal, games, events, said, posts, found: Found::default() }
    }

    fn broken(&mut self, sentence: String) {
        self.found.broken.push(sentence);
    }

    /// Commits count without a gap, each request once, and nothing after an end.
    fn commits(&mut self) {
        let mut requests = HashSet::new();
        for (id, game) in self.games.clone() {
            let events = self.events.get(&id).cloned().unwrap_or_default();
            let versions: Vec<i64> = events.iter().map(|event| event.version).collect();
            if versions != (0..=game.version).collect::<Vec<_>>() {
                self.broken(format!("game {id} is at version {} and has the commits {versions:?}", game.version));
            }
            for event in &events {
                if !requests.insert(event.request) {
                    self.found.doubled += 1;
                    self.broken(format!("request {} was committed twice", event.request));
                }
            }
            let ends: Vec<usize> =
                (0..events.len()).filter(|at| ENDINGS.contains(&events[*at].action.as_str())).collect();
            // A clock that is put right changes nothing else.
            let last = events
                .iter()
                .rfind(|event| event.action != "downtime")
                .map(|event| event.action.as_str())
                .unwrap_or_default();
            if ends.len() > 1 || ends.first().is_some_and(|at| at + 1 != events.len()) {
                let actions: Vec<&str> = events.iter().map(|event| event.action.as_str()).collect();
                self.broken(format!("game {id} went on after its end: {actions:?}"));
            }
            let fits = match game.phase.as_str() {
                "offered" => last == "challenge" || last == "join",
                "playing" => ends.is_empty(),
                "void" => matches!(last, "declined" | "withdrawn" | "expired"),
                "over" => last == "play" || ends.len() == 1,
                _ => false,
            };
            if !fits {
                self.broken(format!("game {id} is {} after `{last}`", game.phase));
            }
        }
        for id in self.events.keys().filter(|id| !self.games.contains_key(id)) {
            self.found.broken.push(format!("commits of game {id}, which is not there"));
        }
    }

    /// Moves count from 1 without a gap, by one commit each, in turn.
    fn moves(&mut self) {
        let mut plies = BTreeMap::<i64, Vec<_>>::new();
        for ply in &self.journal.rows.plies {
            plies.entry(ply.game).or_default().push(ply);
        }
        let mut seats = BTreeMap::<i64, Vec<u64>>::new();
        for seat in &self.journal.rows.seats {
            seats.entry(seat.game).or_default().push(seat.user);
        }
        for (id, game) in self.games.clone() {
            let own = plies.remove(&id).unwrap_or_default();
            let played: Vec<&Event> =
                self.events.get(&id).into_iter().flatten().copied().filter(|e| e.action == "play").collect();
            self.found.moves += own.len();
            if own.len() != game.ply || own.iter().zip(1..).any(|(ply, number)| ply.number != number) {
                let numbers: Vec<usize> = own.iter().map(|ply| ply.number).collect();
                self.broken(format!("game {id} has {} moves and the rows {numbers:?}", game.ply));
            }
            if played.len() != own.len() {
                self.broken(format!("game {id} has {} moves by {} commits", own.len(), played.len()));
            }
            let seats = seats.get(&id).cloned().unwrap_or_default();
            for (ply, event) in own.iter().zip(&played) {
                if event.actor != Some(ply.user) || event.at != ply.at {
                    self.broken(format!("move {} of game {id} is not that of its commit", ply.number));
                }
                if !seats.is_empty() && seats[(ply.number - 1) % seats.len()] != ply.user {
                    self.broken(format!("move {} of game {id} was made out of turn", ply.number));
                }
            }
        }
        for id in plies.into_keys() {
            self.broken(format!("moves of game {id}, which is not there"));
        }
    }

    /// What the bot said to be done is done; what is done was asked for by whom it says.
    fn answers(&mut self) {
        let by_request: HashMap<u64, &Event> =
            self.journal.rows.events.iter().map(|event| (event.request, event)).collect();
        let asked: HashMap<u64, u64> = self.journal.asked.iter().map(|asked| (asked.id, asked.user)).collect();
        let moves: HashMap<(i64, usize), (&str, u64)> = self
            .journal
            .rows
            .plies
            .iter()
            .map(|ply| ((ply.game, ply.number), (ply.notation.as_str(), ply.user)))
            .collect();
        let mut numbers = HashMap::new();
        for events in self.events.values() {
            for (event, number) in events.iter().filter(|event| event.action == "play").zip(1..) {
                numbers.insert(event.request, number);
            }
        }
        for one in &self.journal.asked {
            if one.end == End::Unanswered {
                self.found.unanswered += 1;
            }
            if one.end != End::Done {
                continue;
            }
            let event = by_request.get(&one.id).copied();
            let by_this = |actions: &[&str]| event.is_some_and(|event| actions.contains(&event.action.as_str()));
            // A second click on what is done already is answered as the first one.
            let by_any = |actions: &[&str]| {
                let events = one.game.and_then(|game| self.events.get(&game)).into_iter().flatten();
                events
                    .into_iter()
                    .any(|event| event.actor == Some(one.user) && actions.contains(&event.action.as_str()))
            };
            let kept = match &one.what {
                What::Look => true,
                What::Challenge => by_this(&["challenge"]) || by_any(&["challenge"]),
                What::Accept => by_this(&["accept", "join"]) || by_any(&["accept", "join"]),
                What::Decline => by_any(&["declined"]),
                What::Withdraw => by_any(&["withdrawn"]),
                What::Resign => by_this(&["resign"]),
                What::Draw => by_this(&["offer-draw", "accept-draw", "claim", "agree-to-draw"]),
                What::NoDraw => by_this(&["decline-draw"]),
                What::Move { notation, after } => {
                    self.found.acknowledged += 1;
                    let at = |number: usize| {
                        one.game.and_then(|game| moves.get(&(game, number)).copied())
                            == Some((notation.as_str(), one.user))
                    };
                    let own = by_this(&["play"]) && numbers.get(&one.id).is_some_and(|number| at(*number));
                    let kept = own || after.is_some_and(|after| at(after + 1));
                    self.found.lost += usize::from(!kept);
                    kept
                }
            };
            if !kept {
                self.found.broken.push(format!(
                    "{:?} of {} in game {:?} was answered ({}) and is not there",
                    one.what, one.user, one.game, one.id
                ));
            }
        }
        for event in &self.journal.rows.events {
            // The bot's own requests have the top bit set, as no id of Discord's has.
            if event.request >> 63 == 0 && asked.get(&event.request) != event.actor.as_ref() {
                self.found
                    .broken
                    .push(format!("`{}` in game {} was not asked for by {:?}", event.action, event.game, event.actor));
            }
        }
    }

    /// Each commit has what has to be said of it, and that was said once, where the game lives.
    fn messages(&mut self) {
        let waiting: HashMap<i64, Option<&str>> =
            self.journal.rows.waiting.iter().map(|row| (row.message, row.given_up.as_deref())).collect();
        for (id, game) in self.games.clone() {
            let events = self.events.get(&id).cloned().unwrap_or_default();
            let said = self.said.get(&id).cloned().unwrap_or_default();
            let plies: Vec<&str> =
                self.journal.rows.plies.iter().filter(|ply| ply.game == id).map(|ply| ply.notation.as_str()).collect();
            for event in &events {
                let kind = match event.action.as_str() {
                    "challenge" => "challenge",
                    "accept" | "play" => "board",
                    "resign" | "time" | "accept-draw" | "claim" => "ended",
                    "declined" | "withdrawn" | "expired" => "void",
                    "remind" => "reminder",
                    "offer-draw" => "draw_offer",
                    "decline-draw" => "draw_declined",
                    _ => continue,
                };
                let own = said.iter().filter(|one| one.version == event.version && one.kind == kind).count();
                if own != 1 {
                    self.found.unannounced += 1;
                    self.broken(format!(
                        "`{}` of game {id} (version {}) is to be said {own} times",
                        event.action, event.version
                    ));
                }
            }
            for one in said {
                let posts = self.posts.get(one.message.to_string().as_str()).cloned().unwrap_or_default();
                let name = format!("{} of game {id} (version {})", one.kind, one.version);
                if let Some(state) = waiting.get(&one.message) {
                    self.found.unannounced += 1;
                    self.broken(format!(
                        "{name} {}",
                        state.map_or_else(|| "still waits".to_owned(), |why| format!("was given up: {why}"))
                    ));
                }
                // What the game has left behind soon need not be said any more; what stood for long had to be.
                let at = events.iter().find(|event| event.version == one.version).map_or(i64::MIN, |event| event.at);
                let soon = at.saturating_add(self.journal.slack);
                let moved_on = events
                    .iter()
                    .any(|event| event.version > one.version && event.action != "remind" && event.at <= soon);
                let needed = match one.kind.as_str() {
                    "board" | "ended" | "draw_declined" => true,
                    "void" => false,
                    _ => !moved_on,
                };
                if posts.is_empty() && needed && !waiting.contains_key(&one.message) {
                    self.found.unannounced += 1;
                    self.broken(format!("{name} was never said"));
                }
                for pair in posts.windows(2) {
                    if written(pair[1].id) - written(pair[0].id) >= self.journal.nonce_known_for {
                        self.found.repeated_late += 1;
                    } else {
                        self.found.doubled += 1;
                        self.broken(format!("{name} was said twice"));
                    }
                }
                for post in posts {
                    let home = if one.kind == "challenge" { Some(game.channel) } else { game.thread };
                    if home != Some(post.channel) {
                        self.broken(format!("{name} was said in {}, not in {home:?}", post.channel));
                    }
                    let ply = match one.kind.as_str() {
                        "board" => one.ply.unwrap_or(0),
                        "ended" => game.ply,
                        _ => continue,
                    };
                    let picture = format!("{}-{ply}.png", letters(id));
                    let tells = ply == 0 || plies.get(ply - 1).is_some_and(|mv| post.text.contains(&format!("`{mv}`")));
                    if post.picture.as_deref() != Some(&picture) || !tells {
                        self.broken(format!("{name} shows {:?} and says: {}", post.picture, post.text));
                    }
                }
            }
        }
    }

    /// Nothing is said that was not committed.
    fn strangers(&mut self) {
        let known: HashSet<String> = self.journal.rows.said.iter().map(|one| one.message.to_string()).collect();
        let strange: Vec<&Post> = self.journal.posts.iter().filter(|post| !known.contains(&post.nonce)).collect();
        for post in strange {
            self.found.unannounced += 1;
            self.broken(format!("message {} was never committed: {}", post.id, post.text));
        }
    }

    /// What is said of a game stands in its channel in the order of the commits.
    fn order(&mut self) {
        for (id, said) in self.said.clone() {
            let mut last = BTreeMap::<u64, (u64, i64)>::new();
            for one in said {
                let Some(first) = self.posts.get(one.message.to_string().as_str()).and_then(|posts| posts.first())
                else {
                    continue;
                };
                let (channel, post) = (first.channel, first.id);
                if let Some((before, version)) = last.insert(channel, (post, one.version))
                    && before > post
                {
                    self.broken(format!("in game {id}, version {} was said before version {version}", one.version));
                }
            }
        }
    }

    /// A challenge that is answered has lost its buttons.
    fn challenges(&mut self) {
        let bare: BTreeSet<u64> =
            self.journal.changes.iter().filter(|change| change.bare).map(|change| change.id).collect();
        for one in self.journal.rows.said.iter().filter(|one| one.kind == "challenge") {
            let open = self.games.get(&one.game).is_none_or(|game| game.phase == "offered");
            // Of a message that was repeated after its nonce was forgotten, only the last one is known.
            let last = self.posts.get(one.message.to_string().as_str()).and_then(|posts| posts.last()).copied();
            if !open && last.is_some_and(|post| !bare.contains(&post.id) && post.text.contains("Open until")) {
                self.broken(format!("the challenge {} is answered and has its buttons", one.game));
            }
        }
    }

    /// What time brings comes once, not before its time and not much after it.
    fn alarms(&mut self) {
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
                let over =
                    after.clone().find(|event| event.action == "play" || ENDINGS.contains(&event.action.as_str()));
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
}

/// When a message was made, by its id.
const fn written(id: u64) -> i64 {
    (id >> 22).cast_signed() + DISCORD_EPOCH
}

/// A game's number as people know it: nine digits to the base of 32, without i, l, o and u.
pub fn letters(game: i64) -> String {
    let digit = |place: i64| b"0123456789abcdefghjkmnpqrstvwxyz"[((game >> (5 * place)) & 31) as usize] as char;
    (0..9).rev().map(digit).collect()
}

/// The number of a game by what people know it by.
pub fn number(letters: &str) -> Option<i64> {
    letters.bytes().try_fold(0, |number, byte| {
        let digit = b"0123456789abcdefghjkmnpqrstvwxyz".iter().position(|other| *other == byte)?;
        Some(number << 5 | digit as i64)
    })
}
