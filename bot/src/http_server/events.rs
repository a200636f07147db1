//! Events that a page listens to for hours. They are sent past hyper, which keeps buffers of 16 KB for each connection.

use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::Version;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use futures::{StreamExt as _, stream};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Events that an answer of a connection consists of, from when its head is made.
#[derive(Default)]
pub(super) struct Events(Mutex<Option<Body>>);

impl Events {
    /// Takes the events out of an answer. What is left is its head, of a version of HTTP in which a body has no framing and ends with its
    /// connection.
    pub(super) fn take_from(&self, mut response: Response) -> Response {
        let has_events = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
        if has_events {
            *response.version_mut() = Version::HTTP_10;
            let endless = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
            *self.lock() = Some(std::mem::replace(response.body_mut(), endless));
        }
        response
    }

    /// The events, once.
    pub(super) fn take(&self) -> Option<Body> {
        self.lock().take()
    }

    pub(super) fn are_there(&self) -> bool {
        self.lock().is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Body>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends events until there are no more. A client that has gone, or that wants something else, listens no longer.
pub(super) async fn send_events(events: Body, mut stream: TcpStream) -> std::io::Result<()> {
    let (mut from, mut to) = stream.split();
    let sending = async {
        let mut events = events.into_data_stream();
        while let Some(event) = events.next().await {
            to.write_all(&event.map_err(std::io::Error::other)?).await?;
        }
        to.shutdown().await
    };
    let mut byte = [0];
    tokio::select! {
        sent = sending => sent,
        gone = from.read(&mut byte) => gone.map(drop),
    }
}
