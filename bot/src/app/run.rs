//! Puts the parts together: store, clock, use cases, loops, Discord.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::app::command_tree::tree;
use crate::app::monitoring::Monitoring;
use crate::app::other_bots::BotLock;
use crate::app::registration::Registration;
use crate::app::{other_bots, registration};
use crate::catch_panic::catch_panic;
use crate::clock::{Clock, FollowClock, SystemUptime};
use crate::commands::App;
use crate::commands::board::pictures::Pictures;
use crate::config::{Config, Secrets};
use crate::crash_point::Point;
use crate::delivery::dispatcher;
use crate::delivery::outbox::Outbox;
use crate::discord::gateway::{CloseLog, GatewayConfig};
use crate::discord::responder::Responder;
use crate::discord::rest::Rest;
use crate::discord::rest::activity::ActivityClient;
use crate::discord::{DiscordApi, endpoint, gateway};
use crate::features::engine::threads::EngineThreads;
use crate::games::{Games, Settings};
use crate::scheduler::heartbeat::Heartbeat;
use crate::scheduler::{alarms, digests, results, rounds};
use crate::store::{DatabaseUrl, Store};
use crate::version::{COMMIT, NUMBER, VERSION};
use crate::web::Activity;
use crate::{crash_point, http_server, web};

/// How long running work may take after the order to stop; shorter than the ten seconds that containers are given.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// How long answers may take after the order to stop.
const ANSWERS_TIMEOUT: Duration = Duration::from_secs(3);

/// How long all receivers together may take after the order to stop: their own limits are shorter.
const RECEIVERS_TIMEOUT: Duration = Duration::from_secs(4);

/// Runs the bot until it is cancelled. `ready` is called when the database is open, Discord reached and the commands stand.
///
/// # Errors
/// One sentence why it cannot start, or cannot go on.
pub async fn run(
    config: &Config,
    secrets: Secrets,
    cancel: CancellationToken,
    ready: impl FnOnce(),
) -> anyhow::Result<()> {
    info!(event = "started", version = NUMBER, commit = COMMIT, "Sumito {VERSION}");
    let listener = match config.http.listen {
        Some(listen) => Some(http_server::listen(listen, "http.listen").await?),
        None => None,
    };
    let monitoring = Monitoring::start(config.metrics.listen, config.http_endpoint()?.is_none()).await?;
    let wake = Arc::new(Notify::new());
    let rest = config.discord.rest(secrets.token.clone())?;
    let clock: Arc<dyn Clock> = match config.clock.follow_url.as_str() {
        "" => Arc::clone(&rest) as _,
        base => FollowClock::start(base.to_owned(), Arc::clone(&wake)).await?,
    };
    let url = config.database_url()?.resolved();
    // A server may be waited for, and large tables brought up to date: what is cut off there is done by the next start.
    let Some(opened) = cancel.run_until_cancelled(url.open()).await else {
        info!(event = "stopped", "Stopped");
        return Ok(());
    };
    let database = opened.context("opening the database")?;
    crash_point::point(Point::DatabaseOpened);
    monitoring.watch_store(Arc::clone(&database) as _, Arc::clone(&clock));
    let outcome =
        Box::pin(serve(config, secrets, cancel, ready, &database, rest, clock, wake, listener, &monitoring)).await;
    // A refused start closes it too: only then everything stands in the file itself.
    database.close().await;
    info!(event = "stopped", "Stopped");
    outcome
}

/// Runs the bot on an open database.
#[expect(clippy::too_many_arguments, reason = "it is the second half of `run`")]
async fn serve(
    config: &Config,
    secrets: Secrets,
    cancel: CancellationToken,
    ready: impl FnOnce(),
    database: &Arc<Store>,
    rest: Arc<Rest>,
    clock: Arc<dyn Clock>,
    wake: Arc<Notify>,
    listener: Option<TcpListener>,
    monitoring: &Monitoring,
) -> anyhow::Result<()> {
    let store: Arc<Store> = Arc::clone(database) as _;
    let engine = EngineThreads::start(config.engine.threads as usize, config.engine.queue as usize)
        .context("starting the threads of the engine")?;
    let application = tokio::select! {
        outcome = registration::identify(&rest, &config.discord.api_base) => outcome?,
        () = cancel.cancelled() => return Ok(()),
    };
    let Secrets { token, client_secret } = secrets;
    let client_secret = client_secret.filter(|_| {
        let is_enabled = registration::has_activities(&application);
        if !is_enabled {
            warn!("Boards open in the browser only: Activities are not enabled in the developer portal");
        }
        is_enabled
    });
    let settings = Settings { has_activity: client_secret.is_some(), ..config.settings() };
    let games = Games::new(Arc::clone(&store), Arc::clone(&clock), settings, Arc::clone(&wake))
        .with_engine_queue(Arc::new(engine));
    let app = App {
        games: games.clone(),
        clock: Arc::clone(&clock),
        sender: Arc::clone(&rest) as _,
        pictures: Pictures::new(config.render.cache_mib).with_theme(config.render.theme),
    };
    let fonts = config.render.fonts.clone();
    let installed = tokio::task::spawn_blocking(move || render::use_fonts(Path::new(&fonts))).await?;
    info!(
        event = "fonts_found",
        fonts = installed,
        "Letters that the program has no font for are drawn with {installed} fonts of this machine"
    );
    drop(app.pictures.prepare());
    // Processes on a server share the games; one on a file shares them with nobody.
    let is_file = matches!(config.database_url()?, DatabaseUrl::File(_));
    let lock = BotLock::take(&config.discord.api_base, rest.application()?).await;
    let _lock = if is_file { Some(lock?) } else { lock.ok() };
    // An outage is known before the first move: each game gets its time back before anything happens in it.
    let mut heartbeat = Heartbeat::new(Arc::new(SystemUptime::start()), config.games.downtime());
    loop {
        let beat = Box::pin(heartbeat.beat(&games, store.as_ref(), clock.as_ref()));
        match cancel.run_until_cancelled(beat).await {
            Some(true) => break,
            Some(false) => {}
            None => return Ok(()),
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
            () = cancel.cancelled() => return Ok(()),
            error = database.failed() => return Err(error.into()),
        }
    }
    let registration = Registration {
        store: Arc::clone(&store),
        rest: Arc::clone(&rest),
        api_base: config.discord.api_base.clone(),
        application,
        tree: tree(),
    };
    let is_registered = tokio::select! {
        is_registered = registration.register() => is_registered,
        () = cancel.cancelled() => return Ok(()),
    };
    ready();
    monitoring.set_started();

    let discord = Arc::clone(&rest) as Arc<dyn DiscordApi>;
    let background = App { pictures: app.pictures.behind_answers(), ..app.clone() };
    let stop = CancellationToken::new();
    let mut tasks = BackgroundTasks::default();
    let watching = rounds::tell_watchers(background.clone(), Arc::clone(&store), Arc::clone(&discord), stop.clone());
    tasks.start("the watches", watching);
    let outbox_sender = Outbox::new(background, Arc::clone(&store), discord, config.outbox.clone());
    tasks.start("the registration", registration.retry(is_registered, stop.clone()));
    let sender = Arc::clone(&app.sender);
    tasks.start("the digests", digests::run(app.clone(), Arc::clone(&store), sender, stop.clone()));
    tasks.start("the results", results::run(games.clone(), Arc::clone(&wake), stop.clone()));
    tasks.start(
        "the messages of competitions",
        rounds::announce_competitions(app.clone(), Arc::clone(&store), Arc::clone(&rest) as _, stop.clone()),
    );
    tasks.start(
        "the ladders",
        rounds::follow_games(games.clone(), Arc::clone(&clock), config.games.downtime(), stop.clone()),
    );
    tasks.start("decisions on many games", rounds::decide_for_all(games.clone(), stop.clone()));
    tasks.start("the deletions", rounds::delete_data(games.clone(), stop.clone()));
    let application = rest.application()?;
    let activity = client_secret.map(|secret| {
        let discord = Arc::new(ActivityClient::new(Arc::clone(&rest), secret));
        Activity::new(discord, application, config.activity_sandbox())
    });
    let header = config.http.client_address_header.clone();
    let pages = config.public_url()?.map(|url| web::router(app.clone(), url.into(), header, activity, cancel.clone()));
    let responder = Arc::new(Responder::new(Arc::new(app), Arc::clone(&rest) as _));
    // Discord signs with the time of the day, whatever clock the games follow.
    let endpoint = config.http_endpoint()?;
    let endpoint =
        endpoint.map(|(_, key)| endpoint::router(key, Arc::clone(&responder), Arc::clone(&rest) as _)).transpose()?;
    let has_endpoint = endpoint.is_some();
    let has_pages = pages.is_some();
    let routes = endpoint.into_iter().chain(pages).reduce(Router::merge);
    let http = async {
        let Some((listener, routes)) = listener.zip(routes) else { return Ok(()) };
        let address = listener.local_addr().context("asking for our own address")?;
        if has_endpoint {
            let path = endpoint::PATH;
            info!(event = "endpoint_served", %address, "Serving interactions at http://{address}{path}");
        }
        if has_pages {
            info!(event = "pages_served", %address, "Serving pages for browsers at http://{address}");
        }
        http_server::serve(listener, routes, cancel.clone()).await;
        Ok(())
    };
    if is_file {
        let answered = Arc::clone(&responder.answered_elsewhere);
        let watching = other_bots::watch(answered, Arc::clone(&store), Arc::clone(&clock), stop.clone());
        tasks.start("the watch for other bots", watching);
    }
    tasks.start(
        "the alarms",
        alarms::run(games, store, clock, Arc::clone(&wake), alarms::TICK, heartbeat, stop.clone()),
    );
    tasks.start("the outbox", dispatcher::run(outbox_sender, wake, dispatcher::TICK, stop.clone()));
    let gateway_config = config.discord.gateway.then(|| GatewayConfig {
        gateway_url: config.discord.gateway_url.clone(),
        token,
        shards: config.discord.shards,
        closes: CloseLog::of_program(),
    });
    let too_long = async {
        cancel.cancelled().await;
        tokio::time::sleep(RECEIVERS_TIMEOUT).await;
    };
    let outcome = tokio::select! {
        outcome = receive_interactions(gateway_config, http, responder, &rest, cancel.clone()) => outcome,
        () = too_long => Ok(()),
        ended = tasks.first_to_end() => Err(ended),
        error = database.failed() => Err(error.into()),
    };
    stop.cancel();
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, tasks.all_to_end()).await.is_err() {
        warn!(event = "stopped_early", "Stopped before all messages in flight were sent");
    }
    outcome
}

/// Receives interactions through the gateway, by HTTP or both, until cancelled; `http` serves browsers too. What was delivered twice is answered once.
async fn receive_interactions(
    gateway_config: Option<GatewayConfig>,
    http: impl Future<Output = anyhow::Result<()>>,
    responder: Arc<Responder>,
    rest: &Arc<Rest>,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    let gateway = async {
        let Some(config) = &gateway_config else { return Ok(()) };
        let ended = gateway::run(config, Arc::clone(&responder), rest, cancel.clone()).await;
        cancel.cancel();
        ended
    };
    let answers = async {
        cancel.cancelled().await;
        responder.finish(ANSWERS_TIMEOUT).await;
        Ok(())
    };
    tokio::try_join!(gateway, http, answers).map(drop)
}

/// The tasks that the bot cannot run without: deadlines, digests, the outbox. When one ends, all end.
#[derive(Default)]
struct BackgroundTasks(JoinSet<&'static str>);

impl BackgroundTasks {
    fn start(&mut self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        self.0.spawn(async move {
            if let Err(panic) = catch_panic(work).await {
                error!(event = "task_ended", "The task {name} ended with {panic}");
            }
            name
        });
    }

    async fn first_to_end(&mut self) -> anyhow::Error {
        match self.0.join_next().await {
            Some(Ok(name)) => anyhow!("{name} stopped unexpectedly; restart the program"),
            Some(Err(error)) => anyhow::Error::new(error),
            None => std::future::pending().await,
        }
    }

    async fn all_to_end(&mut self) {
        while self.0.join_next().await.is_some() {}
    }
}

#[cfg(test)]
mod tests {
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
}
