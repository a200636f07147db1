//! Automatic vacations, which replace a loss on time.

use base::clock::Clock as _;
use bot::features::reminders;
use games::alarms::{self, AlarmOutcome};
use games::domain::{Notice, Reminder, Setup};
use games::vacations;

use crate::use_cases::support::{ADA, BRUNO, DAY, Fixture, HOUR};
use crate::use_cases::time::vacation::{day, harness_with_vacation, ring_vacations};

#[tokio::test]
async fn no_automatic_vacation_starts_where_it_is_turned_off() {
    for pace in ["days:3 vacation=asked", "days:3 vacation=off", "total:2h"] {
        let fixture = Fixture::with_vacation(&[24, 3]);
        let game = fixture.started_as("abalone", pace).await;
        fixture.wait(72);
        assert_eq!(fixture.run_alarm(game).await, AlarmOutcome::TimedOut, "{pace}");
    }
    let harness = harness_with_vacation();
    let game = harness.under_way().await;
    let reply = harness.say(ADA, "settings clock automatic-vacation:false").await;
    reply.says("Automatic vacation when time runs out: **no**");
    harness.wait(72);
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::TimedOut);
}

#[tokio::test]
async fn stopping_an_automatic_vacation_asks_first_where_no_time_is_left() {
    let harness = harness_with_vacation();
    let games = [harness.under_way().await, harness.under_way().await, harness.under_way().await];
    // In the last game her time is not over yet, in the third she has moved.
    harness.clock.advance(HOUR);
    harness.under_way().await;
    harness.plays(games[2], ADA, "d4c3").await;
    harness.thread(games[1], 501).await;
    harness.wait(71);
    for game in &games[..2] {
        assert_eq!(harness.run_alarm(*game).await, AlarmOutcome::DeadlineChanged);
    }
    ring_vacations(&harness).await;
    harness.wait(1);
    let is_away = async || vacations::vacation_status(&harness.games, ADA).await.expect("readable").running.is_some();
    harness.notices().await;
    for which in ["", "which:1"] {
        let answer = harness.say(ADA, &format!("settings vacation stop {which}")).await;
        assert_eq!((answer.private, answer.verbs()), (true, vec!["stop-vacation"]), "{answer:?}");
        answer
            .says_all(&[
                "in these 2 games:",
                "Move there first",
                "• `#1` against <@2>: nothing",
                "• `#2` against <@2>: nothing · <#501>",
            ])
            .omits_all(&["`#4`", "`#3`"]);
        assert!(is_away().await && harness.notices().await.is_empty(), "nothing has happened yet");
    }
    // She moves in one, and is asked about the other; after moving in both, she is no longer asked.
    harness.plays(games[0], ADA, "d4c3").await;
    let answer = harness.say(ADA, "settings vacation stop").await;
    answer.says("in this game:").omits("`#1`");
    harness.plays(games[1], ADA, "d4c3").await;
    let reply = harness.say(ADA, "settings vacation stop").await;
    reply.begins("Your vacation is over, and your clocks are running.\n");
    assert!(!is_away().await && reply.controls.is_empty(), "{reply:?}");
    // The question's button finds nothing to stop.
    let late = harness.press_private(ADA, answer.control("stop-vacation")).await;
    late.begins("That vacation is over");
}

#[tokio::test]
async fn only_the_owner_confirms_stopping_a_vacation() {
    let harness = harness_with_vacation();
    let game = harness.under_way().await;
    harness.wait(72);
    harness.notices().await;
    harness.run_alarm(game).await;
    let (line, mentioned) = harness.current_notice(game, harness.notices().await.remove(0)).await;
    assert!(line.text.contains("<@1>, your time ran out, but you") && mentioned == [ADA], "{line:?}");
    let answer = harness.say(ADA, "settings vacation stop").await;
    let button = answer.control("stop-vacation");
    let forged = harness.press(BRUNO, button).await;
    assert!(forged.text.starts_with("That vacation is over"), "he has none: {forged:?}");
    assert!(vacations::vacation_status(&harness.games, ADA).await.expect("readable").running.is_some());
    let reply = harness.press_private(ADA, button).await;
    reply.updating().says_all(&["move right away", "Left in 2023"]);
    assert!(vacations::vacation_status(&harness.games, ADA).await.expect("readable").running.is_none());
}

#[tokio::test]
async fn a_vacation_stops_without_a_question_if_enough_time_is_left() {
    // The question depends on the minutes left of three days.
    for (minutes, is_asked) in [(0, true), (59, true), (60, false), (600, false)] {
        let harness = harness_with_vacation();
        harness.under_way().await;
        harness.clock.advance(72 * HOUR - minutes * HOUR / 60);
        harness.take_vacation(ADA, 3, None).await;
        ring_vacations(&harness).await;
        harness.wait(5);
        let reply = harness.say(ADA, "settings vacation stop").await;
        assert_eq!(reply.verbs() == ["stop-vacation"], is_asked, "{minutes}: {reply:?}");
        let left = if minutes == 0 { "nothing".to_owned() } else { format!("{minutes} min") };
        assert_eq!(reply.text.contains(&format!("`#1` against <@2>: {left}")), is_asked, "{minutes}: {reply:?}");
    }
}

#[tokio::test]
async fn a_planned_vacation_is_canceled_and_never_described_as_running() {
    let harness = harness_with_vacation();
    harness.under_way().await;
    harness.clock.advance(72 * HOUR - 50 * HOUR / 60);
    let from = harness.clock.now().plus(30 * HOUR / 60);
    harness.take_vacation(ADA, 3, Some(from)).await;
    ring_vacations(&harness).await;
    let answer = harness.say(ADA, "settings vacation stop").await;
    let title =
        "**Your vacation has not started yet.** If you cancel it, you have less than an hour left in this game:";
    answer.begins(title).says_all(&["`#1` against <@2>: 50 min", "Move there first, then cancel it."]);
    let button = answer.control("stop-vacation");
    let reply = harness.press_private(ADA, button).await;
    let planned = format!("Your vacation planned for <t:{}:f> is canceled. Where", from.0 / 1000);
    reply.begins(&planned).says("move right away");
    // The vacation was planned at the time of the question, and may have begun when the button is pressed.
    harness.take_vacation(ADA, 3, Some(from)).await;
    ring_vacations(&harness).await;
    let answer = harness.say(ADA, "settings vacation stop").await;
    harness.clock.advance(40 * HOUR / 60);
    let reply = harness.press_private(ADA, answer.control("stop-vacation")).await;
    reply.begins("Your vacation is over");
}

#[tokio::test]
async fn a_reminder_says_where_no_automatic_vacation_saves_the_game() {
    let harness = harness_with_vacation();
    let reminded = async |game| {
        let version = harness.game(game).await.version;
        let step = Notice::Reminder(Reminder::Step { step: 0, ply: harness.game(game).await.ply, stops_at: None });
        harness.notice(game, version, step).await.expect("a reminder").0.text
    };
    let unsaved = "Automatic vacation won't save this game: ";
    let says = |text: &str, why: &str| {
        let news = text.split_once(unsaved).map(|(_, news)| news);
        assert!(news.is_some_and(|news| news.starts_with(why)), "{why}: {text}");
    };
    let (unmoved, without) = (harness.started().await, harness.started_as("abalone", "days:3 vacation=off").await);
    says(&reminded(unmoved).await, "it works only once everyone has had a turn in one of your games.");
    says(&reminded(without).await, "you agreed to play without it.");
    let under_way = harness.under_way().await;
    for game in [unmoved, under_way] {
        assert!(!reminded(game).await.contains("vacation"), "saved");
    }
    says(&reminded(without).await, "you agreed to play without it.");
    // In the list of several games it is below the game.
    harness.wait(50);
    for game in [unmoved, without] {
        assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Reminded);
    }
    let list = reminders::view::reminder_list(harness.app(), ADA).await.expect("readable").expect("two games");
    let list = list.post.content.clone();
    assert_eq!(list.matches(unsaved).count(), 1, "{list}");
    assert!(list.lines().any(|line| line.starts_with(&format!("  {unsaved}"))), "{list}");
    // All days are planned.
    let planned = Some(day("2023-12-01"));
    harness.take_vacation(ADA, 30, planned).await;
    says(&reminded(under_way).await, "you have no vacation left.");
    harness.say(ADA, "settings clock automatic-vacation:false").await;
    for game in [unmoved, without, under_way] {
        assert!(!reminded(game).await.contains("vacation"), "she wants none");
    }
}

#[tokio::test]
async fn the_board_names_the_vacation_that_runs_and_none_that_is_over() {
    let harness = harness_with_vacation();
    let game = harness.under_way().await;
    let board = async || harness.say(ADA, "board").await.text;
    harness.wait(72);
    for _ in 0..2 {
        let [from, until] = [0, 3].map(|days| harness.clock.now().plus(days * DAY).0 / 1000);
        assert_eq!(harness.run_alarm(game).await, AlarmOutcome::DeadlineChanged);
        let away = format!("On vacation: <@1>, <t:{from}:f> – <t:{until}:f>");
        let words = board().await;
        assert!(words.contains(&away) && words.matches("On vacation").count() == 1, "{away}: {words}");
        harness.wait(72);
        ring_vacations(&harness).await;
    }
    assert!(!board().await.contains("On vacation"), "it is over");
}

#[tokio::test]
async fn a_damaged_game_does_not_keep_others_from_an_automatic_vacation() {
    let fixture = Fixture::with_vacation(&[]);
    let damaged = fixture.under_way().await;
    fixture.store.tamper(damaged, |record| record.game.setup = Setup::stored("abalone layout=atlantis"));
    fixture.wait(10 * 24);
    let game = fixture.under_way().await;
    fixture.wait(72);
    let deadline = fixture.clock.now();
    alarms::run_alarm(&fixture.games, damaged).await.expect_err("damaged");
    assert_eq!(fixture.run_alarm(game).await, AlarmOutcome::DeadlineChanged);
    let vacations = fixture.store.vacations_of(ADA).await.expect("readable");
    assert_eq!(vacations.len(), 1);
    assert_eq!((vacations[0].span.from, vacations[0].span.length()), (deadline, 3 * DAY));
}
