//! The checker of the chaos story complains of what it should: a journal that is in order, and what becomes of it when something
//! in it is forged.

use tests::chaos::check::{Found, check, letters};
use tests::chaos::journal::{
    Absence, Asked, Change, End, Event, Game, Journal, Ply, Post, Rows, Said, Seat, Turn, Waiting, What,
};

const GAME: i64 = 77;
const ADA: u64 = 1;
const DMITRI: u64 = 2;
const CHANNEL: u64 = 10;
const THREAD: u64 = 20;
const HOUR: i64 = 3_600_000;
const MINUTE: i64 = 60_000;
const EPOCH: i64 = 1_420_070_400_000;

/// An id of Discord's, made then.
fn id(at: i64) -> u64 {
    ((at - EPOCH).cast_unsigned()) << 22
}

/// A challenge, three hours each, two moves, a reminder of the third, and a loss on time.
fn in_order() -> Journal {
    let start = EPOCH + 1000 * HOUR;
    let mut rows = Rows::default();
    let mut journal = Journal {
        ended_at: start + 10 * HOUR,
        slack: HOUR / 2,
        nonce_known_for: 5 * MINUTE,
        steps: vec![2 * HOUR, HOUR],
        ..Journal::default()
    };
    let commits = [
        ("challenge", Some(ADA), "challenge", 0, start, Some(start + 6 * HOUR)),
        ("accept", Some(DMITRI), "board", 0, start + MINUTE, Some(start + MINUTE + 3 * HOUR)),
        ("play", Some(ADA), "board", 1, start + 2 * MINUTE, Some(start + 2 * MINUTE + 3 * HOUR)),
        ("play", Some(DMITRI), "board", 2, start + 3 * MINUTE, Some(start + 3 * MINUTE + 3 * HOUR)),
        ("remind", None, "reminder", 2, start + 3 * MINUTE + HOUR, Some(start + 3 * MINUTE + 3 * HOUR)),
        ("remind", None, "reminder", 2, start + 3 * MINUTE + 2 * HOUR, Some(start + 3 * MINUTE + 3 * HOUR)),
        ("time", None, "ended", 2, start + 3 * MINUTE + 3 * HOUR, None),
    ];
    let moves = ["a1b2", "i9h8"];
    for ((action, actor, kind, ply, at, deadline), version) in commits.into_iter().zip(0..) {
        let request = if actor.is_some() { id(at) } else { 1 << 63 | version as u64 };
        rows.events.push(Event { game: GAME, version, request, actor, action: action.to_owned(), at });
        let began = if action == "remind" { start + 3 * MINUTE } else { at };
        rows.turns.push(Turn { game: GAME, version, deadline, began });
        let message = 1000 + version;
        let kind = kind.to_owned();
        rows.said.push(Said { message, game: GAME, version, kind: kind.clone(), ply: Some(ply), ..Said::default() });
        let notation = if ply == 0 { "" } else { moves[ply - 1] };
        journal.posts.push(Post {
            at,
            channel: if kind == "challenge" { CHANNEL } else { THREAD },
            id: id(at + 100),
            nonce: message.to_string(),
            text: if kind == "challenge" { "Open until".to_owned() } else { format!("Last move: `{notation}`") },
            picture: (kind != "reminder").then(|| format!("{}-{ply}.png", letters(GAME))),
        });
        let what = match action {
            "challenge" => What::Challenge,
            "accept" => What::Accept,
            "play" => {
                let user = actor.unwrap_or_default();
                rows.plies.push(Ply { game: GAME, number: ply, notation: notation.to_owned(), at, user });
                rows.played.push((version, rows.plies[ply - 1].clone()));
                What::Move { notation: notation.to_owned(), after: None }
            }
            _ => continue,
        };
        let user = actor.unwrap_or_default();
        journal.asked.push(Asked { id: request, user, game: Some(GAME), what, end: End::Done });
    }
    journal.changes.push(Change { channel: CHANNEL, id: journal.posts[0].id, bare: true, deleted: false });
    rows.seats = vec![Seat { game: GAME, seat: 0, user: ADA }, Seat { game: GAME, seat: 1, user: DMITRI }];
    rows.games.push(Game {
        game: GAME,
        version: 6,
        phase: "over".to_owned(),
        guild: Some(5),
        days: false,
        thread: Some(THREAD),
        channel: CHANNEL,
        ply: 2,
        deadline: None,
    });
    journal.rows = rows;
    journal
}

#[test]
fn a_journal_in_order_is_in_order() {
    let found = check(&in_order());
    let expected = Found { moves: 2, acknowledged: 2, alarms: 3, ..Found::default() };
    assert_eq!(found, expected);
}

#[test]
fn what_people_know_a_game_by_is_read_back() {
    for game in [0, 77, (1 << 45) - 1] {
        assert_eq!(tests::chaos::check::number(&letters(game)), Some(game));
    }
}

/// A game in which moves are decided in advance, taken back, and that stands still and is called off.
fn with_terms() -> Journal {
    let start = EPOCH + 1000 * HOUR;
    let mut journal = in_order();
    let rows = &mut journal.rows;
    rows.events.truncate(3);
    rows.said.truncate(3);
    rows.turns.truncate(3);
    rows.plies.truncate(1);
    rows.played.truncate(1);
    journal.posts.truncate(3);
    journal.asked.truncate(3);
    let line = What::Line { then: "b1b2".to_owned(), answer: "h9h8".to_owned() };
    let commits = [
        (DMITRI, "play", "board", Some(3), What::Move { notation: "b1b2".to_owned(), after: None }),
        (ADA, "propose", "proposed", Some(2), What::Takeback),
        (DMITRI, "takeback", "taken_back", Some(2), What::Agree),
        (DMITRI, "propose", "proposed", None, What::Adjourn),
        (ADA, "adjourn", "adjourned", None, What::Agree),
        (DMITRI, "resume", "resumed", Some(2), What::Resume),
        (ADA, "abort", "aborted", None, What::Abort),
    ];
    journal.asked.push(Asked { id: id(start), user: ADA, game: Some(GAME), what: line, end: End::Done });
    for ((user, action, kind, ply, what), version) in commits.into_iter().zip(3..) {
        let at = start + version * MINUTE;
        let (request, kind) = (id(at), kind.to_owned());
        rows.events.push(Event { game: GAME, version, request, actor: Some(user), action: action.to_owned(), at });
        journal.asked.push(Asked { id: request, user, game: Some(GAME), what, end: End::Done });
        let message = 1000 + version;
        let gone: &[&str] = if kind == "taken_back" { &["h9h8"] } else { &[] };
        let gone: Vec<String> = gone.iter().map(|notation| (*notation).to_owned()).collect();
        let until = (kind == "adjourned").then_some(start + 24 * HOUR);
        rows.said.push(Said { message, game: GAME, version, kind, ply, gone, until, ..Said::default() });
        let picture = ply.filter(|_| action != "propose").map(|ply| format!("{}-{ply}.png", letters(GAME)));
        let (text, nonce) = ("`h9h8`".to_owned(), message.to_string());
        journal.posts.push(Post { at, channel: THREAD, id: id(at + 100), nonce, text, picture });
        rows.turns.push(Turn { game: GAME, version, deadline: None, began: at });
    }
    for (number, notation, user) in [(2, "b1b2", DMITRI), (3, "h9h8", ADA)] {
        let notation = notation.to_owned();
        rows.played.push((3, Ply { game: GAME, number, notation, at: start + 3 * MINUTE, user }));
    }
    rows.plies.push(rows.played[1].1.clone());
    let absence = Absence { user: ADA, from: start, until: start + 24 * HOUR, request: id(start + 1), ended_by: None };
    rows.absences.push(absence);
    journal.asked.push(Asked { id: id(start + 1), user: ADA, game: None, what: What::Leave, end: End::Done });
    rows.games[0].version = 9;
    "void".clone_into(&mut rows.games[0].phase);
    journal
}

/// The same game by direct messages.
fn direct() -> Journal {
    let mut journal = with_terms();
    journal.mailboxes = [(30, ADA), (40, DMITRI)].into();
    journal.rows.games[0].guild = None;
    let posts = std::mem::take(&mut journal.posts);
    for (post, event) in posts.into_iter().zip(&journal.rows.events) {
        for (letter, channel, user) in [(0, 30, ADA), (1, 40, DMITRI)] {
            if event.action != "propose" || event.actor != Some(user) {
                let (nonce, id) = (format!("{}-{letter}", post.nonce), post.id + letter);
                journal.posts.push(Post { channel, id, nonce, ..post.clone() });
            }
        }
    }
    let bare =
        journal.posts.iter().map(|post| Change { channel: post.channel, id: post.id, bare: true, deleted: false });
    journal.changes = bare.collect();
    journal
}

/// What is forged, how, and what is complained of.
type Forged = (&'static str, fn(&mut Journal), &'static str);

const FORGED: [Forged; 29] = [
    ("an acknowledged move is gone", |j| lose_last_move(j), "is not there"),
    ("the row of a move is gone", |j| drop(j.rows.plies.pop()), "has 2 moves and the rows [1]"),
    ("a move stands twice", |j| j.rows.plies.push(j.rows.plies[1].clone()), "has 2 moves and the rows [1, 2, 2]"),
    (
        "another move stands",
        |j| "i8h7".clone_into(&mut j.rows.plies[1].notation),
        "2 moves by its commits, and 2 stand",
    ),
    ("another move was played", |j| "i8h7".clone_into(&mut j.rows.played[1].1.notation), "is not there"),
    ("somebody moves out of turn", |j| j.rows.seats.reverse(), "out of turn"),
    ("a move of somebody else", |j| j.rows.played[0].1.user = DMITRI, "is not that of its commit"),
    ("a commit is gone", |j| drop(j.rows.events.remove(4)), "has the commits"),
    ("a request was committed twice", |j| j.rows.events[3].request = j.rows.events[2].request, "committed twice"),
    ("a commit after the end", |j| after_the_end(j), "went on after its end"),
    ("the phase does not fit", |j| "playing".clone_into(&mut j.rows.games[0].phase), "is playing after `time`"),
    ("nobody asked for it", |j| drop(j.asked.pop()), "was not asked for"),
    ("somebody else asked for it", |j| j.asked[3].user = ADA, "was not asked for"),
    ("an acceptance is gone", |j| "gone".clone_into(&mut j.rows.events[1].action), "is not there"),
    ("nothing is to be said", |j| drop(j.rows.said.remove(3)), "is to be said 0 times"),
    ("it is to be said twice", |j| j.rows.said.push(j.rows.said[3].clone()), "is to be said 2 times"),
    ("a board was never said", |j| drop(j.posts.remove(3)), "was never said"),
    ("the end was never said", |j| drop(j.posts.pop()), "was never said"),
    ("a challenge that stood for long was never said", |j| never_said_and_expired(j), "was never said"),
    ("a board was said twice", |j| said_again(j, 3, MINUTE), "was said twice"),
    ("a reminder was said twice", |j| said_again(j, 4, MINUTE), "was said twice"),
    ("a board was given up", |j| waits(j, Some("refused")), "was given up: refused"),
    ("a board still waits", |j| waits(j, None), "still waits"),
    ("a board in another channel", |j| j.posts[3].channel = CHANNEL, "was said in 10"),
    ("a board of another ply", |j| j.posts[3].picture = Some("x-1.png".to_owned()), "shows"),
    ("something was said that is not there", |j| "5".clone_into(&mut j.posts[3].nonce), "was never committed"),
    ("boards in the wrong order", |j| j.posts[3].id = j.posts[1].id - 1, "was said before"),
    ("the challenge keeps its buttons", |j| j.changes.clear(), "has its buttons"),
    ("a game is left alone after its deadline", |j| left_alone(j), "after its deadline"),
];

const OF_TIME: [Forged; 4] = [
    ("the loss comes too early", |j| j.rows.events[6].at -= MINUTE, "came before its time"),
    ("a reminder is missing", |j| forget_commit(j, 5), "was not reminded"),
    ("a reminder comes twice", |j| j.rows.events[5].at = j.rows.events[4].at + MINUTE, "of nothing"),
    ("a reminder comes too early", |j| j.rows.events[4].at -= HOUR / 2, "of nothing"),
];

#[test]
fn whatever_is_forged_is_found() {
    for (what, forge, complaint) in FORGED.into_iter().chain(OF_TIME) {
        let mut journal = in_order();
        forge(&mut journal);
        let broken = check(&journal).broken;
        assert!(broken.iter().any(|sentence| sentence.contains(complaint)), "{what}: {broken:#?}");
    }
}

const OF_TERMS: [Forged; 18] = [
    ("nobody has decided it", |j| drop(j.asked.remove(3)), "decided by nobody"),
    ("somebody else has decided it", |j| j.asked[3].user = DMITRI, "decided by nobody"),
    ("a move of a line out of turn", |j| j.rows.played[2].1.user = DMITRI, "out of turn"),
    ("what was taken back stands", |j| j.rows.plies.push(j.rows.played[2].1.clone()), "2 moves by its commits, and 3"),
    ("other moves were taken back", |j| j.rows.said[5].gone = vec!["b1b2".to_owned()], "took back"),
    ("nobody was asked", |j| "remind".clone_into(&mut j.rows.events[4].action), "not agreed on"),
    ("it was agreed to by whom it suits", |j| j.rows.events[5].actor = Some(ADA), "not agreed on"),
    ("a takeback was never said", |j| drop(j.posts.remove(5)), "was never said"),
    ("a takeback says less", |j| j.posts[5].text.clear(), "shows"),
    ("a move while it stood still", |j| "remind".clone_into(&mut j.rows.events[8].action), "while it stood still"),
    ("it went on too early", |j| j.rows.events[8].actor = None, "went on by itself"),
    ("it never goes on", |j| still_for_ever(j), "still stands still"),
    ("the end was never said", |j| drop(j.posts.pop()), "was never said"),
    ("it was not called off", |j| "claim".clone_into(&mut j.rows.events[9].action), "is not there"),
    ("a vacation is gone", |j| j.rows.absences.clear(), "is not there"),
    ("a vacation was not ended", |j| j.asked.push(Asked { what: What::Return, ..j.asked[4].clone() }), "is not there"),
    ("a proposal is gone", |j| "gone".clone_into(&mut j.rows.events[4].action), "is not there"),
    ("lost while away", |j| lost_while_away(j), "while away"),
];

const OF_LETTERS: [Forged; 5] = [
    ("a player has no letter", |j| drop(j.posts.remove(3)), "was never said"),
    ("a letter to the wrong player", |j| j.posts[3].channel = 30, "was said in 30"),
    ("two letters to one player", |j| said_again(j, 3, MINUTE / 2), "was said twice"),
    ("a question to whom it comes from", |j| "1004-0".clone_into(&mut j.posts[8].nonce), "not in None"),
    ("a challenge keeps its buttons in one mailbox", |j| j.changes[1].bare = false, "has its buttons"),
];

#[test]
fn forged_agreements_and_letters_are_found() {
    let all = |forged: &[Forged], journal: fn() -> Journal| {
        assert_eq!(check(&journal()).broken, Vec::<String>::new());
        for (what, forge, complaint) in forged {
            let mut journal = journal();
            forge(&mut journal);
            let broken = check(&journal).broken;
            assert!(broken.iter().any(|sentence| sentence.contains(complaint)), "{what}: {broken:#?}");
        }
    };
    all(&OF_TERMS, with_terms);
    all(&OF_LETTERS, direct);
    let found = check(&direct());
    let counted = (found.taken_back, found.adjourned, found.answered, found.absences, found.direct);
    assert_eq!(counted, (1, 1, 1, 1, 1));
}

fn still_for_ever(journal: &mut Journal) {
    journal.rows.events.truncate(8);
    journal.rows.games[0].version = 7;
    "playing".clone_into(&mut journal.rows.games[0].phase);
    journal.ended_at += 24 * HOUR;
}

fn lost_while_away(journal: &mut Journal) {
    journal.rows.games[0].days = true;
    journal.rows.absences[0].from += 2 * MINUTE;
    "time".clone_into(&mut journal.rows.events[9].action);
    journal.rows.turns[8].deadline = Some(journal.rows.events[8].at);
}

#[test]
fn what_is_documented_is_no_complaint() {
    // Said again after Discord has forgotten the nonce.
    let mut journal = in_order();
    said_again(&mut journal, 5, 6 * MINUTE);
    assert_eq!((check(&journal).repeated_late, check(&journal).broken), (1, Vec::new()));
    // A reminder that is not needed any more soon after.
    let mut journal = in_order();
    journal.slack = 2 * HOUR;
    journal.posts.remove(5);
    assert_eq!(check(&journal).broken, Vec::<String>::new());
    // Nobody knows what became of a request, and nothing did.
    let mut journal = in_order();
    let what = What::Move { notation: "a1b2".to_owned(), after: None };
    journal.asked.push(Asked { id: id(EPOCH + HOUR), user: ADA, game: Some(GAME), what, end: End::Unanswered });
    assert_eq!((check(&journal).unanswered, check(&journal).broken), (1, Vec::new()));
}

fn lose_last_move(journal: &mut Journal) {
    journal.rows.plies.pop();
    journal.rows.played.pop();
    journal.rows.games[0].ply = 1;
    forget_commit(journal, 3);
}

/// As if it had never been.
fn forget_commit(journal: &mut Journal, at: usize) {
    journal.rows.events.remove(at);
    journal.rows.said.remove(at);
    journal.rows.turns.remove(at);
    journal.posts.remove(at);
    for event in &mut journal.rows.events[at..] {
        event.version -= 1;
    }
    for said in &mut journal.rows.said[at..] {
        said.version -= 1;
    }
    for turn in &mut journal.rows.turns[at..] {
        turn.version -= 1;
    }
    for (version, _) in journal.rows.played.iter_mut().filter(|(version, _)| *version > at as i64) {
        *version -= 1;
    }
    journal.rows.games[0].version -= 1;
}

fn after_the_end(journal: &mut Journal) {
    journal.rows.games[0].version = 7;
    let mut event = journal.rows.events[6].clone();
    (event.version, event.request) = (7, u64::MAX);
    "remind".clone_into(&mut event.action);
    journal.rows.events.push(event);
}

fn said_again(journal: &mut Journal, at: usize, later: i64) {
    let mut again = journal.posts[at].clone();
    again.id += (later as u64) << 22;
    journal.posts.push(again);
}

fn waits(journal: &mut Journal, given_up: Option<&str>) {
    journal.rows.waiting.push(Waiting { message: 1003, game: GAME, given_up: given_up.map(str::to_owned) });
    journal.posts.remove(3);
}

/// Nobody could take it, because nobody was told.
fn never_said_and_expired(journal: &mut Journal) {
    journal.posts.truncate(0);
    "expired".clone_into(&mut journal.rows.events[1].action);
    journal.rows.events[1].at = journal.rows.events[0].at + 6 * HOUR;
}

fn left_alone(journal: &mut Journal) {
    journal.rows.games[0].deadline = Some(journal.ended_at - HOUR);
}
