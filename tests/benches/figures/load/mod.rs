//! The share of requests answered in time under overload. Interactions come in as JSON and end in a Discord that only
//! counts; between the two is the program itself, with its database, its pictures and its outbox.

mod discord;
mod measured;
mod mix;
mod people;
mod readers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use base::clock::{Clock as _, SystemClock};
use base::metrics::resident_memory;
use clap::Args;
use games::store::{DatabaseUrl, Store};
use tests::RunningGames;
use tests::database::Connection;
use tokio_util::sync::CancellationToken;

use crate::load::measured::{COLUMNS, HEAD, Row};
use crate::load::mix::Mix;
use crate::load::people::{Habits, Offer, People, Share};
use crate::load::readers::Readers;
use crate::{Place, create_tables, some_moves};

/// People waiting for an answer at a time while the maximum throughput is measured.
const AT_ONCE: usize = 64;

/// Moves of a game, few enough that it is not over.
const PLIES: usize = 150;

/// The first requests fill caches.
const WARM_UP: Duration = Duration::from_secs(5);

#[derive(Debug, Args)]
pub(crate) struct Load {
    /// Games that are being played: each has 20 to 40 moves and an alarm, and each person plays 40 of them.
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    games: u32,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// The loads to offer, as multiples of the highest rate that is served.
    #[arg(long, value_delimiter = ',', default_values_t = [0.5, 1.0, 2.0, 3.0])]
    loads: Vec<f64>,
    /// The rates to offer, in requests a second, instead of `loads`; the highest rate is not measured first. Prints a table in Markdown.
    #[arg(long, value_delimiter = ',', conflicts_with = "loads", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rates: Vec<u32>,
    /// The mix of requests: the shares of moves, pictures of boards, lists of games, and challenges.
    #[arg(long, default_value = "move=100")]
    mix: Mix,
    /// Milliseconds that Discord takes for each request.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=1_000))]
    latency: u64,
    /// How many of a hundred moves come from outside the game's thread. They are answered with a picture; the others with one line.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=100))]
    elsewhere: u64,
    /// The part of the games that this process plays in, where several share one PostgreSQL, as behind a load balancer: `0/4`, `1/4` …
    /// They share what Discord allows, too.
    #[arg(long, default_value = "0/1")]
    share: Share,
    /// Pages of games for browsers that are asked for each second beside each of the `rates`, which is measured without them first.
    #[arg(long, requires = "rates", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pages: Option<u32>,
    /// Open pages that follow games: prints the memory of each. Each takes two files of this process.
    #[arg(long)]
    followers: Option<usize>,
    /// How often the page of a person's 40 games is read: prints its processor time and bytes.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    lists: Option<u32>,
    #[command(flatten)]
    place: Place,
}

impl Load {
    pub(crate) async fn run(&self) -> anyhow::Result<()> {
        let (address, _folder) = self.place.find()?;
        let store = self.prepare(&address).await?;
        let cancel = CancellationToken::new();
        let latency = Duration::from_millis(self.latency);
        let habits = Habits { mix: self.mix.clone(), elsewhere: self.elsewhere, latency, share: self.share };
        let plies = plies(&address, self.games).await?;
        let mut people = People::begin(&store, self.games, plies, some_moves(PLIES)?, habits, &cancel).await?;
        let readers = Readers::begin(people.app(), self.games, &cancel).await?;
        if let Some(followers) = self.followers {
            let bytes = readers.memory_of_followers(followers).await?;
            println!("memory of each of {followers} pages that follow a game: {:.1} KB", bytes as f64 / 1e3);
        } else if let Some(count) = self.lists {
            readers.read_lists(people.app().games, count).await?;
        } else if self.rates.is_empty() {
            self.multiples(&mut people).await?;
        } else {
            self.rows(&address, &store, &mut people, &readers).await?;
        }
        cancel.cancel();
        drop(readers);
        people.end().await?;
        store.close().await;
        Ok(())
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds.into())
    }

    /// The database with its games, filled now or by an earlier run.
    async fn prepare(&self, address: &str) -> anyhow::Result<Arc<Store>> {
        let url: DatabaseUrl = address.parse()?;
        let began = Instant::now();
        let mut connection = match create_tables(&url).await {
            Ok(store) => {
                store.close().await;
                let mut filling = Connection::open(address).await?;
                let (moves, now) = (some_moves(RunningGames::MOST_MOVES)?, SystemClock.now().0);
                filling.fill_running(RunningGames { games: self.games, moves: &moves, now }).await?;
                filling.run("insert into guild select distinct guild_id, '{\"web\":\"linked\"}' from game").await?;
                println!("{} games written in {:.1?}", self.games, began.elapsed());
                filling
            }
            Err(_) => Connection::open(address).await?,
        };
        // Refuses a database with other people's games.
        let filled = connection.count("game", "challenger >= 1000 and challenger < 1000000").await?;
        ensure!(
            filled >= self.games.into(),
            "there are {filled} games of an earlier run in {url}: name another database"
        );
        connection.close().await?;
        url.open().await.context("opening the database")
    }

    /// Measures multiples of the maximum throughput.
    async fn multiples(&self, people: &mut People) -> anyhow::Result<()> {
        let time = self.time();
        people.offer(Offer::AtOnce(AT_ONCE), time).await?;
        let most = people.offer(Offer::AtOnce(AT_ONCE), time).await?.in_time() / time.as_secs_f64();
        println!("the most that is served, {AT_ONCE} at once: {most:.0} a second");
        println!("    load  of the most  {COLUMNS}");
        for load in &self.loads {
            let measured = people.offer(Offer::PerSecond(most * load), time).await?;
            let share = 100.0 * measured.in_time() / time.as_secs_f64() / most;
            println!("{load:>7.2}×{share:>11.0} %  {}", measured.line(time));
        }
        if let Some(resident) = resident_memory() {
            println!("memory, with the people who move: {:.0} MB", resident as f64 / 1e6);
        }
        Ok(())
    }

    /// Measures the table of the rates.
    async fn rows(
        &self,
        address: &str,
        store: &Arc<Store>,
        people: &mut People,
        readers: &Readers,
    ) -> anyhow::Result<()> {
        let time = self.time();
        let mut offer = async |rate: u32, time| people.offer(Offer::PerSecond(rate.into()), time).await;
        if let Some(rate) = self.rates.first() {
            let warm_up = time.min(WARM_UP);
            tokio::try_join!(offer(*rate, warm_up), readers.read(self.pages.unwrap_or(1), warm_up))?;
        }
        println!("{HEAD}");
        let mut connection = Connection::open(address).await?;
        for rate in &self.rates {
            connection.run("delete from outbox").await.context("making the outbox empty")?;
            let measured = offer(*rate, time).await?;
            let backlog = store.outbox_backlog().await.context("looking at the outbox")?;
            let now = SystemClock.now();
            let oldest = backlog.oldest.map_or(0, |oldest| now.since(oldest).max(0));
            let row = Row {
                games: self.games,
                engine: if address.starts_with("sqlite") { "SQLite" } else { "PostgreSQL" },
                time,
                measured: &measured,
                waiting: backlog.waiting,
                oldest: Duration::from_millis(oldest.unsigned_abs()),
            };
            println!("{}", row.line());
            if let Some(pages) = self.pages {
                let (measured, read) = tokio::try_join!(offer(*rate, time), readers.read(pages, time))?;
                println!("with {pages} pages a second: {COLUMNS}\n{:>24}{}", "", measured.line(time));
                println!("pages: median {:.1?}, p99 {:.1?}", read.percentile(50), read.percentile(99));
            }
        }
        Ok(())
    }
}

/// The number of moves in each game, from this or an earlier run; `None` for a game that is not running.
async fn plies(address: &str, games: u32) -> anyhow::Result<Vec<Option<u32>>> {
    let mut connection = Connection::open(address).await?;
    let mut plies = vec![None; games as usize];
    let running = format!("where phase = 'playing' and game_id >= 0 and game_id < {games}");
    for row in connection.rows("game", &["game_id", "ply"], &running).await? {
        let [Some(game), Some(ply)] = row.as_slice() else { continue };
        plies[game.parse::<usize>()?] = Some(ply.parse()?);
    }
    connection.close().await?;
    Ok(plies)
}
