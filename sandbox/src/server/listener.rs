//! Connections that a fault can close without an answer.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::IncomingStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// Closes a connection without an answer.
#[derive(Debug, Clone, Default)]
pub struct Disconnect(Arc<AtomicBool>);

impl Disconnect {
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Connected<IncomingStream<'_, Listener>> for Disconnect {
    fn connect_info(stream: IncomingStream<'_, Listener>) -> Self {
        stream.io().disconnect.clone()
    }
}

/// Accepts connections without Nagle's delay, each with a [`Disconnect`].
pub struct Listener(pub TcpListener);

/// A connection that can be closed without an answer.
pub struct Connection {
    stream: TcpStream,
    disconnect: Disconnect,
}

impl axum::serve::Listener for Listener {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            if let Ok((stream, address)) = self.0.accept().await {
                // Without it, answers wait up to 40 ms for the other side's acknowledgment.
                let _ = stream.set_nodelay(true);
                return (Connection { stream, disconnect: Disconnect::default() }, address);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if self.disconnect.0.load(Ordering::Relaxed) {
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
