//! The checker of chaos runs. It compares the answers to users, Discord's actions and the database, and reports each
//! violation of a guarantee of docs/reliability.md in one sentence. It shares no code with the bot and knows no rule
//! of a game. [`crate::chaos`] explains the sentences.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::journal::{Action, Event, Game, Journal, Notice, Ply, Post, RequestOutcome};

mod messages;
mod moves;
mod time;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// Violated guarantees, one sentence each.
    pub violations: Vec<String>,
    pub moves: usize,
    /// Moves that the bot confirmed to the player.
    pub acknowledged: usize,
    /// Confirmed moves that are missing in the database.
    pub lost: usize,
    /// Requests committed twice and messages posted twice.
    pub doubled: usize,
    /// Commits without an announcement, and announcements without a commit.
    pub unannounced: usize,
    /// Messages posted again after Discord had forgotten their nonce; documented and no violation.
    pub repeated_late: usize,
    /// Reminders, losses on time and expired challenges.
    pub alarms: usize,
    /// Requests without an answer.
    pub unanswered: usize,
    pub conditional_moves: usize,
    /// Games in direct messages.
    pub direct: usize,
}

/// Events that end a game or a challenge.
const ENDINGS: [&str; 8] = ["resign", "time", "accept-draw", "claim", "declined", "withdrawn", "expired", "abort"];
/// The first millisecond of Discord's ids.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

pub fn check(journal: &Journal) -> Findings {
    let mut check = Check::of(journal);
    check.commits();
    check.moves();
    check.conditional_moves();
    check.answers();
    check.messages();
    check.unknown_messages();
    check.order();
    check.challenges();
    check.alarms();
    check.found
}

struct Check<'a> {
    journal: &'a Journal,
    games: BTreeMap<i64, &'a Game>,
    events: BTreeMap<i64, Vec<&'a Event>>,
    notices: BTreeMap<i64, Vec<&'a Notice>>,
    seats: BTreeMap<i64, Vec<u64>>,
    /// The posts of each notice, oldest first, by recipient: empty for a public message, otherwise the player's number or [`STARTER`].
    posts: HashMap<i64, BTreeMap<&'a str, Vec<&'a Post>>>,
    /// The moves on the board after each commit that changed them.
    moves_after: BTreeMap<(i64, i64), Vec<&'a Ply>>,
    found: Findings,
}

impl<'a> Check<'a> {
    fn of(journal: &'a Journal) -> Self {
        let rows = &journal.rows;
        let mut events = BTreeMap::<i64, Vec<&Event>>::new();
        for event in &rows.events {
            events.entry(event.game).or_default().push(event);
        }
        let mut notices = BTreeMap::<i64, Vec<&Notice>>::new();
        for one in &rows.notices {
            notices.entry(one.game).or_default().push(one);
        }
        let mut posts = HashMap::<i64, BTreeMap<&str, Vec<&Post>>>::new();
        let mut seen = HashSet::new();
        for post in journal.posts.iter().filter(|post| seen.insert(post.id)) {
            let (message, recipient) = parse_nonce(&post.nonce);
            posts.entry(message).or_default().entry(recipient).or_default().push(post);
        }
        let mut seats = BTreeMap::<i64, Vec<u64>>::new();
        for seat in &rows.seats {
            seats.entry(seat.game).or_default().push(seat.user);
        }
        let games = rows.games.iter().map(|game| (game.game, game)).collect();
        Self { journal, games, events, notices, seats, posts, moves_after: BTreeMap::new(), found: Findings::default() }
    }

    fn violation(&mut self, sentence: String) {
        self.found.violations.push(sentence);
    }

    /// Versions have no gap, each request is committed once, and no commit follows the end of a game.
    fn commits(&mut self) {
        let mut requests = HashSet::new();
        self.found.direct = self.games.values().filter(|game| game.guild.is_none()).count();
        for (id, game) in self.games.clone() {
            let events = self.events.get(&id).cloned().unwrap_or_default();
            let versions: Vec<i64> = events.iter().map(|event| event.version).collect();
            if versions != (0..=game.version).collect::<Vec<_>>() {
                self.violation(format!("game {id} is at version {} and has the commits {versions:?}", game.version));
            }
            for event in &events {
                if !requests.insert(event.request) {
                    self.found.doubled += 1;
                    self.violation(format!("request {} was committed twice", event.request));
                }
            }
            // A correction of the clock after a downtime changes nothing else.
            let last = events
                .iter()
                .rfind(|event| event.action != "downtime")
                .map(|event| event.action.as_str())
                .unwrap_or_default();
            let ends: Vec<usize> =
                (0..events.len()).filter(|at| ENDINGS.contains(&events[*at].action.as_str())).collect();
            if ends.len() > 1 || ends.first().is_some_and(|at| at + 1 != events.len()) {
                let actions: Vec<&str> = events.iter().map(|event| event.action.as_str()).collect();
                self.violation(format!("game {id} has commits after its end: {actions:?}"));
            }
            let fits = match game.phase.as_str() {
                "offered" => last == "challenge" || last == "join",
                "playing" => ends.is_empty(),
                "void" => matches!(last, "declined" | "withdrawn" | "expired" | "abort"),
                "over" => last == "play" || ends.len() == 1,
                _ => false,
            };
            if !fits {
                self.violation(format!("game {id} is {} after `{last}`", game.phase));
            }
        }
        for id in self.events.keys().filter(|id| !self.games.contains_key(id)) {
            self.found.violations.push(format!("there are commits of game {id}, but no such game"));
        }
    }

    /// A confirmed request is committed, and a commit was requested by its actor.
    fn answers(&mut self) {
        let by_request: HashMap<u64, &Event> =
            self.journal.rows.events.iter().map(|event| (event.request, event)).collect();
        let users: HashMap<u64, u64> = self.journal.requests.iter().map(|request| (request.id, request.user)).collect();
        let mut moves: HashMap<(i64, usize, &str, u64), Vec<i64>> = HashMap::new();
        for (version, ply) in &self.journal.rows.played {
            moves.entry((ply.game, ply.number, ply.notation.as_str(), ply.user)).or_default().push(*version);
        }
        let plies: HashSet<(i64, i64, &str, u64)> = self
            .journal
            .rows
            .played
            .iter()
            .map(|(version, ply)| (ply.game, *version, ply.notation.as_str(), ply.user))
            .collect();
        for one in &self.journal.requests {
            if one.outcome == RequestOutcome::Unanswered {
                self.found.unanswered += 1;
            }
            if one.outcome != RequestOutcome::Done {
                continue;
            }
            let event = by_request.get(&one.id).copied();
            let by_this = |actions: &[&str]| event.is_some_and(|event| actions.contains(&event.action.as_str()));
            // A repeated press gets the first one's answer.
            let by_any = |actions: &[&str]| {
                let events = one.game.and_then(|game| self.events.get(&game)).into_iter().flatten();
                events
                    .into_iter()
                    .any(|event| event.actor == Some(one.user) && actions.contains(&event.action.as_str()))
            };
            let is_kept = match &one.action {
                // `conditional_moves` checks these.
                Action::ReadOnly | Action::ConditionalMove { .. } => true,
                Action::Challenge => by_this(&["challenge"]) || by_any(&["challenge"]),
                Action::Accept => by_this(&["accept", "join"]) || by_any(&["accept", "join"]),
                Action::Decline => by_any(&["declined"]),
                Action::Withdraw => by_any(&["withdrawn"]),
                Action::Resign => by_this(&["resign"]),
                Action::Draw => by_this(&["offer-draw", "accept-draw", "claim", "agree-to-draw"]),
                Action::DeclineDraw => by_this(&["decline-draw"]),
                Action::Abort => by_any(&["abort"]),
                Action::Move { notation, after } => {
                    self.found.acknowledged += 1;
                    let own = by_this(&["play"])
                        && event.is_some_and(|event| plies.contains(&(event.game, event.version, notation, one.user)));
                    let pressed = |after: usize| {
                        one.game.is_some_and(|game| moves.contains_key(&(game, after + 1, notation.as_str(), one.user)))
                    };
                    let is_kept = own || after.is_some_and(pressed);
                    self.found.lost += usize::from(!is_kept);
                    is_kept
                }
            };
            if !is_kept {
                self.found.violations.push(format!(
                    "{:?} of {} in game {:?} was confirmed ({}) but is not in the database",
                    one.action, one.user, one.game, one.id
                ));
            }
        }
        for event in &self.journal.rows.events {
            // The bot's own requests have the top bit set, Discord's ids do not.
            if event.request >> 63 == 0 && users.get(&event.request) != event.actor.as_ref() {
                self.found
                    .violations
                    .push(format!("`{}` in game {} was not requested by {:?}", event.action, event.game, event.actor));
            }
        }
    }
}

/// The recipient in the nonce of a message posted to start a thread, if the challenge was never posted.
const STARTER: &str = "t";

/// A nonce: the message and, for direct messages, the recipient.
fn parse_nonce(nonce: &str) -> (i64, &str) {
    let (message, recipient) = nonce.split_once('-').unwrap_or((nonce, ""));
    (message.parse().unwrap_or(-1), recipient)
}

/// The time of a message, from its id.
const fn posted_at(id: u64) -> i64 {
    (id >> 22).cast_signed() + DISCORD_EPOCH
}

/// A game id as users see it: nine digits of Crockford's base 32.
pub fn encode_game_id(game: i64) -> String {
    let digit = |position: i64| b"0123456789abcdefghjkmnpqrstvwxyz"[((game >> (5 * position)) & 31) as usize] as char;
    (0..9).rev().map(digit).collect()
}

pub fn decode_game_id(text: &str) -> Option<i64> {
    text.bytes().try_fold(0, |number, byte| {
        let digit = b"0123456789abcdefghjkmnpqrstvwxyz".iter().position(|other| *other == byte)?;
        Some(number << 5 | digit as i64)
    })
}
