//! `sumito bench timers`: the cost of alarms depends on what is due and not on what waits; moves share their flushes.

use crate::clock::Clock as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use clap::Args;
use rules::rng::SeededRng;
use tokio::sync::Notify;

use crate::cli::bench::pgbench::Pgbench;
use crate::cli::bench::{percentile, settings};
use crate::cli::out::print;
use crate::cli::run::runtime;
use crate::cli::{Failure, Outcome};
use crate::clock::ManualClock;
use crate::domain::{Action, Game, GameId, HOUR_MS, Notice, Ply, RequestId, Timestamp, UserId};
use crate::games::Games;
use crate::scheduler::alarms::{FailingGames, round};
use crate::store::{
    BenchGames, CONNECTIONS, Commit, CommitError, Database, DatabaseState, DatabaseUrl, MOST_CONNECTIONS, Store,
};

/// Alarms that ring in each second.
const DUE: u32 = 100;

/// With so few games waiting the same ticks are measured, to compare.
const FEW: u32 = 1_000;

/// When it all begins.
const BEGINNING: Timestamp = Timestamp(1_700_000_000_000);

/// Reminders so many hours before the end of a turn: each game rings once a wave, however few games there are.
const STEPS: [u32; 8] = [40, 35, 30, 25, 20, 15, 10, 5];

/// `sumito bench timers`
#[derive(Debug, Args)]
pub(crate) struct Timers {
    /// Games that wait.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1_000..=10_000_000))]
    games: u32,
    /// Ticks that are measured, each with 100 alarms due.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=80))]
    ticks: u32,
    /// Alarms due at once after an outage.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..=100_000))]
    outage: u32,
    /// People who move at the same time.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    writers: u32,
    /// Seconds for which they move.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// What to measure: `alarms`, `moves`, or both when left out.
    #[arg(long, value_parser = ["alarms", "moves"])]
    only: Option<String>,
    /// A database that is empty, or does not exist: a file is removed in the end, a database of PostgreSQL is yours to drop.
    #[arg(long, default_value = "sqlite://sumito-bench.db")]
    database: String,
    /// Connections to a server, at most.
    #[arg(long, default_value_t = CONNECTIONS, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CONNECTIONS)))]
    connections: u32,
    /// `pgbench`, to measure with it by turns: moves against its transactions (`-N`), with as many clients as there are writers.
    #[arg(long)]
    pgbench: Option<PathBuf>,
}

impl Timers {
    pub(crate) fn run(&self) -> Outcome {
        let url: DatabaseUrl =
            self.database.parse().map_err(|problem| Failure::Input(format!("--database: {problem}")))?;
        let url = url.with_connections(self.connections);
        if self.pgbench.is_some() && !matches!(url, DatabaseUrl::Server(_)) {
            return Err(Failure::Input("--pgbench: it measures a server; name one with --database".to_owned()));
        }
        let due = self.outage + DUE * self.ticks;
        if self.measures("alarms") && self.games < due {
            let (games, outage, ticks) = (self.games, self.outage, self.ticks);
            return Err(Failure::Input(format!(
                "--games: {games} are too few, {due} have to ring: {outage} after an outage (--outage) and {DUE} in each of {ticks} ticks (--ticks)"
            )));
        }
        runtime()?.block_on(self.measure(&url))?;
        Ok(ExitCode::SUCCESS)
    }

    fn measures(&self, what: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == what)
    }

    async fn measure(&self, url: &DatabaseUrl) -> Result<(), Failure> {
        check_unused(url).await?;
        if self.measures("alarms") {
            let few = self.ticks_with(url, FEW).await?;
            let many = self.ticks_with(url, self.games).await?;
            print(format!("{} waiting against {FEW}: {:.2} ×", self.games, many.as_secs_f64() / few.as_secs_f64()))?;
        }
        if self.measures("moves") {
            self.moves(url).await?;
        }
        Ok(())
    }

    /// Fills the database with waiting games, 100 alarms due in each second; returns the median time of a tick. With all games it also catches up.
    async fn ticks_with(&self, url: &DatabaseUrl, games: u32) -> Result<Duration, Failure> {
        let left = i64::from(STEPS[0]) * HOUR_MS;
        let filling = Instant::now();
        let played = games.min(self.outage + DUE * self.ticks);
        let waiting = BenchGames { games, played, moves: some_moves(40)?, first: BEGINNING, apart: 10, left };
        url.fill(waiting).await.context("filling the database")?;
        print(format!("{games} games wait, written in {:.1?}", filling.elapsed()))?;
        let store = url.open().await.context("opening the database")?;
        let alarms = Alarms::over(&store);

        let mut idle = Vec::new();
        for _ in 0..50 {
            idle.push(alarms.run_due_alarms(0).await?);
        }
        let wave = games / DUE;
        let mut times = Vec::new();
        for tick in 0..self.ticks {
            // Where there are not enough games for all ticks, they ring again at their next reminder.
            let at = BEGINNING.plus(i64::from(tick / wave) * 5 * HOUR_MS + i64::from(tick % wave) * 1000 + 990);
            alarms.clock.advance(at.since(alarms.clock.now()));
            times.push(alarms.run_due_alarms(DUE as usize).await?);
        }
        let median = percentile(&mut times, 50);
        print(format!(
            "  a tick with {DUE} due: median {:.1?}, p99 {:.1?}; with nothing due {:.2?}",
            median,
            percentile(&mut times, 99),
            percentile(&mut idle, 50)
        ))?;
        if games > FEW {
            self.catch_up(&alarms).await?;
        }
        drop(alarms);
        empty(url, store).await?;
        Ok(median)
    }

    /// Catches up on the alarms of an outage.
    async fn catch_up(&self, alarms: &Alarms) -> Result<(), Failure> {
        alarms.clock.advance(i64::from(self.outage) * 10);
        let start = Instant::now();
        alarms.run_due_alarms(self.outage as usize).await?;
        let took = start.elapsed();
        print(format!(
            "  after an outage with {} due: all decided and committed in {took:.1?}, {:.0} a second",
            self.outage,
            f64::from(self.outage) / took.as_secs_f64()
        ))
    }

    /// Many people move at once, each in a game of their own, with shared flushes and without, by turns.
    async fn moves(&self, url: &DatabaseUrl) -> Result<(), Failure> {
        let waiting =
            BenchGames { games: FEW, played: 0, moves: Vec::new(), first: BEGINNING, apart: 10, left: HOUR_MS };
        url.fill(waiting).await.context("filling the database")?;
        let pgbench = self.pgbench.as_deref().map(|program| Pgbench::prepare(program, &self.database)).transpose()?;
        let (mut best, mut pgbench_rate) = ([0.0_f64; 2], 0.0_f64);
        for _ in 0..2 {
            if let Some(pgbench) = &pgbench {
                let rate = pgbench.measure(self.writers, self.seconds)?;
                print(format!("{} clients of pgbench -N: {rate:.0} transactions a second", self.writers))?;
                pgbench_rate = pgbench_rate.max(rate);
            }
            for (kind, name) in ["as it is", "each commit by itself"].into_iter().enumerate() {
                let opened = if kind == 0 { url.open().await } else { url.open_without_group_commit().await };
                let store = opened.context("opening the database")?;
                let (rate, mut times) = self.moves_on(&store).await?;
                print(format!(
                    "{} writers, {name}: {rate:.0} durable moves a second, each within {:.1?} (median), {:.1?} (p99)",
                    self.writers,
                    percentile(&mut times, 50),
                    percentile(&mut times, 99)
                ))?;
                best[kind] = best[kind].max(rate);
                store.close().await;
            }
        }
        print(format!("as it is against each commit by itself: {:.2} ×", best[0] / best[1]))?;
        if let Some(pgbench) = pgbench {
            print(format!("as it is against pgbench -N: {:.2} ×", best[0] / pgbench_rate))?;
            pgbench.remove()?;
        }
        let store = url.open().await.context("opening the database")?;
        empty(url, store).await
    }

    async fn moves_on(&self, store: &Arc<dyn Database>) -> anyhow::Result<(f64, Vec<Duration>)> {
        let (stop, number) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(1)));
        let start = Instant::now();
        let writer = |game: i64| {
            let (store, stop, number) = (Arc::clone(store), Arc::clone(&stop), Arc::clone(&number));
            tokio::spawn(async move {
                let mut times = Vec::new();
                let mut record = store.game(GameId(game)).await?.context("a game that was just written")?;
                while !stop.load(Ordering::Relaxed) {
                    let request = RequestId(
                        1 << 62 | rand::random_range(0..1_u64 << 40) << 20 | number.fetch_add(1, Ordering::Relaxed),
                    );
                    let started = Instant::now();
                    let game = &mut record.game;
                    (game.version, game.ply, game.turn.started_at) =
                        (game.version + 1, game.ply + 1, game.turn.started_at.plus(1));
                    store.commit(a_move(game.clone(), request)).await.map_err(|error| match error {
                        CommitError::Store(error) => anyhow::Error::new(error),
                        other => anyhow::anyhow!("{other}"),
                    })?;
                    times.push(started.elapsed());
                }
                anyhow::Ok(times)
            })
        };
        let writers: Vec<_> = (0..self.writers).map(|game| writer(i64::from(game))).collect();
        tokio::time::sleep(Duration::from_secs(self.seconds.into())).await;
        stop.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        for writer in writers {
            times.extend(writer.await??);
        }
        Ok((times.len() as f64 / start.elapsed().as_secs_f64(), times))
    }
}

/// A game that has been played for a while.
pub(super) fn some_moves(plies: usize) -> anyhow::Result<Vec<String>> {
    let mut table = rules::open("abalone")?;
    let mut chance = SeededRng::new(1);
    (0..plies)
        .map(|_| {
            let legal = table.legal_moves();
            ensure!(!legal.is_empty(), "the game is over");
            Ok(table.play(&legal[chance.below(legal.len())])?)
        })
        .collect()
}

/// What a player's move writes.
fn a_move(game: Game, request: RequestId) -> Commit {
    let (user, now) = (UserId(10_000_000), game.turn.started_at);
    let ply = Ply { number: game.ply, notation: "a1b2".to_owned(), played_at: now, user, version: game.version };
    let notices = vec![Notice::Board { ply: game.ply }];
    let plies = vec![ply];
    Commit {
        game,
        request,
        actor: Some(user),
        action: Action::Play,
        seats: None,
        keep: None,
        plies,
        conditional_moves: None,
        detail: None,
        notices,
        reminded: None,
        audit: None,
        now,
    }
}

/// The alarms of a bot on a clock that is moved by hand.
struct Alarms {
    games: Games,
    store: Arc<dyn Database>,
    clock: Arc<ManualClock>,
    failing_games: FailingGames,
}

impl Alarms {
    fn over(store: &Arc<dyn Database>) -> Self {
        let clock = ManualClock::at(BEGINNING.plus(-1));
        let settings = settings(STEPS.to_vec());
        let port: Arc<dyn Store> = Arc::clone(store) as _;
        let games = Games::new(port, Arc::<ManualClock>::clone(&clock), settings, Arc::new(Notify::new()));
        Self { games, store: Arc::clone(store), clock, failing_games: FailingGames::default() }
    }

    /// Runs all due alarms, in as many rounds as it takes and one more; returns the time.
    async fn run_due_alarms(&self, due: usize) -> anyhow::Result<Duration> {
        let start = Instant::now();
        let mut rung = 0;
        loop {
            match round(&self.games, self.store.as_ref(), self.clock.now(), &self.failing_games).await? {
                0 => break,
                some => rung += some,
            }
        }
        let took = start.elapsed();
        let failed = self.failing_games.lock().unwrap_or_else(PoisonError::into_inner).len();
        ensure!(rung == due && failed == 0, "{rung} alarms ran where {due} were due, and {failed} failed");
        Ok(took)
    }
}

/// Refuses a database that exists: what is measured is made anew.
pub(super) async fn check_unused(url: &DatabaseUrl) -> Result<(), Failure> {
    if is_taken(url).await? {
        return Err(Failure::Input(format!("there is a database at {url}: name another one")));
    }
    Ok(())
}

/// Whether something lies there already, be it an empty file: what is measured is deleted at the end.
pub(super) async fn is_taken(url: &DatabaseUrl) -> anyhow::Result<bool> {
    Ok(match url {
        // To look whether a large file is whole takes as long as to read it.
        DatabaseUrl::File(path) => path.exists(),
        DatabaseUrl::Server(_) => url.check().await.context("looking at the database")? != DatabaseState::Nothing,
    })
}

/// Leaves nothing behind where that is possible.
pub(super) async fn empty(url: &DatabaseUrl, store: Arc<dyn Database>) -> Result<(), Failure> {
    store.close().await;
    drop(store);
    Ok(url.remove().await.context("removing what was measured")?)
}
