//! Event streams that a page follows for hours. They bypass hyper, which keeps 16 KB of buffers per connection.

use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::Version;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use futures::{StreamExt as _, stream};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The event body of a connection's response, from the time its head is made.
#[derive(Default)]
pub(super) struct Events(Mutex<Option<Body>>);

impl Events {
    /// Takes the event body out of a response. Its head remains, in a version of HTTP whose body has no framing and
    /// ends with the connection.
    pub(super) fn take_from(&self, mut response: Response) -> Response {
        let has_events = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
        if has_events {
            *response.version_mut() = Version::HTTP_10;
            let endless = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
            *self.lock() = Some(std::mem::replace(response.body_mut(), endless));
        }
        response
    }

    /// Takes the event body, which is there once.
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

/// Sends events until they end. A client that has closed the connection, or sends another request, no longer gets
/// them.
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
