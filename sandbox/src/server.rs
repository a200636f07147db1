//! The one port: who is let in, and which door leads where.

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Router,
    extract::{
        ConnectInfo, DefaultBodyLimit, Path, Query, Request, State,
        connect_info::Connected,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
    routing::{any, get},
    serve::IncomingStream,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};

use crate::{gateway, page, people, rest, validate::message::REQUEST_BYTES, world::Shared};

/// All routes.
pub fn router(shared: Shared, own: SocketAddr) -> Router {
    Router::new()
        .route("/", get(root))
        .merge(page::routes())
        .route("/attachments/{channel}/{id}/{name}", get(attachment))
        .route("/api/v10/{*path}", any(rest::serve))
        .nest("/sandbox", people::router())
        .layer(DefaultBodyLimit::max(REQUEST_BYTES * 2))
        .layer(axum::middleware::from_fn_with_state(own, only_from_here))
        .with_state(shared)
}

/// Refuses pages of other sites that would reach into the sandbox through the user's browser.
async fn only_from_here(State(own): State<SocketAddr>, request: Request, next: Next) -> Response {
    if from_here(request.headers(), own) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "the sandbox serves only this machine").into_response()
    }
}

fn from_here(headers: &HeaderMap, own: SocketAddr) -> bool {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = header(header::HOST).unwrap_or_default();
    let origin = header(header::ORIGIN).map(|origin| origin.split_once("://").map_or(origin, |(_, host)| host));
    is_own(host, own) && origin.is_none_or(|origin| origin == host || is_own(origin, own))
}

fn is_own(host: &str, own: SocketAddr) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || address.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip == own.ip())
}

async fn root(
    State(shared): State<Shared>,
    ConnectInfo(_): ConnectInfo<Cut>,
    Query(query): Query<HashMap<String, String>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => upgrade
            .on_upgrade(async move |socket| gateway::serve(shared, socket, query.get("v").map(String::as_str)).await),
        Err(_) => page::index().into_response(),
    }
}

async fn attachment(
    State(shared): State<Shared>,
    Path((_, id, _)): Path<(String, u64, String)>,
) -> Result<impl IntoResponse, StatusCode> {
    let file = shared.lock().files.get(&id).cloned().ok_or(StatusCode::NOT_FOUND)?;
    // Only pictures are shown in the page's origin; anything else is a download.
    let disposition = if file.content_type.starts_with("image/") && !file.content_type.contains("svg") {
        "inline".to_owned()
    } else {
        "attachment".to_owned()
    };
    Ok((
        [
            (header::CONTENT_TYPE, file.content_type),
            (header::CONTENT_DISPOSITION, disposition),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        ],
        file.bytes,
    ))
}

/// Ends a connection without an answer.
#[derive(Debug, Clone, Default)]
pub struct Cut(Arc<AtomicBool>);

impl Cut {
    /// From now on nothing more is written.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Connected<IncomingStream<'_, Door>> for Cut {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        stream.io().cut.clone()
    }
}

/// The listener: connections without delay, each with a [`Cut`].
pub struct Door(pub TcpListener);

/// A connection that can be cut.
pub struct Wire {
    stream: TcpStream,
    cut: Cut,
}

impl axum::serve::Listener for Door {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        loop {
            if let Ok((stream, address)) = self.0.accept().await {
                // Without it answers wait up to 40 ms for the other side's acknowledgment.
                let _ = stream.set_nodelay(true);
                return (Wire { stream, cut: Cut::default() }, address);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl AsyncRead for Wire {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if self.cut.0.load(Ordering::Relaxed) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
