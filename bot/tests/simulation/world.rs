//! The processes: the real use cases and loops on one memory, killed and started again, and the minutes that pass.

use std::sync::Arc;

use bot::clock::{Clock, ManualClock, ManualUptime};
use bot::commands::board::pictures::Pictures;
use bot::commands::context::App;
use bot::delivery::outbox;
use bot::delivery::outbox::Outbox;
use bot::domain::Limits;
use bot::domain::Pace;
use bot::domain::TimeControl;
use bot::domain::Timestamp;
use bot::domain::VacationAllowance;
use bot::games::{Games, Settings};
use bot::random::SeededRandom;
use bot::scheduler::alarms;
use bot::scheduler::heartbeat::HeartbeatLoop;
use bot::store::InMemoryStore;
use bot::store::{OutboxStore as _, Store};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::dice::Dice;
use crate::discord::Fake;
use crate::reference::{Away, DAY, MINUTE};
use crate::sky::Sky;

/// When the world begins.
pub const BEGINNING: Timestamp = Timestamp(1_767_225_600_000);
/// Reminders, in hours before the end of a turn.
pub const STEPS: [u32; 3] = [48, 24, 3];
/// Hours for which a challenge waits.
pub const EXPIRES: u32 = 48;
/// How long nobody may have been there without anything being given back.
const LIMIT: std::time::Duration = std::time::Duration::from_mins(5);

/// A process.
struct Process {
    games: Games,
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
    pub sky: Arc<Sky>,
    pub discord: Arc<Fake>,
    pub store: Arc<InMemoryStore>,
    uptime: Arc<ManualUptime>,
    dice: Dice,
    /// Ids, seats and jitter of the program.
    random: Arc<SeededRandom>,
    processes: [Option<Process>; 2],
    /// When each process that is away comes back.
    back_at: [i64; 2],
    /// Times in which nobody was there; the last one may be going on.
    pub away: Vec<Away>,
    pub kills: u64,
}

impl World {
    pub fn new(seed: u64) -> Self {
        let clock = ManualClock::at(BEGINNING);
        let sky = Sky::over(clock, seed ^ 0x51);
        let store = Arc::new(InMemoryStore::with_faults(Arc::<Sky>::clone(&sky)));
        let discord = Fake::under(&sky, seed ^ 0xD15C);
        Self {
            sky,
            discord,
            store,
            uptime: Arc::default(),
            dice: Dice::of(seed ^ 0x0DD5),
            random: Arc::new(SeededRandom::new(seed ^ 0x1D5)),
            processes: [None, None],
            back_at: [0, 0],
            away: Vec::new(),
            kills: 0,
        }
    }

    pub fn now(&self) -> i64 {
        self.sky.clock.now().0
    }

    /// Moves the time.
    pub fn pass_to(&self, at: i64) {
        let by = at - self.now();
        assert!(by >= 0, "time goes on");
        self.sky.clock.advance(by);
        self.uptime.advance(by);
    }

    /// Starts what shall live.
    pub async fn start(&mut self, index: usize) {
        let (store, clock): (Arc<dyn Store>, Arc<dyn Clock>) =
            (Arc::<InMemoryStore>::clone(&self.store), Arc::<ManualClock>::clone(&self.sky.clock));
        let wake = Arc::new(Notify::new());
        let settings = Settings {
            // The reference reminds whoever is absent, too.
            reminders_ignored: u32::MAX,
            challenge_expires_hours: EXPIRES,
            reminder_hours: STEPS.to_vec(),
            default_time_control: TimeControl::of(Pace::Days(3)),
            max_open: u32::MAX,
            vacation: VacationAllowance::default(),
            limits: Limits::default(),
        };
        let games = Games::new(Arc::clone(&store), Arc::clone(&clock), settings, Arc::clone(&wake)).with_random(Arc::<
            SeededRandom,
        >::clone(
            &self.random,
        )
            as _);
        let app =
            App { sender: Arc::new(()), games: games.clone(), clock: Arc::clone(&clock), pictures: Pictures::none() };
        let settings = bot::config::Outbox { retry_seconds: 2, retry_at_most_seconds: 600, attempts: 8 };
        let sending = Outbox { app, store: Arc::clone(&store), discord: Arc::<Fake>::clone(&self.discord), settings };
        let mut pulse = HeartbeatLoop::new(Arc::<ManualUptime>::clone(&self.uptime) as _, LIMIT);
        while !pulse.beat(&games, store.as_ref(), clock.as_ref()).await {}
        let tasks = vec![
            tokio::spawn(alarms::run(games.clone(), store, clock, Arc::clone(&wake), pulse, CancellationToken::new())),
            tokio::spawn(outbox::run(sending, Arc::clone(&wake), CancellationToken::new())),
        ];
        self.processes[index] = Some(Process { games, wake, tasks });
        let now = self.now();
        if let Some(gap) = self.away.last_mut().filter(|gap| gap.back == i64::MAX) {
            gap.back = now;
            let outages = self.store.all_outages();
            let outage = outages.iter().find(|outage| outage.until.0 == now);
            gap.last_sign = outage.map(|outage| outage.from.0);
            let long = now - gap.last_sign.unwrap_or(gap.gone) > LIMIT.as_millis() as i64;
            assert!(!long || outage.is_some(), "nothing was given back for {gap:?}: {outages:?}");
            if let Some(outage) = outage {
                assert!((gap.gone - 4 * MINUTE..=gap.gone).contains(&outage.from.0), "{gap:?}: {outage:?}");
            }
        }
        self.open_thread().await;
    }

    fn kill(&mut self, index: usize, back_at: i64) {
        if self.processes[index].take().is_none() {
            return;
        }
        self.kills += 1;
        self.back_at[index] = back_at;
        if self.processes.iter().all(Option::is_none) {
            self.away.push(Away { last_sign: None, gone: self.now(), back: i64::MAX });
        }
    }

    /// One minute has passed: processes look around, die, and come back.
    pub async fn minute(&mut self) {
        let now = self.now();
        for index in 0..2 {
            if self.processes[index].is_none() && self.back_at[index] <= now {
                self.start(index).await;
            }
        }
        for process in self.processes.iter().flatten() {
            process.wake.notify_waiters();
        }
        if !self.sky.is_calm() {
            self.strike().await;
        }
        self.open_thread().await;
    }

    /// Kills, in the middle of whatever is being done.
    async fn strike(&mut self) {
        let (one, all) = (self.dice.once_in(24 * 60), self.dice.once_in(9 * 24 * 60));
        if !one && !all {
            return;
        }
        for _ in 0..self.dice.below(40) {
            tokio::task::yield_now().await;
        }
        let now = self.now();
        if all {
            // From a minute to a day and a half.
            let length =
                *self.dice.one_of(&[MINUTE, 4 * MINUTE, 7 * MINUTE, 60 * MINUTE, 10 * 60 * MINUTE, DAY * 3 / 2]);
            let length = length + self.dice.between(0, length / 2);
            self.kill(0, now + length);
            let other = length + self.dice.between(0, 20 * MINUTE);
            self.kill(1, now + other);
        } else {
            let index = self.dice.below(2) as usize;
            let length = self.dice.between(0, 30 * MINUTE);
            self.kill(index, now + length);
        }
    }

    /// One of the processes that live, if any does.
    pub fn somebody(&mut self) -> Option<(usize, Games)> {
        let first = self.dice.below(2) as usize;
        [first, 1 - first].into_iter().find_map(|index| Some((index, self.processes[index].as_ref()?.games.clone())))
    }

    /// Somebody asks a process for something, which may die over it: then there is no answer.
    pub async fn ask<T: Send + 'static>(
        &mut self,
        index: usize,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let mut task = tokio::spawn(work);
        if !self.sky.is_calm() && self.dice.once_in(3000) {
            for _ in 0..self.dice.below(12) {
                tokio::task::yield_now().await;
            }
            task.abort();
            let back = self.now() + self.dice.between(0, 10 * MINUTE);
            self.kill(index, back);
        }
        let answer = (&mut task).await.ok();
        self.open_thread().await;
        answer
    }

    /// Until nobody does anything any more.
    pub async fn open_thread(&self) {
        let (mut quiet, mut rounds) = (0, 0);
        let mut before = self.sky.worked();
        while quiet < 12 {
            rounds += 1;
            assert!(rounds < 500_000, "the processes never come to rest: they do the same again and again");
            tokio::task::yield_now().await;
            let now = self.sky.worked();
            quiet = if now == before { quiet + 1 } else { 0 };
            before = now;
        }
    }

    /// Messages that were not sent.
    pub async fn unsent(&self) -> usize {
        let far = self.sky.clock.now().plus(30 * DAY);
        let waiting = self.store.claim_messages(far, far, u32::MAX).await.expect("a calm memory").len();
        waiting + self.store.dead_messages().await.expect("a calm memory").len()
    }
}
