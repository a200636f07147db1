//! `doctor`: the bot's addresses.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use axum::http::HeaderName;
use base::http_client;
use discord::endpoint::{BAD_SIGNATURE, PATH};
use reqwest::{Client, StatusCode};
use tokio::net::TcpListener;

use crate::app::monitoring::READY;
use crate::cli::health::{HealthError, ask, reachable};
use crate::web::ROBOTS;

/// The time for a program at our address to identify itself.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// The time for an answer through the proxy.
const PUBLIC_TIMEOUT: Duration = Duration::from_secs(10);

/// Checks whether the bot can receive interactions here, or already does.
pub(crate) async fn interactions(listen: SocketAddr) -> anyhow::Result<String> {
    if is_free(listen).await? {
        return Ok(format!("{listen} is free"));
    }
    // A bot refuses unsigned requests with a text of its own.
    let refusal = async {
        let client = Client::builder().no_proxy().timeout(PROBE_TIMEOUT).build()?;
        client.post(format!("http://{listen}{PATH}")).send().await?.text().await
    };
    match refusal.await {
        Ok(text) if text == BAD_SIGNATURE => Ok(format!("a running bot serves {listen}")),
        _ => Err(another_program(listen, "http.listen")),
    }
}

/// Checks whether the bot can serve pages here, or already does, whether browsers reach them, and reports how readers
/// are distinguished.
pub(crate) async fn pages(
    listen: SocketAddr,
    public_url: &str,
    client_address_header: Option<&HeaderName>,
) -> anyhow::Result<String> {
    let is_running = !is_free(listen).await?;
    let client = Client::builder().no_proxy().timeout(PROBE_TIMEOUT).build()?;
    if is_running && !matches!(robots(&client, &format!("http://{listen}")).await, Ok((_, text)) if text == ROBOTS) {
        return Err(another_program(listen, "http.listen"));
    }
    let found = if is_running { format!("a running bot serves {listen}") } else { format!("{listen} is free") };
    let public = public_answer(public_url, listen, is_running).await?;
    Ok(format!("{found}; {public}; {}", limits(public_url, client_address_header)))
}

/// Requests the public address as a browser does. Without a bot behind it, a proxy answers with an error of its own.
async fn public_answer(public_url: &str, listen: SocketAddr, is_running: bool) -> anyhow::Result<String> {
    let client = http_client::client_for(public_url).timeout(PUBLIC_TIMEOUT).build()?;
    match robots(&client, public_url).await {
        Ok((_, text)) if text == ROBOTS => Ok(format!("browsers reach it at {public_url}")),
        Ok((StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT, _))
            if !is_running =>
        {
            Ok(format!("a proxy answers at {public_url}, and waits for the bot"))
        }
        Ok((status, _)) => bail!(
            "{public_url} answers {status}, and not with the bot's pages: let the proxy pass every path on to {listen}"
        ),
        // Without a proxy, the bot itself answers there.
        Err(_) if !is_running && public_url == format!("http://{listen}") => {
            Ok(format!("browsers find it at {public_url}"))
        }
        Err(error) => bail!(
            "this machine does not reach {public_url}: {}; check the proxy, its certificate, the name (DNS) and the firewall",
            http_client::cause(error)
        ),
    }
}

/// A page that every bot has, with its status.
async fn robots(client: &Client, base: &str) -> reqwest::Result<(StatusCode, String)> {
    let answer = client.get(format!("{base}/robots.txt")).send().await?;
    Ok((answer.status(), answer.text().await?))
}

/// The header that distinguishes readers. Only a warning, because the bot works without it.
fn limits(public_url: &str, client_address_header: Option<&HeaderName>) -> String {
    let unlimited = "readers are not limited by address (`http.client_address_header` is empty)";
    match client_address_header {
        Some(header) => format!("each address that a proxy names in {header} is limited"),
        // Other addresses without encryption are refused by the settings.
        None if public_url.starts_with("http:") => unlimited.to_owned(),
        None => format!(
            "warning: {unlimited}: have your proxy write the address of its client into a header, and name that header there"
        ),
    }
}

/// Checks whether the bot can serve health and metrics here. A running bot reports its health itself.
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
    use axum::Router;
    use axum::http::StatusCode as Status;

    use super::*;

    #[tokio::test]
    async fn the_public_address_is_asked_and_its_answer_is_said() {
        let listen = "127.0.0.1:1".parse().expect("an address");
        let serve = async |answer: (Status, &'static str)| {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let url = format!("http://{}", listener.local_addr().expect("bound"));
            let server = Router::new().fallback(move || async move { answer });
            tokio::spawn(async move { axum::serve(listener, server).await });
            url
        };
        for (answer, is_running, expected) in [
            ((Status::OK, ROBOTS), true, Ok("browsers reach it at URL")),
            ((Status::BAD_GATEWAY, "nginx"), false, Ok("a proxy answers at URL, and waits for the bot")),
            ((Status::BAD_GATEWAY, "nginx"), true, Err("URL answers 502 Bad Gateway, and not with the bot's pages")),
            ((Status::OK, "Welcome to nginx!"), false, Err("URL answers 200 OK, and not with the bot's pages")),
        ] {
            let url = serve(answer).await;
            let finding = public_answer(&url, listen, is_running).await.map_err(|error| error.to_string());
            match (&finding, expected) {
                (Ok(text), Ok(part)) | (Err(text), Err(part)) => {
                    assert!(text.replace(&url, "URL").starts_with(part), "{text}");
                }
                _ => panic!("{answer:?}: {finding:?}"),
            }
        }
        let closed = TcpListener::bind("127.0.0.1:0").await.and_then(|free| free.local_addr()).expect("a free port");
        let url = format!("http://{closed}");
        assert!(public_answer(&url, closed, false).await.is_ok(), "the bot itself will answer there");
        for (listen, is_running) in [(listen, false), (closed, true)] {
            let finding = public_answer(&url, listen, is_running).await.expect_err("nobody is there").to_string();
            assert!(
                finding.starts_with(&format!("this machine does not reach {url}: Connection refused")),
                "{finding}"
            );
        }
    }

    #[test]
    fn readers_of_a_public_address_who_are_not_told_apart_are_a_warning() {
        let header = HeaderName::from_static("x-real-ip");
        for (public_url, header, is_warned) in [
            ("https://abalone.example", None, true),
            ("https://abalone.example", Some(&header), false),
            ("http://127.0.0.1:8080", None, false),
        ] {
            let finding = limits(public_url, header);
            assert_eq!(finding.starts_with("warning: readers are not limited"), is_warned, "{public_url}: {finding}");
        }
    }
}
