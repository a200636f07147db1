//! Puts the parts together: memory, clock, use cases, loops, wires.

use std::sync::Arc;

use anyhow::Context as _;
use secrecy::SecretString;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::info;

use crate::clock::{Clock, FollowClock, SystemClock};
use crate::commands::{self, App, Pictures};
use crate::config::Config;
use crate::games::Games;
use crate::jobs::{alarms, outbox};
use crate::store::{Store, sqlite};
use crate::transport::discord::{Discord, DiscordError};
use crate::transport::gateway::{self, Wire};
use crate::transport::rest::Rest;

/// Runs the bot until it is cancelled.
///
/// # Errors
/// One sentence why it cannot start, or cannot go on.
pub async fn run(config: &Config, token: SecretString, cancel: CancellationToken) -> anyhow::Result<()> {
    let wake = Arc::new(Notify::new());
    let clock: Arc<dyn Clock> = match config.clock.follow_url.as_str() {
        "" => Arc::new(SystemClock),
        base => FollowClock::start(base.to_owned(), Arc::clone(&wake)),
    };
    let database = Arc::new(sqlite::open(&config.database_path()?).await.context("opening the database")?);
    let store: Arc<dyn Store> = Arc::clone(&database) as _;
    let games = Games::new(Arc::clone(&store), Arc::clone(&clock), config.settings()?, Arc::clone(&wake));
    let app = App {
        games: games.clone(),
        store: Arc::clone(&store),
        clock: Arc::clone(&clock),
        pictures: Pictures::new(config.render.cache_mib),
    };
    let rest = Rest::new(&config.discord.api_base, token.clone(), config.discord.requests_per_second)?;
    rest.identify().await.map_err(|error| match error {
        DiscordError::Refused { status: 401, .. } => {
            anyhow::anyhow!("Discord refuses the token: copy it once more from the developer portal")
        }
        error => anyhow::Error::new(error).context(format!("reaching Discord at {}", config.discord.api_base)),
    })?;
    register(store.as_ref(), rest.as_ref()).await?;

    let discord: Arc<dyn Discord> = rest;
    let sending = outbox::Outbox { app: app.clone(), discord: Arc::clone(&discord), settings: config.outbox.clone() };
    let loops = CancellationToken::new();
    let alarms = tokio::spawn(alarms::run(games, store, clock, Arc::clone(&wake), loops.clone()));
    let outbox = tokio::spawn(outbox::run(sending, wake, loops.clone()));
    let wire =
        Wire { api_base: config.discord.api_base.clone(), gateway_url: config.discord.gateway_url.clone(), token };
    let outcome = gateway::run(&wire, app, discord, cancel).await;
    loops.cancel();
    let _ = tokio::join!(alarms, outbox);
    database.close().await;
    info!("Stopped");
    outcome
}

/// Registers the commands, unless they are what they were the last time.
async fn register(store: &dyn Store, discord: &dyn Discord) -> anyhow::Result<()> {
    const KEY: &str = "registered-commands";
    let tree = commands::tree();
    let text = tree.to_string();
    if store.note(KEY).await?.as_deref() == Some(&text) {
        return Ok(());
    }
    discord.register(&tree).await.context("registering the commands")?;
    store.set_note(KEY, &text).await?;
    info!("Registered the commands");
    Ok(())
}
