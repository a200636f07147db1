//! What happens when nobody does anything, and when somebody does at the same moment.

use std::sync::Arc;
use std::time::Duration;

use bot::features::deadlines::service::AlarmOutcome;
use bot::games::GameError;
use bot::scheduler::alarms;

use bot::domain::{GameId, Notice, Phase};
use bot::store::{AlarmStore as _, Store, StoreError};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::refused;
use crate::stage::{ADA, BRUNO, HOUR, Stage};

async fn run_alarm(stage: &Stage, game: GameId) -> AlarmOutcome {
    stage.games.run_alarm(game).await.expect("a sound game")
}

#[tokio::test]
async fn a_challenge_that_nobody_answers_expires() {
    let stage = Stage::new();
    let game = stage.offered().await;
    stage.notices().await;
    stage.wait(47);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Nothing);
    stage.wait(1);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Expired);
    let closed = stage.game(game).await;
    assert_eq!(
        (closed.phase, closed.end_reason().map(bot::domain::EndReason::as_str), closed.turn.wake_at),
        (Phase::Void, Some("expired"), None)
    );
    assert_eq!(stage.notices().await, [Notice::Void]);
    refused!(stage.accept(game).await, GameError::ChallengeClosed);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Nothing);
}

#[tokio::test]
async fn each_reminder_is_sent_once_and_then_the_game_is_lost() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.notices().await;
    let mut log = Vec::new();
    for hour in 1..=80_i64 {
        stage.wait(1);
        for _ in 0..2 {
            let rang = run_alarm(&stage, game).await;
            if rang != AlarmOutcome::Nothing {
                log.push((hour, rang, stage.notices().await));
            }
        }
    }
    let reminder = |step| vec![Notice::Reminder { step, ply: 0, last: false }];
    assert_eq!(
        log,
        [
            (48, AlarmOutcome::Reminded, reminder(0)),
            (69, AlarmOutcome::Reminded, reminder(1)),
            (72, AlarmOutcome::TimedOut, vec![Notice::Ended]),
        ]
    );
    let over = stage.game(game).await;
    assert_eq!(
        (
            over.result().as_ref().map(ToString::to_string).as_deref(),
            over.end_reason().map(bot::domain::EndReason::as_str)
        ),
        (Some("white"), Some("time"))
    );
    refused!(stage.play(game, ADA, "a1b2").await, GameError::Over);
}

#[tokio::test]
async fn the_player_on_turn_is_the_one_who_loses_on_time() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play(game, ADA, "a1b2").await.expect("legal");
    stage.wait(72);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::TimedOut);
    assert_eq!(stage.game(game).await.result().as_ref().map(ToString::to_string).as_deref(), Some("black"));
}

#[tokio::test]
async fn a_step_as_long_as_the_pace_is_skipped() {
    let stage = Stage::with_reminders(&[48, 24, 3]);
    let game = stage.started_as("abalone", "days:1").await;
    stage.notices().await;
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Nothing);
    stage.wait(21);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Reminded);
    let stored = stage.game(game).await;
    assert_eq!(stored.turn.reminded_until, Some(stored.turn.started_at.plus(21 * HOUR)));
    assert_eq!(stage.notices().await, [Notice::Reminder { step: 0, ply: 0, last: false }]);
}

#[tokio::test]
async fn reminders_missed_in_a_downtime_are_sent_as_one() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.notices().await;
    stage.wait(70);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Reminded);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Nothing);
    assert_eq!(stage.notices().await, [Notice::Reminder { step: 1, ply: 0, last: false }]);
    let game = stage.game(game).await;
    assert_eq!(
        (game.turn.reminded_until, game.turn.wake_at),
        (Some(game.turn.started_at.plus(70 * HOUR)), game.turn.deadline_at)
    );
}

#[tokio::test]
async fn a_move_cancels_the_reminders_of_its_turn() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.wait(48);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Reminded);
    stage.play(game, ADA, "a1b2").await.expect("legal");
    stage.wait(30);
    assert_eq!(
        run_alarm(&stage, game).await,
        AlarmOutcome::Nothing,
        "what was due in the old turn is not due in the new one"
    );
    stage.notices().await;
    stage.wait(18);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Reminded);
    assert_eq!(stage.notices().await, [Notice::Reminder { step: 0, ply: 1, last: false }]);
}

#[tokio::test]
async fn without_a_deadline_nothing_ever_rings() {
    let stage = Stage::new();
    let game = stage.started_as("abalone", "none").await;
    let stored = stage.game(game).await;
    assert_eq!((stored.turn.deadline_at, stored.turn.wake_at), (None, None));
    stage.wait(24 * 365);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Nothing);
    stage.play(game, ADA, "a1b2").await.expect("a year later");
}

#[tokio::test]
async fn a_move_after_the_deadline_counts_until_the_loss_is_recorded() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.wait(73);
    stage.play(game, ADA, "a1b2").await.expect("nobody has rung yet");
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Nothing);
    stage.wait(72);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::TimedOut);
    refused!(stage.play(game, BRUNO, "i9h8").await, GameError::Over);
}

#[tokio::test]
async fn of_alarm_and_move_at_the_same_time_the_first_one_written_wins() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.wait(72);
    stage.notices().await;
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        rival.play(game, ADA, "a1b2").await.expect("nothing is in the way");
    });
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Nothing, "the move was faster");
    assert_eq!(stage.game(game).await.phase, Phase::Playing);
    assert_eq!(stage.notices().await, [Notice::Board { ply: 1 }]);

    stage.wait(72);
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        assert_eq!(run_alarm(&rival, game).await, AlarmOutcome::TimedOut);
    });
    refused!(stage.play(game, BRUNO, "i9h8").await, GameError::Over);
    assert_eq!(stage.game(game).await.result().as_ref().map(ToString::to_string).as_deref(), Some("black"));
    assert_eq!(stage.notices().await, [Notice::Ended]);
}

#[tokio::test]
async fn two_who_ring_the_same_alarm_remind_once() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.wait(48);
    stage.notices().await;
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        assert_eq!(run_alarm(&rival, game).await, AlarmOutcome::Reminded);
    });
    run_alarm(&stage, game).await;
    assert_eq!(stage.notices().await, [Notice::Reminder { step: 0, ply: 0, last: false }]);
    let stored = stage.game(game).await;
    assert_eq!(stored.turn.reminded_until, Some(stored.turn.started_at.plus(48 * HOUR)));
}

#[tokio::test]
async fn a_host_who_changes_the_steps_in_the_middle_of_a_turn_loses_and_doubles_no_reminder() {
    for steps in [&[3][..], &[48, 24, 3][..]] {
        let stage = Stage::new();
        let game = stage.started().await;
        stage.wait(48);
        assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::Reminded);
        let host = stage.reminding(steps);
        let mut log = Vec::new();
        for hour in 49..72_i64 {
            host.wait(1);
            if run_alarm(&host, game).await != AlarmOutcome::Nothing {
                log.push(hour);
            }
        }
        assert_eq!(log, [69], "{steps:?}: that of three hours, and not again that of a day");
    }
}

#[tokio::test]
async fn an_alarm_that_finds_nothing_to_do_is_set_anew() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.wait(48);
    let now = stage.game(game).await.turn.started_at.plus(48 * HOUR);
    let host = stage.reminding(&[3]);
    assert_eq!(host.store.claim_due(now, now.plus(30_000), 10).await.expect("claimed"), [game]);
    stage.notices().await;
    assert_eq!(run_alarm(&host, game).await, AlarmOutcome::Nothing, "the step of 24 hours is gone");
    let stored = stage.game(game).await;
    assert_eq!(stored.turn.wake_at, Some(stored.turn.started_at.plus(69 * HOUR)), "not the end of the lease");
    assert!(stage.notices().await.is_empty());
}

#[tokio::test]
async fn a_game_that_does_not_exist_does_not_ring() {
    refused!(Stage::new().games.run_alarm(GameId(7)).await, GameError::NoSuchGame);
}

#[tokio::test]
async fn the_loop_rings_what_is_due_past_a_damaged_game_and_stops_when_asked() {
    let stage = Stage::new();
    let (damaged, sound) = (stage.started().await, stage.started().await);
    stage.play(damaged, ADA, "a1b2").await.expect("legal");
    stage.store.tamper(damaged, |record| record.plies.clear());
    stage.wait(72);
    refused!(stage.games.run_alarm(damaged).await, GameError::Internal(StoreError::Corrupt { .. }));

    let (wake, cancel) = (Arc::new(Notify::new()), CancellationToken::new());
    let store: Arc<dyn Store> = stage.store.clone();
    let running = tokio::spawn(alarms::run(
        stage.games.clone(),
        store,
        stage.clock.clone(),
        Arc::clone(&wake),
        Stage::pulse(),
        cancel.clone(),
    ));
    let rung = async {
        while stage.game(sound).await.phase != Phase::Over {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), rung).await.expect("the sound game is lost on time");
    assert_eq!(stage.game(sound).await.end_reason().map(bot::domain::EndReason::as_str), Some("time"));

    cancel.cancel();
    tokio::time::timeout(Duration::from_secs(5), running).await.expect("the loop stops").expect("without a panic");
}

#[tokio::test]
async fn a_wake_shortens_the_sleep_of_the_loop() {
    let stage = Stage::new();
    let game = stage.started().await;
    let (wake, cancel) = (Arc::new(Notify::new()), CancellationToken::new());
    let store: Arc<dyn Store> = stage.store.clone();
    let running = tokio::spawn(alarms::run(
        stage.games.clone(),
        store,
        stage.clock.clone(),
        Arc::clone(&wake),
        Stage::pulse(),
        cancel.clone(),
    ));
    // It has looked once, and sleeps.
    tokio::time::sleep(Duration::from_millis(50)).await;
    stage.wait(72);
    wake.notify_waiters();
    let rung = async {
        while stage.game(game).await.phase != Phase::Over {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_millis(700), rung).await.expect("before the second of the sleep is over");
    cancel.cancel();
    running.await.expect("stops");
}

#[tokio::test]
async fn a_panic_in_one_game_stops_neither_the_others_nor_itself_for_good() {
    let stage = Stage::new();
    let games = [stage.offered().await, stage.offered().await];
    stage.wait(49);
    stage.store.before_next_commit(async { panic!("for a test") });
    let stop = CancellationToken::new();
    let wake = Arc::new(Notify::new());
    let clock = Arc::clone(&stage.clock);
    let ringing = alarms::run(
        stage.games.clone(),
        stage.store.clone(),
        clock.clone(),
        Arc::clone(&wake),
        Stage::pulse(),
        stop.clone(),
    );
    let ringing = tokio::spawn(ringing);
    let expired = async |wanted: usize| {
        for _ in 0..200 {
            let mut count = 0;
            for game in games {
                count += usize::from(stage.game(game).await.phase == Phase::Void);
            }
            if count == wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{wanted} of the games did not expire");
    };
    expired(1).await;
    // The claim of the one that panicked rings again after its lease.
    clock.advance(60_000);
    wake.notify_waiters();
    expired(2).await;
    stop.cancel();
    ringing.await.expect("the loop came to its own end");
}

#[tokio::test]
async fn a_clock_that_gains_with_each_move_runs_for_its_player_only() {
    let stage = Stage::new();
    let game = stage.started_as("abalone", "fischer:3d+1d/4d").await;
    let clocks = async || {
        let record = bot::store::GameStore::game(stage.store.as_ref(), game).await.expect("readable").expect("there");
        record.seats.iter().map(|seat| seat.clock.expect("a clock") / HOUR).collect::<Vec<_>>()
    };
    assert_eq!(clocks().await, [72, 72]);
    stage.wait(30);
    stage.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(clocks().await, [66, 72], "30 hours gone, 24 gained");
    stage.wait(1);
    stage.play(game, BRUNO, "i9h8").await.expect("legal");
    assert_eq!(clocks().await, [66, 95]);
    stage.play(game, ADA, "d4c3").await.expect("legal");
    stage.play(game, BRUNO, "f6g7").await.expect("legal");
    assert_eq!(clocks().await, [90, 96], "four days are the most");
    // Ada's turn: her 90 hours, whatever Bruno has.
    stage.notices().await;
    stage.wait(89);
    assert_ne!(run_alarm(&stage, game).await, AlarmOutcome::TimedOut);
    stage.wait(1);
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::TimedOut);
    assert_eq!(stage.game(game).await.result().as_ref().map(ToString::to_string).as_deref(), Some("white"));
}

#[tokio::test]
async fn a_time_for_the_whole_game_only_runs_down() {
    let stage = Stage::new();
    let game = stage.started_as("abalone", "total:2h").await;
    stage.wait(1);
    stage.play(game, ADA, "a1b2").await.expect("legal");
    stage.wait(1);
    // Bruno has an hour left; he takes it all, and a late move that is recorded first still counts.
    stage.wait(1);
    stage.play(game, BRUNO, "i9h8").await.expect("still counts");
    stage.play(game, ADA, "d4c3").await.expect("legal");
    assert_eq!(run_alarm(&stage, game).await, AlarmOutcome::TimedOut, "nothing is left to Bruno");
    assert_eq!(stage.game(game).await.result().as_ref().map(ToString::to_string).as_deref(), Some("black"));
}
