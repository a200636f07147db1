//! The HTTP server: routes, and protection from pages of other sites.

pub mod listener;
mod page;

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};

use crate::validate::message::REQUEST_BYTES;
use crate::world::Shared;
use crate::{client_api, gateway, oauth2, rest};
use listener::Disconnect;

pub fn router(shared: Shared, own: SocketAddr) -> Router {
    Router::new()
        .route("/", get(root))
        .route(gateway::RESUME_PATH, get(resume))
        // Some libraries write a path between address and query.
        .route(&format!("{}/", gateway::RESUME_PATH), get(resume))
        .merge(page::routes())
        .route("/attachments/{channel}/{id}/{name}", get(attachment))
        .route("/oauth2/authorize", get(oauth2::ask).post(oauth2::decide))
        .route("/api/v10/{*path}", any(rest::serve))
        .nest("/sandbox", client_api::router())
        .layer(DefaultBodyLimit::max(REQUEST_BYTES * 2))
        .layer(axum::middleware::from_fn_with_state(own, only_from_here))
        .with_state(shared)
}

/// Refuses requests that pages of other sites make through the user's browser.
async fn only_from_here(State(own): State<SocketAddr>, request: Request, next: Next) -> Response {
    if from_here(request.headers(), own) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "the sandbox answers under its own address only: open the one that it printed")
            .into_response()
    }
}

fn from_here(headers: &HeaderMap, own: SocketAddr) -> bool {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = header(header::HOST).unwrap_or_default();
    let origin = header(header::ORIGIN).map(|origin| origin.split_once("://").map_or(origin, |(_, host)| host));
    // If it listens on a wildcard address, it cannot tell which addresses are its own; but another site's host name
    // is never one.
    let is_any = own.ip().is_unspecified() && address_of(host).is_some();
    (is_any || is_own(host, own)) && origin.is_none_or(|origin| origin == host || is_own(origin, own))
}

fn is_own(host: &str, own: SocketAddr) -> bool {
    name_of(host) == "localhost" || address_of(host).is_some_and(|ip| ip.is_loopback() || ip == own.ip())
}

fn address_of(host: &str) -> Option<IpAddr> {
    name_of(host).trim_start_matches('[').trim_end_matches(']').parse().ok()
}

fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    }
}

async fn root(
    State(shared): State<Shared>,
    ConnectInfo(_): ConnectInfo<Disconnect>,
    Query(query): Query<HashMap<String, String>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Ok(upgrade) = upgrade {
        return serve_gateway(shared, query, upgrade, "/");
    }
    let world = shared.lock();
    page::index(world.activity.as_ref().map(|activity| &*activity.origin)).into_response()
}

/// The WebSocket route for resuming sessions.
async fn resume(
    State(shared): State<Shared>,
    ConnectInfo(_): ConnectInfo<Disconnect>,
    Query(query): Query<HashMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    serve_gateway(shared, query, upgrade, gateway::RESUME_PATH)
}

fn serve_gateway(
    shared: Shared,
    query: HashMap<String, String>,
    upgrade: WebSocketUpgrade,
    path: &'static str,
) -> Response {
    upgrade
        .on_upgrade(async move |socket| gateway::serve(shared, socket, query.get("v").map(String::as_str), path).await)
}

async fn attachment(
    State(shared): State<Shared>,
    Path((_, id, _)): Path<(String, u64, String)>,
) -> Result<impl IntoResponse, StatusCode> {
    let file = shared.lock().files.get(&id).cloned().ok_or(StatusCode::NOT_FOUND)?;
    // Only pictures are displayed in the page's origin. Other files are downloads, so that no script runs there.
    let disposition = if file.content_type.starts_with("image/") && !file.content_type.contains("svg") {
        "inline".to_owned()
    } else {
        "attachment".to_owned()
    };
    Ok((
        [
            (header::CONTENT_TYPE, file.content_type),
            (header::CONTENT_DISPOSITION, disposition),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        ],
        file.bytes,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_sites_are_refused_on_every_kind_of_address() {
        let cases = [
            ("127.0.0.1:7878", "127.0.0.1:7878", "", true),
            ("127.0.0.1:7878", "localhost:7878", "http://localhost:7878", true),
            ("127.0.0.1:7878", "192.168.1.5:7878", "", false),
            ("192.168.1.5:7878", "192.168.1.5:7878", "http://192.168.1.5:7878", true),
            ("192.168.1.5:7878", "192.168.1.6:7878", "", false),
            ("0.0.0.0:7878", "192.168.1.5:7878", "http://192.168.1.5:7878", true),
            ("0.0.0.0:7878", "localhost", "", true),
            ("[::]:7878", "[2001:db8::5]:7878", "http://[2001:db8::5]:7878", true),
            // Another site's page, and its name pointed to this machine.
            ("0.0.0.0:7878", "192.168.1.5:7878", "http://192.168.1.6", false),
            ("0.0.0.0:7878", "192.168.1.5:7878", "https://games.example", false),
            ("0.0.0.0:7878", "games.example:7878", "http://games.example:7878", false),
            ("127.0.0.1:7878", "games.example:7878", "http://games.example:7878", false),
        ];
        for (own, host, origin, expected) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().expect("a header"));
            if !origin.is_empty() {
                headers.insert(header::ORIGIN, origin.parse().expect("a header"));
            }
            assert_eq!(from_here(&headers, own.parse().expect("an address")), expected, "{own}: {host}, {origin}");
        }
    }
}
