//! HTTP as this program speaks it: no proxy to this machine, and errors with their causes.

use std::net::IpAddr;

use reqwest::{Client, ClientBuilder, Url};

use crate::error_chain::error_chain;

/// The beginnings of a client for this base address. What is on this machine is reached without the proxy of the environment.
pub fn client_for(base: &str) -> ClientBuilder {
    if is_here(base) { Client::builder().no_proxy() } else { Client::builder() }
}

fn is_here(base: &str) -> bool {
    let url = Url::parse(base).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// What went wrong, down to what the machine says of it. Without the address: those of interactions hold a token.
pub fn cause(error: reqwest::Error) -> String {
    error_chain(&error.without_url())
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn this_machine_is_recognized() {
        for here in ["http://127.0.0.1:7878", "http://localhost", "https://[::1]:80/x", "http://127.9.9.9"] {
            assert!(is_here(here), "{here}");
        }
        for elsewhere in ["https://discord.com", "http://10.0.0.1", "http://localhost.example", "nonsense"] {
            assert!(!is_here(elsewhere), "{elsewhere}");
        }
    }

    #[tokio::test]
    async fn the_cause_is_told_and_the_address_is_not() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = taken.local_addr().expect("bound");
        drop(taken);
        let client = client_for("http://127.0.0.1").build().expect("a client");
        let error = client.get(format!("http://{address}/secret")).send().await.expect_err("nobody is there");
        let cause = cause(error);
        assert!(cause.contains("refused") && !cause.contains("secret"), "{cause}");
    }
}
