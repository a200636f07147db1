//! Clocks during an outage of the bot.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use base::clock::{Clock, ManualClock, ManualUptime};
use bot::scheduler::heartbeat::Heartbeat;
use games::Games;
use games::alarms::{self, AlarmOutcome};
use games::domain::{Game, GameId, Notice, Outage, Phase, Preferences, Reminder, Timestamp, TurnClock};
use games::outages::credit_clock;
use games::store::{StoreCall, StoreError};

use crate::in_memory_store::{FaultInjector, InMemoryStore};
use crate::use_cases::support::{ADA, BRUNO, Fixture, HOUR, MINUTE};

/// A process on a machine whose uptime the test moves.
struct Process {
    heartbeat: Heartbeat,
    uptime: Arc<ManualUptime>,
    games: Games,
}

impl Process {
    fn start(fixture: &Fixture) -> Self {
        let uptime = Arc::new(ManualUptime::default());
        let heartbeat = Heartbeat::new(Arc::<ManualUptime>::clone(&uptime), Duration::from_mins(5));
        Self { heartbeat, uptime, games: fixture.games.clone() }
    }

    /// The first beat after a start: outages are known, but no game has its time back.
    async fn beat(&mut self, fixture: &Fixture) -> bool {
        self.heartbeat.beat(&self.games, fixture.store.as_ref(), fixture.clock.as_ref()).await
    }

    /// The same, with everything that follows in the background.
    async fn beat_and_credit(&mut self, fixture: &Fixture) -> bool {
        let has_beaten = self.beat(fixture).await;
        while self.games.credit_outages().await.expect("sound games") {}
        has_beaten
    }

    /// Moves the world's and the machine's time together.
    fn pass(&self, fixture: &Fixture, millis: i64) {
        fixture.clock.advance(millis);
        self.uptime.advance(millis);
    }
}

/// A clock ten days ahead, and a Discord that reveals it as soon as it answers.
struct WrongClock {
    right: Arc<ManualClock>,
    is_known: AtomicBool,
}

#[async_trait]
impl Clock for WrongClock {
    fn now(&self) -> Timestamp {
        let ahead = if self.is_known.load(Ordering::SeqCst) { 0 } else { 240 * HOUR };
        self.right.now().plus(ahead)
    }

    async fn confirm(&self) -> bool {
        self.is_known.load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn while_the_time_is_in_doubt_no_outage_is_found_and_no_alarm_rings() {
    let fixture = Fixture::new();
    Process::start(&fixture).beat_and_credit(&fixture).await;
    fixture.wait(10);
    let clock = WrongClock { right: Arc::clone(&fixture.clock), is_known: AtomicBool::new(false) };
    let Process { mut heartbeat, games, .. } = Process::start(&fixture);
    assert!(!heartbeat.beat(&games, fixture.store.as_ref(), &clock).await, "no alarm may ring");
    assert_eq!(fixture.store.open_outages().await.expect("readable"), []);
    clock.is_known.store(true, Ordering::SeqCst);
    assert!(heartbeat.beat(&games, fixture.store.as_ref(), &clock).await);
    let [outage] = fixture.store.open_outages().await.expect("readable")[..] else { panic!("one outage") };
    assert_eq!(outage.until.since(outage.from), 10 * HOUR);
}

#[tokio::test]
async fn time_lost_to_an_outage_is_given_back_once() {
    let fixture = Fixture::new();
    Process::start(&fixture).beat_and_credit(&fixture).await;
    let (game, offer) = (fixture.started().await, fixture.offered().await);
    let (before, offered) = (fixture.game(game).await, fixture.game(offer).await);
    fixture.notices().await;
    fixture.wait(10);
    // Two processes begin at the same time, and one of them again.
    let (mut one, mut two) = (Process::start(&fixture), Process::start(&fixture));
    assert_eq!((one.beat_and_credit(&fixture).await, two.beat_and_credit(&fixture).await), (true, true));
    Process::start(&fixture).beat_and_credit(&fixture).await;
    let (after, still) = (fixture.game(game).await, fixture.game(offer).await);
    let later = |at: Option<Timestamp>| at.map(|at| at.plus(10 * HOUR));
    assert_eq!(
        (after.turn.deadline_at, after.turn.wake_at),
        (later(before.turn.deadline_at), later(before.turn.wake_at))
    );
    assert_eq!((still.turn.deadline_at, still.phase), (later(offered.turn.deadline_at), Phase::Offered));
    assert_eq!(after.version, before.version + 1, "once");
    assert_eq!(fixture.notices().await, [], "no one is told");
    assert!(fixture.store.open_outages().await.expect("readable").is_empty());
}

#[tokio::test]
async fn boards_pass_the_news_of_an_outage() {
    const GAMES: usize = 45;
    const AT_ONCE: u32 = 32;
    let fixture = Fixture::new().hosted(|settings| {
        settings.max_open = u32::MAX;
        settings.corrections_per_second = 10;
    });
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(fixture.started().await);
    }
    fixture.wait(48);
    for game in &games {
        assert_eq!(fixture.run_alarm(*game).await, AlarmOutcome::Reminded);
    }
    fixture.notices().await;
    let from = fixture.clock_now();
    fixture.wait(10);
    fixture.store.record_outage(Outage { from, until: fixture.clock_now() }).await.expect("a store in memory");
    while fixture.games.credit_outages().await.expect("sound games") {}
    // The time is given back in the order of ids, so this game's notice is the last.
    let last = games.into_iter().max().expect("a game");
    fixture.plays(last, ADA, "a1b2").await;
    let mut news = 0;
    for tenth in 0..GAMES {
        let now = fixture.clock_now();
        let due = fixture.store.claim_boards(now, now.plus(HOUR), AT_ONCE).await.expect("a store in memory");
        let boards = due.iter().filter(|message| matches!(message.notice, Notice::Board { .. })).count();
        news += due.iter().filter(|message| matches!(message.notice, Notice::DeadlineMoved { .. })).count();
        assert_eq!((boards, news), (usize::from(tenth == 0), tenth + 1));
        fixture.clock.advance(100);
    }
}

#[tokio::test]
async fn a_short_outage_is_not_given_back_and_another_process_prevents_one() {
    let fixture = Fixture::new();
    let mut other = Process::start(&fixture);
    other.beat_and_credit(&fixture).await;
    let game = fixture.started().await;
    let before = fixture.game(game).await;
    fixture.clock.advance(5 * MINUTE);
    Process::start(&fixture).beat_and_credit(&fixture).await;
    // This process lives on while others come and go.
    for _ in 0..30 {
        other.pass(&fixture, MINUTE);
        other.beat_and_credit(&fixture).await;
    }
    Process::start(&fixture).beat_and_credit(&fixture).await;
    assert_eq!(fixture.game(game).await, before);
}

#[tokio::test]
async fn a_clock_jump_is_no_outage_and_a_suspended_machine_is_one() {
    let fixture = Fixture::new();
    let mut process = Process::start(&fixture);
    process.beat_and_credit(&fixture).await;
    let game = fixture.started().await;
    let before = fixture.game(game).await;
    // A clock put forward by a day, and back, while the machine has been up for some minutes.
    for jump in [24 * HOUR, -24 * HOUR, 24 * HOUR, -24 * HOUR] {
        fixture.clock.advance(jump);
        process.pass(&fixture, MINUTE);
        assert!(process.beat_and_credit(&fixture).await);
    }
    assert_eq!(fixture.game(game).await, before);
    // A process that starts right after a jump does not mistake it for an outage either.
    fixture.clock.advance(3 * HOUR);
    assert!(process.beat_and_credit(&fixture).await);
    Process::start(&fixture).beat_and_credit(&fixture).await;
    assert_eq!(fixture.game(game).await, before);
    process.pass(&fixture, 2 * HOUR);
    assert!(process.beat_and_credit(&fixture).await);
    assert_eq!(fixture.game(game).await.turn.deadline_at, before.turn.deadline_at.map(|at| at.plus(2 * HOUR)));
}

#[tokio::test]
async fn a_game_that_ran_out_during_an_outage_continues_and_reminds_once() {
    let fixture = Fixture::new();
    Process::start(&fixture).beat_and_credit(&fixture).await;
    let game = fixture.started_as("abalone", "fischer:3d+1d/4d").await;
    fixture.wait(47);
    Process::start(&fixture).beat_and_credit(&fixture).await;
    let now = fixture.game(game).await;
    assert_eq!(
        now.turn.deadline_at,
        Some(Timestamp(1_700_000_000_000 + (47 + 72) * HOUR)),
        "nothing of the turn has passed"
    );
    fixture.wait(48);
    fixture.store.beat(Timestamp(1_700_000_000_000 + 95 * HOUR)).await.expect("a store in memory");
    assert_eq!(fixture.run_alarm(game).await, AlarmOutcome::Reminded);
    fixture.notices().await;
    fixture.wait(100);
    Process::start(&fixture).beat_and_credit(&fixture).await;
    assert_eq!(fixture.run_alarm(game).await, AlarmOutcome::Nothing, "neither lost nor reminded again");
    fixture.play(game, ADA, "a1b2").await.expect("the clock was paused");
    let record = fixture.read_record(game).await;
    assert_eq!(record.seats[0].clock, Some(48 * HOUR), "two days gone, one gained");
    fixture.notices().await;
    fixture.wait(48);
    assert_eq!(fixture.run_alarm(game).await, AlarmOutcome::Reminded);
    assert_eq!(fixture.notices().await, [Notice::Reminder(Reminder::Step { step: 0, ply: 1, stops_at: None })]);
    fixture.plays(game, BRUNO, "i9h8").await;
}

#[tokio::test]
async fn an_outage_while_the_clock_is_paused_skips_no_reminder() {
    // From 22:13, asleep from one to thirteen o'clock: a day of the clock is over two days later at 22:13. The
    // columns are the first step sent, the outage and the resulting shift of the deadline, then the alarms at its end
    // and later.
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
        let fixture = Fixture::with_reminders(&steps);
        let asleep = |chosen: &mut Preferences| {
            chosen.zone = Some("UTC".to_owned());
            chosen.sleep = "01:00-13:00".parse().ok();
            Ok(())
        };
        fixture.games.update_preferences(ADA, asleep).await.expect("a choice");
        let game = fixture.started_as("abalone", "days:1").await;
        let deadline = fixture.game(game).await.turn.deadline_at.expect("a deadline");
        assert_eq!(deadline, fixture.clock_now().plus(48 * HOUR));
        fixture.wait(sent_at);
        assert_eq!(fixture.run_alarm(game).await, AlarmOutcome::Reminded);
        fixture.wait(away - sent_at);
        Process::start(&fixture).beat_and_credit(&fixture).await;
        fixture.wait(until - away);
        Process::start(&fixture).beat_and_credit(&fixture).await;
        assert_eq!(fixture.game(game).await.turn.deadline_at.map(|at| at.since(deadline)), Some(moved));
        for rang in rings {
            assert_eq!(fixture.run_alarm(game).await, rang, "{sent_at}");
            fixture.wait(4);
        }
        fixture.notices().await;
    }
}

#[tokio::test]
async fn only_running_clocks_get_time_back_and_only_since_they_ran() {
    let fixture = Fixture::new();
    let game = fixture.game(fixture.started().await).await;
    let running = |started_at, deadline_at: Option<i64>| {
        let (started_at, deadline_at) = (Timestamp(started_at), deadline_at.map(Timestamp));
        Game { turn: TurnClock { started_at, deadline_at, ..game.turn.clone() }, ..game.clone() }
    };
    let outage = Outage { from: Timestamp(100), until: Timestamp(400) };
    let lost = |game: Game| {
        credit_clock(&game, outage).map(|after| after.turn.pauses.iter().map(|span| span.length()).sum::<i64>())
    };
    assert_eq!(lost(running(50, Some(900))), Some(300));
    assert_eq!(lost(running(150, Some(900))), Some(250), "begun in its first minute");
    assert_eq!(lost(running(400, Some(900))), None, "begun after it");
    assert_eq!(lost(running(50, Some(100))), None, "lost before it");
    assert_eq!(lost(running(50, None)), None);
    assert_eq!(lost(Game { phase: Phase::Over, ..running(50, Some(900)) }), None);
    assert_eq!(fixture.store.games_due_after(Timestamp(0), Some(GameId(i64::MAX)), 9).await.expect("readable"), []);
}

/// A switch that makes commits fail.
#[derive(Default)]
struct FaultSwitch(AtomicBool);

#[async_trait]
impl FaultInjector for FaultSwitch {
    async fn before(&self, call: StoreCall<'_>) -> Result<(), StoreError> {
        if matches!(call, StoreCall::Commit(_)) && self.0.load(Ordering::Relaxed) {
            return Err(StoreError::Database { problem: "for a test".to_owned(), transient: true });
        }
        Ok(())
    }
}

#[tokio::test]
async fn time_that_could_not_be_given_back_is_given_back_later() {
    let fault_switch = Arc::new(FaultSwitch::default());
    let fixture = Fixture::over(InMemoryStore::with_faults(Arc::<FaultSwitch>::clone(&fault_switch)));
    Process::start(&fixture).beat_and_credit(&fixture).await;
    let game = fixture.started().await;
    let before = fixture.game(game).await;
    fixture.wait(10);
    let mut process = Process::start(&fixture);
    fault_switch.0.store(true, Ordering::Relaxed);
    assert!(process.beat(&fixture).await, "no commit is needed to know of the outage");
    process.games.credit_outages().await.expect_err("it cannot be given back");
    alarms::run_alarm(&process.games, game).await.expect_err("nor may anything ring before");
    process.games.list(ADA, &[Phase::Playing], 9).await.expect_err("nor be shown");
    fault_switch.0.store(false, Ordering::Relaxed);
    assert!(process.beat_and_credit(&fixture).await);
    assert_eq!(fixture.game(game).await.turn.deadline_at, before.turn.deadline_at.map(|at| at.plus(10 * HOUR)));
}

#[tokio::test]
async fn a_start_does_not_wait_and_each_game_gets_its_time_back_before_anything_happens_in_it() {
    let fixture = Fixture::new().hosted(|settings| settings.max_open = u32::MAX);
    Process::start(&fixture).beat(&fixture).await;
    let [moved, rung, rung_alone, listed] =
        [fixture.started().await, fixture.started().await, fixture.started().await, fixture.started().await];
    let offered = fixture.offered().await;
    let all = [moved, rung, rung_alone, listed, offered];
    let mut before = Vec::new();
    for game in all {
        before.push(fixture.game(game).await);
    }
    // Past all deadlines.
    fixture.wait(100);
    let mut process = Process::start(&fixture);
    assert!(process.beat(&fixture).await, "alarms may ring");
    for (game, before) in all.into_iter().zip(&before) {
        assert_eq!(&fixture.game(game).await, before, "the start does not wait for any game");
    }
    let games = &process.games;
    fixture.play(moved, ADA, "a1b2").await.expect("there is time");
    assert_eq!(alarms::run_alarm(games, rung_alone).await.expect("sound"), AlarmOutcome::Nothing);
    for (_, outcome) in alarms::run_alarms(games, vec![moved, rung, offered]).await {
        assert_eq!(outcome.expect("sound"), AlarmOutcome::Nothing);
    }
    let deadline = before[3].turn.deadline_at.map(|at| at.plus(100 * HOUR));
    let list = games.list(ADA, &[Phase::Playing], 9).await.expect("readable");
    let entry = list.iter().find(|summary| summary.game.game_id == listed).expect("in the list");
    assert_eq!(entry.game.turn.deadline_at, deadline, "no list names a deadline that is past");
    assert_eq!(fixture.store.open_outages().await.expect("readable").len(), 1, "it is not over");
    Process::start(&fixture).beat_and_credit(&fixture).await;
    process.beat_and_credit(&fixture).await;
    for (game, before) in all.into_iter().zip(&before) {
        let after = fixture.game(game).await;
        let steps = if game == moved { 2 } else { 1 };
        assert_eq!(after.version - before.version, steps, "{game}: once");
        if game == moved {
            assert_eq!(after.turn.deadline_at, Some(fixture.clock_now().plus(72 * HOUR)), "the turn began after it");
        } else {
            assert_eq!(after.turn.deadline_at, before.turn.deadline_at.map(|at| at.plus(100 * HOUR)), "{game}");
        }
    }
}

#[tokio::test]
async fn a_move_before_the_background_comes_to_its_game_is_not_charged_for_the_outage() {
    let fixture = Fixture::new();
    let game = fixture.started_as("abalone", "fischer:3d+1d/4d").await;
    fixture.wait(10);
    Process::start(&fixture).beat(&fixture).await;
    fixture.wait(100);
    let mut process = Process::start(&fixture);
    assert!(process.beat(&fixture).await);
    fixture.wait(5);
    fixture.play(game, ADA, "a1b2").await.expect("there is time");
    let clock = async || fixture.read_record(game).await.seats[0].clock;
    assert_eq!(clock().await, Some((72 - 10 - 5 + 24) * HOUR));
    process.beat_and_credit(&fixture).await;
    Process::start(&fixture).beat_and_credit(&fixture).await;
    assert_eq!(clock().await, Some((72 - 10 - 5 + 24) * HOUR), "once");
    assert_eq!(fixture.game(game).await.turn.deadline_at, Some(fixture.clock_now().plus(72 * HOUR)));
}

#[tokio::test]
async fn a_process_that_dies_between_two_pages_of_games_leaves_the_rest_to_the_next() {
    const GAMES: usize = 501;
    let fixture = Fixture::new().hosted(|settings| settings.max_open = u32::MAX);
    Process::start(&fixture).beat(&fixture).await;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(fixture.started().await);
    }
    let before = fixture.game(games[0]).await;
    fixture.wait(100);
    let credited_now = async || {
        let records = fixture.store.games(&games).await.expect("readable");
        let after = |record: &games::domain::GameRecord| {
            assert_eq!(record.game.phase, Phase::Playing);
            record.game.version - before.version
        };
        records.values().flatten().map(after).collect::<Vec<_>>()
    };
    let mut process = Process::start(&fixture);
    assert!(process.beat(&fixture).await);
    assert!(process.games.credit_outages().await.expect("sound games"));
    assert_eq!(credited_now().await.iter().sum::<i64>(), 500);
    drop(process);
    fixture.clock.advance(MINUTE);
    let hosted = fixture.hosted(|_| ());
    assert!(Process::start(&hosted).beat_and_credit(&hosted).await);
    assert_eq!(credited_now().await, vec![1; GAMES], "neither twice nor never");
    assert!(fixture.store.open_outages().await.expect("readable").is_empty());
}
