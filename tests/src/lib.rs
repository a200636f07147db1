//! The stage for stories: a sandbox in this process, the real binary beside it, and people who use both as they would use
//! Discord. Nothing here looks inside the bot, except for the address of its database: a file, or, with `SUMITO_STORIES_ON=postgres`,
//! a PostgreSQL of the tests' own.

pub mod chaos;
mod host;
pub mod memory;
mod messages;
mod people;
pub mod postgres;
pub mod program;

use std::path::PathBuf;
use std::time::Duration;

pub use messages::{Answer, control, controls, string, text_of};
pub use people::{Game, Person};
use sandbox::{Options, Sandbox};
use tempfile::TempDir;
use tokio::process::Child;

/// How long a story waits for something that should happen at once. Generous: the machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Do the stories of this run keep their games in PostgreSQL?
pub fn on_postgres() -> bool {
    match std::env::var("SUMITO_STORIES_ON").as_deref() {
        Ok("postgres") => true,
        Err(_) | Ok("" | "sqlite") => false,
        Ok(other) => panic!("SUMITO_STORIES_ON={other}: say `sqlite` or `postgres`"),
    }
}

/// One minute in milliseconds.
pub const MINUTE: i64 = 60_000;
/// One hour in milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// One day in milliseconds.
pub const DAY: i64 = 24 * HOUR;

/// A sandbox, the bot, and a folder for its memory.
pub struct Stage {
    /// The Discord of this story.
    pub sandbox: Sandbox,
    /// The channel where people play.
    pub games: String,
    http: reqwest::Client,
    bot: Option<Child>,
    folder: TempDir,
    database: String,
    settings: Vec<(String, String)>,
}

impl Stage {
    /// Opens a sandbox and starts the bot in it.
    pub async fn open(name: &str) -> anyhow::Result<Self> {
        Self::open_with(name, &[]).await
    }

    /// The same with settings of the bot, as environment variables.
    pub async fn open_with(name: &str, settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        Self::open_in(name, settings, on_postgres()).await
    }

    /// The same with its games in PostgreSQL, whatever the other stories do.
    pub async fn open_on_postgres(name: &str) -> anyhow::Result<Self> {
        Self::open_in(name, &[], true).await
    }

    /// The same with its games in a file.
    pub async fn open_in_a_file(name: &str) -> anyhow::Result<Self> {
        Self::open_in(name, &[], false).await
    }

    async fn open_in(name: &str, settings: &[(&str, &str)], on_postgres: bool) -> anyhow::Result<Self> {
        let record = std::env::var_os("SUMITO_TRAFFIC")
            .map(|folder| PathBuf::from(folder).join(format!("{name}-{}.jsonl", std::process::id())));
        let options =
            Options { listen: "127.0.0.1:0".parse()?, bot_name: "Sumito".to_owned(), record, ..Options::default() };
        let sandbox = Sandbox::start(options).await?;
        let folder = tempfile::tempdir()?;
        let database = if on_postgres {
            postgres::Cluster::shared()?.database()?
        } else {
            format!("sqlite://{}", folder.path().join("sumito.db").display())
        };
        let mut stage = Self {
            sandbox,
            games: String::new(),
            http: reqwest::Client::new(),
            bot: None,
            folder,
            database,
            settings: settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        };
        stage.games = stage.channel_named("games").await?;
        stage.start_bot(&[]).await?;
        Ok(stage)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // A failing story shows what the bot said.
        if std::thread::panicking() {
            eprintln!("--- the bot's log ---\n{}", self.bot_log());
        }
    }
}

/// The moves of the final of the 2015 world championship; the source is named in the file.
pub fn world_championship_final() -> Vec<String> {
    let text = include_str!("../data/final-2015.txt");
    text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).map(str::to_owned).collect()
}
