//! `sumito db`: what a host does with the database.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::bail;
use clap::Subcommand;

use crate::cli::out::{Progress, one_line, print};
use crate::cli::run::{load, runtime};
use crate::cli::{ConfigFile, Failure, Outcome};
use crate::games::consistency;
use crate::store::{Database, DatabaseState, DatabaseUrl, sqlite};

/// Games that are asked for at once.
const PAGE_SIZE: u32 = 1000;

/// `sumito db`
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
        /// Its address: `postgres://user@host/database`, or `sqlite://path`.
        #[arg(long)]
        to: String,
        #[command(flatten)]
        settings: ConfigFile,
    },
}

impl Db {
    pub(crate) fn run(&self) -> Outcome {
        let (Self::Migrate(settings)
        | Self::Check(settings)
        | Self::Backup { settings, .. }
        | Self::Restore { settings, .. }
        | Self::Copy { settings, .. }) = self;
        let place = load(settings)?.database_url()?.absolute();
        match self {
            Self::Migrate(_) => {
                runtime()?.block_on(async {
                    place.open().await?.close().await;
                    anyhow::Ok(())
                })?;
                print("up to date")?;
            }
            Self::Check(_) => return check(&place),
            Self::Backup { file, .. } => {
                require_database(&place)?;
                runtime()?.block_on(async { anyhow::Ok(sqlite::backup(database_file(&place)?, file).await?) })?;
                print(format!("written to {}", file.display()))?;
            }
            Self::Restore { file, .. } => {
                runtime()?.block_on(async { anyhow::Ok(sqlite::restore(file, database_file(&place)?).await?) })?;
                print(format!("restored to {place}"))?;
            }
            Self::Copy { to, .. } => {
                let to: DatabaseUrl = to.parse().map_err(|problem| Failure::Input(format!("--to: {problem}")))?;
                require_database(&place)?;
                let progress = Mutex::new(Progress::new("rows copied"));
                let show = |table: &'static str, rows: u64| {
                    progress.lock().unwrap_or_else(PoisonError::into_inner).show_of(table, rows);
                };
                let copied = runtime()?.block_on(async { anyhow::Ok(place.copy_to(&to, &show).await?) });
                progress.lock().unwrap_or_else(PoisonError::into_inner).finish();
                for (table, rows) in copied? {
                    print(format!("{table}: {rows}"))?;
                }
                print(format!("copied to {to}"))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn require_database(place: &DatabaseUrl) -> Result<(), Failure> {
    let found = runtime()?.block_on(async { anyhow::Ok(place.check().await?) })?;
    if found == DatabaseState::Nothing {
        return Err(Failure::Input(format!("there is {}", place.missing_message())));
    }
    Ok(())
}

fn database_file(place: &DatabaseUrl) -> anyhow::Result<&PathBuf> {
    match place {
        DatabaseUrl::File(path) => Ok(path),
        DatabaseUrl::Server(_) => bail!("this is for a database in a file; PostgreSQL has pg_dump and pg_restore"),
    }
}

fn check(place: &DatabaseUrl) -> Outcome {
    require_database(place)?;
    let (games, problems) = runtime()?.block_on(async {
        let store = place.open_to_read().await?;
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

/// Counts the games, and names those that are not as they should be.
async fn replay_all(store: &dyn Database) -> anyhow::Result<(usize, Vec<String>)> {
    let (mut games, mut problems, mut after) = (0, Vec::new(), None);
    let mut progress = Progress::new("games replayed");
    loop {
        let page = store.games_after(after, PAGE_SIZE).await?;
        let Some(last) = page.last() else { break };
        after = Some(*last);
        games += page.len();
        for game in page {
            if let Some(problem) = consistency::problem(store, game).await? {
                problems.push(format!("game {game}: {problem}"));
            }
        }
        progress.show(games as u64);
    }
    progress.finish();
    problems.extend(store.damaged_vacations().await?);
    Ok((games, problems))
}
