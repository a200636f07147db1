//! Rate limits of the readers behind one address, if the proxy names it. Players are also limited as persons.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use base::clock::{SystemUptime, Uptime};
use base::counted_warning::CountedWarning;
use base::token_buckets::TokenBuckets;
use tracing::warn;

use crate::web::problem::PageProblem;

/// Requests at once, and again in half a minute: a page with its files is about ten, and a club may share an address.
const REQUESTS: NonZeroU32 = NonZeroU32::new(300).expect("not zero");
const TIME: Duration = Duration::from_secs(30);

/// Open pages that follow games.
const FOLLOWED: u32 = 200;

/// The client's address, if a proxy names it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientAddress(pub(super) Option<IpAddr>);

pub(super) struct AddressLimits {
    /// The header in which the proxy writes the address; without it, addresses are unknown.
    header: Option<HeaderName>,
    requests: TokenBuckets<IpAddr>,
    followed: Arc<Mutex<HashMap<IpAddr, u32>>>,
    unnamed: CountedWarning,
}

/// The slot of an open page, free again after drop.
pub(super) struct FollowedPage {
    followed: Arc<Mutex<HashMap<IpAddr, u32>>>,
    address: IpAddr,
}

impl AddressLimits {
    pub(super) fn new(header: Option<HeaderName>) -> Self {
        let uptime: Arc<dyn Uptime> = Arc::new(SystemUptime::start());
        Self {
            header,
            requests: TokenBuckets::new(REQUESTS, TIME, &uptime).expect("a tenth of a second for each"),
            followed: Arc::default(),
            unnamed: CountedWarning::default(),
        }
    }

    /// The address written by the nearest proxy. Earlier ones may be forged.
    pub(super) fn read_client_address(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let header = self.header.as_ref()?;
        let value = headers.get_all(header).into_iter().next_back().map(HeaderValue::as_bytes);
        // Earlier parts come from the client and need not be text.
        let last = value.and_then(|value| value.rsplit(|byte| *byte == b',').next());
        let address = last.and_then(|last| str::from_utf8(last).ok()).and_then(|last| read_address(last.trim()));
        if address.is_none() {
            let header = header.clone();
            self.unnamed.add(move |count| {
                warn!(
                    event = "readers_without_address",
                    count = count.0,
                    %header,
                    "The proxy has sent a request without an address in {header}{count}, so that it was not limited: \
                     have it set this header, or leave `http.client_address_header` empty"
                );
            });
        }
        address
    }

    /// Counts a request, or returns how long this address has to wait.
    pub(super) fn take(&self, address: Option<IpAddr>) -> Result<(), Duration> {
        address.map_or(Ok(()), |address| self.requests.take(&address))
    }

    /// Takes a slot for a page of a running game; `None` if the address is unknown, and so unlimited.
    pub(super) fn follow(&self, address: Option<IpAddr>) -> Result<Option<FollowedPage>, PageProblem> {
        let Some(address) = address else { return Ok(None) };
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        let count = followed.entry(address).or_default();
        if *count >= FOLLOWED {
            return Err(PageProblem::TooManyRequests);
        }
        *count += 1;
        Ok(Some(FollowedPage { followed: Arc::clone(&self.followed), address }))
    }
}

impl Drop for FollowedPage {
    fn drop(&mut self) {
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = followed.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                followed.remove(&self.address);
            }
        }
    }
}

/// Some proxies append a port. An IPv6 network counts as one reader, because its owner has all its addresses.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse().map(|with_port: SocketAddr| with_port.ip())).ok()?;
    Some(match IpAddr::to_canonical(&address) {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address @ IpAddr::V4(_) => address,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_proxies_write_it() {
        for (text, read) in [
            ("192.0.2.7", Some("192.0.2.7")),
            ("192.0.2.7:50123", Some("192.0.2.7")),
            ("::ffff:192.0.2.7", Some("192.0.2.7")),
            ("2001:db8:1:2:3:4:5:6", Some("2001:db8:1:2::")),
            ("[2001:db8:1:2:ffff::1]:443", Some("2001:db8:1:2::")),
            ("[2001:db8:1:2::1]", Some("2001:db8:1:2::")),
            ("unknown", None),
            ("", None),
        ] {
            assert_eq!(read_address(text), read.map(|read| read.parse().expect("an address")), "{text}");
        }
    }

    #[tokio::test]
    async fn what_the_nearest_proxy_wrote_counts() {
        let limits = AddressLimits::new(Some(HeaderName::from_static("x-forwarded-for")));
        let mut headers = HeaderMap::new();
        for (value, read) in [
            (&b"198.51.100.1"[..], "198.51.100.1"),
            (b"192.0.2.1, 198.51.100.2", "198.51.100.2"),
            (b"\xff, 198.51.100.3", "198.51.100.3"),
        ] {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(value).expect("a value"));
            assert_eq!(limits.read_client_address(&headers), read.parse().ok(), "{value:?}");
        }
    }
}
