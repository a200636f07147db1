//! What `doctor` says about the addresses at which the bot is to be reached.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::anyhow;
use reqwest::{Client, Method};
use tokio::net::TcpListener;

use crate::app::monitoring::METRICS;
use crate::discord::endpoint::{BAD_SIGNATURE, PATH};

/// How long a program that has our address may take to say what it is.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// Can the bot take interactions here? Also good when it does already.
pub(crate) async fn interactions(listen: SocketAddr) -> anyhow::Result<String> {
    // A bot refuses what is not signed, in words of its own.
    let is_bot = async || text_of(Method::POST, listen, PATH).await.is_some_and(|text| text == BAD_SIGNATURE);
    free_or_ours(listen, "http.listen", is_bot).await
}

/// Can the bot serve health and metrics here? Also good when it does already.
pub(crate) async fn metrics(listen: SocketAddr) -> anyhow::Result<String> {
    // Prometheus' own address, for example, answers with metrics too.
    let is_bot =
        async || text_of(Method::GET, listen, METRICS).await.is_some_and(|text| text.contains("sumito_build_info"));
    free_or_ours(listen, "metrics.listen", is_bot).await
}

async fn free_or_ours(listen: SocketAddr, key: &str, is_bot: impl AsyncFnOnce() -> bool) -> anyhow::Result<String> {
    match TcpListener::bind(listen).await {
        Ok(_) => Ok(format!("{listen} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            if is_bot().await {
                Ok(format!("a running bot serves {listen}"))
            } else {
                Err(anyhow!("another program uses {listen}: choose another `{key}`"))
            }
        }
        Err(error) => Err(anyhow::Error::new(error).context(format!("listening on {listen}"))),
    }
}

/// What the program at an address of this machine answers.
async fn text_of(method: Method, listen: SocketAddr, path: &str) -> Option<String> {
    let client = Client::builder().no_proxy().timeout(PROBE_TIMEOUT).build().ok()?;
    client.request(method, format!("http://{listen}{path}")).send().await.ok()?.text().await.ok()
}
