//! Compares what people were told, what Discord carried out and what the database holds. It shares no code with the bot and knows
//! no rule of a game: only that what is promised in docs/reliability.md holds.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::journal::{End, Event, Game, Journal, Ply, Post, Said, What};

mod moves;
mod time;

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
    /// Moves that were decided in advance.
    pub answered: usize,
    /// Vacations.
    pub absences: usize,
    /// Takebacks.
    pub taken_back: usize,
    /// Times that a game stood still.
    pub adjourned: usize,
    /// Games by direct messages.
    pub direct: usize,
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
    check.decided();
    check.answers();
    check.messages();
    check.strangers();
    check.order();
    check.challenges();
    check.alarms();
    check.stillness();
    check.absences();
    check.found
}

struct Check<'a> {
    journal: &'a Journal,
    games: BTreeMap<i64, &'a Game>,
    events: BTreeMap<i64, Vec<&'a Event>>,
    said: BTreeMap<i64, Vec<&'a Said>>,
    /// Who plays.
    seats: BTreeMap<i64, Vec<u64>>,
    /// The messages that bear a nonce, each once, oldest first; by what was to be said, and by the letter where each player has
    /// one of their own.
    posts: HashMap<i64, BTreeMap<&'a str, Vec<&'a Post>>>,
    /// The moves that stood after a commit that changed them.
    stood: BTreeMap<(i64, i64), Vec<&'a Ply>>,
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
        let mut posts = HashMap::<i64, BTreeMap<&str, Vec<&Post>>>::new();
        let mut seen = HashSet::new();
        for post in journal.posts.iter().filter(|post| seen.insert(post.id)) {
            let (message, letter) = of_nonce(&post.nonce);
            posts.entry(message).or_default().entry(letter).or_default().push(post);
        }
        let mut seats = BTreeMap::<i64, Vec<u64>>::new();
        for seat in &rows.seats {
            seats.entry(seat.game).or_default().push(seat.user);
        }
        let games = rows.games.iter().map(|game| (game.game, game)).collect();
        Self { journal, games, events, said, seats, posts, stood: BTreeMap::new(), found: Found::default() }
    }

    fn broken(&mut self, sentence: String) {
        self.found.broken.push(sentence);
    }

    /// Commits count without a gap, each request once, and nothing after an end.
    fn commits(&mut self) {
        let mut requests = HashSet::new();
        let count = |action: &str| self.journal.rows.events.iter().filter(|event| event.action == action).count();
        (self.found.taken_back, self.found.adjourned) = (count("takeback"), count("adjourn"));
        self.found.direct = self.games.values().filter(|game| game.guild.is_none()).count();
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
                "void" => matches!(last, "declined" | "withdrawn" | "expired" | "abort"),
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

    /// What the bot said to be done is done; what is done was asked for by whom it says.
    fn answers(&mut self) {
        let by_request: HashMap<u64, &Event> =
            self.journal.rows.events.iter().map(|event| (event.request, event)).collect();
        let asked: HashMap<u64, u64> = self.journal.asked.iter().map(|asked| (asked.id, asked.user)).collect();
        // Whatever was played, whether it stands or was taken back since.
        let mut moves: HashMap<(i64, usize, &str, u64), Vec<i64>> = HashMap::new();
        for (version, ply) in &self.journal.rows.played {
            moves.entry((ply.game, ply.number, ply.notation.as_str(), ply.user)).or_default().push(*version);
        }
        let made: HashSet<(i64, i64, &str, u64)> = self
            .journal
            .rows
            .played
            .iter()
            .map(|(version, ply)| (ply.game, *version, ply.notation.as_str(), ply.user))
            .collect();
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
                // What became of a line is seen in the moves and in what its owner was told.
                What::Look | What::Line { .. } => true,
                What::Challenge => by_this(&["challenge"]) || by_any(&["challenge"]),
                What::Accept => by_this(&["accept", "join"]) || by_any(&["accept", "join"]),
                What::Decline => by_any(&["declined"]),
                What::Withdraw => by_any(&["withdrawn"]),
                What::Resign => by_this(&["resign"]),
                What::Draw => by_this(&["offer-draw", "accept-draw", "claim", "agree-to-draw"]),
                What::NoDraw => by_this(&["decline-draw"]),
                What::Abort => by_any(&["abort"]),
                What::Takeback => by_this(&["propose", "takeback"]),
                What::Adjourn => by_this(&["propose"]),
                What::Agree => by_this(&["takeback", "adjourn"]),
                What::Refuse => by_this(&["decline-proposal"]),
                What::Resume => by_this(&["resume"]),
                What::Leave => self.journal.rows.absences.iter().any(|absence| absence.request == one.id),
                What::Return => self.journal.rows.absences.iter().any(|absence| absence.ended_by == Some(one.id)),
                What::Move { notation, after } => {
                    self.found.acknowledged += 1;
                    let own = by_this(&["play"])
                        && event.is_some_and(|event| made.contains(&(event.game, event.version, notation, one.user)));
                    let pressed = |after: usize| {
                        one.game.is_some_and(|game| moves.contains_key(&(game, after + 1, notation.as_str(), one.user)))
                    };
                    let kept = own || after.is_some_and(pressed);
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
                    "propose" => "proposed",
                    "decline-proposal" => "proposal_declined",
                    "takeback" => "taken_back",
                    "adjourn" => "adjourned",
                    "resume" => "resumed",
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
                let posts = self.posts.get(&one.message).cloned().unwrap_or_default();
                let name = format!("{} of game {id} (version {})", one.kind, one.version);
                if let Some(state) = waiting.get(&one.message) {
                    self.found.unannounced += 1;
                    self.broken(format!(
                        "{name} {}",
                        state.map_or_else(|| "still waits".to_owned(), |why| format!("was given up: {why}"))
                    ));
                }
                let is_needed = self.is_needed(&events, one);
                let homes = self.homes(game, one);
                for (letter, home) in &homes {
                    if is_needed && !posts.contains_key(letter.as_str()) && !waiting.contains_key(&one.message) {
                        self.found.unannounced += 1;
                        self.broken(format!("{name} was never said to {letter:?} in {home:?}"));
                    }
                }
                for (letter, posts) in posts {
                    for pair in posts.windows(2) {
                        if written(pair[1].id) - written(pair[0].id) >= self.journal.nonce_known_for {
                            self.found.repeated_late += 1;
                        } else {
                            self.found.doubled += 1;
                            self.broken(format!("{name} was said twice"));
                        }
                    }
                    let home = homes.get(letter).copied().flatten();
                    for post in posts {
                        if home != Some(post.channel) {
                            self.broken(format!("{name} was said in {}, not in {home:?}", post.channel));
                        }
                        self.tells(game, one, post, &name);
                    }
                }
            }
        }
    }

    /// What the game has left behind soon need not be said any more; what stood for long had to be.
    fn is_needed(&self, events: &[&Event], one: &Said) -> bool {
        let at = events.iter().find(|event| event.version == one.version).map_or(i64::MIN, |event| event.at);
        let soon = at.saturating_add(self.journal.slack);
        let mut after = events.iter().filter(|event| event.version > one.version && event.at <= soon);
        match one.kind.as_str() {
            // The takeback itself tells of moves that are gone.
            "board" => !after.any(|event| {
                let stood = self.stood.get(&(event.game, event.version)).map_or(usize::MAX, Vec::len);
                event.action == "takeback" && one.ply.is_some_and(|ply| stood < ply)
            }),
            "ended"
            | "aborted"
            | "taken_back"
            | "resumed"
            | "draw_declined"
            | "proposal_declined"
            | "conditional_moves_dropped" => true,
            "void" => false,
            _ => after.all(|event| event.action == "remind"),
        }
    }

    /// Where it has to be said, by letter where each player has one of their own: the place of the player among all by number.
    fn homes(&self, game: &Game, one: &Said) -> BTreeMap<String, Option<u64>> {
        let public = |channel| BTreeMap::from([(String::new(), channel)]);
        let mut players = self.seats.get(&game.game).cloned().unwrap_or_default();
        let on_turn = one.ply.filter(|_| !players.is_empty()).map(|ply| players[ply % players.len()]);
        let proposes = self.events.get(&game.game).into_iter().flatten().find(|event| event.version == one.version);
        players.sort_unstable();
        let mailbox = |user: u64| self.journal.mailboxes.iter().find(|(_, owner)| **owner == user).map(|it| *it.0);
        let letters = |wanted: &dyn Fn(u64) -> bool| {
            let all = players.iter().enumerate().filter(|(_, user)| wanted(**user));
            all.map(|(place, user)| (place.to_string(), mailbox(*user))).collect()
        };
        match (one.kind.as_str(), game.guild) {
            ("conditional_moves_dropped", _) => letters(&|user| one.user == Some(user)),
            ("challenge", Some(_)) => public(Some(game.channel)),
            (_, Some(_)) => public(game.thread),
            ("board" | "ended" | "aborted" | "adjourned" | "taken_back" | "resumed" | "challenge", None) => {
                letters(&|_| true)
            }
            ("reminder", None) => letters(&|user| on_turn == Some(user)),
            // To those whom it asks, or whom it concerns.
            ("vacation_began" | "vacation_ended", None) => letters(&|user| one.automatic || one.user != Some(user)),
            (_, None) => letters(&|user| proposes.is_some_and(|event| event.actor != Some(user))),
        }
    }

    /// It shows the board of its commit, and tells the move.
    fn tells(&mut self, game: &Game, one: &Said, post: &Post, name: &str) {
        let stood = self.stood.range((game.game, i64::MIN)..=(game.game, one.version)).next_back();
        let stood = stood.map_or(&[][..], |(_, plies)| plies.as_slice());
        let missing: Vec<&str> = match one.kind.as_str() {
            "board" | "ended" => stood.last().map(|ply| ply.notation.as_str()).into_iter().collect(),
            "taken_back" => one.gone.iter().map(String::as_str).collect(),
            _ => return,
        };
        let tells = missing.iter().all(|mv| post.text.contains(&format!("`{mv}`")));
        let picture = format!("{}-{}.png", letters(game.game), stood.len());
        // A takeback that comes late says only which moves are gone.
        let shows = post.picture.as_deref() == Some(&picture) || (one.kind == "taken_back" && post.picture.is_none());
        if !shows || !tells || (one.kind == "board" && one.ply != Some(stood.len())) {
            self.broken(format!("{name} shows {:?} and says: {}", post.picture, post.text));
        }
    }

    /// Nothing is said that was not committed.
    fn strangers(&mut self) {
        let known: HashSet<i64> = self.journal.rows.said.iter().map(|one| one.message).collect();
        let strange: Vec<&Post> =
            self.journal.posts.iter().filter(|post| !known.contains(&of_nonce(&post.nonce).0)).collect();
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
                let letters = self.posts.get(&one.message).into_iter().flat_map(BTreeMap::values);
                let firsts: Vec<&Post> = letters.filter_map(|posts| posts.first().copied()).collect();
                for first in firsts {
                    if let Some((before, version)) = last.insert(first.channel, (first.id, one.version))
                        && before > first.id
                    {
                        self.broken(format!("in game {id}, version {} was said before version {version}", one.version));
                    }
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
            let letters = self.posts.get(&one.message).into_iter().flat_map(BTreeMap::values);
            let lasts: Vec<&Post> = letters.filter_map(|posts| posts.last().copied()).collect();
            if !open && lasts.iter().any(|post| !bare.contains(&post.id) && post.text.contains("Open until")) {
                self.broken(format!("the challenge {} is answered and has its buttons", one.game));
            }
        }
    }
}

/// What a nonce says: what was to be said, and which letter of several.
fn of_nonce(nonce: &str) -> (i64, &str) {
    let (message, letter) = nonce.split_once('-').unwrap_or((nonce, ""));
    (message.parse().unwrap_or(-1), letter)
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
