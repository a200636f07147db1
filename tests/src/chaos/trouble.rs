//! What goes wrong on purpose, in the order that a seed decides.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rules::rng::SeededRng;
use serde_json::json;
use tokio::task::JoinSet;

use super::bots::{Bot, Bots};
use super::{MINUTE, Plan, rows};
use crate::memory::Memory;
use crate::postgres::Cluster;

/// The longest jump of the clock.
pub const LONGEST_JUMP: i64 = 25 * MINUTE;
/// How long everything may take to come to rest at the end.
const REST: Duration = Duration::from_mins(2);
/// How much longer a run may take until there were enough moves.
const MORE: Duration = Duration::from_mins(1);
/// Just longer than any lease.
const LEASE: i64 = 61_000;
/// What has been on its way for longer is waited for: five minutes less a leap.
const FORGETFUL: i64 = 180_000;
/// How far the clock may go while a process is frozen: less than Discord knows a nonce, more than any lease.
const WHILE_FROZEN: i64 = 100_000;

/// What went wrong on purpose.
#[derive(Debug, Clone, Default)]
pub struct Troubles {
    /// Processes that died.
    pub kills: usize,
    /// Of these, at a named point.
    pub at_points: usize,
    /// Processes that were frozen for a while.
    pub stops: usize,
    /// Of these, for longer than a lease.
    pub long_stops: usize,
    /// Deaths of the database.
    pub database_kills: usize,
    /// Times that Discord was in a bad mood.
    pub spells: usize,
    /// Connections to the gateway that were cut.
    pub disconnects: usize,
    /// Processes that died though nobody had killed them.
    pub unexplained: usize,
    /// Processes that ended with a word, as when the database stays away.
    pub gave_up: usize,
    /// Times that nobody played for some hours.
    pub nights: usize,
    /// Discord's time at the end.
    pub ended_at: i64,
}

/// Makes trouble.
pub struct Trouble<'a> {
    plan: &'a Plan,
    bots: &'a Bots,
    cluster: Option<&'a Cluster>,
    database: &'a str,
    chance: SeededRng,
    running: Vec<Bot>,
    points: Vec<&'static str>,
    memory: Option<Memory>,
    done: Troubles,
}

impl<'a> Trouble<'a> {
    /// None yet.
    pub fn new(
        plan: &'a Plan,
        bots: &'a Bots,
        cluster: Option<&'a Cluster>,
        database: &'a str,
        chance: SeededRng,
    ) -> Self {
        let guide = include_str!("../../../docs/reliability.md");
        let rows = guide.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        let points = rows.map(|(name, _)| name).collect();
        Self {
            plan,
            bots,
            cluster,
            database,
            chance,
            running: Vec::new(),
            points,
            memory: None,
            done: Troubles::default(),
        }
    }

    /// Makes trouble until it is enough, then lets everything come to rest and sends everybody home.
    pub async fn run(mut self, people: &mut JoinSet<()>) -> anyhow::Result<Troubles> {
        for _ in 0..self.plan.replicas {
            let bot = self.start(false)?;
            self.running.push(bot);
        }
        let end = Instant::now() + self.plan.at_most;
        let mut evening = Instant::now() + self.plan.day;
        let (world, least) = (std::sync::Arc::clone(&self.bots.world), self.plan.moves);
        let goes_on = |now: Instant| now < end || (now < end + MORE && world.moves() < least);
        while self.done.kills < self.plan.kills && goes_on(Instant::now()) {
            if Instant::now() > evening {
                self.night().await?;
                evening = Instant::now() + self.plan.day;
            }
            self.pause(200, 1200).await;
            self.bury().await?;
            match self.chance.below(100) {
                0..70 => self.kill().await?,
                70..76 => self.freeze().await?,
                76..84 => self.spoil().await?,
                84..86 => self.disconnect().await?,
                // Whatever a dead process had claimed is free again, and whoever waits for an answer waits in vain.
                86..98 => self.leap(LEASE).await?,
                _ => self.kill_database().await?,
            }
        }
        self.rest(people).await?;
        Ok(self.done)
    }

    async fn pause(&mut self, least: usize, most: usize) {
        let pause = least + self.chance.below(most - least);
        tokio::time::sleep(Duration::from_millis(pause as u64)).await;
    }

    fn start(&mut self, may_be_doomed: bool) -> anyhow::Result<Bot> {
        let doom = (may_be_doomed && self.chance.below(3) > 0).then(|| {
            let point = self.points[self.chance.below(self.points.len())];
            format!("{point}:{}", 1 + self.chance.below(3))
        });
        self.bots.start(doom.as_deref())
    }

    /// Starts anew whatever has died by itself.
    async fn bury(&mut self) -> anyhow::Result<()> {
        for at in 0..self.running.len() {
            let Some(by_signal) = self.running[at].has_ended()? else { continue };
            // One that gives up by itself (its database is away) is started again by its host.
            if by_signal {
                if self.running[at].doomed {
                    self.done.kills += 1;
                    self.done.at_points += 1;
                } else {
                    self.done.unexplained += 1;
                }
                self.bots.world.died();
            } else {
                self.done.gave_up += 1;
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            self.running[at] = self.start(true)?;
        }
        Ok(())
    }

    /// One of those that listen.
    fn victim(&mut self) -> Option<usize> {
        let online: Vec<usize> = (0..self.running.len()).filter(|at| self.running[*at].is_online()).collect();
        (!online.is_empty()).then(|| online[self.chance.below(online.len())])
    }

    async fn kill(&mut self) -> anyhow::Result<()> {
        let Some(at) = self.victim() else { return Ok(()) };
        self.running[at].kill().await?;
        self.bots.world.died();
        self.done.kills += 1;
        self.running[at] = self.start(true)?;
        Ok(())
    }

    /// A process is frozen, sometimes for longer than its leases last, and comes back.
    async fn freeze(&mut self) -> anyhow::Result<()> {
        let Some(at) = self.victim() else { return Ok(()) };
        self.running[at].signal("-STOP").await?;
        self.done.stops += 1;
        self.pause(200, 1500).await;
        if self.chance.below(2) == 0 {
            self.done.long_stops += 1;
            self.leap(WHILE_FROZEN).await?;
            self.pause(300, 1200).await;
        }
        if self.chance.below(4) == 0 {
            self.running[at].kill().await?;
            self.bots.world.died();
            self.done.kills += 1;
            self.running[at] = self.start(true)?;
        } else {
            self.running[at].signal("-CONT").await?;
        }
        Ok(())
    }

    /// Discord has a bad spell, or a good one again.
    async fn spoil(&mut self) -> anyhow::Result<()> {
        let spell = match self.chance.below(8) {
            0 => json!({ "fail_5xx_percent": 30 }),
            1 => json!({ "rate_limit_percent": 20 }),
            2 => json!({ "drop_answer_percent": 25 }),
            3 => json!({ "duplicate_events_percent": 50, "reorder_events": true }),
            4 => json!({ "latency_ms": 150, "jitter_ms": 400 }),
            5 => json!({ "hang_percent": 4, "duplicate_events_percent": 20 }),
            6 => json!({
                "fail_5xx_percent": 8, "rate_limit_percent": 5, "drop_answer_percent": 8, "duplicate_events_percent": 20,
                "reorder_events": true, "jitter_ms": 100,
            }),
            _ => json!({}),
        };
        self.done.spells += usize::from(spell != json!({}));
        self.bots.world.client.faults(&spell).await
    }

    async fn disconnect(&mut self) -> anyhow::Result<()> {
        let kind = ["drop", "reconnect", "invalid_session"][self.chance.below(3)];
        self.done.disconnects += 1;
        self.bots.world.client.disconnect(kind, None).await
    }

    /// Nobody plays for some hours: the clock goes from one alarm to the next, and processes die at that. It goes far only when
    /// everything that was due has been said, for Discord forgets a nonce after some minutes.
    async fn night(&mut self) -> anyhow::Result<()> {
        let world = std::sync::Arc::clone(&self.bots.world);
        let Ok(_nobody) = tokio::time::timeout(Duration::from_secs(8), world.quiet.write()).await else {
            return Ok(());
        };
        self.done.nights += 1;
        for _ in 0..6 + self.chance.below(6) {
            let (end, mut waited) = (Instant::now() + Duration::from_secs(8), 0);
            while unfinished(&mut self.memory, self.database, world.client.now_ms().await?).await != Some((0, 0)) {
                if Instant::now() > end {
                    return Ok(());
                }
                // Pauses and leases pass, but not so much time that Discord forgets.
                if waited < WHILE_FROZEN {
                    world.client.advance(4000).await?;
                    waited += 4000;
                }
                self.pause(60, 160).await;
                self.bury().await?;
            }
            let far = MINUTE + self.chance.below((LONGEST_JUMP - MINUTE) as usize) as i64;
            world.client.advance(far).await?;
            self.pause(1, 200).await;
            if self.chance.below(3) > 0 {
                self.kill().await?;
            }
            self.bury().await?;
        }
        Ok(())
    }

    /// The clock leaps while people play, unless a message has been on its way for so long that Discord might forget it.
    async fn leap(&mut self, far: i64) -> anyhow::Result<()> {
        let client = &self.bots.world.client;
        let since = client.now_ms().await? - FORGETFUL;
        if is_waiting(&mut self.memory, self.database, since).await == Some(false) {
            client.advance(far).await?;
        }
        Ok(())
    }

    async fn kill_database(&mut self) -> anyhow::Result<()> {
        let Some(cluster) = self.cluster else { return Ok(()) };
        self.memory = None;
        cluster.kill()?;
        self.done.database_kills += 1;
        self.pause(50, 1500).await;
        cluster.go_on_again()
    }

    /// Everybody goes home, Discord is in a good mood, every process lives: what is left to be done is done, and they stop.
    async fn rest(&mut self, people: &mut JoinSet<()>) -> anyhow::Result<()> {
        let world = &self.bots.world;
        world.over.store(true, Ordering::Relaxed);
        world.client.faults(&json!({})).await?;
        for bot in &mut self.running {
            if bot.doomed {
                bot.kill().await?;
            }
            if bot.has_ended()?.is_some() {
                *bot = self.bots.start(None)?;
            }
        }
        let end = Instant::now() + REST;
        let home = async { while people.join_next().await.is_some() {} };
        if tokio::time::timeout(REST, home).await.is_err() {
            eprintln!("somebody does not come home");
            people.abort_all();
        }
        let mut quiet = 0;
        // Twice: what is tidied up is tidied up after the last message.
        while quiet < 3 {
            if Instant::now() > end {
                let now = world.client.now_ms().await?;
                let left = unfinished(&mut self.memory, self.database, now).await;
                eprintln!("after {REST:?} there is still something to do: {left:?}");
                break;
            }
            // Pauses and leases are over soon.
            world.client.advance(5000).await?;
            tokio::time::sleep(Duration::from_millis(700)).await;
            let now = world.client.now_ms().await?;
            let done = unfinished(&mut self.memory, self.database, now).await == Some((0, 0));
            quiet = if done { quiet + 1 } else { 0 };
        }
        self.done.ended_at = world.client.now_ms().await?;
        for bot in self.running.drain(..) {
            bot.stop().await?;
        }
        Ok(())
    }
}

/// Has a message waited since before this time? `None` when the database does not say.
async fn is_waiting(memory: &mut Option<Memory>, database: &str, since: i64) -> Option<bool> {
    if memory.is_none() {
        *memory = Memory::open(database).await.ok();
    }
    let found = rows::waiting_since(memory.as_mut()?, since).await;
    if found.is_err() {
        *memory = None;
    }
    found.ok()
}

/// How much is left to be done at this time; `None` when the database does not say.
async fn unfinished(memory: &mut Option<Memory>, database: &str, now: i64) -> Option<(i64, i64)> {
    if memory.is_none() {
        *memory = Memory::open(database).await.ok();
    }
    let found = rows::unfinished(memory.as_mut()?, now).await;
    if found.is_err() {
        *memory = None;
    }
    found.ok()
}
