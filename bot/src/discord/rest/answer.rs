//! What Discord answers, and the limits that its answers tell.

use std::time::{Duration, Instant};

use reqwest::{Response, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use twilight_http_ratelimiting::RateLimitHeaders;

use crate::discord::error::DiscordError;
use crate::discord::rest::Result;
use crate::metrics::Limit;
use crate::{http_client, metrics};

/// The longest pause of a route that Discord is believed to ask for. Such limits last seconds, rarely minutes; what lasts a day, as the
/// registration of commands, is asked for again in vain each hour.
const MAX_ROUTE_PAUSE: Duration = Duration::from_hours(1);

/// The longest pause of everything that Discord is believed to ask for. The global limit counts the requests of one second.
const MAX_GLOBAL_PAUSE: Duration = Duration::from_mins(10);

/// The pause that is taken where Discord asks for one and does not say how long.
const UNNAMED_PAUSE: Duration = Duration::from_secs(1);

/// Whether Discord counts this answer against our address.
pub(super) fn is_invalid(answer: &Response) -> bool {
    let is_shared = answer.headers().get("x-ratelimit-scope").is_some_and(|scope| scope == "shared");
    matches!(answer.status().as_u16(), 401 | 403 | 429) && !is_shared
}

/// What Discord answers, or why it refuses.
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
        // What comes from before Discord says it in the header only.
        let asked = retry_after.and_then(|seconds| pause(seconds, most));
        let pause = asked.or_else(|| pause(after?, most)).unwrap_or(UNNAMED_PAUSE);
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

/// Nothing was answered, or not all of it.
pub(super) fn silent(error: reqwest::Error) -> DiscordError {
    metrics::discord_error(0, 0);
    DiscordError::NoResponse(http_client::cause(error))
}

/// What they tell of the limit of a route.
pub(super) fn headers(answer: &Response) -> Option<RateLimitHeaders> {
    let text = |name: &str| answer.headers().get(name)?.to_str().ok();
    let after: f64 = text("x-ratelimit-reset-after")?.parse().ok()?;
    Some(RateLimitHeaders {
        bucket: text("x-ratelimit-bucket")?.as_bytes().to_vec(),
        limit: text("x-ratelimit-limit")?.parse().ok()?,
        remaining: text("x-ratelimit-remaining")?.parse().ok()?,
        reset_at: Instant::now() + pause(after, MAX_ROUTE_PAUSE)?,
    })
}

/// So many seconds, or the longest pause; `None` where that is no time to wait.
fn pause(seconds: f64, most: Duration) -> Option<Duration> {
    (seconds >= 0.0).then(|| Duration::try_from_secs_f64(seconds).map_or(most, |pause| pause.min(most)))
}
