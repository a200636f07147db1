//! Alarms: reminders, losses on time and expiries, also concurrent with moves.

use std::sync::Arc;
use std::time::Duration;

use bot::features::alarms::{Alarms, Outages};
use bot::scheduler::jobs;
use games::GameError;
use games::alarms::AlarmOutcome;
use games::domain::{EndReason, Notice, Phase};
use games::jobs::Job;
use games::store::StoreError;
use games::vacations::VacationAlarms;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::refused;
use crate::use_cases::support::{ADA, Fixture, HOUR};

/// The loop of alarms, as the program runs it.
pub struct AlarmLoop {
    wake: Arc<Notify>,
    cancel: CancellationToken,
    running: JoinHandle<()>,
}

impl AlarmLoop {
    pub fn start(fixture: &Fixture, tick: Duration) -> Self {
        let (wake, cancel) = (Arc::new(Notify::new()), CancellationToken::new());
        let kinds: Vec<Arc<dyn Job>> = vec![Arc::new(Alarms::default()), Arc::new(Outages), Arc::new(VacationAlarms)];
        let running = jobs::run(
            fixture.games.clone(),
            kinds,
            Arc::clone(&wake),
            Some(tick),
            Fixture::heartbeat_loop(),
            cancel.clone(),
        );
        Self { running: tokio::spawn(running), wake, cancel }
    }

    pub async fn stop(self) {
        self.cancel.cancel();
        tokio::time::timeout(Duration::from_secs(30), self.running).await.expect("it stops").expect("without a panic");
    }
}

/// Waits until this is true, at most half a minute.
pub async fn wait_until(is_so: impl AsyncFn() -> bool) {
    let waited = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waited).await.expect("in time");
}

#[tokio::test]
async fn an_unanswered_challenge_expires() {
    let fixture = Fixture::new();
    let game = fixture.offered().await;
    fixture.notices().await;
    fixture.wait(47);
    assert_eq!(fixture.run_alarm(game).await, AlarmOutcome::Nothing);
    fixture.wait(1);
    assert_eq!(fixture.run_alarm(game).await, AlarmOutcome::Expired);
    let closed = fixture.game(game).await;
    assert_eq!((closed.phase, closed.end_reason(), closed.turn.wake_at), (Phase::Void, Some(EndReason::Expired), None));
    assert_eq!(fixture.notices().await, [Notice::Void]);
    refused!(fixture.accept(game).await, GameError::ChallengeClosed(_));
    assert_eq!(fixture.run_alarm(game).await, AlarmOutcome::Nothing);
}

#[tokio::test]
async fn how_late_an_alarm_is_done_is_measured() {
    // Other tests run alarms meanwhile, with smaller delays.
    const LATE_HOURS: i64 = 10_000_000;
    let sum = || {
        let text = base::metrics::text();
        let line = text.lines().find_map(|line| line.strip_prefix("sumito_alarm_delay_seconds_sum "));
        line.and_then(|sum| sum.parse::<f64>().ok()).expect("a sum")
    };
    let least = (LATE_HOURS * HOUR / 1000) as f64;
    let fixture = Fixture::new();
    let [alone, together, left] = [fixture.started().await, fixture.offered().await, fixture.offered().await];
    fixture.wait(72 + LATE_HOURS);
    let before = sum();
    assert_eq!(fixture.run_alarm(alone).await, AlarmOutcome::TimedOut);
    let after_one = sum();
    assert!((least..2.0 * least).contains(&(after_one - before)), "{before} {after_one}");
    let ran = games::alarms::run_alarms(&fixture.games, vec![together, left]).await;
    assert!(ran.iter().all(|(_, outcome)| matches!(outcome, Ok(AlarmOutcome::Expired))), "{ran:?}");
    let after_all = sum();
    assert!((2.0 * least..3.0 * least).contains(&(after_all - after_one)), "{after_one} {after_all}");
    assert_eq!(fixture.run_alarm(alone).await, AlarmOutcome::Nothing);
    assert!(sum() - after_all < least, "nothing was late");
}

#[tokio::test]
async fn an_alarm_with_nothing_due_is_set_again() {
    let (fixture, game) = Fixture::with_game().await;
    fixture.wait(48);
    let now = fixture.game(game).await.turn.started_at.plus(48 * HOUR);
    let host = fixture.reminding(&[3]);
    assert_eq!(host.store.claim_due(now, now.plus(30_000), 10).await.expect("claimed"), [game]);
    fixture.notices().await;
    assert_eq!(host.run_alarm(game).await, AlarmOutcome::Nothing, "the step of 24 hours is gone");
    let stored = fixture.game(game).await;
    assert_eq!(stored.turn.wake_at, Some(stored.turn.started_at.plus(69 * HOUR)), "not the end of the lease");
    assert!(fixture.notices().await.is_empty());
}

#[tokio::test]
async fn the_alarm_loop_passes_a_damaged_game_and_stops_when_cancelled() {
    let fixture = Fixture::new();
    let (damaged, sound) = (fixture.started().await, fixture.started().await);
    fixture.plays(damaged, ADA, "a1b2").await;
    fixture.store.tamper(damaged, |record| record.plies.clear());
    fixture.wait(72);
    refused!(games::alarms::run_alarm(&fixture.games, damaged).await, GameError::Internal(StoreError::Corrupt { .. }));

    let alarms = AlarmLoop::start(&fixture, jobs::TICK);
    wait_until(async || fixture.game(sound).await.phase == Phase::Over).await;
    assert_eq!(fixture.game(sound).await.end_reason(), Some(EndReason::Time));
    alarms.stop().await;
}

#[tokio::test]
async fn a_notification_wakes_the_alarm_loop() {
    let (fixture, game) = Fixture::with_game().await;
    let alarms = AlarmLoop::start(&fixture, Duration::from_hours(1));
    // It has checked once, and sleeps.
    wait_until(async || fixture.store.last_beat().await.expect("readable").is_some()).await;
    fixture.wait(72);
    alarms.wake.notify_waiters();
    wait_until(async || fixture.game(game).await.phase == Phase::Over).await;
    alarms.stop().await;
}

#[tokio::test]
async fn a_panic_in_one_game_does_not_stop_the_alarm_loop() {
    let fixture = Fixture::new();
    let games = [fixture.offered().await, fixture.offered().await];
    fixture.wait(49);
    fixture.store.before_next_commit(async { panic!("for a test") });
    let alarms = AlarmLoop::start(&fixture, jobs::TICK);
    let expired = async |wanted: usize| {
        wait_until(async || {
            let phases = [fixture.game(games[0]).await.phase, fixture.game(games[1]).await.phase];
            phases.into_iter().filter(|phase| *phase == Phase::Void).count() == wanted
        })
        .await;
    };
    expired(1).await;
    // The claim of the panicked alarm is due again after its lease.
    fixture.clock.advance(60_000);
    alarms.wake.notify_waiters();
    expired(2).await;
    alarms.stop().await;
}
