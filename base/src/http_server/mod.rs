//! An HTTP server that remains usable whatever clients send, and uses only a part of the process's files.

mod events;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::future::{Future as _, poll_fn};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use axum::Router;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, getrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{debug, warn};

use crate::counted_warning::CountedWarning;
use crate::http_server::events::{Events, send_events};

/// The time for a connection to send a request's head, and to stay open between two: longer than proxies keep theirs,
/// so that none is closed while a request is on its way.
const HEAD_TIMEOUT: Duration = Duration::from_secs(75);

const MAX_HEAD: usize = 16 * 1024;

const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// The pause after a connection could not be accepted for lack of files.
const ACCEPT_PAUSE: Duration = Duration::from_secs(1);

/// The most connections at one address if the process may open enough files. Each open page of a running game holds
/// one.
const MOST_CONNECTIONS: u64 = 16_384;

/// A quarter of the files that this process may open: two addresses leave half of them for the database and Discord.
fn connection_limit() -> usize {
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    (files / 4).clamp(16, MOST_CONNECTIONS) as usize
}

#[derive(Clone, Copy)]
struct Limits {
    connections: fn() -> usize,
    head_timeout: Duration,
}

pub async fn listen(address: SocketAddr, setting: &str) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => anyhow!("another program uses this address: stop it, or choose another port"),
        _ => error.into(),
    });
    listener.with_context(|| format!("listening on {address} (`{setting}`)"))
}

/// Serves until cancelled. If all connections are used, a new one replaces an idle one.
pub async fn serve(listener: TcpListener, app: Router, cancel: CancellationToken) {
    let limits = Limits { connections: connection_limit, head_timeout: HEAD_TIMEOUT };
    serve_within(limits, listener, app, cancel).await;
}

async fn serve_within(limits: Limits, listener: TcpListener, app: Router, cancel: CancellationToken) {
    let idle = Arc::new(IdleConnections::default());
    let (full, failed) = (CountedWarning::default(), CountedWarning::default());
    let mut connections = JoinSet::new();
    let serving = async {
        loop {
            let stream = accept(&listener, &failed).await;
            while connections.try_join_next().is_some() {}
            let limit = (limits.connections)();
            while connections.len() >= limit {
                let closed = idle.close_first();
                if closed {
                    full.add(move |count| {
                        warn!(
                            event = "connections_full",
                            count = count.0,
                            limit,
                            "Closed a connection that sent no request, because {limit} were open{count}: this address is flooded"
                        );
                    });
                }
                tokio::select! {
                    _ = connections.join_next() => {}
                    () = idle.added.notified(), if !closed => {}
                }
            }
            let slot = Slot { idle: Arc::clone(&idle), key: Mutex::default(), close: CancellationToken::new() };
            connections.spawn(answer_requests(stream, app.clone(), slot, limits.head_timeout, cancel.clone()));
        }
    };
    cancel.run_until_cancelled(serving).await;
    drop(listener);
    let _ = tokio::time::timeout(SHUTDOWN_GRACE, async { while connections.join_next().await.is_some() {} }).await;
}

async fn accept(listener: &TcpListener, failed: &CountedWarning) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Responses are short and should leave at once.
                let _ = stream.set_nodelay(true);
                return stream;
            }
            Err(error) => {
                failed.add(move |count| {
                    warn!(event = "connections_failed", count = count.0, %error, "Could not take a connection{count}: {error}");
                });
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Answers the requests of a connection in order until it ends or is replaced.
async fn answer_requests(
    stream: TcpStream,
    app: Router,
    slot: Slot,
    head_timeout: Duration,
    cancel: CancellationToken,
) {
    slot.mark_idle(false);
    let app = TowerToHyperService::new(app);
    let connection_task = async {
        let events = Events::default();
        let answer = service_fn(|request| {
            slot.mark_busy();
            let response = app.call(request);
            let (slot, events) = (&slot, &events);
            async move {
                let response: Result<Response, Infallible> = response.await;
                // The response is being sent; a client that does not read it is also idle.
                slot.mark_idle(true);
                response.map(|response| events.take_from(response))
            }
        });
        // On the heap, so that this memory and the buffers are free while events are sent.
        let answering = Box::pin(async {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(head_timeout).max_buf_size(MAX_HEAD);
            let mut connection = builder.serve_connection(TokioIo::new(stream), answer);
            let mut is_stopping = pin!(cancel.cancelled());
            let mut is_stopped = false;
            let answering = poll_fn(|cx| {
                if !is_stopped && is_stopping.as_mut().poll(cx).is_ready() {
                    is_stopped = true;
                    Pin::new(&mut connection).graceful_shutdown();
                }
                let polled = Pin::new(&mut connection).poll(cx);
                // The head has been sent with the poll that made it, unless the client reads nothing.
                if polled.is_pending() && events.are_there() { Poll::Ready(Ok(())) } else { polled }
            });
            answering.await.map_err(anyhow::Error::new)?;
            Ok::<_, anyhow::Error>(events.take().map(|body| (body, connection.into_parts().io.into_inner())))
        });
        let Some((body, stream)) = answering.await? else { return Ok(()) };
        let result = cancel.run_until_cancelled(send_events(body, stream)).await;
        result.unwrap_or(Ok(())).map_err(anyhow::Error::new)
    };
    if let Some(Err(error)) = slot.close.run_until_cancelled(connection_task).await {
        debug!("A connection has ended: {error}");
    }
}

/// A connection's key: whether it was ever answered, and the time when it became idle.
type IdleKey = (bool, u64);

/// The connections without a request. Those never answered are closed first, and of these the one idle for longest.
#[derive(Default)]
struct IdleConnections {
    connections: Mutex<BTreeMap<IdleKey, CancellationToken>>,
    count: AtomicU64,
    added: Notify,
}

impl IdleConnections {
    /// Closes the first one; returns whether there was one.
    fn close_first(&self) -> bool {
        let first = lock(&self.connections).pop_first();
        first.is_some_and(|(_, close)| {
            close.cancel();
            true
        })
    }
}

struct Slot {
    idle: Arc<IdleConnections>,
    key: Mutex<Option<IdleKey>>,
    close: CancellationToken,
}

impl Slot {
    fn mark_idle(&self, is_answered: bool) {
        let key = (is_answered, self.idle.count.fetch_add(1, Ordering::Relaxed));
        *lock(&self.key) = Some(key);
        lock(&self.idle.connections).insert(key, self.close.clone());
        self.idle.added.notify_one();
    }

    fn mark_busy(&self) {
        if let Some(key) = lock(&self.key).take() {
            lock(&self.idle.connections).remove(&key);
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.mark_busy();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
