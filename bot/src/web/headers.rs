//! Headers of every response to a browser.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;

use crate::web::site::Site;

/// Only our own files load and run, so injected text cannot load scripts. The permitted framing pages follow.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors";

pub(super) async fn add(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    // Every page permits framing by Discord's client: without the cookie of the frame, which browsers send only
    // there, a page can do nothing.
    let ancestors = site.activity.as_ref().map_or("'none'", |activity| &activity.frame_ancestors);
    let policy = format!("{POLICY} {ancestors}");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // Under `no-referrer`, browsers would send no origin with our forms. To other sites they send none.
    let fixed: [(HeaderName, &'static str); 3] = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    // Responses that may be cached say so themselves.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
