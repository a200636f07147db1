//! The checker of chaos runs finds each kind of violation: a valid journal passes, and each forged one is reported.

use tests::chaos::checker::{Findings, check, decode_game_id, encode_game_id};
use tests::chaos::journal::{
    Action, DeadlineChange, Event, Game, Journal, MessageEdit, Notice, PendingMessage, Ply, Post, Request,
    RequestOutcome, Rows, Seat,
};

const GAME: i64 = 77;
const ADA: u64 = 1;
const DMITRI: u64 = 2;
const CHANNEL: u64 = 10;
const THREAD: u64 = 20;
const HOUR: i64 = 3_600_000;
const MINUTE: i64 = 60_000;
const EPOCH: i64 = 1_420_070_400_000;

/// A Discord id of that time.
fn id(at: i64) -> u64 {
    ((at - EPOCH).cast_unsigned()) << 22
}

/// A valid game: a challenge, three hours each, two moves, a reminder of the third, and a loss on time.
fn valid() -> Journal {
    let start = EPOCH + 1000 * HOUR;
    let mut rows = Rows::default();
    let mut journal =
        Journal { ended_at: start + 10 * HOUR, slack: HOUR / 2, nonce_known_for: 5 * MINUTE, ..Journal::default() };
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
        rows.deadlines.push(DeadlineChange { game: GAME, version, deadline });
        let message = 1000 + version;
        let kind = kind.to_owned();
        rows.notices.push(Notice {
            message,
            game: GAME,
            version,
            kind: kind.clone(),
            ply: Some(ply),
            ..Notice::default()
        });
        let notation = if ply == 0 { "" } else { moves[ply - 1] };
        journal.posts.push(Post {
            at,
            channel: if kind == "challenge" { CHANNEL } else { THREAD },
            id: id(at + 100),
            nonce: message.to_string(),
            text: if kind == "challenge" { "Open until".to_owned() } else { format!("Last move: `{notation}`") },
            picture: (kind != "reminder").then(|| format!("{}-{ply}.png", encode_game_id(GAME))),
        });
        let kind_of_request = match action {
            "challenge" => Action::Challenge,
            "accept" => Action::Accept,
            "play" => {
                let user = actor.unwrap_or_default();
                rows.plies.push(Ply { game: GAME, number: ply, notation: notation.to_owned(), at, user });
                rows.played.push((version, rows.plies[ply - 1].clone()));
                Action::Move { notation: notation.to_owned(), after: None }
            }
            _ => continue,
        };
        let user = actor.unwrap_or_default();
        journal.requests.push(Request {
            id: request,
            user,
            game: Some(GAME),
            action: kind_of_request,
            outcome: RequestOutcome::Done,
        });
    }
    journal.edits.push(MessageEdit {
        channel: CHANNEL,
        id: journal.posts[0].id,
        without_buttons: true,
        deleted: false,
    });
    rows.seats = vec![Seat { game: GAME, seat: 0, user: ADA }, Seat { game: GAME, seat: 1, user: DMITRI }];
    rows.games.push(Game {
        game: GAME,
        version: 6,
        phase: "over".to_owned(),
        guild: Some(5),
        thread: Some(THREAD),
        channel: CHANNEL,
        ply: 2,
        deadline: None,
    });
    journal.rows = rows;
    journal
}

#[test]
fn a_valid_journal_has_no_violation() {
    let found = check(&valid());
    let expected = Findings { moves: 2, acknowledged: 2, alarms: 3, ..Findings::default() };
    assert_eq!(found, expected);
}

#[test]
fn a_game_id_is_decoded_to_the_same_number() {
    for game in [0, 77, (1 << 45) - 1] {
        assert_eq!(decode_game_id(&encode_game_id(game)), Some(game));
    }
}

/// The game of [`valid`] whose second move was a conditional move.
fn with_conditional_move() -> Journal {
    let mut journal = valid();
    let line = Action::ConditionalMove { if_played: "a1b2".to_owned(), answer: "i9h8".to_owned() };
    let entered = Request { user: DMITRI, action: line, ..journal.requests[2].clone() };
    journal.requests[3] = Request { id: id(EPOCH), ..entered };
    let at = journal.rows.events[2].at;
    forget_commit(&mut journal, 3);
    for plies in [&mut journal.rows.plies[1], &mut journal.rows.played[1].1] {
        plies.at = at;
    }
    journal.rows.played[1].0 = 2;
    journal.rows.notices[2].ply = Some(2);
    "Last move: `i9h8`".clone_into(&mut journal.posts[2].text);
    journal.posts[2].picture = Some(format!("{}-2.png", encode_game_id(GAME)));
    journal
}

/// The game of [`valid`], in direct messages.
fn direct() -> Journal {
    let mut journal = valid();
    journal.dm_channels = [(30, ADA), (40, DMITRI)].into();
    journal.rows.games[0].guild = None;
    let posts = std::mem::take(&mut journal.posts);
    for (post, notice) in posts.into_iter().zip(&journal.rows.notices) {
        for (recipient, channel) in [(0, 30), (1, 40)] {
            // It is Ada's turn.
            if notice.kind != "reminder" || recipient == 0 {
                let (nonce, id) = (format!("{}-{recipient}", post.nonce), post.id + recipient);
                journal.posts.push(Post { channel, id, nonce, ..post.clone() });
            }
        }
    }
    let edits = journal.posts.iter().map(|post| MessageEdit {
        channel: post.channel,
        id: post.id,
        without_buttons: true,
        deleted: false,
    });
    journal.edits = edits.collect();
    journal
}

/// The forgery's name, the forgery, and the checker's report.
type Forged = (&'static str, fn(&mut Journal), &'static str);

const FORGED: [Forged; 33] = [
    ("an acknowledged move is gone", |j| lose_last_move(j), "is not in the database"),
    ("the row of a move is gone", |j| drop(j.rows.plies.pop()), "has 2 moves and the rows [1]"),
    ("a move stands twice", |j| j.rows.plies.push(j.rows.plies[1].clone()), "has 2 moves and the rows [1, 2, 2]"),
    (
        "another move stands",
        |j| "i8h7".clone_into(&mut j.rows.plies[1].notation),
        "2 moves by its commits, and 2 stand",
    ),
    ("another move was played", |j| "i8h7".clone_into(&mut j.rows.played[1].1.notation), "is not in the database"),
    ("a move out of turn", |j| j.rows.seats.reverse(), "out of turn"),
    ("a move of the other player", |j| j.rows.played[0].1.user = DMITRI, "is not that of its commit"),
    ("a commit is gone", |j| drop(j.rows.events.remove(4)), "has the commits"),
    ("a request was committed twice", |j| j.rows.events[3].request = j.rows.events[2].request, "committed twice"),
    ("a commit after the end", |j| after_the_end(j), "has commits after its end"),
    ("the phase does not fit", |j| "playing".clone_into(&mut j.rows.games[0].phase), "is playing after `time`"),
    ("a commit without a request", |j| drop(j.requests.pop()), "was not requested by"),
    ("a request of the other player", |j| j.requests[3].user = ADA, "was not requested by"),
    ("an acceptance is gone", |j| "gone".clone_into(&mut j.rows.events[1].action), "is not in the database"),
    ("a commit without a notice", |j| drop(j.rows.notices.remove(3)), "has 0 notices"),
    ("a commit with two notices", |j| j.rows.notices.push(j.rows.notices[3].clone()), "has 2 notices"),
    ("a board was never posted", |j| drop(j.posts.remove(3)), "was never posted"),
    ("the end was never posted", |j| drop(j.posts.pop()), "was never posted"),
    ("a challenge that stood for long was never posted", |j| never_posted_and_expired(j), "was never posted"),
    ("a board was posted twice", |j| posted_again(j, 3, MINUTE), "was posted twice"),
    ("a reminder was posted twice", |j| posted_again(j, 4, MINUTE), "was posted twice"),
    ("a board was given up", |j| waits(j, Some("refused")), "was given up: refused"),
    ("a board still waits", |j| waits(j, None), "still waits"),
    ("a board in another channel", |j| j.posts[3].channel = CHANNEL, "was posted in 10"),
    ("a board of a game without a thread", |j| j.rows.games[0].thread = None, "not in None"),
    ("a message for a thread that was not started", |j| starts_thread(j).id -= 1, "was posted for a thread"),
    ("a thread outside of the channel", |j| starts_thread(j).channel = THREAD, "was posted in 20"),
    ("a board of another ply", |j| j.posts[3].picture = Some("x-1.png".to_owned()), "shows"),
    ("a post without a notice", |j| "5".clone_into(&mut j.posts[3].nonce), "was never committed"),
    ("boards in the wrong order", |j| j.posts[3].id = j.posts[1].id - 1, "was posted before"),
    ("the challenge keeps its buttons", |j| j.edits.clear(), "still has its buttons"),
    ("a game goes on after its deadline", |j| past_its_deadline(j), "after its deadline"),
    ("the loss comes too early", |j| j.rows.events[6].at -= MINUTE, "came before its time"),
];

/// A challenge that was never posted, so that a message was posted for the thread; returns that message.
fn starts_thread(journal: &mut Journal) -> &mut Post {
    let board = journal.posts[1].clone();
    let (nonce, thread) = (format!("{}-t", board.nonce), board.id - 10);
    journal.rows.games[0].thread = Some(thread);
    for post in journal.posts.iter_mut().filter(|post| post.channel == THREAD) {
        post.channel = thread;
    }
    journal.posts.push(Post { channel: CHANNEL, id: thread, nonce, text: String::new(), picture: None, ..board });
    journal.posts.last_mut().expect("just pushed")
}

#[test]
fn a_thread_without_a_challenge_is_no_violation() {
    let mut journal = valid();
    starts_thread(&mut journal);
    assert_eq!(check(&journal).violations, Vec::<String>::new());
}

const OF_CONDITIONAL_MOVES: [Forged; 3] = [
    ("a conditional move was never entered", |j| drop(j.requests.remove(3)), "entered in advance"),
    ("a conditional move was entered by the other player", |j| j.requests[3].user = ADA, "entered in advance"),
    ("a conditional move out of turn", |j| j.rows.played[1].1.user = ADA, "out of turn"),
];

const OF_DIRECT_MESSAGES: [Forged; 4] = [
    ("a player without a direct message", |j| drop(j.posts.remove(3)), "was never posted"),
    ("a direct message to the wrong player", |j| j.posts[3].channel = 30, "was posted in 30"),
    ("two direct messages to one player", |j| posted_again(j, 3, MINUTE / 2), "was posted twice"),
    (
        "a challenge keeps its buttons in one DM channel",
        |j| j.edits[1].without_buttons = false,
        "still has its buttons",
    ),
];

#[test]
fn every_forged_journal_is_reported() {
    let all = [
        (valid(), &FORGED[..]),
        (with_conditional_move(), &OF_CONDITIONAL_MOVES[..]),
        (direct(), &OF_DIRECT_MESSAGES[..]),
    ];
    for (journal, forged) in all {
        assert_eq!(check(&journal).violations, Vec::<String>::new());
        for (what, forge, complaint) in forged {
            let mut journal = journal.clone();
            forge(&mut journal);
            let violations = check(&journal).violations;
            assert!(violations.iter().any(|sentence| sentence.contains(complaint)), "{what}: {violations:#?}");
        }
    }
    assert_eq!((check(&with_conditional_move()).conditional_moves, check(&direct()).direct), (1, 1));
}

#[test]
fn documented_exceptions_are_no_violation() {
    // A notice repeated after Discord has forgotten the nonce.
    let mut journal = valid();
    posted_again(&mut journal, 5, 6 * MINUTE);
    assert_eq!((check(&journal).repeated_late, check(&journal).violations), (1, Vec::new()));
    // A reminder that soon became obsolete.
    let mut journal = valid();
    journal.slack = 2 * HOUR;
    journal.posts.remove(5);
    assert_eq!(check(&journal).violations, Vec::<String>::new());
    // An unanswered request without an effect.
    let mut journal = valid();
    let action = Action::Move { notation: "a1b2".to_owned(), after: None };
    journal.requests.push(Request {
        id: id(EPOCH + HOUR),
        user: ADA,
        game: Some(GAME),
        action,
        outcome: RequestOutcome::Unanswered,
    });
    assert_eq!((check(&journal).unanswered, check(&journal).violations), (1, Vec::new()));
}

fn lose_last_move(journal: &mut Journal) {
    journal.rows.plies.pop();
    journal.rows.played.pop();
    journal.rows.games[0].ply = 1;
    forget_commit(journal, 3);
}

/// Removes a commit and everything that belongs to it.
fn forget_commit(journal: &mut Journal, at: usize) {
    journal.rows.events.remove(at);
    journal.rows.notices.remove(at);
    journal.rows.deadlines.remove(at);
    journal.posts.remove(at);
    for event in &mut journal.rows.events[at..] {
        event.version -= 1;
    }
    for said in &mut journal.rows.notices[at..] {
        said.version -= 1;
    }
    for turn in &mut journal.rows.deadlines[at..] {
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

fn posted_again(journal: &mut Journal, at: usize, later: i64) {
    let mut again = journal.posts[at].clone();
    again.id += (later as u64) << 22;
    journal.posts.push(again);
}

fn waits(journal: &mut Journal, given_up: Option<&str>) {
    journal.rows.pending.push(PendingMessage { message: 1003, game: GAME, given_up: given_up.map(str::to_owned) });
    journal.posts.remove(3);
}

/// A challenge that was never posted, and so never accepted.
fn never_posted_and_expired(journal: &mut Journal) {
    journal.posts.truncate(0);
    "expired".clone_into(&mut journal.rows.events[1].action);
    journal.rows.events[1].at = journal.rows.events[0].at + 6 * HOUR;
}

fn past_its_deadline(journal: &mut Journal) {
    journal.rows.games[0].deadline = Some(journal.ended_at - HOUR);
}
