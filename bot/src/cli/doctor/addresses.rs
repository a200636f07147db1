//! What `doctor` says about the addresses at which the bot is to be reached.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use axum::http::HeaderName;
use reqwest::Client;
use tokio::net::TcpListener;

use crate::app::monitoring::READY;
use crate::cli::health::{HealthError, ask, reachable};
use crate::discord::endpoint::{BAD_SIGNATURE, PATH};
use crate::web::ROBOTS;

/// How long a program that has our address may take to say what it is.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// Can the bot take interactions here? Also good when it does already.
pub(crate) async fn interactions(listen: SocketAddr) -> anyhow::Result<String> {
    if is_free(listen).await? {
        return Ok(format!("{listen} is free"));
    }
    // A bot refuses what is not signed, in words of its own.
    let refusal = async {
        let client = Client::builder().no_proxy().timeout(PROBE_TIMEOUT).build()?;
        client.post(format!("http://{listen}{PATH}")).send().await?.text().await
    };
    match refusal.await {
        Ok(text) if text == BAD_SIGNATURE => Ok(format!("a running bot serves {listen}")),
        _ => Err(another_program(listen, "http.listen")),
    }
}

/// Can the bot serve pages here? Also good when it does already. Says how readers are told apart, too.
pub(crate) async fn pages(
    listen: SocketAddr,
    public_url: &str,
    client_address_header: Option<&HeaderName>,
) -> anyhow::Result<String> {
    let found = if is_free(listen).await? {
        format!("{listen} is free")
    } else {
        let text = async {
            let client = Client::builder().no_proxy().timeout(PROBE_TIMEOUT).build()?;
            client.get(format!("http://{listen}/robots.txt")).send().await?.text().await
        };
        match text.await {
            Ok(text) if text == ROBOTS => format!("a running bot serves {listen}"),
            _ => return Err(another_program(listen, "http.listen")),
        }
    };
    Ok(format!("{found}; browsers find it at {public_url}; {}", limits(public_url, client_address_header)))
}

/// How readers are told apart. The bot works without it, so what is missing is a warning.
fn limits(public_url: &str, client_address_header: Option<&HeaderName>) -> String {
    let unlimited = "readers are not limited by address (`http.client_address_header` is empty)";
    match client_address_header {
        Some(header) => format!("each address that a proxy names in {header} is limited"),
        // The settings take no other address without encryption than one of this machine.
        None if public_url.starts_with("http:") => unlimited.to_owned(),
        None => format!(
            "warning: {unlimited}: have your proxy write the address of its client into a header, and name that header there"
        ),
    }
}

/// Can the bot serve health and metrics here? A running bot says itself whether players can play.
pub(crate) async fn metrics(listen: SocketAddr) -> anyhow::Result<String> {
    if is_free(listen).await? {
        return Ok(format!("{listen} is free"));
    }
    match ask(reachable(listen), READY).await {
        Ok(()) => Ok(format!("a running bot serves {listen}, and players can play")),
        Err(HealthError::Unwell(problem)) => bail!("a running bot serves {listen}, and players cannot play: {problem}"),
        Err(HealthError::NoAnswer(_) | HealthError::NoBot(_)) => Err(another_program(listen, "metrics.listen")),
    }
}

async fn is_free(listen: SocketAddr) -> anyhow::Result<bool> {
    match TcpListener::bind(listen).await {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Ok(false),
        Err(error) => Err(error).with_context(|| format!("listening on {listen}")),
    }
}

fn another_program(listen: SocketAddr, key: &str) -> anyhow::Error {
    anyhow!("another program uses {listen}: choose another `{key}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_of_a_public_address_who_are_not_told_apart_are_a_warning() {
        let header = HeaderName::from_static("x-real-ip");
        for (public_url, header, is_warned) in [
            ("https://abalone.example", None, true),
            ("https://abalone.example", Some(&header), false),
            ("http://127.0.0.1:8080", None, false),
        ] {
            let said = limits(public_url, header);
            assert_eq!(said.starts_with("warning: readers are not limited"), is_warned, "{public_url}: {said}");
        }
    }
}
