//! `health`: asks the bot of these settings whether it works.

use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use reqwest::StatusCode;

use crate::app::monitoring;
use crate::cli::out::{print, print_error};
use crate::cli::run::{load, runtime};
use crate::cli::{CommandResult, ConfigFile, Failure};
use crate::http_client;

/// How long it may take to answer; shorter than the checks of containers wait.
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
        let Some(listen) = config.metrics_listen()? else {
            return Err(Failure::Input(
                "set `metrics.listen`, for example to 127.0.0.1:9464, where the bot says how it is".to_owned(),
            ));
        };
        let base = format!("http://{}", reachable(listen));
        let path = if self.ready { monitoring::READY } else { monitoring::HEALTH };
        let answer = runtime()?.block_on(async {
            let client = http_client::client_for(&base).timeout(TIMEOUT).build().map_err(http_client::cause)?;
            let answer = client.get(format!("{base}{path}")).send().await.map_err(http_client::cause)?;
            let status = answer.status();
            let text = answer.text().await.map_err(http_client::cause)?;
            match status {
                StatusCode::OK if text == monitoring::GOOD => Ok(text),
                StatusCode::SERVICE_UNAVAILABLE if !text.is_empty() => Err(text),
                _ => Err(format!("it answers {status}, and is no bot: another program has this address")),
            }
        });
        match answer {
            Ok(text) => {
                print(text.trim())?;
                Ok(ExitCode::SUCCESS)
            }
            Err(problem) => {
                print_error(&format!("{base}{path}: {}", problem.trim()));
                Ok(ExitCode::from(1))
            }
        }
    }
}

/// An address that stands for all of this machine is reached at its own.
fn reachable(listen: SocketAddr) -> SocketAddr {
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
