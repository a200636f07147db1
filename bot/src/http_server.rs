//! HTTP as this program serves it: an address that strangers reach stays useful, whatever they send, and takes a part of the process's
//! files only.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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

/// How long a connection may take to send the head of a request, and how long it may stay open between two.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// How long requests in flight may take after the order to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// The pause after a connection could not be taken, for want of files.
const ACCEPT_PAUSE: Duration = Duration::from_secs(1);

/// The most connections at one address, where the process may open files enough.
const MOST_CONNECTIONS: u64 = 2048;

/// A quarter of the files that this process may open: two addresses leave half of them to the database and to Discord.
fn connection_limit() -> usize {
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    (files / 4).clamp(16, MOST_CONNECTIONS) as usize
}

/// Serves until cancelled. When all connections are taken, a new one gets the place of the one that has sent no request for longest.
pub(crate) async fn serve(listener: TcpListener, app: Router, cancel: CancellationToken) {
    serve_at_most(connection_limit, listener, app, cancel).await;
}

async fn serve_at_most(limit: fn() -> usize, listener: TcpListener, app: Router, cancel: CancellationToken) {
    let idle = Arc::new(Idle::default());
    let full = CountedWarning::every(Duration::from_mins(1));
    let mut connections = JoinSet::new();
    let serving = async {
        for number in 0.. {
            let stream = accept(&listener).await;
            while connections.try_join_next().is_some() {}
            let limit = limit();
            while connections.len() >= limit {
                let closed = idle.close_oldest();
                if closed {
                    full.add(move |count| {
                        warn!(
                            event = "connections_full",
                            count,
                            limit,
                            "Closed {count} connections that sent no request, because {limit} were open: this address is flooded"
                        );
                    });
                }
                tokio::select! {
                    _ = connections.join_next() => {}
                    () = idle.added.notified(), if !closed => {}
                }
            }
            let place = Place { idle: Arc::clone(&idle), number, close: CancellationToken::new() };
            connections.spawn(answer_requests(stream, app.clone(), place, cancel.clone()));
        }
    };
    cancel.run_until_cancelled(serving).await;
    drop(listener);
    let _ = tokio::time::timeout(SHUTDOWN_GRACE, async { while connections.join_next().await.is_some() {} }).await;
}

/// The next connection.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Answers are short: they leave at once.
                let _ = stream.set_nodelay(true);
                return stream;
            }
            Err(error) => {
                debug!("Could not take a connection: {error}");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Answers the requests of a connection, one after the other, until it ends or has to make room.
async fn answer_requests(stream: TcpStream, app: Router, place: Place, cancel: CancellationToken) {
    place.mark_idle(false);
    let app = TowerToHyperService::new(app);
    let answer = service_fn(|request| {
        place.mark_busy();
        let answered = app.call(request);
        let place = &place;
        async move {
            let response: Result<Response, Infallible> = answered.await;
            // Who does not read the answer makes room, too.
            place.mark_idle(true);
            response
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), answer));
    let ended = async {
        tokio::select! {
            ended = connection.as_mut() => return ended,
            () = cancel.cancelled() => {}
        }
        connection.as_mut().graceful_shutdown();
        connection.await
    };
    if let Some(Err(error)) = place.close.run_until_cancelled(ended).await {
        debug!("A connection has ended: {error}");
    }
}

/// The connections that have sent no whole head of a request yet, or none after their last answer: those that never had an answer first, and
/// of these the oldest.
#[derive(Default)]
struct Idle {
    connections: Mutex<BTreeMap<(bool, u64), CancellationToken>>,
    /// Another one waits.
    added: Notify,
}

impl Idle {
    /// Closes the first one; says whether there was one.
    fn close_oldest(&self) -> bool {
        let oldest = self.lock().pop_first();
        oldest.is_some_and(|(_, close)| {
            close.cancel();
            true
        })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(bool, u64), CancellationToken>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection among the others.
struct Place {
    idle: Arc<Idle>,
    number: u64,
    close: CancellationToken,
}

impl Place {
    /// It waits for a request.
    fn mark_idle(&self, is_answered: bool) {
        self.idle.lock().insert((is_answered, self.number), self.close.clone());
        self.idle.added.notify_one();
    }

    /// It has sent a request.
    fn mark_busy(&self) {
        let mut connections = self.idle.lock();
        for is_answered in [false, true] {
            connections.remove(&(is_answered, self.number));
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.mark_busy();
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Instant;

    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    const LIMIT: usize = 8;

    /// An address where `/` answers at once and `/slow` when the token is cancelled.
    async fn start_server(cancel: &CancellationToken) -> (SocketAddr, CancellationToken) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let release = CancellationToken::new();
        let released = release.clone();
        let app = Router::new().route("/", get(async || "ok")).route(
            "/slow",
            get(async move || {
                released.cancelled().await;
                "late"
            }),
        );
        tokio::spawn(serve_at_most(|| LIMIT, listener, app, cancel.clone()));
        (address, release)
    }

    /// A connection that has sent this.
    async fn connect(address: SocketAddr, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream.write_all(text.as_bytes()).await.expect("sent");
        stream
    }

    async fn ask(address: SocketAddr, path: &str) -> TcpStream {
        connect(address, &format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).await
    }

    /// What comes until the end; nothing from a connection that was cut off.
    async fn read_answer(mut stream: TcpStream) -> String {
        let mut text = Vec::new();
        let read = stream.read_to_end(&mut text);
        let _ = tokio::time::timeout(Duration::from_secs(20), read).await.expect("an end within seconds");
        String::from_utf8(text).expect("text")
    }

    #[tokio::test]
    async fn half_open_connections_above_the_limit_make_room_for_requests() {
        let (address, _) = start_server(&CancellationToken::new()).await;
        let mut half_open = Vec::new();
        for number in 0..5 * LIMIT {
            let text = if number % 2 == 0 { "" } else { "GET / HTTP/1.1\r\nhost: x\r\n" };
            half_open.push(connect(address, text).await);
        }
        for _ in 0..2 * LIMIT {
            let began = Instant::now();
            assert!(read_answer(ask(address, "/").await).await.ends_with("ok"));
            assert!(began.elapsed() < HEAD_TIMEOUT / 2, "{:?}", began.elapsed());
        }
        assert_eq!(read_answer(half_open.remove(0)).await, "", "the oldest was closed");
    }

    #[tokio::test]
    async fn a_connection_that_works_on_a_request_is_not_closed_for_others() {
        let (address, release) = start_server(&CancellationToken::new()).await;
        let mut slow = Vec::new();
        for _ in 0..LIMIT {
            slow.push(ask(address, "/slow").await);
        }
        let next = ask(address, "/").await;
        let mut more = Vec::new();
        for _ in 0..LIMIT {
            more.push(connect(address, "").await);
        }
        release.cancel();
        for stream in slow {
            assert!(read_answer(stream).await.ends_with("late"));
        }
        assert!(read_answer(next).await.ends_with("ok"));
    }

    #[tokio::test]
    async fn a_stranger_loses_the_place_before_a_connection_that_was_answered() {
        let (address, _) = start_server(&CancellationToken::new()).await;
        let mut kept = connect(address, "GET / HTTP/1.1\r\nhost: x\r\n\r\n").await;
        let mut first = [0; 12];
        kept.read_exact(&mut first).await.expect("an answer");
        let mut half_open = Vec::new();
        for _ in 0..3 * LIMIT {
            half_open.push(connect(address, "").await);
        }
        kept.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.expect("still open");
        assert_eq!(read_answer(kept).await.matches("ok").count(), 2);
    }

    #[tokio::test]
    async fn a_head_that_does_not_arrive_is_not_awaited() {
        let (address, _) = start_server(&CancellationToken::new()).await;
        let began = Instant::now();
        for text in ["", "GET / HTTP/1.1\r\nhost"] {
            assert!(!read_answer(connect(address, text).await).await.contains("ok"));
        }
        assert!(began.elapsed() < 3 * HEAD_TIMEOUT, "{:?}", began.elapsed());
    }

    #[tokio::test]
    async fn a_stop_waits_for_the_request_in_flight() {
        let cancel = CancellationToken::new();
        let (address, release) = start_server(&cancel).await;
        let slow = ask(address, "/slow").await;
        // It is read before the order to stop arrives.
        assert!(read_answer(ask(address, "/").await).await.ends_with("ok"));
        cancel.cancel();
        release.cancel();
        assert!(read_answer(slow).await.ends_with("late"));
        let refused = async { while TcpStream::connect(address).await.is_ok() {} };
        tokio::time::timeout(SHUTDOWN_GRACE, refused).await.expect("nobody listens any more");
    }
}
