//! End-to-end test harness: a sandbox in this process, the real binary beside it, and users who act as they would on
//! Discord. Tests see the bot only from outside, except for the address of its database: a SQLite file, or with
//! `SUMITO_TEST_DATABASE=postgres` a PostgreSQL server that the tests start. With `SUMITO_TEST_DELIVERY=http` the bot gets its
//! interactions by signed requests instead of the gateway.

mod bot_process;
pub mod chaos;
pub mod database;
pub mod disk;
pub mod fill;
pub mod load_balancer;
mod messages;
pub mod postgres;
pub mod program;
pub mod prometheus;
mod users;

use std::net::TcpListener;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
pub use fill::{RunningGames, WaitingGames};
use load_balancer::LoadBalancer;
pub use messages::{Answer, control, controls, form_control, game_in, is_private, string, text_of};
use sandbox::client::Client;
use sandbox::{Options, Sandbox};
use tempfile::TempDir;
use tokio::process::Child;
pub use users::{Game, Person, is_board};

pub type TestResult = anyhow::Result<()>;

/// Limit of every wait for something that should happen at once. Generous, because the machine may be busy.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// The minimum number of attempts of [`wait_for`], within five times [`TIMEOUT`]. Each takes long on a busy machine.
const MIN_ATTEMPTS: u32 = 1_500;

pub const MINUTE: i64 = 60_000;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;

/// Reads `SUMITO_TEST_DATABASE`.
pub fn on_postgres() -> bool {
    match std::env::var("SUMITO_TEST_DATABASE").as_deref() {
        Ok("postgres") => true,
        Err(_) | Ok("" | "sqlite") => false,
        Ok(other) => panic!("SUMITO_TEST_DATABASE={other}: expected `sqlite` or `postgres`"),
    }
}

/// Reads `SUMITO_TEST_DELIVERY`.
pub fn by_http() -> bool {
    match std::env::var("SUMITO_TEST_DELIVERY").as_deref() {
        Ok("http") => true,
        Err(_) | Ok("" | "gateway") => false,
        Ok(other) => panic!("SUMITO_TEST_DELIVERY={other}: expected `gateway` or `http`"),
    }
}

/// Repeats `attempt` until it returns something. Fails with `what` after [`TIMEOUT`] and many attempts.
pub async fn wait_for<T>(what: &str, attempt: impl AsyncFn() -> anyhow::Result<Option<T>>) -> anyhow::Result<T> {
    let start = Instant::now();
    let mut attempts = 0;
    loop {
        if let Some(found) = attempt().await? {
            return Ok(found);
        }
        attempts += 1;
        let waited = start.elapsed();
        if waited > 5 * TIMEOUT || attempts >= MIN_ATTEMPTS && waited > TIMEOUT {
            bail!("waited {waited:.0?} in vain for {what}");
        }
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
}

/// A sandbox, the bot, and a folder for its files.
pub struct Harness {
    pub sandbox: Sandbox,
    /// Id of the channel where the users play.
    pub games: String,
    pub client: Client,
    bot: Option<Child>,
    folder: TempDir,
    database: String,
    /// The endpoint for Discord's interactions; `None` if they come through the gateway.
    load_balancer: Option<LoadBalancer>,
    settings: Vec<(String, String)>,
}

impl Harness {
    /// `name` is the name of the file with the recorded traffic.
    pub async fn start(name: &str) -> anyhow::Result<Self> {
        Self::start_with(name, &[]).await
    }

    /// `settings` are environment variables of the bot.
    pub async fn start_with(name: &str, settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        Self::start_on(name, settings, on_postgres(), by_http()).await
    }

    /// Starts with interactions through the gateway, whatever the environment says.
    pub async fn start_by_gateway(name: &str) -> anyhow::Result<Self> {
        Self::start_on(name, &[], on_postgres(), false).await
    }

    pub async fn start_by_gateway_with(name: &str, settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        Self::start_on(name, settings, on_postgres(), false).await
    }

    /// Starts with interactions over HTTP, whatever the environment says.
    pub async fn start_by_http(name: &str) -> anyhow::Result<Self> {
        Self::start_on(name, &[], on_postgres(), true).await
    }

    pub async fn start_on_postgres_by_http(name: &str) -> anyhow::Result<Self> {
        Self::start_on(name, &[], true, true).await
    }

    pub async fn start_on_sqlite(name: &str) -> anyhow::Result<Self> {
        Self::start_on(name, &[], false, by_http()).await
    }

    /// Starts with the gateway, pages and an Activity.
    pub async fn start_with_activity(name: &str) -> anyhow::Result<Self> {
        let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let pages = format!("http://{free}");
        let settings = [("SUMITO__HTTP__LISTEN", &*free), ("SUMITO__HTTP__PUBLIC_URL", &*pages)];
        Self::start_showing(name, &settings, on_postgres(), false, Some(pages.clone())).await
    }

    /// The address of the pages, of a harness that has them.
    pub fn pages(&self) -> anyhow::Result<&str> {
        let setting = self.settings.iter().find(|(key, _)| key == "SUMITO__HTTP__PUBLIC_URL");
        setting.map(|(_, url)| &**url).context("no pages")
    }

    async fn start_on(name: &str, settings: &[(&str, &str)], on_postgres: bool, by_http: bool) -> anyhow::Result<Self> {
        Self::start_showing(name, settings, on_postgres, by_http, None).await
    }

    /// `pages`: the pages that Discord shows as an Activity.
    async fn start_showing(
        name: &str,
        settings: &[(&str, &str)],
        on_postgres: bool,
        by_http: bool,
        pages: Option<String>,
    ) -> anyhow::Result<Self> {
        let record = std::env::var_os("SUMITO_TRAFFIC")
            .map(|folder| PathBuf::from(folder).join(format!("{name}-{}.jsonl", std::process::id())));
        let options = Options {
            listen: "127.0.0.1:0".parse()?,
            bot_name: "Sumito".to_owned(),
            record,
            strict_rate_limits: true,
            redirects: pages.iter().map(|pages| format!("{pages}/sign-in/callback")).collect(),
            pages,
            ..Options::default()
        };
        let sandbox = Sandbox::start(options).await?;
        let folder = tempfile::tempdir()?;
        let database = if on_postgres {
            postgres::Cluster::shared()?.database()?
        } else {
            format!("sqlite://{}", folder.path().join("sumito.db").display())
        };
        let client = sandbox.client();
        let games = client.channel("games").await?;
        let mut harness = Self {
            sandbox,
            games,
            client,
            bot: None,
            folder,
            database,
            load_balancer: if by_http { Some(LoadBalancer::start().await?) } else { None },
            settings: settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        };
        harness.start_bot(&[]).await?;
        Ok(harness)
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("--- the bot's log ---\n{}", self.bot_log());
        }
    }
}

/// The moves of the final of the 2015 world championship; the file names its source.
pub fn world_championship_final() -> Vec<String> {
    let text = include_str!("../data/final-2015.txt");
    text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).map(str::to_owned).collect()
}
