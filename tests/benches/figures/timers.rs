//! The cost of alarms depends on the number due and not on the number waiting; moves share their flushes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use base::clock::{Clock as _, ManualClock};
use bot::features::alarms;
use clap::Args;
use games::Games;
use games::domain::{Action, Game, GameId, HOUR_MS, Notice, Ply, RequestId, Timestamp, UserId};
use games::jobs::run_due;
use games::store::{Commit, CommitError, DatabaseUrl, JobKind, Store};
use tempfile::TempDir;
use tests::WaitingGames;
use tests::database::Connection;
use tokio::sync::Notify;

use crate::{Place, create_tables, percentile, settings, some_moves};

/// Alarms due in each second.
const DUE: u32 = 100;

/// Measured ticks, each with these alarms.
const TICKS: u32 = 30;

/// Alarms due at once after an outage.
const OUTAGE: u32 = 10_000;

/// People who move at the same time.
const WRITERS: u32 = 64;

/// The same ticks are measured with this few waiting games, for comparison.
const FEW: u32 = 1_000;

/// The beginning of the simulated time.
const BEGINNING: Timestamp = Timestamp(1_700_000_000_000);

/// Reminders this many hours before the end of a turn: each game has an alarm per wave, however few games there are.
const STEPS: [u32; 8] = [40, 35, 30, 25, 20, 15, 10, 5];

#[derive(Debug, Args)]
pub(crate) struct Timers {
    /// Games that wait.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(13_000..=10_000_000))]
    games: u32,
    /// The figures to measure: `alarms`, `moves`, or both when left out.
    #[arg(long, value_parser = ["alarms", "moves"])]
    only: Option<String>,
    #[command(flatten)]
    place: Place,
}

impl Timers {
    pub(crate) async fn run(&self) -> anyhow::Result<()> {
        if self.measures("alarms") {
            let few = self.ticks_with(FEW).await?;
            let many = self.ticks_with(self.games).await?;
            println!("{} waiting against {FEW}: {:.2} ×", self.games, many.as_secs_f64() / few.as_secs_f64());
        }
        if self.measures("moves") { self.moves().await } else { Ok(()) }
    }

    /// Opens a database with these games.
    async fn fill(&self, waiting: WaitingGames<'_>) -> anyhow::Result<(Arc<Store>, Option<TempDir>)> {
        let (address, folder) = self.place.find()?;
        let url = address.parse::<DatabaseUrl>()?;
        create_tables(&url).await?.close().await;
        let mut filling = Connection::open(&address).await?;
        filling.fill_waiting(waiting).await.context("filling the database")?;
        filling.close().await?;
        Ok((url.open().await?, folder))
    }

    /// Leaves nothing for the next measurement.
    async fn empty(&self, store: Arc<Store>) -> anyhow::Result<()> {
        store.close().await;
        let Some(address) = &self.place.database else { return Ok(()) };
        let mut emptying = Connection::open(address).await?;
        for table in ["outbox", "event", "ply", "seat", "game"] {
            emptying.run(&format!("delete from {table}")).await?;
        }
        emptying.close().await
    }

    fn measures(&self, what: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == what)
    }

    /// Fills the database with waiting games, 100 alarms due in each second; returns the median time of a tick. With
    /// all games, also catches up after an outage.
    async fn ticks_with(&self, games: u32) -> anyhow::Result<Duration> {
        let left = i64::from(STEPS[0]) * HOUR_MS;
        let filling = Instant::now();
        let played = games.min(OUTAGE + DUE * TICKS);
        let moves = some_moves(40)?;
        let waiting = WaitingGames { games, played, moves: &moves, first: BEGINNING.0, apart: 10, left };
        let (store, _folder) = self.fill(waiting).await?;
        println!("{games} games wait, written in {:.1?}", filling.elapsed());
        let alarms = Alarms::over(&store);

        let mut idle = Vec::new();
        for _ in 0..50 {
            idle.push(alarms.run_due_alarms(0).await?);
        }
        let wave = games / DUE;
        let mut times = Vec::new();
        for tick in 0..TICKS {
            // If there are not enough games for all ticks, their next reminders are used.
            let at = BEGINNING.plus(i64::from(tick / wave) * 5 * HOUR_MS + i64::from(tick % wave) * 1000 + 990);
            alarms.clock.advance(at.since(alarms.clock.now()));
            times.push(alarms.run_due_alarms(DUE as usize).await?);
        }
        let median = percentile(&mut times, 50);
        println!(
            "  a tick with {DUE} due: median {:.1?}, p99 {:.1?}; with nothing due {:.2?}",
            median,
            percentile(&mut times, 99),
            percentile(&mut idle, 50)
        );
        if games > FEW {
            Self::catch_up(&alarms).await?;
        }
        drop(alarms);
        self.empty(store).await?;
        Ok(median)
    }

    /// Catches up on the alarms of an outage.
    async fn catch_up(alarms: &Alarms) -> anyhow::Result<()> {
        alarms.clock.advance(i64::from(OUTAGE) * 10);
        let start = Instant::now();
        alarms.run_due_alarms(OUTAGE as usize).await?;
        let took = start.elapsed();
        println!(
            "  after an outage with {} due: all decided and committed in {took:.1?}, {:.0} a second",
            OUTAGE,
            f64::from(OUTAGE) / took.as_secs_f64()
        );
        Ok(())
    }

    /// Many people move at once, each in a game of their own.
    async fn moves(&self) -> anyhow::Result<()> {
        let waiting = WaitingGames { games: FEW, played: 0, moves: &[], first: BEGINNING.0, apart: 10, left: HOUR_MS };
        let (store, _folder) = self.fill(waiting).await?;
        for _ in 0..2 {
            let (rate, mut times) = Self::moves_on(&store).await?;
            println!(
                "{} writers: {rate:.0} durable moves a second, each within {:.1?} (median), {:.1?} (p99)",
                WRITERS,
                percentile(&mut times, 50),
                percentile(&mut times, 99)
            );
        }
        self.empty(store).await
    }

    async fn moves_on(store: &Arc<Store>) -> anyhow::Result<(f64, Vec<Duration>)> {
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
        let writers: Vec<_> = (0..WRITERS).map(|game| writer(i64::from(game))).collect();
        tokio::time::sleep(Duration::from_secs(4)).await;
        stop.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        for writer in writers {
            times.extend(writer.await??);
        }
        Ok((times.len() as f64 / start.elapsed().as_secs_f64(), times))
    }
}

/// The commit of a player's move.
fn a_move(game: Game, request: RequestId) -> Commit {
    let (user, now) = (UserId(10_000_000), game.turn.started_at);
    let ply = Ply {
        number: game.ply,
        notation: "a1b2".to_owned(),
        played_at: now,
        player: user.into(),
        version: game.version,
    };
    let notices = vec![Notice::Board { ply: game.ply }];
    Commit { plies: vec![ply], notices, ..Commit::of(game, request, Some(user), Action::Play, now) }
}

/// The alarms of a bot on a manual clock.
struct Alarms {
    games: Games,
    store: Arc<Store>,
    clock: Arc<ManualClock>,
    work: alarms::Alarms,
}

impl Alarms {
    fn over(store: &Arc<Store>) -> Self {
        let clock = ManualClock::at(BEGINNING.plus(-1));
        let settings = settings(STEPS.to_vec());
        let port: Arc<Store> = Arc::clone(store) as _;
        let games = Games::new(port, Arc::<ManualClock>::clone(&clock), settings, Arc::new(Notify::new()));
        Self { games, store: Arc::clone(store), clock, work: alarms::Alarms::default() }
    }

    /// Runs all due alarms, in as many rounds as necessary and one more; returns the time.
    async fn run_due_alarms(&self, due: usize) -> anyhow::Result<Duration> {
        let start = Instant::now();
        let mut rung = 0;
        loop {
            let next = self.store.next_jobs(&[JobKind::Alarm]).await?;
            if next.iter().all(|(_, at)| *at > self.clock.now()) {
                break;
            }
            rung += run_due(&self.games, &self.work).await?;
        }
        let took = start.elapsed();
        let failed = self.work.failing_games.lock().unwrap_or_else(PoisonError::into_inner).len();
        ensure!(rung == due && failed == 0, "{rung} alarms ran where {due} were due, and {failed} failed");
        Ok(took)
    }
}
