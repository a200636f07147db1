//! Reminders as people choose them.

use bot::discord::messenger::Delivery;
use bot::features::deadlines::service::AlarmOutcome;
use bot::games::GameError;
use bot::scheduler::digests;

use bot::domain::{ChannelId, GameId, Notice, Preferences, Timestamp, UserId};
use bot::store::{GameStore as _, PlayerStore as _, ReminderStore as _};
use serde_json::json;

use crate::dialogue::Dialogue;
use crate::stage::{ADA, BRUNO, CHANNEL, CHLOE, HOUR, id};

async fn zone(people: &Dialogue, user: UserId, zone: &str) {
    let zone = Some(zone.to_owned());
    let set = |chosen: &mut Preferences| {
        chosen.zone.clone_from(&zone);
        Ok(())
    };
    people.games.choose(user, set).await.expect("a choice");
}

async fn remind(people: &Dialogue, options: serde_json::Value) -> String {
    let said = people.command(ADA, "settings reminders", options).await;
    assert!(said.private);
    said.text
}

async fn run_alarm(people: &Dialogue, game: GameId) -> AlarmOutcome {
    people.games.run_alarm(game).await.expect("a sound game")
}

#[tokio::test]
async fn steps_of_ones_own_hold_for_the_running_turn_and_for_ones_own_turns_only() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.notices().await;
    people.wait(50);
    // The host's first step, at 48 hours, was due two hours ago and not sent: what was due before the choice is past.
    let said = remind(&people, json!({ "steps": "12h, 90m" })).await;
    assert!(said.starts_with("Reminders before a deadline: **12 h, 1 h 30 min**\n"), "{said}");
    assert_eq!(run_alarm(&people, game).await, AlarmOutcome::Nothing);
    let stored = people.game(game).await;
    assert_eq!(stored.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-12 * HOUR)));
    people.wait(10);
    assert_eq!(run_alarm(&people, game).await, AlarmOutcome::Reminded);
    assert_eq!(people.notices().await, [Notice::Reminder { step: 0, ply: 0, last: false }]);
    people.play(game, ADA, "a1b2").await.expect("legal");
    let stored = people.game(game).await;
    assert_eq!(stored.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-24 * HOUR)), "Bruno has chosen nothing");
    let back = remind(&people, json!({ "steps": "default" })).await;
    assert!(back.contains("**1 d, 3 h**, as chosen by the host"), "{back}");
    assert_eq!(people.game(game).await, stored, "it is not her turn");
}

#[tokio::test]
async fn a_step_that_is_longer_than_the_turn_is_told_and_left_out() {
    let people = Dialogue::new();
    let game = people.started().await;
    let said = remind(&people, json!({ "steps": "5d 3h" })).await;
    assert!(said.contains(&format!("In game `{game}` your turn is too short")), "{said}");
    let stored = people.game(game).await;
    assert_eq!(stored.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-3 * HOUR)));
    assert!(!remind(&people, json!({ "steps": "2d" })).await.contains("too short"));
}

#[tokio::test]
async fn a_choice_that_cannot_be_is_refused_in_a_sentence_and_changes_nothing() {
    for people in [Dialogue::new(), Dialogue::french()] {
        for (options, sentences) in [
            (json!({ "steps": "soon" }), ["`soon` is not a time before a deadline", "`soon` n'est pas un délai"]),
            (json!({ "steps": "1m" }), ["`1m` is out of range", "`1m` est hors limites"]),
            (json!({ "steps": "1h 2h 3h 4h 5h 6h" }), ["6 reminders", "6 rappels"]),
            (json!({ "where": "moon" }), ["", ""]),
            (
                json!({ "quiet": "at night" }),
                ["`at night` is not a range of hours", "`at night` n'est pas une plage horaire"],
            ),
            (json!({ "quiet": "25:00-7:00" }), ["`25:00` is not a time of day", "`25:00` n'est pas une heure"]),
            (
                json!({ "quiet": "7:00-7:00" }),
                ["Quiet hours cannot start", "Les heures de silence ne peuvent pas commencer"],
            ),
            (json!({ "quiet": "7:00-22:00" }), ["Quiet hours can last", "Les heures de silence durent"]),
            (
                json!({ "quiet": "22:00-7:00" }),
                ["I do not know your time zone yet", "Je ne connais pas encore votre fuseau horaire"],
            ),
        ] {
            let said = remind(&people, options.clone()).await;
            assert!(sentences.iter().any(|sentence| said.starts_with(sentence)), "{options}: {said}");
        }
        let late = people.command(ADA, "settings digest", json!({ "at": "noonish" })).await.text;
        assert!(late.starts_with("`noonish`"), "{late}");
        assert_eq!(people.games.settings(ADA).await.expect("readable"), Preferences::default());
    }
}

#[tokio::test]
async fn quiet_hours_move_a_reminder_before_them() {
    let people = Dialogue::new();
    zone(&people, ADA, "Europe/Paris").await;
    let said = remind(&people, json!({ "quiet": "20:00 to 8:00" })).await;
    assert!(said.contains("No reminders during **20:00-08:00** (`Europe/Paris`)"), "{said}");
    // It is 23:13 in Paris, so that each step of whole days falls into the night.
    let game = people.started().await;
    let stored = people.game(game).await;
    let wake = stored.turn.wake_at.expect("an alarm");
    assert_eq!(stored.turn.deadline_at.expect("a deadline").since(wake) / HOUR, 24 + 3, "20:00 of the day before");
    assert!(remind(&people, json!({ "quiet": "off" })).await.contains("No quiet hours"));
    assert_eq!(people.game(game).await.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-24 * HOUR)));
}

#[tokio::test]
async fn who_is_reminded_nowhere_is_not_and_who_is_called_directly_gets_a_letter_at_the_turn() {
    let people = Dialogue::new();
    remind(&people, json!({ "where": "none" })).await;
    let game = people.started().await;
    assert_eq!(people.game(game).await.turn.wake_at, people.game(game).await.turn.deadline_at);
    let board = |ply| Notice::Board { ply };
    people.notices().await;
    remind(&people, json!({ "where": "dm" })).await;
    people.play(game, ADA, "a1b2").await.expect("legal");
    people.play(game, BRUNO, "i9h8").await.expect("legal");
    assert_eq!(people.notices().await, [board(1), board(2), Notice::Turn { ply: 2 }]);
    remind(&people, json!({ "turn": "off" })).await;
    people.play(game, ADA, "d4c3").await.expect("legal");
    people.play(game, BRUNO, "f6g7").await.expect("legal");
    assert_eq!(people.notices().await, [board(3), board(4)]);
}

#[tokio::test]
async fn the_board_calls_only_on_who_wants_to_be_called_there() {
    for (options, called) in [
        (json!({}), true),
        (json!({ "turn": "off" }), false),
        (json!({ "where": "dm" }), false),
        (json!({ "where": "both" }), true),
        (json!({ "where": "none" }), false),
    ] {
        let people = Dialogue::new();
        remind(&people, options.clone()).await;
        let game = people.started().await;
        let version = people.game(game).await.version;
        let (_, mentioned) = people.notice(game, version, Notice::Board { ply: 0 }).await.expect("a board");
        assert_eq!(mentioned, if called { vec![ADA] } else { vec![] }, "{options}");
    }
    // Whose letters come back is called in the game again.
    let people = Dialogue::new();
    remind(&people, json!({ "where": "dm" })).await;
    people.store.set_dm_closed(ADA, true).await.expect("a store in memory");
    let game = people.started().await;
    let version = people.game(game).await.version;
    assert_eq!(people.notice(game, version, Notice::Board { ply: 0 }).await.expect("a board").1, [ADA]);
    assert!(!people.notices().await.contains(&Notice::Turn { ply: 0 }));
    remind(&people, json!({ "where": "dm" })).await;
    assert!(!people.store.player(ADA).await.expect("readable").dm_closed, "who chooses anew is tried anew");
}

#[tokio::test]
async fn who_answers_nothing_is_left_alone_until_they_do() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.store.tamper_ignored(ADA, 9);
    people.notices().await;
    people.wait(48);
    assert_eq!(run_alarm(&people, game).await, AlarmOutcome::Reminded);
    let last = people.notices().await;
    assert_eq!(last, [Notice::Reminder { step: 0, ply: 0, last: true }]);
    let version = people.game(game).await.version;
    let said = people.notice(game, version, last[0].clone()).await.expect("a reminder").0.text;
    assert!(said.contains("the last reminder until"), "{said}");
    people.wait(21);
    assert_eq!(run_alarm(&people, game).await, AlarmOutcome::Reminded);
    assert_eq!(people.notices().await, [], "said to nobody");
    // Whatever she does, she is back.
    people.command(ADA, "help", json!({})).await;
    people.play(game, ADA, "a1b2").await.expect("legal");
    people.play(game, BRUNO, "i9h8").await.expect("legal");
    people.notices().await;
    people.wait(48);
    assert_eq!(run_alarm(&people, game).await, AlarmOutcome::Reminded);
    assert_eq!(people.notices().await, [Notice::Reminder { step: 0, ply: 2, last: false }]);
    assert_eq!(run_alarm(&people, game).await, AlarmOutcome::Nothing, "and the alarm does not ring on");
}

#[tokio::test]
async fn of_reminders_that_are_due_at_once_one_is_the_last() {
    let people = Dialogue::new();
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(people.started().await);
    }
    people.store.tamper_ignored(ADA, 8);
    people.notices().await;
    people.wait(48);
    let rung = people.games.run_alarms(games).await;
    assert!(rung.iter().all(|(_, outcome)| matches!(outcome, Ok(AlarmOutcome::Reminded))), "{rung:?}");
    let reminder = |last| Notice::Reminder { step: 0, ply: 0, last };
    let mut said = people.notices().await;
    said.sort_by_key(|notice| *notice == reminder(true));
    assert_eq!(said, [reminder(false), reminder(true)], "of ten, two were left");
}

/// Lets an hour pass, and another one; gives the letters that came, with their hours.
async fn digests_of(people: &Dialogue, hours: usize) -> Vec<(usize, UserId, String)> {
    let mut came = Vec::new();
    for hour in 1..=hours {
        people.wait(1);
        // Two processes, and one of them twice.
        for _ in 0..3 {
            digests::round(people.app(), people.store.as_ref(), people.post_office.as_ref())
                .await
                .expect("a store in memory");
        }
        let text_board = std::mem::take(&mut *people.post_office.text_board.lock().expect("whole"));
        came.extend(text_board.into_iter().map(|(user, text, _)| (hour, user, text)));
    }
    came
}

#[tokio::test]
async fn a_digest_comes_once_a_day_at_its_hour_when_something_waits() {
    let people = Dialogue::new();
    let refused = people.command(ADA, "settings digest", json!({ "at": "9:00" })).await.text;
    assert!(refused.starts_with("I do not know your time zone yet"), "{refused}");
    zone(&people, ADA, "Europe/Paris").await;
    let said = people.command(ADA, "settings digest", json!({ "at": "9:00" })).await.text;
    assert_eq!(said, "Daily digest at **09:00** (`Europe/Paris`), when something is waiting for you");
    assert_eq!(digests_of(&people, 30).await, [], "nothing waits");
    // It is 05:13: four hours until nine.
    let (game, offer) = (people.started_as("abalone", "days:7").await, people.offered().await);
    let came = digests_of(&people, 48).await;
    assert_eq!(came.iter().map(|(hour, user, _)| (*hour, *user)).collect::<Vec<_>>(), [(4, ADA), (28, ADA)]);
    let text = &came[0].2;
    assert!(text.starts_with("**One game is waiting for you**\n") && text.contains(&game.to_string()), "{text}");
    assert!(!text.contains(&offer.to_string()), "her own challenge waits for Bruno: {text}");
    people.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(digests_of(&people, 24).await, []);
    let off = people.command(ADA, "settings digest", json!({ "at": "off" })).await.text;
    assert_eq!(off, "No daily digest");
    people.play(game, BRUNO, "i9h8").await.expect("legal");
    assert_eq!(digests_of(&people, 48).await, []);
}

#[tokio::test]
async fn a_digest_that_did_not_arrive_is_tried_again_and_one_that_is_late_is_left_out() {
    let people = Dialogue::new();
    zone(&people, ADA, "UTC").await;
    people.command(ADA, "settings digest", json!({ "at": "0:00" })).await;
    people.started_as("abalone", "days:7").await;
    let cleanup_action =
        |cleanup_action: Option<Delivery>| *people.post_office.cleanup_action.lock().expect("whole") = cleanup_action;
    // It is 22:13: two hours until midnight.
    cleanup_action(Some(Delivery::Failed));
    assert_eq!(digests_of(&people, 3).await.len(), 0);
    cleanup_action(None);
    assert_eq!(digests_of(&people, 1).await.len(), 1, "at one or two o'clock");
    cleanup_action(Some(Delivery::Failed));
    assert_eq!(digests_of(&people, 30).await.len(), 0);
    cleanup_action(None);
    assert_eq!(digests_of(&people, 1).await.len(), 0, "six hours late");
    cleanup_action(Some(Delivery::Closed));
    digests_of(&people, 24).await;
    cleanup_action(None);
    assert_eq!(digests_of(&people, 24).await.len(), 0, "her letters are closed");
    people.command(ADA, "settings digest", json!({ "at": "0:00" })).await;
    assert_eq!(digests_of(&people, 24).await.len(), 1, "and tried anew after she has chosen anew");
}

#[tokio::test]
async fn a_digest_that_cannot_be_made_is_put_off_and_keeps_nobody_elses_back() {
    let people = Dialogue::new();
    for user in [ADA, BRUNO] {
        zone(&people, user, "UTC").await;
        people.command(user, "settings digest", json!({ "at": "0:00" })).await;
    }
    let game = people.started_as("abalone", "days:7").await;
    people.play(game, ADA, "a1b2").await.expect("legal");
    people.started_as("abalone", "days:7").await;
    let sound = serde_json::to_string(&people.games.settings(ADA).await.expect("readable")).expect("writes");
    people.store.tamper_preferences(ADA, "{\"digest\":\"noon\"}");
    // It is 22:13: two hours until midnight.
    let came = async |hours| digests_of(&people, hours).await.into_iter().map(|(hour, user, _)| (hour, user)).collect();
    let first: Vec<(usize, UserId)> = came(12).await;
    assert_eq!(first, [(2, BRUNO)]);
    people.store.tamper_preferences(ADA, &sound);
    let second: Vec<(usize, UserId)> = came(24).await;
    assert!(second.contains(&(14, BRUNO)) && second.iter().any(|(_, user)| *user == ADA), "{second:?}");
}

#[tokio::test]
async fn a_digest_follows_the_zone_and_is_chosen_with_its_alarm() {
    let people = Dialogue::new();
    zone(&people, ADA, "Europe/Paris").await;
    people.command(ADA, "settings digest", json!({ "at": "9:00" })).await;
    people.started_as("abalone", "days:7").await;
    let due = async || {
        let far = people.clock_now().plus(48 * HOUR);
        let rival = async |now| people.store.claim_digests(now, now, 9).await.expect("a store in memory");
        let mut hours = 1;
        while rival(people.clock_now().plus(hours * HOUR)).await.is_empty() {
            assert!(people.clock_now().plus(hours * HOUR) < far, "none");
            hours += 1;
        }
        hours
    };
    // It is 23:13 in Paris, and 22:13 in UTC.
    assert_eq!(due().await, 10);
    people.command(ADA, "settings clock", json!({ "zone": "Asia/Tokyo" })).await;
    assert_eq!(due().await, 2, "it is 07:13 in Tokyo");
}

#[tokio::test]
async fn who_chooses_while_their_digest_is_sent_is_not_overruled() {
    /// Chooses another time before the letter arrives.
    struct Slow(Dialogue);
    #[async_trait::async_trait]
    impl bot::discord::messenger::MessageSender for Slow {
        async fn direct_message(&self, user: UserId, _: &bot::discord::message::OutgoingMessage, _: &str) -> Delivery {
            self.0.command(user, "settings digest", json!({ "at": "1:00" })).await;
            Delivery::Done
        }
        async fn post(&self, _: ChannelId, _: &bot::discord::message::OutgoingMessage, _: &str) -> Delivery {
            Delivery::Failed
        }
    }
    let people = Dialogue::new();
    zone(&people, ADA, "UTC").await;
    people.command(ADA, "settings digest", json!({ "at": "0:00" })).await;
    people.started_as("abalone", "days:7").await;
    people.wait(2);
    let slow = Slow(people);
    assert_eq!(digests::round(slow.0.app(), slow.0.store.as_ref(), &slow).await.expect("a store in memory"), 1);
    let came: Vec<_> = digests_of(&slow.0, 24).await.into_iter().map(|(hour, ..)| hour).collect();
    assert_eq!(came, [1], "at one o'clock");
}

#[tokio::test]
async fn a_test_reminder_goes_where_reminders_go_and_says_what_became_of_it() {
    let people = Dialogue::new();
    let cleanup_action =
        |cleanup_action: Option<Delivery>| *people.post_office.cleanup_action.lock().expect("whole") = cleanup_action;
    let thread = ChannelId(500);
    people.store.set_thread(people.started().await, Some(thread)).await.expect("a store in memory");
    let test = async || {
        people.wait(1);
        people.command_in(thread, ADA, "settings test", json!({})).await.text
    };
    assert_eq!(test().await, "I just posted a reminder here.");
    assert_eq!(people.post_office.posts.lock().expect("whole").pop().map(|(channel, _)| channel), Some(thread));
    remind(&people, json!({ "where": "dm" })).await;
    assert_eq!(test().await, "I just sent you a reminder by direct message.");
    let direct_message = people.post_office.text_board.lock().expect("whole").pop().expect("a letter");
    assert!(
        direct_message.0 == ADA && direct_message.1.contains("It is not about any of your games"),
        "{direct_message:?}"
    );
    cleanup_action(Some(Delivery::Closed));
    assert!(test().await.starts_with("The reminder did not arrive: I am not allowed to write"));
    assert!(people.store.player(ADA).await.expect("readable").dm_closed);
    cleanup_action(Some(Delivery::Failed));
    assert!(test().await.starts_with("The reminder did not arrive: Discord"));
    assert!(people.store.player(ADA).await.expect("readable").dm_closed, "nothing new is known");
    cleanup_action(None);
    remind(&people, json!({ "where": "both" })).await;
    assert_eq!(test().await.lines().count(), 2);
    remind(&people, json!({ "where": "none" })).await;
    assert!(test().await.starts_with("Your reminders are turned off"));
    assert!(people.post_office.text_board.lock().expect("whole").len() == 1);
}

#[tokio::test]
async fn nobody_has_a_test_posted_outside_their_own_games_or_more_than_once_a_minute() {
    let people = Dialogue::new();
    let thread = ChannelId(500);
    people.store.set_thread(people.started().await, Some(thread)).await.expect("a store in memory");
    let posts = || people.post_office.posts.lock().expect("whole").len();
    let test = async |channel, who| people.command_in(channel, who, "settings test", json!({})).await;
    for (channel, who) in [(CHANNEL, ADA), (CHANNEL, CHLOE), (thread, CHLOE)] {
        let said = test(channel, who).await;
        assert!(
            said.private && said.text.starts_with("Nothing was posted, because this is not the thread"),
            "{said:?}"
        );
        assert!(said.text.contains("It is not about any of your games"), "what it would be: {said:?}");
        assert_eq!(posts(), 0, "{channel:?} {who:?}");
    }
    assert_eq!(test(thread, ADA).await.text, "I just posted a reminder here.");
    let refused = test(thread, ADA).await;
    assert!(refused.private && refused.text == "You can send one test per minute. Try again shortly.", "{refused:?}");
    assert_eq!(test(thread, BRUNO).await.text, "I just posted a reminder here.", "each has their own minute");
    assert_eq!(posts(), 2);
    remind(&people, json!({ "where": "dm" })).await;
    assert!(test(CHANNEL, ADA).await.text.starts_with("You can send one test per minute"), "a letter is one as well");
    people.clock.advance(HOUR / 60);
    assert_eq!(test(CHANNEL, ADA).await.text, "I just sent you a reminder by direct message.");
    assert_eq!((posts(), people.post_office.text_board.lock().expect("whole").len()), (2, 1));
}

#[tokio::test]
async fn settings_that_do_not_read_stop_no_reminder() {
    let people = Dialogue::new();
    people.store.tamper_preferences(ADA, "{\"steps\":\"often\"}");
    let game = people.started().await;
    people.wait(48);
    assert_eq!(run_alarm(&people, game).await, AlarmOutcome::Reminded, "the host's steps");
    assert!(matches!(people.games.settings(ADA).await, Err(GameError::Internal(_))));
    let done = people.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(id(&done), game);
    assert_eq!(people.game(game).await.turn.started_at, Timestamp(1_700_000_000_000 + 48 * HOUR));
}
