//! Reminders and digests by their players' settings.

use std::sync::Arc;

use base::clock::Clock as _;
use bot::commands::App;
use bot::delivery::digests::Digests;
use bot::features::reminders::view;
use discord::message::components;
use discord::{DiscordApi, DiscordError, ErrorClass, MessageSender, OutgoingMessage};
use games::GameError;
use games::alarms::{self, AlarmOutcome};
use games::domain::{ChannelId, Notice, Preferences, Reminder, Timestamp, UserId};
use games::jobs::run_due;
use games::store::JobKind;

use crate::use_cases::support::{ADA, BRUNO, CHANNEL, CHLOE, Fixture, HOUR, Harness, id};

async fn zone(harness: &Harness, user: UserId, zone: &str) {
    let zone = Some(zone.to_owned());
    let set = |chosen: &mut Preferences| {
        chosen.zone.clone_from(&zone);
        Ok(())
    };
    harness.games.update_preferences(user, set).await.expect("a choice");
}

async fn remind(harness: &Harness, options: &str) -> String {
    let reply = harness.say(ADA, &format!("settings reminders {options}")).await;
    reply.privately();
    reply.text
}

#[tokio::test]
async fn own_reminder_steps_apply_at_once_and_to_own_turns_only() {
    let (harness, game) = Harness::with_game().await;
    harness.notices().await;
    harness.wait(50);
    // The host's first step, at 48 hours, was due two hours ago and not sent; steps due before the change are
    // skipped.
    let menus = harness.say(ADA, "settings reminders").await.selected;
    assert_eq!(menus, ["Where you get reminders: Default", "Ping me when it's my turn: Default"]);
    let reply = remind(&harness, "steps:12h, 90m").await;
    assert!(reply.starts_with("Reminders before a deadline: **12 h, 1 h 30 min**\n"), "{reply}");
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Nothing);
    let stored = harness.game(game).await;
    assert_eq!(stored.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-12 * HOUR)));
    harness.wait(10);
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Reminded);
    assert_eq!(harness.notices().await, [Notice::Reminder(Reminder::Step { step: 0, ply: 0, stops_at: None })]);
    harness.plays(game, ADA, "a1b2").await;
    let stored = harness.game(game).await;
    assert_eq!(stored.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-24 * HOUR)), "Bruno has chosen nothing");
    let back = remind(&harness, "steps:default").await;
    assert!(back.contains("**1 d, 3 h**, set by the host"), "{back}");
    assert_eq!(harness.game(game).await, stored, "it is not her turn");
}

#[tokio::test]
async fn a_step_longer_than_the_turn_is_reported_and_skipped() {
    let (harness, game) = Harness::with_game().await;
    let reply = remind(&harness, "steps:5d 3h").await;
    assert!(reply.contains("In game `#1`, your turn is too short"), "{reply}");
    let stored = harness.game(game).await;
    assert_eq!(stored.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-3 * HOUR)));
    assert!(!remind(&harness, "steps:2d").await.contains("too short"));
}

#[tokio::test]
async fn quiet_hours_move_a_reminder_before_them() {
    let harness = Harness::new();
    zone(&harness, ADA, "Europe/Paris").await;
    let reply = remind(&harness, "quiet:20:00-8:00").await;
    assert!(reply.contains("No reminders during **20:00-08:00** (`Europe/Paris`)"), "{reply}");
    // It is 23:13 in Paris, so that each step of whole days falls into the night.
    let game = harness.started().await;
    let stored = harness.game(game).await;
    let wake = stored.turn.wake_at.expect("an alarm");
    assert_eq!(stored.turn.deadline_at.expect("a deadline").since(wake) / HOUR, 24 + 3, "20:00 of the day before");
    let is_silent = async |ply| harness.current_notice(game, Notice::Board { ply }).await.0.silent;
    assert!(is_silent(0).await, "it mentions her in her quiet hours");
    assert!(remind(&harness, "quiet:off").await.contains("No quiet hours"));
    assert!(!is_silent(0).await);
    assert_eq!(harness.game(game).await.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-24 * HOUR)));
    remind(&harness, "quiet:20:00-8:00").await;
    harness.plays(game, ADA, "a1b2").await;
    assert!(!is_silent(1).await, "Bruno has no quiet hours");
}

#[tokio::test]
async fn reminders_can_be_turned_off_or_sent_by_direct_message() {
    let harness = Harness::new();
    remind(&harness, "where:none").await;
    let game = harness.started().await;
    assert_eq!(harness.game(game).await.turn.wake_at, harness.game(game).await.turn.deadline_at);
    let board = |ply| Notice::Board { ply };
    harness.notices().await;
    remind(&harness, "where:dm").await;
    harness.play_all(game, &["a1b2", "i9h8"]).await;
    assert_eq!(harness.notices().await, [board(1), board(2), Notice::Reminder(Reminder::Turn { ply: 2 })]);
    remind(&harness, "turn:off").await;
    harness.play_all(game, &["d4c3", "f6g7"]).await;
    assert_eq!(harness.notices().await, [board(3), board(4)]);
}

#[tokio::test]
async fn a_board_mentions_only_players_reminded_in_the_thread() {
    for (options, called) in
        [("", true), ("turn:off", false), ("where:dm", false), ("where:both", true), ("where:none", false)]
    {
        let harness = Harness::new();
        remind(&harness, options).await;
        let game = harness.started().await;
        let (_, mentioned) = harness.current_notice(game, Notice::Board { ply: 0 }).await;
        assert_eq!(mentioned, if called { vec![ADA] } else { vec![] }, "{options}");
    }
    // A player whose direct messages are refused is mentioned in the game again.
    let harness = Harness::new();
    remind(&harness, "where:dm").await;
    harness.store.set_dm_closed(ADA, true).await.expect("a store in memory");
    let game = harness.started().await;
    assert_eq!(harness.current_notice(game, Notice::Board { ply: 0 }).await.1, [ADA]);
    assert!(!harness.notices().await.contains(&Notice::Reminder(Reminder::Turn { ply: 0 })));
    remind(&harness, "where:dm").await;
    assert!(!harness.store.player(ADA).await.expect("readable").dm_closed, "who chooses anew is tried anew");
}

#[tokio::test]
async fn reminders_stop_for_a_player_who_does_not_respond() {
    let (harness, game) = Harness::with_game().await;
    let began = harness.clock.now();
    // Thirteen of fourteen days.
    harness.store.tamper_silent_since(ADA, began.plus(48 * HOUR - 13 * 24 * HOUR));
    harness.notices().await;
    harness.wait(48);
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Reminded);
    let last = harness.notices().await;
    let stops_at = Some(began.plus((48 + 24) * HOUR));
    assert_eq!(last, [Notice::Reminder(Reminder::Step { step: 0, ply: 0, stops_at })]);
    let reply = harness.current_notice(game, last[0].clone()).await.0.text;
    assert!(reply.contains("Reminders stop <t:"), "{reply}");
    harness.store.tamper_silent_since(ADA, began.plus(48 * HOUR - 14 * 24 * HOUR));
    harness.wait(21);
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Reminded);
    assert_eq!(harness.notices().await, [], "announced to no one");
    // Any command shows that she is back.
    harness.say(ADA, "help").await;
    harness.play_all(game, &["a1b2", "i9h8"]).await;
    harness.notices().await;
    harness.wait(48);
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Reminded);
    assert_eq!(harness.notices().await, [Notice::Reminder(Reminder::Step { step: 0, ply: 2, stops_at: None })]);
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Nothing, "and the alarm does not ring on");
}

#[tokio::test]
async fn a_list_of_reminders_opens_the_board_of_each_game() {
    let fixture = Fixture::new().hosted(|settings| settings.reminder_hours = vec![24]);
    let mut games = Vec::new();
    for _ in 0..2 {
        games.push(fixture.started().await);
        fixture.wait(1);
    }
    fixture.wait(50);
    assert_eq!(alarms::run_alarms(&fixture.games, games).await.len(), 2);
    for (pages, labels) in [
        (None, ["Play next", "Board #1", "Board #2"]),
        (Some("https://sumito.test".into()), ["Play next", "Open board #1", "Open board #2"]),
    ] {
        let harness = Harness::over(fixture.hosted(|settings| settings.public_url = pages));
        let list = view::reminder_list(harness.app(), ADA).await.expect("readable").expect("two games");
        let buttons = components(&list.post.rows);
        assert_eq!(buttons.iter().map(|button| button["label"].clone()).collect::<Vec<_>>(), labels);
    }
}

/// Advances hour by hour; returns the direct messages that came, with their hours.
async fn digests_of(harness: &Harness, hours: usize) -> Vec<(usize, UserId, String)> {
    let mut came = Vec::new();
    for hour in 1..=hours {
        harness.wait(1);
        // Two processes, and one of them twice.
        for _ in 0..3 {
            run_due(&harness.games, &Digests(harness.app().clone())).await.expect("a store in memory");
        }
        let direct_messages = std::mem::take(&mut *harness.sender.direct_messages.lock().expect("whole"));
        came.extend(direct_messages.into_iter().map(|(user, text, _)| (hour, user, text)));
    }
    came
}

#[tokio::test]
async fn a_digest_comes_once_a_day_when_a_game_waits() {
    let harness = Harness::new();
    let question = harness.say(ADA, "settings digest at:9:00").await;
    assert_eq!(question.text, "I don't know your time zone yet.");
    let send = question.control("run");
    let quiet = harness.say(ADA, "settings reminders quiet:22:00-7:00").await;
    let reply = harness.submit(BRUNO, quiet.control("run"), "zone", "Paris").await.text;
    assert!(reply.contains("22:00-07:00") && reply.contains("Europe/Paris"), "the hours are kept: {reply}");
    let nowhere = harness.submit(ADA, send, "zone", "Atlantis").await.text;
    assert!(nowhere.contains("`Atlantis`"), "{nowhere}");
    let reply = harness.submit(ADA, send, "zone", "Paris").await.text;
    assert_eq!(reply, "Daily digest at **09:00** (`Europe/Paris`), when something is waiting for you");
    assert_eq!(digests_of(&harness, 30).await, [], "nothing waits");
    // It is 05:13: four hours until nine.
    let (game, offer) = (harness.started_as("abalone", "days:7").await, harness.offered().await);
    let came = digests_of(&harness, 48).await;
    assert_eq!(came.iter().map(|(hour, user, _)| (*hour, *user)).collect::<Vec<_>>(), [(4, ADA), (28, ADA)]);
    let text = &came[0].2;
    assert!(text.starts_with("**One game is waiting for you**\n") && text.contains("**#1**"), "{text}");
    assert!(!text.contains(&offer.to_string()), "her own challenge waits for Bruno: {text}");
    assert_eq!(harness.sender.withdrawn.lock().expect("whole").len(), 1, "the last one stays alone");
    harness.plays(game, ADA, "a1b2").await;
    assert_eq!(digests_of(&harness, 24).await, []);
    let off = harness.say(ADA, "settings digest at:off").await.text;
    assert_eq!(off, "No daily digest");
    harness.plays(game, BRUNO, "i9h8").await;
    assert_eq!(digests_of(&harness, 48).await, []);
}

#[tokio::test]
async fn a_failed_digest_is_retried_and_a_late_one_is_skipped() {
    let harness = Harness::new();
    zone(&harness, ADA, "UTC").await;
    harness.say(ADA, "settings digest at:0:00").await;
    harness.started_as("abalone", "days:7").await;
    let deliver = |next: Option<ErrorClass>| *harness.sender.next_failure.lock().expect("whole") = next;
    // It is 22:13: two hours until midnight.
    deliver(Some(ErrorClass::Retry));
    assert_eq!(digests_of(&harness, 3).await.len(), 0);
    deliver(None);
    assert_eq!(digests_of(&harness, 1).await.len(), 1, "at one or two o'clock");
    deliver(Some(ErrorClass::Retry));
    assert_eq!(digests_of(&harness, 30).await.len(), 0);
    deliver(None);
    assert_eq!(digests_of(&harness, 1).await.len(), 0, "six hours late");
    deliver(Some(ErrorClass::GiveUp));
    let count_requests = || harness.sender.requests.load(std::sync::atomic::Ordering::Relaxed);
    let before = count_requests();
    digests_of(&harness, 24).await;
    assert_eq!(count_requests(), before + 1, "what Discord refuses is not tried again");
    assert!(!harness.store.player(ADA).await.expect("readable").dm_closed);
    deliver(Some(ErrorClass::Unreachable));
    digests_of(&harness, 24).await;
    deliver(None);
    assert_eq!(digests_of(&harness, 24).await.len(), 0, "her direct messages are closed");
    harness.say(ADA, "settings digest at:0:00").await;
    assert_eq!(digests_of(&harness, 24).await.len(), 1, "and tried anew after she has chosen anew");
}

#[tokio::test]
async fn a_digest_that_fails_is_deferred_and_does_not_delay_others() {
    let harness = Harness::new();
    for user in [ADA, BRUNO] {
        zone(&harness, user, "UTC").await;
        harness.say(user, "settings digest at:0:00").await;
    }
    let game = harness.started_as("abalone", "days:7").await;
    harness.plays(game, ADA, "a1b2").await;
    harness.started_as("abalone", "days:7").await;
    let sound = serde_json::to_string(&harness.games.preferences(ADA).await.expect("readable")).expect("writes");
    harness.store.tamper_preferences(ADA, "{\"digest\":\"noon\"}");
    // It is 22:13: two hours until midnight.
    let came =
        async |hours| digests_of(&harness, hours).await.into_iter().map(|(hour, user, _)| (hour, user)).collect();
    let first: Vec<(usize, UserId)> = came(12).await;
    assert_eq!(first, [(2, BRUNO)]);
    harness.store.tamper_preferences(ADA, &sound);
    let second: Vec<(usize, UserId)> = came(24).await;
    assert!(second.contains(&(14, BRUNO)) && second.iter().any(|(_, user)| *user == ADA), "{second:?}");
}

#[tokio::test]
async fn a_digest_follows_the_time_zone() {
    let harness = Harness::new();
    zone(&harness, ADA, "Europe/Paris").await;
    harness.say(ADA, "settings digest at:9:00").await;
    harness.started_as("abalone", "days:7").await;
    let due = async || {
        let next = harness.store.next_jobs(&[JobKind::Digest]).await.expect("a store in memory")[0].1;
        (next.since(harness.clock_now()) + HOUR - 1) / HOUR
    };
    // It is 23:13 in Paris, and 22:13 in UTC.
    assert_eq!(due().await, 10);
    harness.say(ADA, "settings clock zone:Asia/Tokyo").await;
    assert_eq!(due().await, 2, "it is 07:13 in Tokyo");
}

#[tokio::test]
async fn a_choice_made_while_a_digest_is_sent_is_kept() {
    /// Chooses another time before the direct message arrives.
    struct Slow(Harness);
    #[async_trait::async_trait]
    impl DiscordApi for Slow {
        async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError> {
            self.0.say(user, "settings digest at:1:00").await;
            Ok(ChannelId(1))
        }
        async fn post(&self, _: ChannelId, _: &OutgoingMessage, _: &str) -> Result<u64, DiscordError> {
            Ok(1)
        }
    }
    let harness = Harness::new();
    zone(&harness, ADA, "UTC").await;
    harness.say(ADA, "settings digest at:0:00").await;
    harness.started_as("abalone", "days:7").await;
    harness.wait(2);
    let slow = Arc::new(Slow(harness));
    let app = App { sender: MessageSender::new(Arc::clone(&slow) as _), ..slow.0.app().clone() };
    assert_eq!(run_due(&slow.0.games, &Digests(app)).await.expect("a store in memory"), 1);
    let came: Vec<_> = digests_of(&slow.0, 24).await.into_iter().map(|(hour, ..)| hour).collect();
    assert_eq!(came, [1], "at one o'clock");
}

#[tokio::test]
async fn the_first_action_after_a_reminder_answers_it() {
    let (harness, game) = Harness::with_game().await;
    let silent_since = async || harness.store.player(ADA).await.expect("a store in memory").silent_since;
    harness.say(ADA, "help").await;
    harness.wait(48);
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Reminded);
    assert_eq!(silent_since().await, Some(harness.clock.now()));
    harness.say(ADA, "help").await;
    assert_eq!(silent_since().await, None);
}

#[tokio::test]
async fn a_test_reminder_goes_where_reminders_go_and_reports_the_result() {
    let harness = Harness::new();
    let deliver = |next: Option<ErrorClass>| *harness.sender.next_failure.lock().expect("whole") = next;
    let thread = ChannelId(500);
    harness.store.set_thread(harness.started().await, Some(thread)).await.expect("a store in memory");
    let test = async || {
        harness.wait(1);
        harness.say_in(thread, ADA, "settings test").await.text
    };
    assert_eq!(test().await, "I just posted a reminder here.");
    assert_eq!(harness.sender.posts.lock().expect("whole").pop().map(|(channel, _)| channel), Some(thread));
    remind(&harness, "where:dm").await;
    assert_eq!(test().await, "I just sent you a reminder by direct message.");
    let direct_message = harness.sender.direct_messages.lock().expect("whole").pop().expect("a direct message");
    assert!(
        direct_message.0 == ADA && direct_message.1.contains("It isn't about any of your games"),
        "{direct_message:?}"
    );
    deliver(Some(ErrorClass::Unreachable));
    assert!(test().await.starts_with("The reminder didn't arrive: I can't message you"));
    assert!(harness.store.player(ADA).await.expect("readable").dm_closed);
    deliver(Some(ErrorClass::Retry));
    assert!(test().await.starts_with("The reminder didn't arrive: Discord"));
    assert!(harness.store.player(ADA).await.expect("readable").dm_closed, "nothing new is known");
    deliver(Some(ErrorClass::GiveUp));
    assert!(test().await.starts_with("The reminder didn't arrive: Discord"));
    deliver(None);
    remind(&harness, "where:both").await;
    assert_eq!(test().await.lines().count(), 2);
    remind(&harness, "where:none").await;
    assert!(test().await.starts_with("Your reminders are off"));
    assert!(harness.sender.direct_messages.lock().expect("whole").len() == 1);
}

#[tokio::test]
async fn a_test_reminder_is_limited_to_own_games_and_once_a_minute() {
    let harness = Harness::new();
    let thread = ChannelId(500);
    harness.store.set_thread(harness.started().await, Some(thread)).await.expect("a store in memory");
    let posts = || harness.sender.posts.lock().expect("whole").len();
    let test = async |channel, who| harness.say_in(channel, who, "settings test").await;
    for (channel, who) in [(CHANNEL, ADA), (CHANNEL, CHLOE), (thread, CHLOE)] {
        let reply = test(channel, who).await;
        reply.privately().begins("Nothing was posted, because this isn't the thread");
        assert!(reply.text.contains("It isn't about any of your games"), "what it would be: {reply:?}");
        assert_eq!(posts(), 0, "{channel:?} {who:?}");
    }
    assert_eq!(test(thread, ADA).await.text, "I just posted a reminder here.");
    let refused = test(thread, ADA).await;
    assert!(refused.private && refused.text == "You can send one test per minute. Try again shortly.", "{refused:?}");
    assert_eq!(test(thread, BRUNO).await.text, "I just posted a reminder here.", "each has their own minute");
    assert_eq!(posts(), 2);
    remind(&harness, "where:dm").await;
    assert!(
        test(CHANNEL, ADA).await.text.starts_with("You can send one test per minute"),
        "a direct message counts too"
    );
    harness.clock.advance(HOUR / 60);
    assert_eq!(test(CHANNEL, ADA).await.text, "I just sent you a reminder by direct message.");
    assert_eq!((posts(), harness.sender.direct_messages.lock().expect("whole").len()), (2, 1));
}

#[tokio::test]
async fn unreadable_settings_stop_no_reminder() {
    let harness = Harness::new();
    harness.store.tamper_preferences(ADA, "{\"steps\":\"often\"}");
    let game = harness.started().await;
    harness.wait(48);
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Reminded, "the host's steps");
    assert!(matches!(harness.games.preferences(ADA).await, Err(GameError::Internal(_))));
    let done = harness.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(id(&done), game);
    assert_eq!(harness.game(game).await.turn.started_at, Timestamp(1_700_000_000_000 + 48 * HOUR));
}
