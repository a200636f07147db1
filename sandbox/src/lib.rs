//! A Discord on your own machine: REST, gateway, interactions, and a page to use it.
//!
//! It knows no particular bot and would serve any. It refuses what Discord refuses, its clock can be moved, and things can
//! be made to go wrong. Its state lives in memory and ends with it.

pub mod client;
pub mod clock;
pub mod faults;
pub mod gateway;
pub mod interactions;
pub mod log;
pub mod model;
mod objects;
mod page;
mod people;
pub mod rest;
pub mod schemas;
pub mod server;
pub mod validate;
pub mod world;

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use anyhow::Context;
use tokio::{net::TcpListener, task::JoinHandle};

use world::Shared;

/// Somebody of the seeded world.
#[derive(Debug, Clone)]
pub struct Person {
    /// The name shown.
    pub name: String,
    /// Language of their client, as Discord writes it.
    pub locale: String,
}

/// How a sandbox is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The bot's name.
    pub bot_name: String,
    /// The guild's name.
    pub guild_name: String,
    /// Who is there from the start.
    pub people: Vec<Person>,
    /// The token the bot must show.
    pub token: String,
    /// Refuse what exceeds Discord's rate limits; without it their headers only tell.
    pub strict_rate_limits: bool,
    /// How many files are kept, the newest; none of them is forgotten without it.
    pub files_kept: Option<usize>,
    /// A file to which each request of the bot is added, one JSON object per line.
    pub record: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        let people = [
            ("Ada", "en-US"),
            ("Bruno", "fr"),
            ("Chloé", "fr"),
            ("Dmitri", "en-GB"),
            ("Emma", "en-US"),
            ("Farid", "fr"),
        ];
        Self {
            listen: (Ipv4Addr::LOCALHOST, 7878).into(),
            bot_name: "Bot".to_owned(),
            guild_name: "Sumito club".to_owned(),
            people: people
                .iter()
                .map(|(name, locale)| Person { name: (*name).to_owned(), locale: (*locale).to_owned() })
                .collect(),
            token: "sandbox-token".to_owned(),
            strict_rate_limits: false,
            files_kept: None,
            record: None,
        }
    }
}

/// A running sandbox. It ends when it is stopped or dropped.
pub struct Sandbox {
    address: SocketAddr,
    token: String,
    tasks: Vec<JoinHandle<()>>,
}

/// How often the world looks at its clock.
const TICK: Duration = Duration::from_millis(20);

impl Sandbox {
    /// Starts a sandbox in the caller's runtime.
    pub async fn start(options: Options) -> anyhow::Result<Self> {
        let listen = options.listen;
        let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
        let address = listener.local_addr().context("cannot tell the address")?;
        let token = options.token.clone();
        let shared = Shared::new(options, format!("http://{address}"));
        let ticking = shared.clone();
        let ticker = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TICK).await;
                ticking.lock().tick();
            }
        });
        let app = server::router(shared, address).into_make_service_with_connect_info::<server::Cut>();
        let server = tokio::spawn(async move {
            if let Err(error) = axum::serve(server::Door(listener), app).await {
                tracing::error!(%error, "the sandbox ended");
            }
        });
        Ok(Self { address, token, tasks: vec![ticker, server] })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// `http://127.0.0.1:PORT`.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The token the bot must show.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Somebody to act for the people.
    pub fn client(&self) -> client::Client {
        client::Client::new(&self.base_url())
    }

    /// Ends it.
    pub fn stop(self) {}
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}
