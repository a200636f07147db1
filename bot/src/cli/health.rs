//! `health`: asks the bot of these settings for its health.

use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use base::http_client;
use clap::Args;
use reqwest::StatusCode;

use crate::app::monitoring;
use crate::cli::out::{print, print_error};
use crate::cli::run::{load, runtime};
use crate::cli::{CommandResult, ConfigFile, Failure};

/// The time limit for an answer; shorter than that of container health checks.
const TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub(crate) struct Health {
    /// Whether players can play, and not only whether the process lives.
    #[arg(long)]
    ready: bool,
    #[command(flatten)]
    file: ConfigFile,
}

impl Health {
    pub(crate) fn run(&self) -> CommandResult {
        let config = load(&self.file)?;
        let Some(listen) = config.metrics.listen else {
            return Err(Failure::Input(
                "set `metrics.listen`, for example to 127.0.0.1:9464, where the bot says how it is".to_owned(),
            ));
        };
        let listen = reachable(listen);
        let path = if self.ready { monitoring::READY } else { monitoring::HEALTH };
        match runtime()?.block_on(ask(listen, path)) {
            Ok(()) => {
                print(monitoring::GOOD.trim())?;
                Ok(ExitCode::SUCCESS)
            }
            Err(problem) => {
                print_error(&format!("http://{listen}{path}: {problem}"));
                Ok(ExitCode::from(1))
            }
        }
    }
}

/// The reason why a health check failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum HealthError {
    #[error("{0}")]
    NoAnswer(String),
    /// In the words of the bot.
    #[error("{0}")]
    Unwell(String),
    #[error("it answers {0}, and is no bot: another program has this address")]
    NoBot(StatusCode),
}

/// Requests one of the health endpoints of [`monitoring`] at this address.
pub(super) async fn ask(listen: SocketAddr, path: &str) -> Result<(), HealthError> {
    let base = format!("http://{listen}");
    let response = async {
        let client = http_client::client_for(&base).timeout(TIMEOUT).build()?;
        let answer = client.get(format!("{base}{path}")).send().await?;
        Ok::<_, reqwest::Error>((answer.status(), answer.text().await?))
    };
    match response.await.map_err(|error| HealthError::NoAnswer(http_client::cause(error)))? {
        (StatusCode::OK, text) if text == monitoring::GOOD => Ok(()),
        (StatusCode::SERVICE_UNAVAILABLE, text) if !text.is_empty() => Err(HealthError::Unwell(text.trim().to_owned())),
        (status, _) => Err(HealthError::NoBot(status)),
    }
}

/// Replaces a wildcard address by the loopback address.
pub(super) fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => std::net::Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => std::net::Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_all_interfaces_is_asked_on_this_machine() {
        for (listen, asked) in
            [("0.0.0.0:9464", "127.0.0.1:9464"), ("[::]:9464", "[::1]:9464"), ("10.0.0.7:1", "10.0.0.7:1")]
        {
            assert_eq!(reachable(listen.parse().expect("an address")).to_string(), asked);
        }
    }
}
