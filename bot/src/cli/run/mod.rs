//! `run`, `commands`, `outbox`, and code shared with other commands.

pub(crate) mod root;

use std::process::ExitCode;
use std::sync::Arc;

use base::clock::SystemClock;
use base::error_chain::causes;
use clap::{Args, Subcommand};
use games::Games;
use games::domain::Timestamp;
use games::store::{DatabaseState, DatabaseUrl, Store};
use tokio_util::sync::CancellationToken;
use tracing::level_filters::LevelFilter;
use tracing::{error, warn};

use crate::app::command_tree::tree;
use crate::app::{registration, run, supervisor};
use crate::cli::out::{one_line, print, progress};
use crate::cli::run::root::refuse_root;
use crate::cli::{CommandResult, ConfigFile, Failure, log};
use crate::config::values::SettingErrors;
use crate::config::{Config, LogFormat};

#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    file: ConfigFile,
}

impl Run {
    pub(crate) fn run(&self) -> CommandResult {
        let config = load(&self.file)?;
        log::start(config.log.format, LevelFilter::INFO);
        if let Err(problem) = config.check_closed(self.file.config.as_deref()) {
            warn!(event = "secret_readable", "{problem}");
        }
        let secrets = config.secrets().map_err(|error| Failure::Input(causes(&error)))?;
        database_of(&config)?;
        let runtime = runtime()?;
        let result = runtime.block_on(async {
            let cancel = CancellationToken::new();
            stop_on_signal(cancel.clone());
            run::run(&config, secrets, cancel, || ()).await
        });
        // Pictures still being drawn are no longer needed.
        runtime.shutdown_background();
        match (result, config.log.format) {
            (Ok(()), _) => Ok(ExitCode::SUCCESS),
            (Err(error), LogFormat::Text) => Err(error.into()),
            (Err(error), LogFormat::Json) => {
                let problem = causes(&error);
                error!(event = "ended", error = %problem, "The bot cannot go on: {problem}");
                Err(Failure::Logged(error))
            }
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Commands {
    /// Prints the command tree as Discord gets it.
    Print,
    /// Registers it; `DISCORD_TOKEN` holds the token.
    Register(ConfigFile),
}

impl Commands {
    pub(crate) fn run(&self) -> CommandResult {
        match self {
            Self::Print => print(format!("{:#}", tree()))?,
            Self::Register(file) => {
                let config = load(file)?;
                let token = config.token().map_err(|error| Failure::Input(causes(&error)))?;
                runtime()?.block_on(async {
                    let rest = config.discord.rest(&token, None)?;
                    let application = rest.identify().await.map_err(registration::not_identified)?;
                    let standing = rest.registered_commands().await.map_err(anyhow::Error::new)?;
                    let tree = registration::tree_for(&tree(), &standing, &application);
                    rest.register(&tree).await.map_err(anyhow::Error::new)
                })?;
                print("registered")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Messages {
    /// Lists dead messages, also while the bot runs: when each was committed, its game, and why it was not sent.
    List(ConfigFile),
    /// Queues the dead messages again; they are sent at the next start.
    Retry(ConfigFile),
}

impl Messages {
    pub(crate) fn run(&self) -> CommandResult {
        let (Self::List(file) | Self::Retry(file)) = self;
        let (dead, retried) = on_database(&database_of(&load(file)?)?, async |url| {
            let store = match self {
                Self::List(_) => url.open_to_read().await?,
                Self::Retry(_) => url.open().await?,
            };
            let result = async {
                let dead = store.dead_messages().await?;
                let retried = match self {
                    Self::List(_) => None,
                    Self::Retry(_) => Some(store.retry_dead_messages().await?),
                };
                anyhow::Ok((dead, retried))
            };
            let result = result.await;
            store.close().await;
            result
        })?;
        for message in &dead {
            let line = format!("{}  {}  {}", format_utc(message.created_at), message.game_id, message.reason);
            print(one_line(&line))?;
        }
        match retried {
            None => print(format!("{} given up", dead.len()))?,
            Some(count) => print(format!("{count} taken up again"))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn format_utc(at: Timestamp) -> String {
    let timestamp = jiff::Timestamp::from_millisecond(at.0);
    timestamp.map_or_else(|_| at.0.to_string(), |at| at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string())
}

/// Reads the settings; errors count as bad input.
pub(crate) fn load(file: &ConfigFile) -> Result<Config, Failure> {
    file.config.as_deref().map_or(Ok(()), refuse_root)?;
    Config::load(file.config.as_deref()).map_err(|error| bad_settings(&error))
}

/// The database of these settings. Root must not use another user's.
pub(crate) fn database_of(config: &Config) -> Result<DatabaseUrl, Failure> {
    usable(config.database_url()?)
}

/// A database with its full path, links resolved. Root must not use another user's.
pub(crate) fn usable(url: DatabaseUrl) -> Result<DatabaseUrl, Failure> {
    if let DatabaseUrl::File(path) = &url {
        refuse_root(path)?;
    }
    Ok(url.absolute().resolved())
}

/// The error of unusable settings, with each mistake on a line.
pub(crate) fn bad_settings(error: &anyhow::Error) -> Failure {
    match error.downcast_ref::<SettingErrors>() {
        Some(SettingErrors(mistakes)) => Failure::Mistakes(mistakes.iter().map(ToString::to_string).collect()),
        None => Failure::Input(causes(error)),
    }
}

/// Runs work on the bot's database. Never creates a database, which would give empty answers about people and
/// servers.
pub(crate) fn on_database<T>(
    url: &DatabaseUrl,
    work: impl AsyncFnOnce(&DatabaseUrl) -> anyhow::Result<T>,
) -> Result<T, Failure> {
    let runtime = runtime()?;
    runtime.block_on(require_database(url))?;
    Ok(runtime.block_on(work(url))?)
}

pub(crate) async fn require_database(url: &DatabaseUrl) -> Result<(), Failure> {
    let checking = progress("looking for damage in the database");
    let found = url.check().await.map_err(anyhow::Error::from)?;
    drop(checking);
    if found == DatabaseState::Nothing {
        let missing = url.missing_message();
        return Err(Failure::Input(format!("there is {missing}; `--config` names the settings of the bot")));
    }
    Ok(())
}

/// A command's use of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Also while the bot runs.
    Read,
    Write,
}

/// Runs a use case on the bot's database, showing its progress.
pub(crate) fn with_games<T>(
    settings: &ConfigFile,
    access: Access,
    doing: &'static str,
    work: impl AsyncFnOnce(&Games) -> anyhow::Result<T>,
) -> Result<T, Failure> {
    let config = load(settings)?;
    on_database(&database_of(&config)?, async |url| {
        let database = match access {
            Access::Read => url.open_to_read().await?,
            Access::Write => url.open().await?,
        };
        let store: Arc<Store> = Arc::clone(&database) as _;
        let games = Games::new(store, Arc::new(SystemClock), config.settings(), Arc::default());
        let working = progress(doing);
        let result = work(&games).await;
        drop(working);
        database.close().await;
        result
    })
}

pub(crate) fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

pub(crate) fn stop_on_signal(cancel: CancellationToken) {
    tokio::spawn(async move {
        wait_for_stop_signal().await;
        supervisor::notify_stopping();
        cancel.cancel();
    });
}

/// Waits for Ctrl-C, SIGTERM, or the end of the terminal (SIGHUP).
#[cfg(unix)]
async fn wait_for_stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let arrives = async |kind| match signal(kind) {
        Ok(mut signals) => drop(signals.recv().await),
        Err(_) => std::future::pending().await,
    };
    tokio::select! {
        () = arrives(SignalKind::interrupt()) => {}
        () = arrives(SignalKind::terminate()) => {}
        () = arrives(SignalKind::hangup()), if !ignores_hangup() => {}
    }
}

#[cfg(not(unix))]
async fn wait_for_stop_signal() {
    let _ = tokio::signal::ctrl_c().await;
}

/// `nohup` makes its program ignore SIGHUP; installing a handler would undo that.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 != 0)
}
