//! Mentions of the player on turn: in the thread, by direct message, and how long they stay.

use base::clock::Clock as _;
use bot::features::fork::{self, NewFork};
use bot::features::proposals::more_time;
use discord::{ErrorClass, OutgoingMessage, SentMessage};
use games::domain::{NoticeKind, Outage, PostedKind};
use games::jobs::run_due;
use games::reminders;
use games::store::{PostedMessage, ReminderKind, ReminderMessage};

use super::*;

async fn remind_in(fixture: &Fixture, place: ReminderTarget) {
    fixture.prefer(ADA, |chosen| chosen.remind_where = Some(place)).await;
}

/// Gives back hours without a running process.
async fn pass_outage(fixture: &Fixture, hours: i64) {
    let from = fixture.clock.now();
    fixture.clock.advance(hours * HOUR);
    fixture.store.record_outage(Outage { from, until: fixture.clock.now() }).await.expect("a store in memory");
    while fixture.games.credit_outages().await.expect("a store in memory") {}
}

/// Ada is reminded here, and has a direct message about her turn.
async fn told_of_her_turn(place: ReminderTarget) -> (Fixture, GameId) {
    let fixture = Fixture::new();
    remind_in(&fixture, place).await;
    let game = fixture.started(CHANNEL).await;
    fixture.until_messages(HERS, 1).await;
    (fixture, game)
}

fn is_turn_message(message: &FakeMessage) -> bool {
    message.text.contains("your turn") && !message.picture
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_that_waits_holds_no_board_back() {
    let fixture = Fixture::new();
    remind_in(&fixture, ReminderTarget::Dm).await;
    fixture.fail("open", HERS, Refused(403, 40003), 1);
    let game = fixture.started(CHANNEL).await;
    fixture.until_requests("open", HERS, 1).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(CHANNEL, 2).await;
    fixture.wait(PAUSE);
    fixture.play(game, BEN, "i9h8").await;
    fixture.until_messages(HERS, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_messages_that_wait_leave_room_for_boards() {
    let fixture = Fixture::new();
    remind_in(&fixture, ReminderTarget::Dm).await;
    fixture.fail("open", HERS, Hangs, 99);
    // More than are sent concurrently.
    for channel in (200..240).map(ChannelId) {
        fixture.started(channel).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_has_moved_gets_no_late_reminder() {
    let (fixture, game) = told_of_her_turn(ReminderTarget::Both).await;
    // Discord is unavailable when the reminder is due, and returns after her move.
    fixture.fail("post", HERS, Refused(503, 0), 1);
    fixture.remind(game).await;
    fixture.until("the try", || fixture.requests("post", HERS) == 2).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.through_retries("the board", || fixture.boards(CHANNEL) == 2).await;
    let reminders =
        || fixture.messages(CHANNEL).iter().any(is_turn_message) || fixture.messages(HERS).iter().any(is_turn_message);
    fixture.until("no reminder", || !reminders()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_refused_direct_message_marks_them_closed_and_a_success_opens_them() {
    let fixture = Fixture::new();
    for (id, code, closes) in [(1, 50001, false), (2, 50007, true), (3, 50278, true)] {
        let channel = ChannelId(id);
        let bruno = opponent(channel);
        let closed = async || fixture.store.player(bruno).await.expect("readable").dm_closed;
        fixture.fail("post", dm_channel(bruno), Refused(403, code), 1);
        fixture.offered(channel, None).await;
        let is_told = |message: &FakeMessage| message.text.contains(&format!("can't reach <@{}>", bruno.0));
        fixture.until("she is told", || fixture.messages(HERS).iter().any(is_told)).await;
        assert_eq!(closed().await, closes, "{code}");
        let before = fixture.messages(HERS).len();
        fixture.offered(channel, None).await;
        fixture.until_messages(HERS, before + 1).await;
        assert!(!closed().await, "{code}");
    }
}

#[tokio::test]
async fn only_a_person_who_refuses_direct_messages_is_unreachable() {
    let (channel, post) = (HERS, OutgoingMessage::text("x".to_owned()));
    for (code, times, expected, asked) in [
        // The remembered DM channel is closed; a new one is open, or closed too.
        (50_001, 1, None, 2),
        (10_003, 2, Some(ErrorClass::Reroute), 2),
        (50_007, 9, Some(ErrorClass::Unreachable), 1),
        (50_035, 9, Some(ErrorClass::GiveUp), 1),
        (40_003, 9, Some(ErrorClass::Retry), 1),
    ] {
        let discord = Arc::new(FakeDiscord::default());
        discord.fail("post", channel, Refused(403, code), times);
        let sender = MessageSender::new(Arc::clone(&discord) as _);
        let sent = sender.direct_message(ADA, &post, "n").await;
        assert_eq!(sent.err().map(|error| error.class()), expected, "{code}");
        assert_eq!(discord.requests("post", channel), asked, "{code}");
        let is_closed = [50_001, 10_003, 50_007].contains(&code);
        assert_eq!(discord.requests("forget", channel), usize::from(is_closed), "{code}");
    }
}

/// The number of reminders in the game and in her direct messages.
fn reminders(fixture: &Fixture) -> [usize; 2] {
    [CHANNEL, HERS].map(|channel| fixture.messages(channel).iter().filter(|message| is_turn_message(message)).count())
}

/// A game with reminders in its channel and by direct message.
async fn reminded() -> Fixture {
    let fixture = Fixture::new();
    remind_in(&fixture, ReminderTarget::Both).await;
    let game = fixture.started(CHANNEL).await;
    fixture.remind(game).await;
    fixture.until("the reminders", || reminders(&fixture) == [1, 1]).await;
    fixture.until_delivered().await;
    fixture
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_of_a_deadline_moved_by_a_vacation_is_deleted() {
    let fixture = reminded().await;
    fixture.take_vacation(ADA, 2, None).await;
    let is_told = || fixture.messages(CHANNEL).iter().any(|message| message.text.contains("is on vacation until"));
    fixture.until("the new deadline", is_told).await;
    fixture.until("no reminder of the old one", || reminders(&fixture) == [0, 0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_of_a_deadline_moved_by_an_outage_is_corrected_silently() {
    let fixture = reminded().await;
    let posts = || [CHANNEL, HERS].map(|channel| fixture.requests("post", channel));
    let (before, from) = (posts(), fixture.clock.now());
    pass_outage(&fixture, 10).await;
    let mark = format!("<t:{}:R>", from.plus(32 * HOUR).0 / 1000);
    fixture.until("no reminder of the old deadline", || reminders(&fixture) == [0, 1]).await;
    fixture.until("the new deadline", || listed(&fixture).iter().any(|message| message.text.contains(&mark))).await;
    assert_eq!(posts(), before, "nothing is said");
}

/// Waits until the boards in these channels show this deadline, with or without the vacation above it.
async fn boards_name(fixture: &Fixture, channels: &[ChannelId], deadline: Timestamp, away: bool) {
    let mark = format!("<t:{}:f>", deadline.0 / 1000);
    let is_right = |message: &FakeMessage| {
        // A corrected board still names its game.
        message.text.starts_with('`') && message.text.contains(&mark) && message.text.contains("On vacation:") == away
    };
    let newest = |channel: &ChannelId| {
        let boards = fixture.messages(*channel);
        boards.iter().rfind(|message| is_board(message)).is_some_and(is_right)
    };
    fixture.until("the deadline that counts", || channels.iter().all(newest)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_current_board_names_the_current_deadline() {
    for by_dm in [false, true] {
        let fixture = Fixture::new();
        let (game, channels) = if by_dm {
            let game = fixture.begin_by_dm().await;
            (game, vec![HERS, HIS])
        } else {
            (fixture.started(CHANNEL).await, vec![CHANNEL])
        };
        fixture.until("the first board", || channels.iter().all(|channel| fixture.boards(*channel) == 1)).await;
        fixture.play(game, ADA, "a1b2").await;
        fixture.until("the board", || channels.iter().all(|channel| fixture.boards(*channel) == 2)).await;
        let deadline = async || fixture.record(game).await.game.turn.deadline_at;
        let usual = deadline().await.expect("three days");
        boards_name(&fixture, &channels, usual, false).await;

        let from = Some(fixture.clock.now().plus(24 * HOUR));
        fixture.take_vacation(BEN, 5, from).await;
        boards_name(&fixture, &channels, usual.plus(5 * 24 * HOUR), true).await;
        let armed = || {
            channels.iter().all(|channel| {
                fixture.messages(*channel).iter().rfind(|it| is_board(it)).is_some_and(|it| it.buttons == 1)
            })
        };
        assert!(armed(), "its buttons stay: {:#?}", fixture.discord);
        let older = |message: &FakeMessage| is_board(message) && message.text.contains("The game begins");
        let first = fixture.messages(channels[0]).into_iter().find(older).expect("the first board");
        assert!(!first.text.contains("On vacation:"), "{first:?}");

        let cancelled = vacations::stop_vacation(&fixture.games, fixture.request(), BEN, None).await.expect("planned");
        vacations::run_vacation_alarm(&fixture.games, &cancelled).await.expect("sound games");
        boards_name(&fixture, &channels, usual, false).await;
        assert!(armed(), "{:#?}", fixture.discord);
        // After his move, the corrected board loses its buttons like any other.
        fixture.play(game, BEN, "i9h8").await;
        fixture
            .until("one board with buttons", || {
                channels.iter().all(|channel| {
                    let boards = fixture.messages(*channel);
                    boards.iter().filter(|it| is_board(it) && it.buttons > 0).count() == 1
                })
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_board_of_a_game_begun_with_moves_names_the_current_deadline() {
    let fixture = Fixture::new();
    let game = fixture.begin_by_dm().await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.resign(game, ADA).await;
    let ended =
        |channel: ChannelId| fixture.messages(channel).iter().any(|message| message.text.contains("by resignation"));
    fixture.until("the last boards", || [ADA, BEN].iter().all(|user| ended(dm_channel(*user)))).await;
    fixture.pass(HOUR).await;
    let fork = NewFork {
        request: fixture.request(),
        game,
        ply: 1,
        line: Vec::new(),
        challenger: person(ADA),
        opponent: Some(person(BEN)),
        origin: Origin { guild_id: None, channel_id: CHANNEL },
    };
    let fork = Box::pin(fork::fork(&fixture.games, fork)).await.expect("a finished game").replayed.record.game.game_id;
    fixture.accept(fork, CHANNEL).await;
    let usual = fixture.record(fork).await.game.turn.deadline_at.expect("days");
    let channels = [HERS, HIS];
    let mark = format!("<t:{}:f>", usual.0 / 1000);
    let has_begun = |channel: &ChannelId| {
        fixture.messages(*channel).iter().any(|message| is_board(message) && message.text.contains(&mark))
    };
    fixture.until("the first boards", || channels.iter().all(has_begun)).await;
    fixture.take_vacation(BEN, 5, None).await;
    boards_name(&fixture, &channels, usual.plus(5 * 24 * HOUR), true).await;
}

/// A game in direct messages in which Bruno has a text board.
async fn begun_with_text_board(fixture: &Fixture) -> GameId {
    choose_text_board(fixture, Preferences::default(), Some(true)).await;
    let game = fixture.begin_by_dm().await;
    fixture.until("his board", || rows_of(fixture, HIS).is_some()).await;
    fixture.until_boards(HERS, 1).await;
    fixture.until_delivered().await;
    game
}

async fn choose_text_board(fixture: &Fixture, before: Preferences, by_dm: Option<bool>) {
    let preferences = Preferences { text_board: by_dm, ..before.clone() };
    let is_set = fixture.store.set_preferences(BEN, &before, &preferences).await;
    assert!(is_set.expect("a store in memory"));
}

/// The first text board in this channel, and its rows.
fn rows_of(fixture: &Fixture, channel: ChannelId) -> Option<(String, String)> {
    let texts = fixture.messages(channel).into_iter().map(|it| it.text);
    texts.into_iter().find_map(|text| text.split_once("```").map(|(_, rows)| rows.to_owned()).map(|rows| (text, rows)))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_board_stays_text_after_its_reader_changes_style() {
    let fixture = Fixture::new();
    begun_with_text_board(&fixture).await;
    let (_, before) = rows_of(&fixture, HIS).expect("a text board");
    let preferences = Preferences { text_board: Some(true), ..Preferences::default() };
    choose_text_board(&fixture, preferences, Some(false)).await;
    fixture.take_vacation(ADA, 5, None).await;
    let is_told = |message: &FakeMessage| message.text.contains("On vacation:");
    fixture
        .until("the vacation above both", || {
            [HERS, HIS].iter().all(|channel| fixture.messages(*channel).iter().any(is_told))
        })
        .await;
    let (text, after) = rows_of(&fixture, HIS).unwrap_or_default();
    assert_eq!(after, before, "{:#?}", fixture.discord);
    assert!(text.contains("On vacation:"), "{text}");
    let hers = fixture.messages(HERS);
    assert!(hers.iter().all(|message| !message.text.contains("```")), "she has the picture: {hers:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_whose_reader_is_unknown_is_not_edited() {
    let fixture = Fixture::new();
    let game = begun_with_text_board(&fixture).await;
    let before = rows_of(&fixture, HIS).expect("a text board");
    fixture.remind(game).await;
    fixture.until("the reminder", || fixture.messages(HERS).iter().any(is_turn_message)).await;
    fixture.until_delivered().await;
    let edits = || [HERS, HIS].map(|channel| fixture.requests("edit", channel));
    let [hers_before, his_before] = edits();
    fixture.fail("open", HIS, Refused(503, 0), 1);
    pass_outage(&fixture, 1).await;
    fixture.until("her board is put right", || edits()[0] == hers_before + 1).await;
    pass_outage(&fixture, 1).await;
    fixture.until("both are", || edits()[0] == hers_before + 2 && edits()[1] > his_before).await;
    assert_eq!(edits()[1], his_before + 1, "left alone at first");
    let after = rows_of(&fixture, HIS).expect("a text board");
    assert_eq!(after.1, before.1);
    assert_ne!(after.0, before.0, "the deadline is another one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_could_not_be_drawn_stays_text_for_every_reader() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    // As recorded after a failed picture.
    fixture.until_delivered().await;
    let mut posts = fixture.store.posted_messages(game).await.expect("readable").into_iter();
    let board = posts.find(|post| post.kind == PostedKind::Notice(NoticeKind::Board)).expect("the board");
    fixture.store.delete_posted(&board).await.expect("writable");
    let text_board = PostedMessage { kind: PostedKind::TextBoard, ..board };
    fixture.store.record_posted(&text_board).await.expect("writable");
    fixture.take_vacation(ADA, 5, None).await;
    let is_told = || rows_of(&fixture, CHANNEL).is_some_and(|(text, _)| text.contains("On vacation:"));
    fixture.until("the vacation above the rows", is_told).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until("one board with buttons", || fixture.boards(CHANNEL) == 2 && fixture.armed(CHANNEL) == 1).await;
}

/// Ada's current reminders by direct message.
fn listed(fixture: &Fixture) -> Vec<FakeMessage> {
    fixture.messages(HERS)
}

async fn four_games_of_ada() -> (Fixture, Vec<GameId>) {
    let fixture = Fixture::new();
    fixture.prefer(ADA, |chosen| (chosen.remind_where, chosen.at_turn) = (Some(ReminderTarget::Dm), Some(false))).await;
    let mut games = Vec::new();
    for number in 0..4 {
        let channel = ChannelId(CHANNEL.0 + number);
        let game = fixture.started(channel).await;
        fixture.play(game, ADA, "a1b2").await;
        fixture.play(game, opponent(channel), "i9h8").await;
        games.push(game);
    }
    fixture.until_delivered().await;
    (fixture, games)
}

async fn ring(fixture: &Fixture, games: &[GameId]) {
    for (game, outcome) in alarms::run_alarms(&fixture.games, games.to_vec()).await {
        outcome.unwrap_or_else(|error| panic!("{game}: {error}"));
    }
    run_due(&fixture.games, &vacations::VacationAlarms).await.expect("readable");
    fixture.wake.notify_one();
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_of_many_games_are_one_direct_message_that_stays_true() {
    let (fixture, games) = four_games_of_ada().await;
    let names = |count: usize| {
        let posts = listed(&fixture);
        let is_game = |line: &&str| line.starts_with("**#") || line.starts_with("**[#");
        posts.len() == 1 && posts[0].text.lines().filter(is_game).count() == count
    };
    fixture.pass(50 * HOUR).await;
    ring(&fixture, &games).await;
    fixture.until("one list", || names(4)).await;
    assert!(listed(&fixture)[0].text.starts_with("**4 games need your move soon**"), "{:?}", listed(&fixture));
    assert_eq!(listed(&fixture)[0].buttons, 2, "the next one, and a row with the board of each");
    fixture.until("no more to send", || fixture.requests("post", HERS) == 1).await;
    fixture.play(games[0], ADA, "d4c3").await;
    fixture.until("the game is gone from the list", || names(3)).await;
    // The deadlines pass, and a vacation begins instead.
    fixture.pass(23 * HOUR).await;
    ring(&fixture, &games).await;
    fixture.until("no deadline that has passed", || listed(&fixture).is_empty()).await;
    fixture.pass(49 * HOUR).await;
    ring(&fixture, &games).await;
    fixture.until("the next reminder", || names(3)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_lists_no_game_that_was_played_since() {
    let (fixture, games) = four_games_of_ada().await;
    let post = OutgoingMessage::text("**4 games are waiting for you**");
    let sender = MessageSender::new(Arc::clone(&fixture.discord) as _);
    let SentMessage { channel_id, discord_id } = sender.direct_message(ADA, &post, "d").await.expect("an open channel");
    let (kind, posted_at) = (ReminderKind::Digest, fixture.clock.now());
    let digest = ReminderMessage { user: ADA, kind, channel_id, discord_id, posted_at, shown: 1 };
    assert!(fixture.store.replace_reminder_message(ADA, kind, None, Some(&digest)).await.expect("writable"));
    let says = |start: &str| listed(&fixture).iter().any(|message| message.text.starts_with(start));
    fixture.play(games[0], ADA, "d4c3").await;
    fixture.until("one less", || says("**3 games are waiting for you**\n")).await;
    for game in &games[1..] {
        fixture.play(*game, ADA, "d4c3").await;
    }
    fixture.until("nothing left", || says("Nothing is waiting for you right now.")).await;
    fixture.play(games[0], BEN, "f6g7").await;
    fixture.until("another one", || says("**One game is waiting for you**\n")).await;
    assert_eq!(listed(&fixture).len(), 1, "{:?}", listed(&fixture));
    // A message deleted by its reader is not looked for again.
    fixture.fail("edit", channel_id, Refused(404, 10_008), 1);
    fixture.play(games[0], ADA, "c3d4").await;
    let is_forgotten = async || fixture.store.reminder_messages(&[ADA]).await.expect("readable").is_empty();
    fixture.poll("it is forgotten", 0, is_forgotten).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_soon_after_another_edits_it_and_a_later_one_replaces_it() {
    let (fixture, games) = four_games_of_ada().await;
    let posts = || fixture.requests("post", HERS);
    fixture.pass(50 * HOUR).await;
    ring(&fixture, &games[..1]).await;
    fixture.until("the reminder", || listed(&fixture).iter().any(|post| post.text.contains("your turn"))).await;
    fixture.clock.advance(5 * 60_000);
    ring(&fixture, &games[1..2]).await;
    fixture.until("the list", || listed(&fixture).iter().any(|post| post.text.starts_with("**2 games"))).await;
    assert_eq!(posts(), 1, "no second ping");
    fixture.until_delivered().await;
    fixture.clock.advance(11 * 60_000);
    // The answer is lost; the nonce finds the message.
    fixture.fail("post", HERS, Lost, 1);
    ring(&fixture, &games[2..3]).await;
    fixture
        .through_retries("one list of three", || {
            let stands = listed(&fixture);
            stands.len() == 1 && stands[0].text.starts_with("**3 games")
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_in_the_last_hour_pings_even_right_after_another() {
    let (fixture, games) = four_games_of_ada().await;
    let posts = || fixture.requests("post", HERS);
    fixture.prefer(ADA, |chosen| chosen.steps = Some(vec![15, 5])).await;
    reminders::reset_alarms(&fixture.games, fixture.request(), ADA, &[15, 5]).await.expect("set");
    fixture.pass(72 * HOUR - 14 * 60_000).await;
    ring(&fixture, &games[..1]).await;
    fixture.until("the first ping", || posts() == 1).await;
    // Another game's in the same minute joins it.
    ring(&fixture, &games[1..2]).await;
    fixture.until("the list", || listed(&fixture).iter().any(|post| post.text.starts_with("**2 games"))).await;
    assert_eq!(posts(), 1, "one ping");
    fixture.clock.advance(9 * 60_000);
    ring(&fixture, &games[..1]).await;
    fixture.until("the second ping", || posts() == 2 && listed(&fixture).len() == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_says_when_reminders_stop_and_goes_on_saying_it() {
    let (fixture, games) = four_games_of_ada().await;
    fixture.pass(50 * HOUR).await;
    ring(&fixture, &games[..1]).await;
    fixture.until("the reminder", || listed(&fixture).len() == 1).await;
    assert!(!listed(&fixture)[0].text.contains("Reminders stop"), "{:?}", listed(&fixture));
    let says_it = || listed(&fixture).iter().any(|message| message.text.contains("Reminders stop <t:"));
    // Vacations prevent her losses; from the seventh of fourteen days on they are announced.
    for _ in 0..13 {
        fixture.pass(24 * HOUR).await;
        ring(&fixture, &games).await;
        ring(&fixture, &games).await;
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        if says_it() {
            break;
        }
    }
    assert!(says_it(), "{:?}", listed(&fixture));
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert!(says_it(), "the clean-up after it leaves it: {:?}", listed(&fixture));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_that_cannot_be_corrected_at_first_is_corrected_later() {
    let (fixture, games) = four_games_of_ada().await;
    fixture.pass(50 * HOUR).await;
    ring(&fixture, &games[..1]).await;
    fixture.until("the reminder", || listed(&fixture).len() == 1).await;
    fixture.fail("delete", HERS, Refused(503, 0), 1);
    fixture.play(games[0], ADA, "d4c3").await;
    fixture.until_requests("delete", HERS, 1).await;
    fixture.through_retries("the reminder is gone", || listed(&fixture).is_empty()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_time_leaves_a_mention_in_the_game_and_corrects_the_one_by_direct_message() {
    let (fixture, game) = told_of_her_turn(ReminderTarget::Dm).await;
    more_time::give_time(&fixture.games, fixture.request(), game, BEN, None).await.expect("given");
    let until = fixture.record(game).await.game.turn.deadline_at;
    let mark = format!("<t:{}:R>", until.expect("a deadline").0 / 1000);
    fixture.until("the new deadline", || listed(&fixture).iter().any(|message| message.text.contains(&mark))).await;
    assert!(listed(&fixture)[0].text.contains("your turn"), "{:?}", listed(&fixture));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_whose_deadline_has_moved_meanwhile_comes_nowhere() {
    let fixture = Fixture::new();
    fixture
        .prefer(ADA, |chosen| (chosen.remind_where, chosen.at_turn) = (Some(ReminderTarget::Both), Some(false)))
        .await;
    let game = fixture.started(CHANNEL).await;
    let opened = || fixture.requests("open", HERS);
    fixture.fail("open", HERS, Refused(503, 0), 1);
    fixture.remind(game).await;
    fixture.until("the first try", || opened() == 1).await;
    let more = more_time::give_time(&fixture.games, fixture.request(), game, BEN, Some(48 * HOUR)).await;
    more.expect("time");
    fixture.through_retries("the second try", || opened() >= 2).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let all = fixture.messages(CHANNEL).into_iter().chain(listed(&fixture));
    let reminders: Vec<FakeMessage> = all.filter(|said| said.text.contains("Your deadline is")).collect();
    assert!(reminders.is_empty(), "{reminders:?}");
}
