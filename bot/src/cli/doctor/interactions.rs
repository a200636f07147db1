//! What `doctor` says about how interactions arrive.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{anyhow, bail};
use ed25519_dalek::VerifyingKey;
use reqwest::{Client, Method};
use serde_json::Value;
use tokio::net::TcpListener;

use crate::app::monitoring::METRICS;
use crate::discord::endpoint::{BAD_SIGNATURE, PATH};

/// How long a program that has our address may take to say what it is.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// Does the application, as Discord describes it, send interactions where these settings expect them? Discord uses one way only:
/// the Interactions Endpoint URL when there is one, and the gateway otherwise.
pub(crate) fn interaction_route(
    gateway: bool,
    endpoint: Option<(SocketAddr, VerifyingKey)>,
    application: &Value,
) -> anyhow::Result<String> {
    if let (Some((_, key)), Some(expected)) = (endpoint, application["verify_key"].as_str())
        && !hex::encode(key.to_bytes()).eq_ignore_ascii_case(expected)
    {
        bail!("`discord.public_key` is the key of another application; this one has {expected}");
    }
    match (application["interactions_endpoint_url"].as_str(), endpoint) {
        (Some(url), Some(_)) => Ok(format!("Discord posts them to {url}, and none to the gateway")),
        (Some(url), None) => bail!(
            "Discord posts them to {url}, and this program serves no such address: remove the Interactions Endpoint URL in the \
             developer portal, or set `http.listen` and `discord.public_key`"
        ),
        (None, Some((listen, _))) if gateway => Ok(format!(
            "Discord sends them through the gateway; to have them posted to {listen}, save an Interactions Endpoint URL in the \
             developer portal"
        )),
        (None, None) if gateway => Ok("Discord sends them through the gateway".to_owned()),
        (None, _) => bail!(
            "Discord sends them through the gateway, and `discord.gateway` is false: save the Interactions Endpoint URL in the \
             developer portal, or set it to true"
        ),
    }
}

/// Can the bot take this address? Also good when it has it already.
pub(crate) async fn address(listen: SocketAddr) -> anyhow::Result<String> {
    match TcpListener::bind(listen).await {
        Ok(_) => Ok(format!("{listen} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            if is_bot(listen).await {
                Ok(format!("a running bot serves {listen}"))
            } else {
                Err(anyhow!("another program uses {listen}: choose another `http.listen`"))
            }
        }
        Err(error) => Err(anyhow::Error::new(error).context(format!("listening on {listen}"))),
    }
}

/// Can the bot serve health and metrics here? Also good when it does already.
pub(crate) async fn metrics_address(listen: SocketAddr) -> anyhow::Result<String> {
    match TcpListener::bind(listen).await {
        Ok(_) => Ok(format!("{listen} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            if serves_our_metrics(listen).await {
                Ok(format!("a running bot serves {listen}"))
            } else {
                Err(anyhow!("another program uses {listen}: choose another `metrics.listen`"))
            }
        }
        Err(error) => Err(anyhow::Error::new(error).context(format!("listening on {listen}"))),
    }
}

/// Prometheus' own address, for example, answers with metrics too.
async fn serves_our_metrics(listen: SocketAddr) -> bool {
    text_of(Method::GET, listen, METRICS).await.is_some_and(|text| text.contains("sumito_build_info"))
}

/// A bot refuses what is not signed, in words of its own.
async fn is_bot(listen: SocketAddr) -> bool {
    text_of(Method::POST, listen, PATH).await.is_some_and(|text| text == BAD_SIGNATURE)
}

/// What the program at an address of this machine answers.
async fn text_of(method: Method, listen: SocketAddr, path: &str) -> Option<String> {
    let client = Client::builder().no_proxy().timeout(PROBE_TIMEOUT).build().ok()?;
    client.request(method, format!("http://{listen}{path}")).send().await.ok()?.text().await.ok()
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_that_contradict_the_developer_portal_are_reported() {
        let key = SigningKey::from_bytes(&[7; 32]).verifying_key();
        let endpoint = Some((([127, 0, 0, 1], 8080).into(), key));
        let (own, url) = (hex::encode(key.to_bytes()), "https://sumito.example/interactions");
        let other = "f".repeat(64);
        for (gateway, endpoint, url, verify_key, expected) in [
            (true, None, None, &own, Ok("Discord sends them through the gateway")),
            (
                true,
                endpoint,
                None,
                &own,
                Ok("to have them posted to 127.0.0.1:8080, save an Interactions Endpoint URL"),
            ),
            (true, endpoint, Some(url), &own, Ok("Discord posts them to https://sumito.example/interactions")),
            (false, endpoint, Some(url), &own, Ok("Discord posts them to https://sumito.example/interactions")),
            (true, None, Some(url), &own, Err("this program serves no such address")),
            (false, endpoint, None, &own, Err("`discord.gateway` is false")),
            (true, endpoint, Some(url), &other, Err("is the key of another application; this one has fff")),
        ] {
            let application = json!({ "interactions_endpoint_url": url, "verify_key": verify_key });
            let said = interaction_route(gateway, endpoint, &application).map_err(|error| error.to_string());
            match (&said, expected) {
                (Ok(said), Ok(part)) | (Err(said), Err(part)) => assert!(said.contains(part), "{said}"),
                _ => panic!("{said:?} is not {expected:?}"),
            }
        }
    }
}
