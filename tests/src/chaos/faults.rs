//! Fault injector: kills and freezes processes, kills the database, makes Discord fail and moves the clock, in the order of a
//! [`FaultSchedule`].

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::json;
use tokio::task::JoinSet;

use super::journal::InjectedFault;
use super::plan::Plan;
use super::processes::{Process, Processes};
use super::rows;
use crate::MINUTE;
use crate::database::{Connection, PendingWork};
use crate::postgres::Cluster;

pub const LONGEST_JUMP: i64 = 25 * MINUTE;
/// Time limit of the drain at the end.
const DRAIN_LIMIT: Duration = Duration::from_mins(2);
/// Additional time for a run to reach [`Plan::moves`].
const EXTRA_TIME: Duration = Duration::from_mins(2);
/// Just longer than any lease.
const LEASE: i64 = 61_000;
/// The clock does not jump if a message has been waiting for longer, because Discord forgets a nonce after five
/// minutes.
const NONCE_MARGIN: i64 = 180_000;
/// The limit for the clock while a process is frozen: longer than any lease, shorter than Discord remembers a nonce.
const FREEZE_ADVANCE: i64 = 100_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Kill,
    Freeze,
    ChangeDiscordFaults,
    Disconnect,
    /// Moves the clock beyond the leases of dead processes.
    AdvanceClock,
    /// Kills PostgreSQL, or makes the disk of SQLite fail.
    FailDatabase,
}

/// The faults of a run, in order. Each step has a random generator of its own, so its numbers do not depend on the
/// outcome of earlier steps.
#[derive(Debug)]
pub struct FaultSchedule(StdRng);

impl FaultSchedule {
    pub fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }
}

impl Iterator for FaultSchedule {
    type Item = (Fault, StdRng);

    fn next(&mut self) -> Option<Self::Item> {
        let mut rng = StdRng::seed_from_u64(self.0.random());
        let fault = match rng.random_range(0..100) {
            0..70 => Fault::Kill,
            70..76 => Fault::Freeze,
            76..84 => Fault::ChangeDiscordFaults,
            84..86 => Fault::Disconnect,
            86..98 => Fault::AdvanceClock,
            _ => Fault::FailDatabase,
        };
        Some((fault, rng))
    }
}

#[derive(Debug, Clone, Default)]
pub struct FaultCounts {
    pub kills: usize,
    /// Kills at a crash point.
    pub at_points: usize,
    pub freezes: usize,
    /// Freezes for longer than a lease.
    pub long_freezes: usize,
    pub database_kills: usize,
    /// Times in which no process could write to the disk.
    pub disk_faults: usize,
    pub discord_faults: usize,
    pub disconnects: usize,
    /// Processes that died by a signal without being killed here.
    pub unexplained: usize,
    /// Processes that stopped with an error message, for example because the database remains unavailable.
    pub exited: usize,
    pub idle_periods: usize,
    /// The sandbox's time at the end, in milliseconds.
    pub ended_at: i64,
}

/// The results of an injector.
pub struct Injected {
    pub counts: FaultCounts,
    pub faults: Vec<InjectedFault>,
}

pub struct FaultInjector<'a> {
    plan: &'a Plan,
    processes: &'a Processes,
    cluster: Option<&'a Cluster>,
    database: &'a str,
    schedule: FaultSchedule,
    /// Decides about idle periods, which depend on time and not on the schedule.
    idle_rng: StdRng,
    /// The generator of the current step.
    rng: StdRng,
    running: Vec<Process>,
    crash_points: Vec<&'static str>,
    connection: Option<Connection>,
    counts: FaultCounts,
    faults: Vec<InjectedFault>,
}

impl<'a> FaultInjector<'a> {
    pub fn new(
        plan: &'a Plan,
        processes: &'a Processes,
        cluster: Option<&'a Cluster>,
        database: &'a str,
        rng: &mut StdRng,
    ) -> Self {
        let guide = include_str!("../../../docs/reliability.md");
        let rows = guide.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        Self {
            plan,
            processes,
            cluster,
            database,
            schedule: FaultSchedule::new(rng.random()),
            idle_rng: StdRng::seed_from_u64(rng.random()),
            rng: StdRng::seed_from_u64(rng.random()),
            running: Vec::new(),
            crash_points: rows.map(|(name, _)| name).collect(),
            connection: None,
            counts: FaultCounts::default(),
            faults: Vec::new(),
        }
    }

    /// Injects faults until the plan is fulfilled, then drains all work and ends the players.
    pub async fn run(mut self, players: &mut JoinSet<()>) -> anyhow::Result<Injected> {
        for _ in 0..self.plan.replicas {
            let process = self.start(false)?;
            self.running.push(process);
        }
        let end = Instant::now() + self.plan.at_most;
        let mut next_idle_period = Instant::now() + self.plan.idle_every;
        while self.counts.kills < self.plan.kills
            && (Instant::now() < end || (Instant::now() < end + EXTRA_TIME && !self.has_done_enough()))
        {
            if Instant::now() > next_idle_period {
                self.rng = StdRng::seed_from_u64(self.idle_rng.random());
                self.idle_period().await?;
                next_idle_period = Instant::now() + self.plan.idle_every;
            }
            if Instant::now() > end {
                self.wait_for_a_move().await;
            }
            let Some((fault, rng)) = self.schedule.next() else { break };
            self.rng = rng;
            self.pause(200, 1200).await;
            self.restart_dead().await?;
            match fault {
                Fault::Kill => self.kill().await?,
                Fault::Freeze => self.freeze().await?,
                Fault::ChangeDiscordFaults => self.change_discord_faults().await?,
                Fault::Disconnect => self.disconnect().await?,
                Fault::AdvanceClock => self.advance_clock(LEASE).await?,
                Fault::FailDatabase => self.fail_database().await?,
            }
        }
        self.drain(players).await?;
        Ok(Injected { counts: self.counts, faults: self.faults })
    }

    /// In the extra time of a busy machine, each process lives until a move is acknowledged. Otherwise it might be
    /// killed repeatedly before it answers anything.
    async fn wait_for_a_move(&self) {
        let (before, start) = (self.processes.state.moves(), Instant::now());
        while self.processes.state.moves() == before && start.elapsed() < Duration::from_secs(20) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    fn has_done_enough(&self) -> bool {
        let moves = self.plan.moves;
        moves == 0 || (self.processes.state.moves() >= moves && self.counts.kills >= 3 && self.counts.idle_periods > 0)
    }

    /// Records a fault in the journal.
    async fn note(&mut self, what: impl Into<String>) -> anyhow::Result<()> {
        let at = self.processes.state.client.now_ms().await?;
        self.faults.push(InjectedFault { at, what: what.into() });
        Ok(())
    }

    async fn pause(&mut self, least_ms: u64, most_ms: u64) {
        let pause = self.rng.random_range(least_ms..most_ms);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }

    fn start(&mut self, may_crash: bool) -> anyhow::Result<Process> {
        let crash_at = (may_crash && self.rng.random_ratio(2, 3)).then(|| {
            let point = self.crash_points[self.rng.random_range(0..self.crash_points.len())];
            format!("{point}:{}", self.rng.random_range(1..=3))
        });
        self.processes.start(crash_at.as_deref())
    }

    /// Starts a new process for each that has ended by itself, as a supervisor does.
    async fn restart_dead(&mut self) -> anyhow::Result<()> {
        for at in 0..self.running.len() {
            let Some(by_signal) = self.running[at].has_ended()? else { continue };
            if by_signal {
                if let Some(point) = self.running[at].crash_at.clone() {
                    self.counts.kills += 1;
                    self.counts.at_points += 1;
                    self.note(format!("process {} crashed at {point}", self.running[at].number)).await?;
                } else {
                    self.counts.unexplained += 1;
                    self.note(format!("process {} died by itself", self.running[at].number)).await?;
                }
                self.processes.state.process_died();
            } else {
                self.counts.exited += 1;
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            self.running[at] = self.start(true)?;
        }
        Ok(())
    }

    fn pick_online(&mut self) -> Option<usize> {
        let online: Vec<usize> = (0..self.running.len()).filter(|at| self.running[*at].is_online()).collect();
        (!online.is_empty()).then(|| online[self.rng.random_range(0..online.len())])
    }

    async fn kill(&mut self) -> anyhow::Result<()> {
        let Some(at) = self.pick_online() else { return Ok(()) };
        self.kill_process(at).await
    }

    async fn kill_process(&mut self, at: usize) -> anyhow::Result<()> {
        self.note(format!("killed process {}", self.running[at].number)).await?;
        self.running[at].kill().await?;
        self.processes.state.process_died();
        self.counts.kills += 1;
        self.running[at] = self.start(true)?;
        Ok(())
    }

    /// Freezes a process, half of the time for longer than its leases; then it resumes or is killed.
    async fn freeze(&mut self) -> anyhow::Result<()> {
        let Some(at) = self.pick_online() else { return Ok(()) };
        self.note(format!("froze process {}", self.running[at].number)).await?;
        self.running[at].signal("-STOP").await?;
        self.counts.freezes += 1;
        self.pause(200, 1500).await;
        if self.rng.random_ratio(1, 2) {
            self.counts.long_freezes += 1;
            self.advance_clock(FREEZE_ADVANCE).await?;
            self.pause(300, 1200).await;
        }
        if self.rng.random_ratio(1, 4) {
            self.kill_process(at).await
        } else {
            self.note(format!("continued process {}", self.running[at].number)).await?;
            self.running[at].signal("-CONT").await
        }
    }

    /// Changes or stops Discord's failures.
    async fn change_discord_faults(&mut self) -> anyhow::Result<()> {
        let faults = match self.rng.random_range(0..8) {
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
        self.counts.discord_faults += usize::from(faults != json!({}));
        self.note(format!("faults of Discord: {faults}")).await?;
        self.processes.state.client.faults(&faults).await
    }

    async fn disconnect(&mut self) -> anyhow::Result<()> {
        let kind = ["drop", "reconnect", "invalid_session"][self.rng.random_range(0..3)];
        self.counts.disconnects += 1;
        self.note(format!("gateway: {kind}")).await?;
        self.processes.state.client.disconnect(kind, None).await
    }

    /// Some hours without players: the clock goes from alarm to alarm, and processes die meanwhile. The clock jumps
    /// only when everything due has been sent, because Discord forgets a nonce after some minutes.
    async fn idle_period(&mut self) -> anyhow::Result<()> {
        let state = Arc::clone(&self.processes.state);
        let no_player_waits = tokio::time::timeout(Duration::from_secs(8), state.waiting_players.write()).await;
        let Ok(_no_player_waits) = no_player_waits else { return Ok(()) };
        self.counts.idle_periods += 1;
        self.note("idle period").await?;
        for _ in 0..self.rng.random_range(6..12) {
            let (end, mut waited) = (Instant::now() + Duration::from_secs(8), 0);
            while !self.is_idle(state.client.now_ms().await?).await {
                if Instant::now() > end {
                    return Ok(());
                }
                // Backoffs and leases pass, but less time than Discord remembers a nonce.
                if waited < FREEZE_ADVANCE {
                    state.client.advance(4000).await?;
                    waited += 4000;
                }
                self.pause(60, 160).await;
                self.restart_dead().await?;
            }
            state.client.advance(self.rng.random_range(MINUTE..LONGEST_JUMP)).await?;
            self.pause(1, 200).await;
            if self.rng.random_ratio(2, 3) {
                self.kill().await?;
            }
            self.restart_dead().await?;
        }
        Ok(())
    }

    /// Moves the clock while players play, unless a message has been waiting so long that Discord might forget its nonce.
    async fn advance_clock(&mut self, by: i64) -> anyhow::Result<()> {
        let now = self.processes.state.client.now_ms().await?;
        let is_safe = match self.connection().await {
            Some(connection) => matches!(rows::waits_since(connection, now - NONCE_MARGIN).await, Ok(false)),
            None => false,
        };
        if is_safe {
            self.processes.state.client.advance(by).await?;
        } else {
            self.connection = None;
        }
        Ok(())
    }

    async fn fail_database(&mut self) -> anyhow::Result<()> {
        let Some(cluster) = self.cluster else { return self.fail_disk().await };
        self.connection = None;
        self.note("killed the database").await?;
        cluster.kill()?;
        self.counts.database_kills += 1;
        self.pause(50, 1500).await;
        cluster.restart_after_kill()
    }

    /// Makes all writes of a process to files fail for a moment.
    async fn fail_disk(&mut self) -> anyhow::Result<()> {
        let Some(at) = self.pick_online() else { return Ok(()) };
        self.note(format!("the disk of process {} fails", self.running[at].number)).await?;
        self.counts.disk_faults += 1;
        self.running[at].fail_disk(true).await?;
        self.pause(200, 3000).await;
        self.note(format!("the disk of process {} works", self.running[at].number)).await?;
        // It may have died at its crash point meanwhile.
        if self.running[at].has_ended()?.is_none() {
            self.running[at].fail_disk(false).await?;
        }
        Ok(())
    }

    /// Ends the players, removes all faults, restarts dead processes, waits until nothing is left to do, then stops
    /// all processes.
    async fn drain(&mut self, players: &mut JoinSet<()>) -> anyhow::Result<()> {
        let state = Arc::clone(&self.processes.state);
        state.stopping.store(true, Ordering::Relaxed);
        state.client.faults(&json!({})).await?;
        for process in &mut self.running {
            if process.crash_at.is_some() {
                process.kill().await?;
            }
            if process.has_ended()?.is_some() {
                *process = self.processes.start(None)?;
            }
        }
        let end = Instant::now() + DRAIN_LIMIT;
        let all_ended = async { while players.join_next().await.is_some() {} };
        if tokio::time::timeout(DRAIN_LIMIT, all_ended).await.is_err() {
            eprintln!("chaos: a player does not stop");
            players.abort_all();
        }
        // Clean-up follows the last message, so one check is not enough.
        let mut idle_looks = 0;
        while idle_looks < 3 {
            if Instant::now() > end {
                let left = self.pending_work(state.client.now_ms().await?).await;
                eprintln!("chaos: after {DRAIN_LIMIT:?} there is still something to do: {left:?}");
                break;
            }
            // Lets backoffs and leases end.
            state.client.advance(5000).await?;
            tokio::time::sleep(Duration::from_millis(700)).await;
            let is_idle = self.is_idle(state.client.now_ms().await?).await;
            idle_looks = if is_idle { idle_looks + 1 } else { 0 };
        }
        self.counts.ended_at = state.client.now_ms().await?;
        for process in self.running.drain(..) {
            process.stop().await?;
        }
        Ok(())
    }

    /// The connection to the database, opened if necessary; `None` while the database is unavailable.
    async fn connection(&mut self) -> Option<&mut Connection> {
        if self.connection.is_none() {
            self.connection = Connection::open(self.database).await.ok();
        }
        self.connection.as_mut()
    }

    /// The work left; `None` if the database does not answer.
    async fn pending_work(&mut self, now: i64) -> Option<Option<PendingWork>> {
        let pending = self.connection().await?.pending_work(now).await.ok();
        if pending.is_none() {
            self.connection = None;
        }
        pending
    }

    async fn is_idle(&mut self, now: i64) -> bool {
        self.pending_work(now).await == Some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, FaultSchedule};

    #[test]
    fn the_same_seed_gives_the_same_fault_schedule() {
        let schedule = |seed| -> Vec<Fault> { FaultSchedule::new(seed).take(200).map(|(fault, _)| fault).collect() };
        assert_eq!(schedule(7), schedule(7));
        assert_ne!(schedule(7), schedule(8));
    }
}
