//! Assembles the program: store, clock, use cases, background tasks, Discord.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use axum::Router;
use base::catch_panic::catch_panic;
use base::clock::{Clock, FollowClock, SystemUptime};
use base::crash_point::Point;
use base::{crash_point, http_server, metrics};
use clubs::ladders::sync::Ladders;
use clubs::organizers::all_games::DecisionsForAll;
use clubs::tournaments::sync::Tournaments;
use discord::gateway::{CloseLog, GatewayConfig};
use discord::responder::Responder;
use discord::rest::Rest;
use discord::{DiscordApi, MessageSender, endpoint, gateway};
use games::jobs::Job;
use games::store::availability::log_failure;
use games::store::{DatabaseUrl, Store};
use games::vacations::VacationAlarms;
use games::{Games, Settings};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::app::command_tree::tree;
use crate::app::monitoring::Monitoring;
use crate::app::registration;
use crate::app::registration::Registration;
use crate::board::pictures::Pictures;
use crate::commands::App;
use crate::config::{Config, Secrets};
use crate::delivery::digests::Digests;
use crate::delivery::dispatcher;
use crate::delivery::outbox::Outbox;
use crate::features::alarms::{Alarms, Outages};
use crate::features::engine::threads::EngineThreads;
use crate::features::privacy::service::deletion::Deletions;
use crate::features::results::Results;
use crate::scheduler::heartbeat::Heartbeat;
use crate::scheduler::{self, jobs};
use crate::version::{COMMIT, NUMBER, VERSION};
use crate::web;
use crate::web::Logins;

/// The time for running work after the order to stop; less than the ten seconds that containers get.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The time for answers after the order to stop.
const ANSWERS_TIMEOUT: Duration = Duration::from_secs(3);

/// The time for all receivers together after the order to stop; their own limits are shorter.
const RECEIVERS_TIMEOUT: Duration = Duration::from_secs(4);

/// The key under which the database records another bot's last answer.
pub(crate) const OTHER_BOT_NOTE: &str = "answered_by_another_bot";

/// Least time between two warnings about another bot.
const OTHER_BOT_PAUSE: Duration = Duration::from_mins(10);

/// Runs the bot until it is cancelled. Calls `ready` when the database is open, Discord is reachable and the commands
/// are registered.
///
/// # Errors
/// One sentence with the reason why it cannot start or continue.
pub async fn run(
    config: &Config,
    secrets: Secrets,
    cancel: CancellationToken,
    ready: impl FnOnce(),
) -> anyhow::Result<()> {
    metrics::build_info(NUMBER, COMMIT);
    info!(event = "started", version = NUMBER, commit = COMMIT, "Sumito {VERSION}");
    let listener = match config.http.listen {
        Some(listen) => Some(http_server::listen(listen, "http.listen").await?),
        None => None,
    };
    let monitoring = Monitoring::start(config.metrics.listen, config.http_endpoint()?.is_none()).await?;
    let wake = Arc::new(Notify::new());
    let rest = config.discord.rest(&secrets.token, secrets.client_secret.clone())?;
    let clock: Arc<dyn Clock> = match config.clock.follow_url.as_str() {
        "" => Arc::clone(&rest) as _,
        base => FollowClock::start(base.to_owned(), Arc::clone(&wake)).await?,
    };
    let url = config.database_url()?.resolved();
    // Opening may wait for a server or migrate large tables; the next start completes an aborted migration.
    let Some(open_result) = cancel.run_until_cancelled(url.open()).await else {
        info!(event = "stopped", "Stopped");
        return Ok(());
    };
    let database = open_result.context("opening the database")?;
    crash_point::point(Point::DatabaseOpened);
    monitoring.watch_store(Arc::clone(&database) as _, Arc::clone(&clock));
    let outcome =
        Box::pin(serve(config, secrets, cancel, ready, &database, rest, clock, wake, listener, &monitoring)).await;
    // A refused start closes it too, because only then is everything in the database file itself.
    database.close().await;
    info!(event = "stopped", "Stopped");
    outcome
}

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
    let has_logins = secrets.client_secret.is_some();
    let has_activity = has_logins && registration::has_activities(&application);
    let settings = Settings { has_activity, ..config.settings() };
    let games = Games::new(Arc::clone(&store), Arc::clone(&clock), settings, Arc::clone(&wake))
        .with_engine_queue(Arc::new(engine));
    let app = App {
        games: games.clone(),
        clock: Arc::clone(&clock),
        sender: MessageSender::new(Arc::clone(&rest) as _),
        pictures: Pictures::new(config.render.cache_mib).with_theme(config.render.theme),
    };
    if let Some(problem) = config.fonts_problem() {
        warn!(event = "fonts_missing", "{problem}");
    }
    let fonts = config.render.fonts.clone();
    let installed = tokio::task::spawn_blocking(move || render::use_fonts(Path::new(&fonts))).await?;
    info!(
        event = "fonts_found",
        fonts = installed,
        "Letters that the program has no font for are drawn with {installed} fonts of this machine"
    );
    drop(app.pictures.prepare());
    // Detects an outage before the first move, so that each game gets its time back before anything happens in it.
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
    let watching =
        scheduler::notify_watchers(background.clone(), Arc::clone(&store), Arc::clone(&discord), stop.clone());
    tasks.start("the watches", watching);
    let outbox_sender = Outbox::new(background, Arc::clone(&store), discord, config.outbox.clone());
    tasks.start("the registration", registration.retry(is_registered, stop.clone()));
    tasks.start(
        "the messages of competitions",
        scheduler::announce_competitions(app.clone(), Arc::clone(&store), Arc::clone(&rest) as _, stop.clone()),
    );
    let all_jobs: Vec<Arc<dyn Job>> = vec![
        Arc::new(Alarms::default()),
        Arc::new(Outages),
        Arc::new(Results),
        Arc::new(VacationAlarms),
        Arc::new(Ladders),
        Arc::new(Tournaments),
        Arc::new(DecisionsForAll),
        Arc::new(Deletions),
        Arc::new(Digests(app.clone())),
    ];
    let application = rest.application()?;
    let logins = || Logins::new(Arc::clone(&rest) as _, application, config.activity_sandbox());
    let logins = has_logins.then(|| logins().with_activity(has_activity));
    let header = config.http.client_address_header.clone();
    let pages = config.public_url()?.map(|url| web::router(app.clone(), url.into(), header, logins, cancel.clone()));
    let responder = Arc::new(Responder::new(Arc::new(app), Arc::clone(&rest) as _));
    // Discord signs with the real time, whatever clock the games follow.
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
    // Processes on a database server share the games; a process on a file does not.
    if matches!(config.database_url()?, DatabaseUrl::File(_)) {
        let answered_elsewhere = Arc::clone(&responder.answered_elsewhere);
        let noting = note_other_bots(answered_elsewhere, Arc::clone(&store), Arc::clone(&clock), stop.clone());
        tasks.start("the watch for other bots", noting);
    }
    let loop_of_jobs = jobs::run(games, all_jobs, Arc::clone(&wake), Some(jobs::TICK), heartbeat, stop.clone());
    tasks.start("the jobs", loop_of_jobs);
    tasks.start("the outbox", dispatcher::run(outbox_sender, wake, dispatcher::TICK, stop.clone()));
    let gateway_config = config.discord.gateway.then(|| GatewayConfig {
        gateway_url: config.discord.gateway_url.clone(),
        token: secrets.token,
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

/// Receives interactions through the gateway, over HTTP or both, until cancelled. `http` also serves browsers. An
/// interaction delivered twice is answered once.
async fn receive_interactions(
    gateway_config: Option<GatewayConfig>,
    http: impl Future<Output = anyhow::Result<()>>,
    responder: Arc<Responder>,
    rest: &Arc<Rest>,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    let gateway = async {
        let Some(config) = &gateway_config else { return Ok(()) };
        let result = gateway::run(config, Arc::clone(&responder), rest, cancel.clone()).await;
        cancel.cancel();
        result
    };
    let answers = async {
        cancel.cancelled().await;
        responder.finish(ANSWERS_TIMEOUT).await;
        Ok(())
    };
    tokio::try_join!(gateway, http, answers).map(drop)
}

/// Warns if another bot with this token has answered: Discord sends each interaction to both and takes the first
/// answer.
async fn note_other_bots(answered: Arc<Notify>, store: Arc<Store>, clock: Arc<dyn Clock>, stop: CancellationToken) {
    while stop.run_until_cancelled(answered.notified()).await.is_some() {
        warn!(
            event = "token_shared",
            "Another bot with this token answered a player: each of the two databases gets a part of the moves. Stop the other bot, or \
             reset the token in the developer portal"
        );
        if let Err(error) = store.set_note(OTHER_BOT_NOTE, &clock.now().0.to_string()).await {
            log_failure("note that another bot has answered", &error);
        }
        stop.run_until_cancelled(tokio::time::sleep(OTHER_BOT_PAUSE)).await;
    }
}

/// The tasks that the bot cannot run without: deadlines, digests, the outbox. If one ends, all end.
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
