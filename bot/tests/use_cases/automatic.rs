//! `VacationStore` that begin by themselves, instead of a loss on time.

use bot::clock::Clock as _;
use bot::domain::{Notice, Setup, Vacation};
use bot::features::deadlines::service::AlarmOutcome;
use bot::store::VacationStore as _;
use serde_json::json;

use crate::stage::{ADA, BRUNO, HOUR, Stage};
use crate::vacation::{day, left, people, ring_vacations};

const DAY: i64 = 24 * HOUR;

#[tokio::test]
async fn a_vacation_begins_by_itself_instead_of_a_loss_until_none_is_left() {
    let stage = Stage::with_vacation(&[]);
    let (game, other) = (stage.started().await, stage.started().await);
    stage.play(other, ADA, "a1b2").await.expect("legal");
    stage.notices().await;
    stage.wait(71);
    assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::Nothing);
    let mut days = 0;
    stage.wait(1);
    loop {
        let deadline = stage.game(game).await.turn.deadline_at.expect("a deadline");
        let rang = stage.games.run_alarm(game).await.expect("sound");
        if rang != AlarmOutcome::Retimed {
            assert_eq!(rang, AlarmOutcome::TimedOut);
            break;
        }
        days += 3;
        let (from, until) = (deadline, deadline.plus(3 * DAY));
        assert_eq!(stage.notices().await, [Notice::VacationBegan { user: ADA, from, until, automatic: true, ply: 0 }]);
        assert_eq!(stage.game(game).await.turn.deadline_at, Some(until));
        assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::Nothing, "once");
        stage.wait(72);
        ring_vacations(&stage).await;
    }
    assert_eq!(days, 30);
    assert_eq!(stage.notices().await, [Notice::Ended]);
    assert_eq!(stage.game(game).await.end_reason().map(bot::domain::EndReason::as_str), Some("time"));
}

#[tokio::test]
async fn no_vacation_begins_by_itself_where_somebody_does_not_want_it() {
    for pace in ["days:3 vacation=asked", "days:3 vacation=off", "total:2h"] {
        let stage = Stage::with_vacation(&[24, 3]);
        let game = stage.started_as("abalone", pace).await;
        stage.wait(72);
        assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::TimedOut, "{pace}");
    }
    let people = people();
    let game = people.started().await;
    let said = people.command(ADA, "settings clock", json!({ "automatic-vacation": false })).await;
    assert!(said.text.contains("Automatic vacation before a loss on time: **no**"), "{said:?}");
    people.wait(72);
    assert_eq!(people.games.run_alarm(game).await.expect("sound"), AlarmOutcome::TimedOut);
}

#[tokio::test]
async fn who_stops_what_began_by_itself_is_asked_first_where_no_time_is_left() {
    let people = people();
    let games = [people.started().await, people.started().await, people.started().await];
    // In the last her time is not over yet, in the third she has moved.
    people.clock.advance(HOUR);
    let later = people.started().await;
    people.play(games[2], ADA, "a1b2").await.expect("legal");
    people.thread(games[1], 501).await;
    people.wait(71);
    for game in &games[..2] {
        assert_eq!(people.games.run_alarm(*game).await.expect("sound"), AlarmOutcome::Retimed);
    }
    ring_vacations(&people).await;
    people.wait(1);
    let is_away = async || people.games.leave(ADA).await.expect("readable").running.is_some();
    people.notices().await;
    for which in [json!({}), json!({ "which": "1" })] {
        let asked = people.command(ADA, "vacation stop", which).await;
        assert_eq!((asked.private, asked.verbs()), (true, vec!["stop-vacation"]), "{asked:?}");
        assert!(asked.text.contains("in these 2 games:") && asked.text.contains("Move there first"), "{asked:?}");
        assert!(asked.text.contains(&format!("• `{}` against <@2>: nothing", games[0])), "{asked:?}");
        assert!(asked.text.contains(&format!("• `{}` against <@2>: nothing · <#501>", games[1])), "{asked:?}");
        assert!(!asked.text.contains(&later.to_string()) && !asked.text.contains(&games[2].to_string()), "{asked:?}");
        assert!(is_away().await && people.notices().await.is_empty(), "nothing has happened yet");
    }
    // She moves in one, and is asked about the other; in both, and is not asked any more.
    people.play(games[0], ADA, "a1b2").await.expect("legal");
    let asked = people.command(ADA, "vacation stop", json!({})).await;
    assert!(asked.text.contains("in this game:") && !asked.text.contains(&games[0].to_string()), "{asked:?}");
    people.play(games[1], ADA, "a1b2").await.expect("legal");
    let said = people.command(ADA, "vacation stop", json!({})).await;
    assert!(said.text.starts_with("Your vacation is over. Your clocks are running again.\n"), "{said:?}");
    assert!(!is_away().await && said.controls.is_empty(), "{said:?}");
    // The button of the question finds nothing to stop any more.
    let late = people.press_private(ADA, asked.control("stop-vacation")).await;
    assert!(late.text.starts_with("That vacation is over"), "{late:?}");
}

#[tokio::test]
async fn a_vacation_is_stopped_all_the_same_by_its_owner_alone() {
    let people = people();
    let game = people.started().await;
    people.wait(72);
    people.games.run_alarm(game).await.expect("sound");
    let asked = people.command(ADA, "vacation stop", json!({})).await;
    let button = asked.control("stop-vacation");
    let forged = people.press(BRUNO, button).await;
    assert!(forged.text.starts_with("That vacation is over"), "he has none: {forged:?}");
    assert!(people.games.leave(ADA).await.expect("readable").running.is_some());
    let said = people.press_private(ADA, button).await;
    assert!(said.updates && said.text.contains("move right away") && said.text.contains("Left in 2023"), "{said:?}");
    assert!(people.games.leave(ADA).await.expect("readable").running.is_none());
}

#[tokio::test]
async fn a_vacation_that_leaves_enough_is_stopped_without_a_question() {
    // Asked for with so many minutes left of three days.
    for (minutes, is_asked) in [(0, true), (59, true), (60, false), (600, false)] {
        let people = people();
        let game = people.started().await;
        people.clock.advance(72 * HOUR - minutes * HOUR / 60);
        people.games.start_vacation(people.request(), ADA, Some(3), None).await.expect("there is enough");
        ring_vacations(&people).await;
        people.wait(5);
        let said = people.command(ADA, "vacation stop", json!({})).await;
        assert_eq!(said.verbs() == ["stop-vacation"], is_asked, "{minutes}: {said:?}");
        let left = if minutes == 0 { "nothing".to_owned() } else { format!("{minutes} min") };
        assert_eq!(said.text.contains(&format!("`{game}` against <@2>: {left}")), is_asked, "{minutes}: {said:?}");
    }
}

#[tokio::test]
async fn a_planned_vacation_is_cancelled_all_the_same_and_never_told_as_running() {
    let people = people();
    let game = people.started().await;
    people.clock.advance(72 * HOUR - 50 * HOUR / 60);
    let from = people.clock.now().plus(30 * HOUR / 60);
    people.games.start_vacation(people.request(), ADA, Some(3), Some(from)).await.expect("there is enough");
    ring_vacations(&people).await;
    let asked = people.command(ADA, "vacation stop", json!({})).await;
    let title =
        "**Your vacation has not started yet.** If you cancel it, you have less than an hour left in this game:";
    assert!(asked.text.starts_with(title), "{asked:?}");
    assert!(asked.text.contains(&format!("`{game}` against <@2>: 50 min")), "{asked:?}");
    assert!(asked.text.contains("Move there first, then cancel it."), "{asked:?}");
    let button = asked.control("stop-vacation");
    let said = people.press_private(ADA, button).await;
    let planned = format!("Your vacation planned for <t:{}:f> is canceled. Where", from.0 / 1000);
    assert!(said.text.starts_with(&planned) && said.text.contains("move right away"), "{said:?}");
    // Planned when it was asked about, it may have begun until the button is pressed.
    people.games.start_vacation(people.request(), ADA, Some(3), Some(from)).await.expect("there is enough");
    ring_vacations(&people).await;
    let asked = people.command(ADA, "vacation stop", json!({})).await;
    people.clock.advance(40 * HOUR / 60);
    let said = people.press_private(ADA, asked.control("stop-vacation")).await;
    assert!(said.text.starts_with("Your vacation is over"), "{said:?}");
}

#[tokio::test]
async fn many_games_that_would_be_lost_at_once_begin_one_vacation() {
    let stage = Stage::with_vacation(&[]);
    let games = [stage.started().await, stage.started().await, stage.started().await];
    stage.wait(72);
    let run_alarm = |game| stage.games.run_alarm(game);
    let rang = tokio::join!(run_alarm(games[0]), run_alarm(games[1]), run_alarm(games[2]), run_alarm(games[0]));
    for rang in [rang.0, rang.1, rang.2] {
        assert_eq!(rang.expect("sound"), AlarmOutcome::Retimed);
    }
    assert_eq!(stage.store.vacations_of(ADA).await.expect("readable").len(), 1);
    for game in games {
        assert_eq!(left(&stage, game).await, 72);
    }
}

#[tokio::test]
async fn games_that_are_lost_within_a_while_find_one_vacation_and_each_is_told_once() {
    for order in [[0, 1, 2], [2, 1, 0], [2, 0, 1]] {
        let stage = Stage::with_vacation(&[]);
        let mut games = Vec::new();
        for _ in 0..3 {
            games.push(stage.started().await);
            stage.clock.advance(HOUR / 2);
        }
        // And one whose time is not over then.
        stage.wait(40);
        let later = stage.started().await;
        stage.notices().await;
        // The clock jumps over the deadlines of three.
        stage.wait(33);
        let now = stage.clock.now();
        for at in order {
            stage.games.run_alarm(games[at]).await.expect("sound");
            if at == 1 {
                ring_vacations(&stage).await;
            }
        }
        let vacations = stage.store.vacations_of(ADA).await.expect("readable");
        let [Vacation { span, .. }] = vacations.as_slice() else { panic!("{vacations:?}") };
        assert_eq!(span.until, now.plus(3 * DAY), "three days from when somebody looked");
        let notice =
            |automatic| Notice::VacationBegan { user: ADA, from: span.from, until: span.until, automatic, ply: 0 };
        let told = stage.notices().await;
        assert_eq!(told.iter().filter(|told| **told == notice(true)).count(), 3, "{told:?}");
        assert_eq!(told.iter().filter(|told| **told == notice(false)).count(), 1, "its time was not over: {told:?}");
        assert_eq!(told.len(), 4);
        for (game, half_hours) in games.iter().zip(0..) {
            let deadline = stage.game(*game).await.turn.deadline_at;
            assert_eq!(deadline, Some(span.until.plus(half_hours * HOUR / 2)), "what each had left then");
        }
        assert!(left(&stage, later).await > 72);
    }
}

#[tokio::test]
async fn a_damaged_game_takes_no_vacation_from_the_others() {
    let stage = Stage::with_vacation(&[]);
    let damaged = stage.started().await;
    stage.store.tamper(damaged, |record| record.game.setup = Setup::stored("abalone layout=atlantis"));
    stage.wait(10 * 24);
    let game = stage.started().await;
    stage.wait(72);
    let deadline = stage.clock.now();
    stage.games.run_alarm(damaged).await.expect_err("damaged");
    assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::Retimed);
    let vacations = stage.store.vacations_of(ADA).await.expect("readable");
    assert_eq!(vacations.len(), 1);
    assert_eq!((vacations[0].span.from, vacations[0].span.length()), (deadline, 3 * DAY));
}

#[tokio::test]
async fn a_vacation_that_leads_into_the_next_one_is_told_to_the_end_of_both() {
    let stage = Stage::with_vacation(&[]);
    let game = stage.started().await;
    // Planned to begin an hour after the deadline: the one that begins by itself fills the hour.
    let planned = stage.games.start_vacation(stage.request(), ADA, Some(4), Some(day("2023-11-17 23:13"))).await;
    let planned = planned.expect("it fits").span;
    ring_vacations(&stage).await;
    stage.notices().await;
    stage.wait(72);
    let from = stage.clock.now();
    assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::Retimed);
    let until = planned.until;
    assert_eq!(stage.notices().await, [Notice::VacationBegan { user: ADA, from, until, automatic: true, ply: 0 }]);
    assert_eq!(stage.game(game).await.turn.deadline_at, Some(until));
}
