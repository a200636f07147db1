//! A Discord on your own machine: REST, gateway, interactions, and a page to use it.
//!
//! It implements the parts of Discord that Sumito uses, and refuses what Discord refuses. Its clock can be moved, and
//! faults can be injected. Its state is in memory only.

pub mod activity;
pub mod client;
mod client_api;
pub mod clock;
mod endpoint;
pub mod faults;
pub mod gateway;
pub mod interaction;
pub mod log;
pub mod model;
mod oauth2;
mod options;
pub mod rest;
pub mod server;
pub mod validate;
pub mod world;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use options::{Options, Person};
use world::Shared;

/// A running sandbox. It ends when it is stopped or dropped.
pub struct Sandbox {
    address: SocketAddr,
    token: String,
    client_secret: String,
    activity_url: Option<String>,
    shared: Shared,
    tasks: Vec<JoinHandle<()>>,
}

/// The interval at which the world expires interactions and archives threads.
const TICK: Duration = Duration::from_millis(20);

impl Sandbox {
    /// Starts a sandbox in the caller's runtime.
    pub async fn start(options: Options) -> anyhow::Result<Self> {
        let listen = options.listen;
        let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
        let address = listener.local_addr().context("cannot tell the address")?;
        let (token, client_secret, pages) =
            (options.token.clone(), options.client_secret.clone(), options.pages.clone());
        let (shared, deliveries) = Shared::new(options, base_url(address));
        let mut tasks = Vec::new();
        let mut activity_url = None;
        if let Some(pages) = pages {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("cannot listen for the proxy")?;
            let origin = base_url(listener.local_addr().context("cannot tell the address")?);
            shared.lock().enable_activities(&origin);
            activity_url = Some(origin);
            tasks.push(tokio::spawn(async move {
                if let Err(error) = axum::serve(listener, activity::proxy::router(&pages)).await {
                    tracing::error!(%error, "the proxy of the Activity ended");
                }
            }));
        }
        let posting = tokio::spawn(endpoint::run(shared.clone(), deliveries));
        let ticking = shared.clone();
        let ticker = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TICK).await;
                ticking.lock().tick();
            }
        });
        let app = server::router(shared.clone(), address)
            .into_make_service_with_connect_info::<server::listener::Disconnect>();
        let server = tokio::spawn(async move {
            if let Err(error) = axum::serve(server::listener::Listener(listener), app).await {
                tracing::error!(%error, "the sandbox ended");
            }
        });
        tasks.extend([ticker, posting, server]);
        Ok(Self { address, token, client_secret, activity_url, shared, tasks })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// `http://127.0.0.1:PORT`, the address for programs on this machine.
    pub fn base_url(&self) -> String {
        base_url(self.address)
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// The secret of the application, other than the bot's token.
    pub fn client_secret(&self) -> &str {
        &self.client_secret
    }

    /// The address at which the Activity shows the pages of the bot, if Activities are enabled.
    pub fn activity_url(&self) -> Option<&str> {
        self.activity_url.as_deref()
    }

    /// The public key for interactions posted to the bot, in hexadecimal digits.
    pub fn public_key(&self) -> String {
        self.shared.lock().endpoint.public_key()
    }

    /// Delivers interactions over HTTP to this address instead of the gateway; `None` returns to the gateway.
    ///
    /// # Errors
    /// Like Discord, refuses an address that does not answer PING, or that accepts a bad signature.
    pub async fn save_endpoint(&self, url: Option<&str>) -> anyhow::Result<()> {
        endpoint::save(&self.shared, url).await.map_err(|refusal| anyhow::anyhow!("{}", refusal.body()))
    }

    pub fn client(&self) -> client::Client {
        client::Client::new(&self.base_url())
    }

    pub fn stop(self) {}
}

/// Replaces the wildcard address (`0.0.0.0`) by the loopback address.
fn base_url(listens: SocketAddr) -> String {
    let ip = match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, listens.port()))
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}
