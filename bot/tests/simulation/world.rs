//! The processes: the real use cases and loops on one store, killed and restarted, minute by minute.

use std::sync::Arc;
use std::time::Duration;

use base::clock::{Clock, ManualClock, ManualUptime};
use bot::board::pictures::Pictures;
use bot::commands::App;
use bot::delivery::dispatcher;
use bot::delivery::outbox::Outbox;
use bot::features::alarms::{Alarms, Outages};
use bot::scheduler::heartbeat::Heartbeat;
use bot::scheduler::jobs;
use clubs::ladders::sync::Ladders;
use clubs::tournaments::sync::Tournaments;
use discord::MessageSender;
use games::domain::{Limits, Pace, TimeControl, Timestamp, VacationAllowance};
use games::random::SeededRandom;
use games::store::Store;
use games::vacations::VacationAlarms;
use games::{Games, Rates, Settings};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::in_memory_store::InMemoryStore;
use crate::simulation::fake_discord::FakeDiscord;
use crate::simulation::fault_injector::SimulationFaults;
use crate::simulation::reference::{Away, DAY, MINUTE};
use crate::simulation::rng::Rng;

/// The first instant.
pub const BEGINNING: Timestamp = Timestamp(1_767_225_600_000);
/// Reminders, in hours before the end of a turn.
pub const STEPS: [u32; 3] = [48, 24, 3];
/// Hours until a challenge expires.
pub const EXPIRES: u32 = 48;
/// No loop wakes by real time, because the simulated minutes wake them.
const NEVER: Duration = Duration::MAX;

struct Process {
    app: App,
    wake: Arc<Notify>,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Process {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

pub struct World {
    pub faults: Arc<SimulationFaults>,
    pub discord: Arc<FakeDiscord>,
    pub store: InMemoryStore,
    uptime: Arc<ManualUptime>,
    rng: Rng,
    /// Ids, random colors and jitter of the program.
    random: Arc<SeededRandom>,
    processes: [Option<Process>; 2],
    /// The restart time of each killed process.
    back_at: [i64; 2],
    /// Calls up to the end of the last minute, and failed calls up to its beginning.
    known_calls: (u64, u64),
    /// Times without a process; the last one may still last.
    pub away: Vec<Away>,
    pub kills: u64,
    /// The longest outage that is not given back; a running process gives signs of life more often.
    limit: Duration,
}

impl World {
    pub fn new(seed: u64, limit: Duration) -> Self {
        let clock = ManualClock::at(BEGINNING);
        let faults = SimulationFaults::new(clock, seed ^ 0x51);
        let store = InMemoryStore::with_faults(Arc::<SimulationFaults>::clone(&faults));
        let discord = FakeDiscord::new(&faults, seed ^ 0xD15C);
        Self {
            faults,
            discord,
            store,
            uptime: Arc::default(),
            rng: Rng::new(seed ^ 0x0DD5),
            random: Arc::new(SeededRandom::new(seed ^ 0x1D5)),
            processes: [None, None],
            back_at: [0, 0],
            known_calls: (0, 0),
            away: Vec::new(),
            kills: 0,
            limit,
        }
    }

    pub fn now(&self) -> i64 {
        self.faults.clock.now().0
    }

    /// Moves the clock.
    pub fn pass_to(&self, at: i64) {
        let by = at - self.now();
        assert!(by >= 0, "time goes on");
        self.faults.clock.advance(by);
        self.uptime.advance(by);
    }

    pub async fn start(&mut self, index: usize) {
        let (store, clock): (Arc<Store>, Arc<dyn Clock>) =
            (self.store.shared(), Arc::<ManualClock>::clone(&self.faults.clock));
        let wake = Arc::new(Notify::new());
        let settings = Settings {
            // The reference reminds absent players too.
            public_url: None,
            has_activity: false,
            reminded_days: 10_000,
            corrections_per_second: 11,
            rates: Rates::UNLIMITED,
            challenge_expires_hours: EXPIRES,
            seek_expires_days: 7,
            reminder_hours: STEPS.to_vec(),
            default_time_control: TimeControl::of(Pace::Days(3)),
            max_open: u32::MAX,
            hints: false,
            vacation: VacationAllowance::default(),
            limits: Limits::default(),
        };
        let games = Games::new(Arc::clone(&store), Arc::clone(&clock), settings, Arc::clone(&wake)).with_random(Arc::<
            SeededRandom,
        >::clone(
            &self.random,
        )
            as _);
        let app = App {
            sender: MessageSender::new(Arc::new(())),
            games: games.clone(),
            clock: Arc::clone(&clock),
            pictures: Pictures::none(),
        };
        let settings = bot::config::Outbox { retry_seconds: 2, retry_at_most_seconds: 600, attempts: 8 };
        let sending = Outbox::new(app.clone(), Arc::clone(&store), Arc::<FakeDiscord>::clone(&self.discord), settings);
        let mut heartbeat = Heartbeat::new(Arc::<ManualUptime>::clone(&self.uptime) as _, self.limit);
        while !heartbeat.beat(&games, store.as_ref(), clock.as_ref()).await {}
        let tasks = vec![
            tokio::spawn(jobs::run(
                games.clone(),
                vec![
                    Arc::new(Alarms::default()),
                    Arc::new(Outages),
                    Arc::new(VacationAlarms),
                    Arc::new(Ladders),
                    Arc::new(Tournaments),
                ],
                Arc::clone(&wake),
                None,
                heartbeat,
                CancellationToken::new(),
            )),
            tokio::spawn(dispatcher::run(sending, Arc::clone(&wake), NEVER, CancellationToken::new())),
        ];
        self.processes[index] = Some(Process { app, wake, tasks });
        let (now, limit) = (self.now(), i64::try_from(self.limit.as_millis()).expect("minutes"));
        if let Some(gap) = self.away.last_mut().filter(|gap| gap.back == i64::MAX) {
            gap.back = now;
            let outages = self.store.all_outages();
            let outage = outages.iter().find(|outage| outage.until.0 == now);
            gap.last_sign = outage.map(|outage| outage.from.0);
            let long = now - gap.last_sign.unwrap_or(gap.gone) > limit;
            assert!(!long || outage.is_some(), "{gap:?} was not given back: {outages:?}");
            if let Some(outage) = outage {
                assert!((gap.gone - limit..=gap.gone).contains(&outage.from.0), "{gap:?}: {outage:?}");
            }
        }
        self.run_until_idle().await;
    }

    fn kill(&mut self, index: usize, back_at: i64) {
        if self.processes[index].take().is_none() {
            return;
        }
        self.kills += 1;
        self.faults.record(&("kill", index, back_at));
        self.back_at[index] = back_at;
        if self.processes.iter().all(Option::is_none) {
            self.away.push(Away { last_sign: None, gone: self.now(), back: i64::MAX });
        }
    }

    /// Lets a minute pass: processes check for work, are killed, and restart.
    pub async fn minute(&mut self) {
        let now = self.now();
        for index in 0..2 {
            if self.processes[index].is_none() && self.back_at[index] <= now {
                self.start(index).await;
            }
        }
        if self.may_have_work() {
            for process in self.processes.iter().flatten() {
                process.wake.notify_waiters();
            }
        }
        self.known_calls.1 = self.faults.failed_calls();
        if !self.faults.has_stopped() {
            self.kill_at_random().await;
        }
        self.run_until_idle().await;
        self.known_calls.0 = self.faults.worked();
    }

    /// Most minutes change nothing, and a check costs more than all else, so only every third of these gives a sign
    /// of life.
    fn may_have_work(&self) -> bool {
        let now = self.faults.clock.now();
        (now.0 / MINUTE) % 3 == 0
            || self.known_calls != (self.faults.worked(), self.faults.failed_calls())
            || self.store.is_anything_due(now)
    }

    /// Kills processes in the middle of their work.
    async fn kill_at_random(&mut self) {
        let looks = 24 * 60 * 5 / (self.limit.as_secs() / 60);
        let (one, all) = (self.rng.once_in(looks), self.rng.once_in(9 * looks));
        if !one && !all {
            return;
        }
        for _ in 0..self.rng.below(40) {
            tokio::task::yield_now().await;
        }
        let now = self.now();
        if all {
            // From a minute to a day and a half.
            let length =
                *self.rng.choose(&[MINUTE, 4 * MINUTE, 7 * MINUTE, 60 * MINUTE, 10 * 60 * MINUTE, DAY * 3 / 2]);
            let length = length + self.rng.between(0, length / 2);
            self.kill(0, now + length);
            let other = length + self.rng.between(0, 20 * MINUTE);
            self.kill(1, now + other);
        } else {
            let index = self.rng.below(2) as usize;
            let length = self.rng.between(0, 30 * MINUTE);
            self.kill(index, now + length);
        }
    }

    /// One of the running processes, if there is one.
    pub fn any_process(&mut self) -> Option<(usize, Games)> {
        self.any_app().map(|(index, app)| (index, app.games))
    }

    pub fn any_app(&mut self) -> Option<(usize, App)> {
        let first = self.rng.below(2) as usize;
        [first, 1 - first].into_iter().find_map(|index| Some((index, self.processes[index].as_ref()?.app.clone())))
    }

    /// Makes a request to a process. If the process is killed meanwhile, there is no answer.
    pub async fn ask<T: Send + 'static>(
        &mut self,
        index: usize,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let mut task = tokio::spawn(work);
        if !self.faults.has_stopped() && self.rng.once_in(3000) {
            for _ in 0..self.rng.below(12) {
                tokio::task::yield_now().await;
            }
            task.abort();
            let back = self.now() + self.rng.between(0, 10 * MINUTE);
            self.kill(index, back);
        }
        let answer = (&mut task).await.ok();
        self.run_until_idle().await;
        answer
    }

    /// Returns once no task makes calls.
    pub async fn run_until_idle(&self) {
        let (mut quiet, mut rounds) = (0, 0);
        let mut before = self.faults.worked();
        while quiet < 12 {
            rounds += 1;
            assert!(rounds < 500_000, "the processes never become idle: they repeat the same calls");
            tokio::task::yield_now().await;
            let now = self.faults.worked();
            quiet = if now == before { quiet + 1 } else { 0 };
            before = now;
        }
    }

    /// The number of unsent messages.
    pub async fn unsent(&self) -> usize {
        let far = self.faults.clock.now().plus(30 * DAY);
        let waiting = self.store.claim_messages(far, far, u32::MAX).await.expect("no faults").len();
        waiting + self.store.dead_messages().await.expect("no faults").len()
    }
}
