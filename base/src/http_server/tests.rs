use std::sync::atomic::AtomicUsize;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse as _;
use axum::routing::get;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::*;

const LIMIT: usize = 8;
const LIMITS: Limits = Limits { connections: || LIMIT, head_timeout: Duration::from_hours(1) };

struct Server {
    address: SocketAddr,
    /// Lets `/slow` answer.
    release: CancellationToken,
    /// Number of requests for `/slow` received.
    slow: Arc<AtomicUsize>,
}

/// Serves `/`, which answers at once, and `/slow`.
async fn start_server(limits: Limits, cancel: &CancellationToken) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let (release, slow) = (CancellationToken::new(), Arc::new(AtomicUsize::new(0)));
    let (released, count) = (release.clone(), Arc::clone(&slow));
    let app = Router::new().route("/", get(async || "ok")).route(
        "/slow",
        get(async move || {
            count.fetch_add(1, Ordering::SeqCst);
            released.cancelled().await;
            "late"
        }),
    );
    tokio::spawn(serve_within(limits, listener, app, cancel.clone()));
    Server { address, release, slow }
}

/// A connection that has sent this text.
async fn connect(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(text.as_bytes()).await.expect("sent");
    stream
}

async fn ask(address: SocketAddr, path: &str) -> TcpStream {
    connect(address, &format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).await
}

const LAST: &str = "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

/// A connection that was answered and stays open.
async fn keep(address: SocketAddr) -> TcpStream {
    let mut stream = connect(address, "").await;
    ask_again(&mut stream).await;
    stream
}

async fn ask_again(stream: &mut TcpStream) {
    stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("open");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\nok") {
        answer.push(stream.read_u8().await.expect("an answer"));
    }
}

/// Everything received until the end; empty for a connection that was cut off.
async fn read_answer(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let read = stream.read_to_end(&mut text);
    let _ = tokio::time::timeout(Duration::from_secs(20), read).await.expect("an end within seconds");
    String::from_utf8(text).expect("text")
}

#[tokio::test]
async fn an_address_that_is_taken_is_named_with_its_setting() {
    let listener = listen(([127, 0, 0, 1], 0).into(), "http.listen").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let error = format!("{:#}", listen(address, "http.listen").await.expect_err("in use"));
    let why = "another program uses this address: stop it, or choose another port";
    assert_eq!(error, format!("listening on {address} (`http.listen`): {why}"));
}

#[tokio::test]
async fn a_connection_that_works_on_a_request_is_not_closed_for_others() {
    let Server { address, release, slow: count } = start_server(LIMITS, &CancellationToken::new()).await;
    let mut slow = Vec::new();
    for _ in 0..LIMIT {
        slow.push(ask(address, "/slow").await);
    }
    while count.load(Ordering::SeqCst) < LIMIT {
        tokio::task::yield_now().await;
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
    let Server { address, .. } = start_server(LIMITS, &CancellationToken::new()).await;
    let mut stream = keep(address).await;
    let mut half_open = Vec::new();
    for _ in 0..3 * LIMIT {
        half_open.push(connect(address, "").await);
    }
    stream.write_all(LAST.as_bytes()).await.expect("still open");
    assert!(read_answer(stream).await.ends_with("ok"));
}

#[tokio::test]
async fn the_connection_that_is_idle_for_longest_makes_room() {
    let Server { address, .. } = start_server(LIMITS, &CancellationToken::new()).await;
    let mut streams = Vec::new();
    for _ in 0..LIMIT {
        streams.push(keep(address).await);
    }
    // The first one has just been used again.
    ask_again(&mut streams[0]).await;
    assert!(read_answer(ask(address, "/").await).await.ends_with("ok"));
    streams[0].write_all(LAST.as_bytes()).await.expect("still open");
    assert!(read_answer(streams.remove(0)).await.ends_with("ok"));
    assert_eq!(read_answer(streams.remove(0)).await, "", "the second was closed");
}

#[tokio::test]
async fn a_head_that_does_not_arrive_is_not_awaited() {
    let limits = Limits { head_timeout: Duration::from_millis(200), ..LIMITS };
    let Server { address, .. } = start_server(limits, &CancellationToken::new()).await;
    for text in ["", "GET / HTTP/1.1\r\nhost"] {
        assert!(!read_answer(connect(address, text).await).await.contains("ok"));
    }
}

#[tokio::test]
async fn half_a_body_holds_no_place() {
    let Server { address, .. } = start_server(LIMITS, &CancellationToken::new()).await;
    let mut halves = Vec::new();
    for _ in 0..3 * LIMIT {
        halves.push(connect(address, "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf").await);
    }
    assert!(read_answer(ask(address, "/").await).await.ends_with("ok"));
    for half in halves {
        let answer = read_answer(half).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 405 "), "{answer}");
    }
}

const EVENTS: &str = "GET /events HTTP/1.1\r\nhost: x\r\n\r\n";

/// Serves `/`, which answers at once, and events that the test sends.
async fn start_events(cancel: &CancellationToken) -> (UnboundedSender<Result<&'static str, Infallible>>, SocketAddr) {
    let (sender, receiver) = unbounded();
    let events = Arc::new(Mutex::new(Some(receiver)));
    let answer = get(async move || {
        let events = lock(&events).take().expect("asked for once");
        ([(CONTENT_TYPE, "text/event-stream")], Body::from_stream(events)).into_response()
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let app = Router::new().route("/", get(async || "ok")).route("/events", answer);
    tokio::spawn(serve_within(LIMITS, listener, app, cancel.clone()));
    (sender, address)
}

async fn read_until(stream: &mut TcpStream, end: &str) -> String {
    let mut text = Vec::new();
    while !text.ends_with(end.as_bytes()) {
        text.push(stream.read_u8().await.expect("more"));
    }
    String::from_utf8(text).expect("text")
}

#[tokio::test]
async fn events_are_sent_as_they_come_until_there_are_no_more() {
    let (sender, address) = start_events(&CancellationToken::new()).await;
    let mut stream = connect(address, EVENTS).await;
    let head = read_until(&mut stream, "\r\n\r\n").await;
    assert!(head.starts_with("HTTP/1.0 200 OK\r\n") && !head.contains("chunked"), "{head}");
    for event in ["data: 1\n\n", "data: 2\n\n"] {
        sender.unbounded_send(Ok(event)).expect("somebody listens");
        assert_eq!(read_until(&mut stream, "\n\n").await, event);
    }
    drop(sender);
    assert_eq!(read_answer(stream).await, "");
}

#[tokio::test]
async fn events_follow_other_answers_and_end_with_the_server() {
    let cancel = CancellationToken::new();
    let (_sender, address) = start_events(&cancel).await;
    let mut stream = keep(address).await;
    stream.write_all(EVENTS.as_bytes()).await.expect("open");
    assert!(read_until(&mut stream, "\r\n\r\n").await.starts_with("HTTP/1.0 200 OK\r\n"));
    cancel.cancel();
    let ended = tokio::time::timeout(SHUTDOWN_GRACE / 2, read_answer(stream)).await;
    assert_eq!(ended.expect("at once"), "");
}

#[tokio::test]
async fn who_listens_no_longer_holds_nothing() {
    for last in [None, Some("GET / HTTP/1.1\r\n")] {
        let (sender, address) = start_events(&CancellationToken::new()).await;
        let mut stream = connect(address, EVENTS).await;
        read_until(&mut stream, "\r\n\r\n").await;
        if let Some(last) = last {
            stream.write_all(last.as_bytes()).await.expect("open");
        } else {
            drop(stream);
        }
        let closed = async {
            while !sender.is_closed() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), closed).await.expect("its events are dropped");
    }
}

#[tokio::test]
async fn a_stop_waits_for_the_request_in_flight() {
    let cancel = CancellationToken::new();
    let Server { address, release, .. } = start_server(LIMITS, &cancel).await;
    let slow = ask(address, "/slow").await;
    // It is read before the order to stop arrives.
    assert!(read_answer(ask(address, "/").await).await.ends_with("ok"));
    cancel.cancel();
    release.cancel();
    assert!(read_answer(slow).await.ends_with("late"));
    let refused = async { while TcpStream::connect(address).await.is_ok() {} };
    tokio::time::timeout(SHUTDOWN_GRACE, refused).await.expect("nobody listens any longer");
}
