//! Health and metrics over HTTP: `/healthz`, `/readyz`, `/metrics`.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use base::clock::Clock;
use base::metrics::Backlog;
use base::{http_server, metrics};
use games::domain::Timestamp;
use games::store::{Store, StoreError};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::app::supervisor;

/// Liveness: if it fails, a supervisor may restart the process.
pub const HEALTH: &str = "/healthz";

/// Readiness: if it fails, players cannot play, and a load balancer may leave out the process.
pub const READY: &str = "/readyz";

/// The successful response of both.
pub const GOOD: &str = "ok\n";

pub const METRICS: &str = "/metrics";

/// A process that has not checked alarms for this long hangs; usually it does each second.
const SILENCE_LIMIT: Duration = Duration::from_mins(2);

const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Least time between two queries of the database, however frequent the requests.
const BACKLOG_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) struct Monitoring {
    parts: OnceLock<(Arc<Store>, Arc<dyn Clock>)>,
    is_started: AtomicBool,
    needs_gateway: bool,
    /// The time of the last query of the backlog, and whether it succeeded.
    asked: Mutex<Option<(Instant, Result<(), ()>)>>,
}

impl Monitoring {
    /// Binds the address and serves until the program ends.
    ///
    /// # Errors
    /// If the address is taken, or cannot be bound.
    pub(crate) async fn start(listen: Option<SocketAddr>, needs_gateway: bool) -> anyhow::Result<Arc<Self>> {
        let monitoring = Arc::new(Self {
            parts: OnceLock::new(),
            is_started: AtomicBool::new(false),
            needs_gateway,
            asked: Mutex::default(),
        });
        if let Some(listen) = listen {
            let listener = http_server::listen(listen, "metrics.listen").await?;
            let address = listener.local_addr().context("asking for our own address")?;
            info!(event = "metrics_served", %address, "Serving health and metrics at http://{address}{METRICS}");
            if !address.ip().is_loopback() {
                warn!(
                    event = "metrics_exposed", %address,
                    "Everybody who reaches {address} reads health and metrics: keep it in a network of yours"
                );
            }
            let app = Router::new()
                .route(HEALTH, get(health))
                .route(READY, get(ready))
                .route(METRICS, get(figures))
                .with_state(Arc::clone(&monitoring));
            tokio::spawn(http_server::serve(listener, app, CancellationToken::new()));
        }
        tokio::spawn(Arc::clone(&monitoring).report());
        Ok(monitoring)
    }

    /// Reports to the supervisor until the program ends.
    async fn report(self: Arc<Self>) {
        let Some(interval) = supervisor::interval() else { return };
        loop {
            if self.is_started() {
                let problem = Self::health_problem();
                let status = problem.as_deref().or_else(|| self.known_problem()).unwrap_or("players can play");
                supervisor::notify_state(problem.is_none(), status);
            } else {
                supervisor::extend_start();
            }
            tokio::time::sleep(interval).await;
        }
    }

    pub(crate) fn watch_store(&self, store: Arc<Store>, clock: Arc<dyn Clock>) {
        let _ = self.parts.set((store, clock));
    }

    /// Records that Discord is reachable and the commands are registered.
    pub(crate) fn set_started(&self) {
        self.is_started.store(true, Ordering::Relaxed);
        supervisor::notify_ready();
    }

    fn is_started(&self) -> bool {
        self.is_started.load(Ordering::Relaxed)
    }

    fn health_problem() -> Option<String> {
        metrics::since_alarms_checked().and_then(describe_hang)
    }

    /// The reason why players cannot play now, as far as known without a query.
    fn known_problem(&self) -> Option<&'static str> {
        if !self.is_started() {
            return Some("starting");
        }
        if self.needs_gateway && metrics::connected_shards() < 1 {
            return Some("not connected to the gateway");
        }
        metrics::cannot_write().then_some("the database takes no changes")
    }

    /// The reason why players cannot play now.
    async fn problem(&self) -> Option<&'static str> {
        if let Some(problem) = self.known_problem() {
            return Some(problem);
        }
        // The database's name and place are not public; the log has them.
        self.refresh().await.is_err().then_some("the database does not answer")
    }

    async fn refresh(&self) -> Result<(), ()> {
        let Some((store, clock)) = self.parts.get() else { return Err(()) };
        let mut last_query = self.asked.lock().await;
        if let Some((at, answer)) = &*last_query
            && at.elapsed() < BACKLOG_INTERVAL
        {
            return *answer;
        }
        let answer = match tokio::time::timeout(DATABASE_TIMEOUT, backlog(store.as_ref(), clock.now())).await {
            Ok(Ok(backlog)) => {
                metrics::backlog(backlog);
                Ok(())
            }
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("no answer within {DATABASE_TIMEOUT:?}")),
        };
        let answer = answer.map_err(|problem| {
            // Once for each outage, because requests come every few seconds.
            if matches!(&*last_query, None | Some((_, Ok(())))) {
                warn!(event = "backlog_unknown", problem, "Could not ask the database what waits: {problem}");
            }
        });
        *last_query = Some((Instant::now(), answer));
        answer
    }
}

async fn backlog(store: &Store, now: Timestamp) -> Result<Backlog, StoreError> {
    let outbox = store.outbox_backlog().await?;
    let (due_alarms, oldest_alarm) = store.due_alarms(now).await?;
    let age = |since: Option<Timestamp>| since.map_or(0.0, |since| now.since(since).max(0) as f64 / 1000.0);
    Ok(Backlog {
        waiting_messages: outbox.waiting,
        dead_messages: outbox.dead,
        oldest_message_seconds: age(outbox.oldest),
        due_alarms,
        alarm_lateness_seconds: age(oldest_alarm),
    })
}

/// The problem if alarms have not been checked for so long.
fn describe_hang(silent: Duration) -> Option<String> {
    (silent > SILENCE_LIMIT).then(|| format!("alarms have not been looked at for {} seconds", silent.as_secs()))
}

async fn health() -> Response {
    Monitoring::health_problem().map_or_else(|| GOOD.into_response(), |problem| refusal_response(&problem))
}

async fn ready(State(monitoring): State<Arc<Monitoring>>) -> Response {
    monitoring.problem().await.map_or_else(|| GOOD.into_response(), refusal_response)
}

async fn figures(State(monitoring): State<Arc<Monitoring>>) -> Response {
    // Figures that the database does not return stay as they were; `/readyz` reports the failure.
    let _ = monitoring.refresh().await;
    ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], metrics::text()).into_response()
}

fn refusal_response(problem: &str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, format!("{problem}\n")).into_response()
}

#[cfg(test)]
mod tests {
    use crate::in_memory_store::InMemoryStore;
    use base::clock::ManualClock;

    use super::*;

    #[tokio::test]
    async fn a_bot_is_ready_when_it_has_started_and_its_database_answers() {
        let monitoring = Monitoring::start(None, false).await.expect("nothing to listen on");
        assert_eq!(monitoring.problem().await, Some("starting"));
        monitoring.set_started();
        let problem = monitoring.problem().await.expect("no database");
        assert_eq!(problem, "the database does not answer");
        monitoring.watch_store(InMemoryStore::new().shared(), ManualClock::at(Timestamp(1)));
        assert_eq!(monitoring.problem().await, None);
        let monitoring = Monitoring::start(None, true).await.expect("nothing to listen on");
        monitoring.set_started();
        let problem = monitoring.problem().await.expect("no gateway");
        assert!(problem.contains("gateway"), "{problem}");
    }

    #[test]
    fn a_process_that_has_not_looked_at_alarms_for_long_hangs() {
        assert_eq!(describe_hang(SILENCE_LIMIT), None);
        let problem = describe_hang(SILENCE_LIMIT + Duration::from_secs(1)).expect("too long");
        assert_eq!(problem, "alarms have not been looked at for 121 seconds");
    }
}
