//! Puts the parts together: store, clock, use cases, loops, Discord.

use crate::app::command_tree::tree;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::crash_point::Point;
use anyhow::{Context as _, anyhow};
use secrecy::SecretString;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::catch_panic::catch_panic;
use crate::clock::{Clock, FollowClock, SystemClock, SystemUptime};
use crate::commands::board::pictures::Pictures;
use crate::commands::context::App;
use crate::config::Config;
use crate::delivery::outbox;
use crate::discord::api::DiscordApi;
use crate::discord::error::DiscordError;
use crate::discord::gateway;
use crate::discord::gateway::GatewayConfig;
use crate::discord::rest::Rest;
use crate::discord::retry::RetryPolicy;
use crate::games::Games;
use crate::scheduler::heartbeat::Heartbeat;
use crate::scheduler::{alarms, digests};
use crate::store::Store;
use crate::{crash_point, discord};

/// How long the start waits for Discord to answer.
const STARTUP_TIMEOUT: Duration = Duration::from_mins(2);

/// How long running work may take after the order to stop; shorter than the ten seconds that containers are given.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Runs the bot until it is cancelled. `ready` is called when the database is open, Discord reached and the commands stand.
///
/// # Errors
/// One sentence why it cannot start, or cannot go on.
pub async fn run(
    config: &Config,
    token: SecretString,
    cancel: CancellationToken,
    ready: impl FnOnce(),
) -> anyhow::Result<()> {
    let wake = Arc::new(Notify::new());
    let clock: Arc<dyn Clock> = match config.clock.follow_url.as_str() {
        "" => Arc::new(SystemClock),
        base => FollowClock::start(base.to_owned(), Arc::clone(&wake)).await?,
    };
    let database = config.database_url()?.open().await.context("opening the database")?;
    crash_point::point(Point::DatabaseOpened);
    let store: Arc<dyn Store> = Arc::clone(&database) as _;
    let games = Games::new(Arc::clone(&store), Arc::clone(&clock), config.settings()?, Arc::clone(&wake));
    let rest = Rest::new(
        &config.discord.api_base,
        token.clone(),
        config.discord.requests_per_second,
        config.discord.direct_messages_per_second,
    )?;
    let app = App {
        games: games.clone(),
        clock: Arc::clone(&clock),
        sender: Arc::clone(&rest) as _,
        pictures: Pictures::new(config.render.cache_mib).with_theme(config.theme()?),
    };
    drop(app.pictures.prepare());
    tokio::select! {
        outcome = register_commands(store.as_ref(), rest.as_ref(), &config.discord.api_base) => outcome?,
        () = cancel.cancelled() => {
            database.close().await;
            return Ok(());
        }
    }
    // Clocks are corrected for downtime before the first move.
    let mut heartbeat = Heartbeat::new(Arc::new(SystemUptime::start()), config.games.downtime());
    while !heartbeat.beat(&games, store.as_ref(), clock.as_ref()).await {
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
            () = cancel.cancelled() => break,
        }
    }
    ready();

    let discord: Arc<dyn DiscordApi> = rest;
    let outbox_sender =
        outbox::Outbox::new(app.clone(), Arc::clone(&store), Arc::clone(&discord), config.outbox.clone());
    let stop = CancellationToken::new();
    let mut tasks = BackgroundTasks::default();
    let sender = Arc::clone(&app.sender);
    tasks.start("the digests", digests::run(app.clone(), Arc::clone(&store), sender, stop.clone()));
    tasks.start(
        "the alarms",
        alarms::run(games, store, clock, Arc::clone(&wake), alarms::TICK, heartbeat, stop.clone()),
    );
    tasks.start("the outbox", outbox::run(outbox_sender, wake, outbox::TICK, stop.clone()));
    let gateway_config = GatewayConfig {
        api_base: config.discord.api_base.clone(),
        gateway_url: config.discord.gateway_url.clone(),
        token,
    };
    let outcome = tokio::select! {
        outcome = gateway::run(&gateway_config, Arc::new(app), discord, cancel) => outcome,
        ended = tasks.first_to_end() => Err(ended),
        () = database.writer_stopped() => Err(stopped("the writer")),
    };
    stop.cancel();
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, tasks.all_to_end()).await.is_err() {
        warn!("Stopped before all messages in flight were sent");
    }
    database.close().await;
    info!("Stopped");
    outcome
}

/// The tasks that the bot cannot run without: deadlines, digests, the outbox. When one ends, all end.
#[derive(Default)]
struct BackgroundTasks(JoinSet<&'static str>);

impl BackgroundTasks {
    fn start(&mut self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        self.0.spawn(async move {
            if let Err(panic) = catch_panic(work).await {
                error!("The task {name} ended with {panic}");
            }
            name
        });
    }

    async fn first_to_end(&mut self) -> anyhow::Error {
        match self.0.join_next().await {
            Some(Ok(name)) => stopped(name),
            Some(Err(error)) => anyhow::Error::new(error),
            None => std::future::pending().await,
        }
    }

    async fn all_to_end(&mut self) {
        while self.0.join_next().await.is_some() {}
    }
}

fn stopped(name: &str) -> anyhow::Error {
    anyhow!("{name} stopped unexpectedly; restart the program")
}

/// Finds out who we are and registers the commands. A Discord that is away for a moment is waited for.
async fn register_commands(store: &dyn Store, rest: &Rest, api_base: &str) -> anyhow::Result<()> {
    let retry_policy = RetryPolicy {
        pause: Duration::from_secs(1),
        at_most: Duration::from_secs(15),
        until: Instant::now() + STARTUP_TIMEOUT,
    };
    let reaching = format!("reaching Discord at {api_base}");
    let application = retry_policy.run(&reaching, || rest.identify()).await.map_err(|error| match error {
        DiscordError::Refused { status: 401, .. } => {
            anyhow!(discord::BAD_TOKEN)
        }
        error => anyhow::Error::new(error).context(reaching),
    })?;
    // Two applications, or two Discords, may meet the same database one after the other.
    let key = format!("registered-commands {application} {api_base}");
    let tree = tree();
    let standing = async || {
        let asking = "asking for the registered commands";
        retry_policy.run(asking, || rest.registered()).await.context(asking)
    };
    if let Some(stored) = store.note(&key).await?
        && stored == fingerprint(&tree, &standing().await?)
    {
        return Ok(());
    }
    let registering = "registering the commands";
    retry_policy.run(registering, || rest.register(&tree)).await.context(registering)?;
    crash_point::point(Point::CommandsRegistered);
    store.set_note(&key, &fingerprint(&tree, &standing().await?)).await?;
    info!("Registered the commands");
    Ok(())
}

/// What we want and what stands, as one short text: our tree, and the id and version of each command at Discord. It changes
/// when either of them changes, here or there.
fn fingerprint(tree: &Value, standing: &Value) -> String {
    let mut hash = DefaultHasher::new();
    tree.to_string().hash(&mut hash);
    let commands = standing.as_array().into_iter().flatten();
    let mut versions: Vec<_> = commands.map(|command| (command["id"].as_str(), command["version"].as_str())).collect();
    versions.sort_unstable();
    versions.hash(&mut hash);
    format!("{:016x}", hash.finish())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn a_loop_that_panics_or_returns_is_named() {
        for (name, panics) in [("the alarms", true), ("the outbox", false)] {
            let mut tasks = BackgroundTasks::default();
            tasks.start("another one", std::future::pending());
            tasks.start(name, async move { assert!(!panics, "for a test") });
            let ended = tasks.first_to_end().await.to_string();
            assert!(ended.contains(name), "{ended}");
        }
    }

    #[test]
    fn the_fingerprint_changes_with_the_tree_and_with_what_stands() {
        let (tree, standing) = (json!([{ "name": "move" }]), json!([{ "id": "1", "version": "2" }]));
        let known = fingerprint(&tree, &standing);
        assert_eq!(known, fingerprint(&tree, &json!([{ "id": "1", "version": "2", "name": "move" }])));
        assert_ne!(known, fingerprint(&json!([{ "name": "board" }]), &standing));
        assert_ne!(known, fingerprint(&tree, &json!([{ "id": "1", "version": "3" }])));
        assert_ne!(known, fingerprint(&tree, &json!([])));
    }
}
