//! Discord's answers, and the limits in them.

use std::time::{Duration, Instant};

use base::metrics::Limit;
use base::{http_client, metrics};
use reqwest::{Response, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use twilight_http_ratelimiting::RateLimitHeaders;

use crate::error::DiscordError;
use crate::rest::Result;

/// The longest pause of a route; a longer one is a mistake. Such limits last seconds, rarely minutes.
const MAX_ROUTE_PAUSE: Duration = Duration::from_mins(5);

/// The pause before a route that names a longer one is asked again. A success ends the pause for all.
const DOUBTED_PAUSE: Duration = Duration::from_secs(5);

/// The longest pause after a global limit, which counts the requests of one second.
const MAX_GLOBAL_PAUSE: Duration = Duration::from_mins(10);

/// The pause after a 429 that names none.
const UNNAMED_PAUSE: Duration = Duration::from_secs(1);

/// Whether Discord counts this answer as an invalid request of our address.
pub(super) fn is_invalid(answer: &Response) -> bool {
    let is_shared = answer.headers().get("x-ratelimit-scope").is_some_and(|scope| scope == "shared");
    matches!(answer.status().as_u16(), 401 | 403 | 429) && !is_shared
}

pub(super) async fn read(answer: Response) -> Result<Value> {
    let status = answer.status();
    let has_global_header = answer.headers().contains_key("x-ratelimit-global");
    let after = answer.headers().get("retry-after").and_then(|after| after.to_str().ok()?.parse::<f64>().ok());
    let text = answer.text().await.map_err(silent)?;
    if status.is_success() {
        return Ok(serde_json::from_str(&text).unwrap_or(Value::Null));
    }
    let refusal: Option<Refusal> = serde_json::from_str(&text).ok();
    let no_reason = if refusal.is_some() { "no reason given" } else { "a proxy or Cloudflare may have answered" };
    let Refusal { code, message, errors, retry_after, global } = refusal.unwrap_or_default();
    metrics::discord_error(status.as_u16(), code);
    if status == StatusCode::TOO_MANY_REQUESTS {
        let (limit, most) = if has_global_header || global {
            (Limit::Global, MAX_GLOBAL_PAUSE)
        } else {
            (Limit::Route, MAX_ROUTE_PAUSE)
        };
        metrics::rate_limited(limit);
        // A proxy names the pause only in the header.
        let in_body = retry_after.and_then(|seconds| pause(seconds, most));
        let pause = in_body.or_else(|| pause(after?, most)).unwrap_or(UNNAMED_PAUSE);
        return Err(DiscordError::RateLimited { pause, code, limit });
    }
    let message = message.as_deref().unwrap_or(no_reason).chars().take(200);
    let details = errors.map(|errors| format!(" {errors}")).unwrap_or_default();
    let message = message.chain(details.chars().take(400)).collect();
    Err(DiscordError::Refused { status: status.as_u16(), code, message })
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Refusal {
    code: u64,
    message: Option<String>,
    errors: Option<Value>,
    retry_after: Option<f64>,
    global: bool,
}

pub(super) fn silent(error: reqwest::Error) -> DiscordError {
    metrics::discord_error(0, 0);
    DiscordError::NoResponse(http_client::cause(error))
}

pub(super) fn headers(answer: &Response) -> Option<RateLimitHeaders> {
    let text = |name: &str| answer.headers().get(name)?.to_str().ok();
    let pause = pause(text("x-ratelimit-reset-after")?.parse().ok()?, MAX_ROUTE_PAUSE)?;
    Some(RateLimitHeaders {
        bucket: text("x-ratelimit-bucket")?.as_bytes().to_vec(),
        limit: text("x-ratelimit-limit")?.parse().ok()?,
        remaining: text("x-ratelimit-remaining")?.parse().ok()?,
        reset_at: Instant::now() + if pause < MAX_ROUTE_PAUSE { pause } else { DOUBTED_PAUSE },
    })
}

/// A pause of so many seconds, at most the longest; `None` for a negative one.
fn pause(seconds: f64, most: Duration) -> Option<Duration> {
    (seconds >= 0.0).then(|| Duration::try_from_secs_f64(seconds).map_or(most, |pause| pause.min(most)))
}
