//! Shared HTTP client settings: no proxy to this machine, and errors with their causes.

use std::net::IpAddr;

use reqwest::{Client, ClientBuilder, Url};

use crate::error_chain::error_chain;

/// A client builder for this base address. Addresses on this machine bypass the proxy of the environment.
pub fn client_for(base: &str) -> ClientBuilder {
    if is_here(base) { Client::builder().no_proxy() } else { Client::builder() }
}

fn is_here(base: &str) -> bool {
    let url = Url::parse(base).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The cause of an error in the system's words, without uninformative layers, and without the address, since those of
/// interactions contain a token.
pub fn cause(error: reqwest::Error) -> String {
    without_layers(&error_chain(&error.without_url())).to_owned()
}

fn without_layers(chain: &str) -> &str {
    let layers = ["error sending request", "client error (Connect)", "dns error", "tcp connect error"];
    layers
        .into_iter()
        .fold(chain, |rest, layer| rest.strip_prefix(layer).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(rest))
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
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("bound");
        drop(listener);
        let client = client_for("http://127.0.0.1").build().expect("a client");
        let error = client.get(format!("http://{address}/secret")).send().await.expect_err("nobody is there");
        let cause = cause(error);
        assert!(cause.starts_with("Connection refused") && !cause.contains("secret"), "{cause}");
    }

    #[test]
    fn the_cause_is_told_without_the_layers_above_it() {
        let lookup = "failed to lookup address information: Name or service not known";
        for (chain, cause) in [
            (format!("error sending request: client error (Connect): dns error: {lookup}").as_str(), lookup),
            ("error sending request: operation timed out", "operation timed out"),
            ("error sending request", "error sending request"),
            ("error decoding response body: expected value", "error decoding response body: expected value"),
        ] {
            assert_eq!(without_layers(chain), cause);
        }
    }
}
