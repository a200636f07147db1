//! What becomes of clocks while the program is away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bot::clock::ManualUptime;
use bot::domain::{Game, GameId, Notice, Outage, Phase, Preferences, Timestamp, TurnClock};
use bot::features::deadlines::service::AlarmOutcome;
use bot::games::Games;
use bot::scheduler::heartbeat::HeartbeatLoop;
use bot::scheduler::outage::credited;
use bot::store::InMemoryStore;
use bot::store::{AlarmStore as _, Commit, FaultInjector, GameStore as _, HeartbeatStore as _, Message, StoreError};

use crate::stage::{ADA, BRUNO, HOUR, Stage};

const MINUTE: i64 = 60 * 1000;

/// A process on a machine whose time passes when the test says so.
struct Process {
    pulse: HeartbeatLoop,
    uptime: Arc<ManualUptime>,
    games: Games,
}

impl Process {
    fn start(stage: &Stage) -> Self {
        let uptime = Arc::new(ManualUptime::default());
        let pulse = HeartbeatLoop::new(Arc::<ManualUptime>::clone(&uptime), Duration::from_mins(5));
        Self { pulse, uptime, games: stage.games.clone() }
    }

    async fn beat(&mut self, stage: &Stage) -> bool {
        self.pulse.beat(&self.games, stage.store.as_ref(), stage.clock.as_ref()).await
    }

    /// The world and the machine go on together.
    fn pass(&self, stage: &Stage, millis: i64) {
        stage.clock.advance(millis);
        self.uptime.advance(millis);
    }
}

#[tokio::test]
async fn what_was_lost_to_an_absence_is_given_back_once() {
    let stage = Stage::new();
    Process::start(&stage).beat(&stage).await;
    let (game, offer) = (stage.started().await, stage.offered().await);
    let (before, offered) = (stage.game(game).await, stage.game(offer).await);
    stage.notices().await;
    stage.wait(10);
    // Two processes begin at the same time, and one of them again.
    let (mut one, mut two) = (Process::start(&stage), Process::start(&stage));
    assert_eq!((one.beat(&stage).await, two.beat(&stage).await), (true, true));
    Process::start(&stage).beat(&stage).await;
    let (after, still) = (stage.game(game).await, stage.game(offer).await);
    let later = |at: Option<Timestamp>| at.map(|at| at.plus(10 * HOUR));
    assert_eq!(
        (after.turn.deadline_at, after.turn.wake_at),
        (later(before.turn.deadline_at), later(before.turn.wake_at))
    );
    assert_eq!((still.turn.deadline_at, still.phase), (later(offered.turn.deadline_at), Phase::Offered));
    assert_eq!(after.version, before.version + 1, "once");
    assert_eq!(stage.notices().await, [], "nobody is called for it");
    assert!(stage.store.open_outages().await.expect("readable").is_empty());
}

#[tokio::test]
async fn a_short_absence_costs_the_players_and_another_process_is_none() {
    let stage = Stage::new();
    let mut other = Process::start(&stage);
    other.beat(&stage).await;
    let game = stage.started().await;
    let before = stage.game(game).await;
    stage.clock.advance(5 * MINUTE);
    Process::start(&stage).beat(&stage).await;
    // This one lives on while others come and go.
    for _ in 0..30 {
        other.pass(&stage, MINUTE);
        other.beat(&stage).await;
    }
    Process::start(&stage).beat(&stage).await;
    assert_eq!(stage.game(game).await, before);
}

#[tokio::test]
async fn a_clock_that_jumps_is_no_absence_and_a_machine_that_was_suspended_is() {
    let stage = Stage::new();
    let mut process = Process::start(&stage);
    process.beat(&stage).await;
    let game = stage.started().await;
    let before = stage.game(game).await;
    // Put forward by a day, and back: the machine has been up for some minutes.
    for jump in [24 * HOUR, -24 * HOUR, 24 * HOUR, -24 * HOUR] {
        stage.clock.advance(jump);
        process.pass(&stage, MINUTE);
        assert!(process.beat(&stage).await);
    }
    assert_eq!(stage.game(game).await, before);
    // Nor does whoever starts right after a jump take it for one.
    stage.clock.advance(3 * HOUR);
    assert!(process.beat(&stage).await);
    Process::start(&stage).beat(&stage).await;
    assert_eq!(stage.game(game).await, before);
    process.pass(&stage, 2 * HOUR);
    assert!(process.beat(&stage).await);
    assert_eq!(stage.game(game).await.turn.deadline_at, before.turn.deadline_at.map(|at| at.plus(2 * HOUR)));
}

#[tokio::test]
async fn a_crash_in_the_middle_gives_nothing_twice_and_forgets_nobody() {
    let stage = Stage::new();
    Process::start(&stage).beat(&stage).await;
    let games = [stage.started().await, stage.started().await, stage.started().await];
    let before = stage.game(games[0]).await.turn.deadline_at;
    stage.wait(10);
    // The second commit fails; its game keeps its clock, and the outage stays open only if the process dies.
    stage.store.before_next_commit(async { panic!("the end of the process, for a test") });
    assert!(!Process::start(&stage).beat(&stage).await, "no alarm rings before all clocks are right");
    assert_eq!(stage.store.open_outages().await.expect("readable").len(), 1);
    stage.clock.advance(MINUTE);
    assert!(Process::start(&stage).beat(&stage).await);
    for game in games {
        assert_eq!(stage.game(game).await.turn.deadline_at, before.map(|at| at.plus(10 * HOUR)), "{game}");
    }
}

#[tokio::test]
async fn a_game_that_ran_out_while_nobody_was_here_goes_on_and_its_reminders_come_once() {
    let stage = Stage::new();
    Process::start(&stage).beat(&stage).await;
    let game = stage.started_as("abalone", "fischer:3d+1d/4d").await;
    stage.wait(47);
    Process::start(&stage).beat(&stage).await;
    let now = stage.game(game).await;
    assert_eq!(
        now.turn.deadline_at,
        Some(Timestamp(1_700_000_000_000 + (47 + 72) * HOUR)),
        "nothing of the turn has passed"
    );
    stage.wait(48);
    stage.store.beat(Timestamp(1_700_000_000_000 + 95 * HOUR)).await.expect("a store in memory");
    assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::Reminded);
    stage.notices().await;
    stage.wait(100);
    Process::start(&stage).beat(&stage).await;
    assert_eq!(
        stage.games.run_alarm(game).await.expect("sound"),
        AlarmOutcome::Nothing,
        "neither lost nor reminded again"
    );
    stage.play(game, ADA, "a1b2").await.expect("the clock stood still");
    let record = stage.store.game(game).await.expect("readable").expect("there");
    assert_eq!(record.seats[0].clock, Some(48 * HOUR), "two days gone, one gained");
    stage.notices().await;
    stage.wait(48);
    assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::Reminded);
    assert_eq!(stage.notices().await, [Notice::Reminder { step: 0, ply: 1, last: false }]);
    stage.play(game, BRUNO, "i9h8").await.expect("legal");
}

#[tokio::test]
async fn an_outage_while_the_clock_stood_still_swallows_no_reminder() {
    // From 22:13, asleep from one to thirteen o'clock: a day of the clock is over two days later at 22:13. The first step that is
    // sent, the outage and what it moves the deadline by, then what rings at its end and later.
    for (sent_at, away, until, moved, rings) in [
        (28, 29, 38, 0, [AlarmOutcome::Reminded, AlarmOutcome::Nothing]),
        (
            22,
            25,
            34,
            HOUR * 9 - (6 * 60 + 13) * MINUTE - 20_000 - HOUR,
            [AlarmOutcome::Nothing, AlarmOutcome::Reminded],
        ),
    ] {
        let steps = [48 - sent_at, 12].map(|hours| u32::try_from(hours).expect("few"));
        let stage = Stage::with_reminders(&steps);
        let asleep = |chosen: &mut Preferences| {
            chosen.zone = Some("UTC".to_owned());
            chosen.sleep = "01:00-13:00".parse().ok();
            Ok(())
        };
        stage.games.choose(ADA, asleep).await.expect("a choice");
        let game = stage.started_as("abalone", "days:1").await;
        let deadline = stage.game(game).await.turn.deadline_at.expect("a deadline");
        assert_eq!(deadline, stage.clock_now().plus(48 * HOUR));
        stage.wait(sent_at);
        assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::Reminded);
        stage.wait(away - sent_at);
        Process::start(&stage).beat(&stage).await;
        stage.wait(until - away);
        Process::start(&stage).beat(&stage).await;
        assert_eq!(stage.game(game).await.turn.deadline_at.map(|at| at.since(deadline)), Some(moved));
        for rang in rings {
            assert_eq!(stage.games.run_alarm(game).await.expect("sound"), rang, "{sent_at}");
            stage.wait(4);
        }
        stage.notices().await;
    }
}

#[tokio::test]
async fn only_what_ran_is_credited_and_only_from_when_it_ran() {
    let stage = Stage::new();
    let game = stage.game(stage.started().await).await;
    let running = |started_at, deadline_at: Option<i64>| {
        let (started_at, deadline_at) = (Timestamp(started_at), deadline_at.map(Timestamp));
        Game { turn: TurnClock { started_at, deadline_at, ..game.turn.clone() }, ..game.clone() }
    };
    let outage = Outage { from: Timestamp(100), until: Timestamp(400) };
    let lost = |game: Game| {
        credited(&game, outage).map(|after| after.turn.pauses.iter().map(|span| span.length()).sum::<i64>())
    };
    assert_eq!(lost(running(50, Some(900))), Some(300));
    assert_eq!(lost(running(150, Some(900))), Some(250), "begun in its first minute");
    assert_eq!(lost(running(400, Some(900))), None, "begun after it");
    assert_eq!(lost(running(50, Some(100))), None, "lost before it");
    assert_eq!(lost(running(50, None)), None);
    assert_eq!(lost(Game { phase: Phase::Over, ..running(50, Some(900)) }), None);
    assert_eq!(stage.store.games_due_after(Timestamp(0), Some(GameId(i64::MAX)), 9).await.expect("readable"), []);
}

/// A memory in which commits fail while it is told so.
#[derive(Default)]
struct Gust(AtomicBool);

#[async_trait]
impl FaultInjector for Gust {
    async fn before(&self, call: &'static str) -> Result<(), StoreError> {
        if call == "commit" && self.0.load(Ordering::Relaxed) {
            return Err(StoreError::Database { problem: "for a test".to_owned(), transient: true });
        }
        Ok(())
    }
    async fn after(&self, _: &'static str) -> Result<(), StoreError> {
        Ok(())
    }
    fn wrote(&self, _: &Commit) {}
    fn claimed(&self, _: &[Message]) {}
}

#[tokio::test]
async fn what_could_not_be_given_back_at_once_is_given_back_later() {
    let gust = Arc::new(Gust::default());
    let stage = Stage::over(InMemoryStore::with_faults(Arc::<Gust>::clone(&gust)));
    Process::start(&stage).beat(&stage).await;
    let game = stage.started().await;
    let before = stage.game(game).await;
    stage.wait(10);
    let mut process = Process::start(&stage);
    gust.0.store(true, Ordering::Relaxed);
    assert!(!process.beat(&stage).await, "nothing may ring yet");
    gust.0.store(false, Ordering::Relaxed);
    assert!(process.beat(&stage).await);
    assert_eq!(stage.game(game).await.turn.deadline_at, before.turn.deadline_at.map(|at| at.plus(10 * HOUR)));
}
