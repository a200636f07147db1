//! `sumito bench load`: how much is answered in time where more comes than can be served. Interactions come in as JSON and end in a
//! Discord that only counts; what lies between is the program itself, with its database, its pictures and its outbox.

mod discord;
mod measured;
mod mix;
mod people;
mod processes;

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio_util::sync::CancellationToken;

use crate::cli::bench::load::measured::{COLUMNS, HEAD, Measured, Row};
use crate::cli::bench::load::mix::Mix;
use crate::cli::bench::load::people::{Habits, Offer, People, Share};
use crate::cli::bench::load::processes::{Processes, READY, ordered};
use crate::cli::bench::timers::{empty, is_taken, some_moves};
use crate::cli::out::{Progress, print};
use crate::cli::run::runtime;
use crate::cli::{Failure, Outcome};
use crate::clock::{Clock as _, SystemClock};
use crate::metrics::resident_memory;
use crate::store::{DatabaseUrl, FilledDatabase, RunningGames};

/// People who wait for an answer at the same time while the most that can be served is measured.
const AT_ONCE: usize = 64;

/// Moves of a game: with these it is not over.
const PLIES: usize = 150;

/// The first requests fill caches.
const WARM_UP: Duration = Duration::from_secs(5);

/// Says in the database that this command has filled it, and with how many games.
const FILLED: &str = "bench-load-games";

/// `sumito bench load`
#[derive(Debug, Args)]
pub(crate) struct Load {
    /// Games that are being played: each has 20 to 40 moves and an alarm, and each person plays 40 of them.
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    games: u32,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// What is offered, as multiples of the most that can be served.
    #[arg(long, value_delimiter = ',', default_values_t = [0.5, 1.0, 2.0, 3.0])]
    loads: Vec<f64>,
    /// What is offered, in requests a second, instead of `loads`: how much can be served is not measured first. Prints a table in Markdown.
    #[arg(long, value_delimiter = ',', conflicts_with = "loads", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rates: Vec<u32>,
    /// What is asked for: the shares of moves, pictures of boards, lists of games, and challenges.
    #[arg(long, default_value = "move=100")]
    mix: Mix,
    /// Processes that share the requests and one PostgreSQL, as behind a load balancer. They share what Discord allows, too.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    processes: u32,
    /// Milliseconds that Discord takes for each request.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=1_000))]
    latency: u64,
    /// How many of a hundred moves come from outside the game's thread. They are answered with a picture; the others with one line.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=100))]
    elsewhere: u64,
    /// A database that is empty, or does not exist: a file is removed in the end, a database of PostgreSQL is yours to drop.
    #[arg(long, default_value = "sqlite://sumito-bench.db")]
    database: String,
    /// Keeps the database, and takes it again where this command has filled it with as many games.
    #[arg(long)]
    keep: bool,
    /// One of several processes: it takes rates from its input and reports in JSON.
    #[arg(long, hide = true)]
    share: Option<Share>,
}

impl Load {
    pub(crate) fn run(&self) -> Outcome {
        let url: DatabaseUrl =
            self.database.parse().map_err(|problem| Failure::Input(format!("--database: {problem}")))?;
        if let Some(load) = self.loads.iter().find(|load| !(0.01..=100.0).contains(*load)) {
            return Err(Failure::Input(format!("--loads: {load} is not from 0.01 to 100")));
        }
        if self.processes > 1 && matches!(url, DatabaseUrl::File(_)) {
            let problem = "--processes: a file is for one process; name a PostgreSQL with --database";
            return Err(Failure::Input(problem.to_owned()));
        }
        if self.processes > 1 && self.rates.is_empty() {
            return Err(Failure::Input("--processes: say what is offered to several of them with --rates".to_owned()));
        }
        if let Some(share) = self.share {
            runtime()?.block_on(self.serve(&url, share))?;
        } else {
            runtime()?.block_on(self.measure(&url))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds.into())
    }

    fn habits(&self, share: Share) -> Habits {
        let latency = Duration::from_millis(self.latency);
        Habits { mix: self.mix.clone(), elsewhere: self.elsewhere, latency, share }
    }

    async fn measure(&self, url: &DatabaseUrl) -> Result<(), Failure> {
        let store = self.prepare(url).await?;
        if self.processes > 1 {
            let mut processes = Processes::start(self.processes, &self.arguments()).await?;
            self.rows(url, &store, async |rate, time| processes.offer(rate, time).await).await?;
            processes.end().await?;
        } else {
            let cancel = CancellationToken::new();
            let habits = self.habits(Share::ALL);
            let mut people = People::begin(&store, self.games, some_moves(PLIES)?, habits, &cancel).await?;
            if self.rates.is_empty() {
                self.multiples(&mut people).await?;
            } else {
                let offer = async |rate, time| people.offer(Offer::PerSecond(rate), time).await;
                self.rows(url, &store, offer).await?;
            }
            cancel.cancel();
            people.end().await?;
        }
        if self.keep {
            store.close().await;
            return Ok(());
        }
        store.set_note(FILLED, "").await.context("noting that the games go")?;
        empty(url, store).await
    }

    /// The database with its games, filled now or by an earlier run.
    async fn prepare(&self, url: &DatabaseUrl) -> Result<Arc<dyn FilledDatabase>, Failure> {
        let exists = is_taken(url).await?;
        if exists && !self.keep {
            return Err(Failure::Input(format!(
                "there is a database at {url}: name another one, or take what this command has kept with --keep"
            )));
        }
        if !exists {
            self.fill(url).await?;
        }
        let began = Instant::now();
        let store = url.open_filled().await.context("opening the database")?;
        let took = began.elapsed();
        if exists {
            let filled = store.note(FILLED).await.context("looking at the database")?;
            let problem = match filled.and_then(|games| games.parse::<u32>().ok()) {
                Some(games) if games == self.games => {
                    print(format!("{games} games, opened in {took:.1?}"))?;
                    return Ok(store);
                }
                Some(games) => format!("the database at {url} has {games} games: ask for as many with --games"),
                None => format!("the database at {url} was not filled by this command: name another one"),
            };
            store.close().await;
            return Err(Failure::Input(problem));
        }
        store.set_note(FILLED, &self.games.to_string()).await.context("noting how many games there are")?;
        Ok(store)
    }

    async fn fill(&self, url: &DatabaseUrl) -> Result<(), Failure> {
        let began = Instant::now();
        let progress = Mutex::new(Progress::new("games written"));
        let show = |games: u32| {
            let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.show_of(games.into(), self.games.into());
        };
        let moves = some_moves(RunningGames::MOST_MOVES)?;
        let running = RunningGames { games: self.games, moves, now: SystemClock.now() };
        let filled = url.fill_running(&running, &show).await;
        progress.lock().unwrap_or_else(PoisonError::into_inner).finish();
        if let Err(problem) = filled {
            // Half a database is of no use.
            let _ = url.remove().await;
            return Err(anyhow::Error::new(problem).context("filling the database").into());
        }
        print(format!("{} games written in {:.1?}", self.games, began.elapsed()))
    }

    /// The arguments of one of several processes, without its share.
    fn arguments(&self) -> Vec<String> {
        let named = [
            ("--games", self.games.to_string()),
            ("--seconds", self.seconds.to_string()),
            ("--mix", self.mix.to_string()),
            ("--latency", self.latency.to_string()),
            ("--elsewhere", self.elsewhere.to_string()),
            ("--database", self.database.clone()),
        ];
        let named = named.into_iter().flat_map(|(name, value)| [name.to_owned(), value]);
        ["bench", "load"].map(str::to_owned).into_iter().chain(named).collect()
    }

    /// Is one of several processes, until its input ends.
    async fn serve(&self, url: &DatabaseUrl, share: Share) -> Result<(), Failure> {
        let store = url.open_filled().await.context("opening the database")?;
        // Nobody's own games are played on.
        let filled = store.note(FILLED).await.context("looking at the database")?;
        if filled != Some(self.games.to_string()) {
            return Err(Failure::Input(format!("the database at {url} was not filled by this command")));
        }
        let cancel = CancellationToken::new();
        let mut people = People::begin(&store, self.games, some_moves(PLIES)?, self.habits(share), &cancel).await?;
        print(READY)?;
        let mut orders = BufReader::new(tokio::io::stdin()).lines();
        while let Some(order) = orders.next_line().await.context("reading an order")? {
            let (rate, time) = ordered(&order).context("an order is a rate and seconds")?;
            let measured = people.offer(Offer::PerSecond(rate), time).await?;
            print(serde_json::to_string(&measured).context("writing a report")?)?;
        }
        cancel.cancel();
        people.end().await?;
        store.close().await;
        Ok(())
    }

    /// Multiples of the most that is served.
    async fn multiples(&self, people: &mut People) -> Result<(), Failure> {
        let time = self.time();
        people.offer(Offer::AtOnce(AT_ONCE), time).await?;
        let most = people.offer(Offer::AtOnce(AT_ONCE), time).await?.in_time() / time.as_secs_f64();
        print(format!("the most that is served, {AT_ONCE} at once: {most:.0} a second"))?;
        print(format!("    load  of the most  {COLUMNS}"))?;
        for load in &self.loads {
            let measured = people.offer(Offer::PerSecond(most * load), time).await?;
            let share = 100.0 * measured.in_time() / time.as_secs_f64() / most;
            print(format!("{load:>7.2}×{share:>11.0} %  {}", measured.line(time)))?;
        }
        if let Some(resident) = resident_memory() {
            print(format!("memory, with the people who move: {:.0} MB", resident as f64 / 1e6))?;
        }
        Ok(())
    }

    /// The table of the rates.
    async fn rows(
        &self,
        url: &DatabaseUrl,
        store: &Arc<dyn FilledDatabase>,
        mut offer: impl AsyncFnMut(f64, Duration) -> anyhow::Result<Measured>,
    ) -> Result<(), Failure> {
        let time = self.time();
        if let Some(rate) = self.rates.first() {
            offer((*rate).into(), time.min(WARM_UP)).await?;
        }
        print(HEAD)?;
        for rate in &self.rates {
            store.discard_messages().await.context("making the outbox empty")?;
            let measured = offer((*rate).into(), time).await?;
            let backlog = store.outbox_backlog().await.context("looking at the outbox")?;
            let now = SystemClock.now();
            let oldest = backlog.oldest.map_or(0, |oldest| now.since(oldest).max(0));
            let row = Row {
                games: self.games,
                engine: if matches!(url, DatabaseUrl::File(_)) { "SQLite" } else { "PostgreSQL" },
                processes: self.processes,
                time,
                measured: &measured,
                waiting: backlog.waiting,
                oldest: Duration::from_millis(oldest.unsigned_abs()),
                database: store.size().await.context("measuring the database")?,
            };
            print(row.line())?;
        }
        Ok(())
    }
}
