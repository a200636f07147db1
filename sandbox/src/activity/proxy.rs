//! Discord's proxy: the only way from the frame to the pages of the bot, whose address the browser never learns.

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use reqwest::redirect::Policy;

/// Limit of a request body in bytes.
const LIMIT: usize = 1024 * 1024;

/// Discord adds a policy of its own: a frame loads nothing from elsewhere.
const POLICY: &str = "default-src 'self' blob: data:";

#[derive(Debug, Clone)]
struct Proxy {
    http: reqwest::Client,
    /// The base address of the pages, without a trailing slash.
    pages: String,
}

pub fn router(pages: &str) -> Router {
    let http =
        reqwest::Client::builder().no_proxy().redirect(Policy::none()).build().expect("a client without TLS files");
    let proxy = Proxy { http, pages: pages.trim_end_matches('/').to_owned() };
    Router::new().fallback(forward).with_state(proxy)
}

async fn forward(State(proxy): State<Proxy>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, LIMIT).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let path = parts.uri.path_and_query().map_or("/", axum::http::uri::PathAndQuery::as_str);
    // Both spellings are in use.
    let path = path.strip_prefix("/.proxy").unwrap_or(path);
    for name in [header::HOST, header::CONNECTION, header::CONTENT_LENGTH] {
        parts.headers.remove(name);
    }
    let request = proxy.http.request(parts.method, format!("{}{path}", proxy.pages)).headers(parts.headers).body(bytes);
    let Ok(answer) = request.send().await else { return StatusCode::BAD_GATEWAY.into_response() };
    let mut response = axum::http::Response::from(answer).map(Body::new);
    for name in [header::CONNECTION, header::TRANSFER_ENCODING] {
        response.headers_mut().remove(name);
    }
    response.headers_mut().append(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}
