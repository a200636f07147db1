//! `sumito db`: database commands for a host.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Subcommand;
use games::domain::{GameId, GameRecord};
use games::replay::consistency;
use games::store::backup::{self, BackupStep, BackupSteps};
use games::store::{Copied, DatabaseUrl, Store, StoreError};

use crate::cli::out::{one_line, print, progress};
use crate::cli::run::root::refuse_root;
use crate::cli::run::{bad_settings, database_of, load, on_database, require_database, runtime, usable};
use crate::cli::{CommandResult, ConfigFile, Failure};
use crate::config::Config;

const PAGE_SIZE: u32 = 1000;

#[derive(Debug, Subcommand)]
pub(crate) enum Db {
    /// Makes the tables, or brings them up to date, as every start does.
    Migrate(ConfigFile),
    /// Replays every game, also while the bot runs; a line for each that is not as it should be, and a last line that counts.
    Check(ConfigFile),
    /// Writes a copy into a new file, be the database in use or not; of a file only.
    Backup {
        /// The new file.
        file: PathBuf,
        #[command(flatten)]
        settings: ConfigFile,
    },
    /// Puts a backup where there is no database yet; for a file only.
    Restore {
        /// The backup.
        file: PathBuf,
        #[command(flatten)]
        settings: ConfigFile,
    },
    /// Copies everything into another database, which is empty; the bot must not run meanwhile.
    Copy {
        /// Its address, `postgres://user@host/database` or `sqlite://path`; or a file of settings that names it.
        #[arg(long)]
        to: String,
        #[command(flatten)]
        settings: ConfigFile,
    },
}

impl Db {
    pub(crate) fn run(&self) -> CommandResult {
        let (Self::Migrate(settings)
        | Self::Check(settings)
        | Self::Backup { settings, .. }
        | Self::Restore { settings, .. }
        | Self::Copy { settings, .. }) = self;
        let url = database_of(&load(settings)?)?;
        match self {
            Self::Migrate(_) => {
                runtime()?.block_on(async {
                    let _bringing = progress("bringing the tables up to date");
                    url.open().await?.close().await;
                    anyhow::Ok(())
                })?;
                print("up to date")?;
            }
            Self::Check(_) => return check(&url),
            Self::Backup { file, .. } => {
                refuse_root(file)?;
                let path = database_file(&url)?;
                on_database(&url, async |_| {
                    step_by_step("backup", async |steps| backup::back_up(path, file, steps).await).await
                })?;
                print(format!("written to {}", file.display()))?;
            }
            Self::Restore { file, .. } => {
                refuse_root(file)?;
                let path = database_file(&url)?;
                let restored = step_by_step("restore", async |steps| backup::restore(file, path, steps).await);
                runtime()?.block_on(restored)?;
                print(format!("restored to {url}"))?;
            }
            Self::Copy { to, .. } => {
                for (table, rows) in copy(&url, &target(to)?)? {
                    print(format!("{table}: {rows}"))?;
                }
                print(format!("copied to {to}"))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Copies everything into an empty database and returns each table with its number of rows.
fn copy(from: &DatabaseUrl, to: &DatabaseUrl) -> Result<Vec<(&'static str, u64)>, Failure> {
    runtime()?.block_on(async {
        require_database(from).await?;
        // A file is locked; a server would let the bot continue, and its next moves would not be copied.
        if from.is_in_use().await.map_err(anyhow::Error::from)? {
            return Err(anyhow!("a bot has {from} open, and its next moves would stay behind: stop it first").into());
        }
        let copying = progress("rows copied:");
        let show = |copied: Copied| copying.set_message(format!("{} of {}, {}", copied.rows, copied.of, copied.table));
        Ok(from.copy_to(to, &show).await.map_err(anyhow::Error::from)?)
    })
}

/// The database at this address, or of these settings: passwords must not be on a command line.
fn target(to: &str) -> Result<DatabaseUrl, Failure> {
    let file = Path::new(to);
    if !to.contains("://") && file.exists() {
        refuse_root(file)?;
        return database_of(&Config::load_file(file).map_err(|error| bad_settings(&error))?);
    }
    usable(to.parse().map_err(|problem| Failure::Input(format!("--to: {problem}")))?)
}

/// Makes or restores a backup, showing its progress.
async fn step_by_step(
    what: &'static str,
    work: impl AsyncFnOnce(BackupSteps<'_>) -> Result<(), StoreError>,
) -> anyhow::Result<()> {
    let working = progress(what);
    let steps = |step| {
        working.set_message(match step {
            BackupStep::Checking => "looks for damage".to_owned(),
            BackupStep::Writing { bytes, .. } => format!("writes {} MB", bytes.div_ceil(1_000_000)),
        });
    };
    Ok(work(&steps).await?)
}

fn database_file(url: &DatabaseUrl) -> anyhow::Result<&PathBuf> {
    match url {
        DatabaseUrl::File(path) => Ok(path),
        DatabaseUrl::Server(_) => bail!("this is for a database in a file; PostgreSQL has pg_dump and pg_restore"),
    }
}

fn check(url: &DatabaseUrl) -> CommandResult {
    let (games, problems) = on_database(url, async |url| {
        let store = url.open_to_read().await?;
        let replayed = replay_all(store.as_ref()).await;
        store.close().await;
        replayed
    })?;
    for problem in &problems {
        print(one_line(problem))?;
    }
    print(format!("{games} games, {} failed", problems.len()))?;
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Games with their stored records, in the order of their ids.
type Page = Vec<(GameId, Option<Result<GameRecord, StoreError>>)>;

/// Counts the games and lists the faulty ones.
async fn replay_all(store: &Store) -> anyhow::Result<(usize, Vec<String>)> {
    let (mut games, mut problems) = (0, Vec::new());
    let replaying = progress("games replayed:");
    let mut page = read_page(store, None).await?;
    while let Some((last, _)) = page.last() {
        games += page.len();
        // The next page is read while this one is replayed.
        let next = read_page(store, Some(*last));
        let (found, next) = futures::try_join!(replay(page), next)?;
        problems.extend(found);
        page = next;
        replaying.set_message(games.to_string());
    }
    problems.extend(store.damaged_vacations().await?);
    Ok((games, problems))
}

async fn read_page(store: &Store, after: Option<GameId>) -> anyhow::Result<Page> {
    let games = store.games_after(after, PAGE_SIZE).await?;
    let mut records = store.games(&games).await?;
    Ok(games.into_iter().map(|game| (game, records.remove(&game))).collect())
}

async fn replay(mut page: Page) -> anyhow::Result<Vec<String>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let part = page.len().div_ceil(cores).max(1);
    let mut working = Vec::new();
    while !page.is_empty() {
        let games: Page = page.drain(..part.min(page.len())).collect();
        working.push(tokio::task::spawn_blocking(move || replay_part(games)));
    }
    let mut problems = Vec::new();
    for part in working {
        problems.extend(part.await??);
    }
    Ok(problems)
}

fn replay_part(games: Page) -> Result<Vec<String>, StoreError> {
    let mut problems = Vec::new();
    for (game, read) in games {
        problems.extend(consistency::problem_of(read)?.map(|problem| format!("game {game}: {problem}")));
    }
    Ok(problems)
}
