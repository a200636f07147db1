//! What can go wrong on purpose.

use serde::{Deserialize, Serialize};

/// The faults that are switched on. All off by default.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Faults {
    /// Each request waits this long, in milliseconds.
    pub latency_ms: u64,
    /// Plus a random part up to this.
    pub jitter_ms: u64,
    /// Share of requests answered 502, in percent.
    pub fail_5xx_percent: u8,
    /// Share of requests answered 429, in percent.
    pub rate_limit_percent: u8,
    /// Share of requests carried out, then the connection closed without an answer, in percent.
    pub drop_answer_percent: u8,
    /// Share of requests carried out, then left without an answer for half a minute, in percent.
    pub hang_percent: u8,
    /// Share of gateway events delivered twice, in percent.
    pub duplicate_events_percent: u8,
    /// Neighboring gateway events swap places.
    pub reorder_events: bool,
    /// Requests that fail next, by method and path.
    pub fail_next: Vec<FailNext>,
}

/// Requests to `method` on a path containing `path_contains` fail with `status`, `times` times.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailNext {
    /// `GET`, `POST` …; empty means any.
    #[serde(default)]
    pub method: String,
    /// Part of the path; empty means any.
    #[serde(default)]
    pub path_contains: String,
    /// HTTP status of the answer. 429 also carries the headers of a rate limit. 0: the request is carried out, then the connection
    /// closed without an answer.
    pub status: u16,
    /// Discord's error code in the body.
    #[serde(default)]
    pub code: Option<u64>,
    /// With status 429: the limit of the whole bot, which lasts a second, not that of one route.
    #[serde(default)]
    pub global: bool,
    /// How many requests fail.
    #[serde(default = "once")]
    pub times: u32,
}

fn once() -> u32 {
    1
}

/// What happens to one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// Nothing special.
    Normal,
    /// It is answered with this status and code instead of being carried out.
    Fails(u16, Option<u64>),
    /// It is answered 429 for the whole bot.
    Paused,
    /// It is carried out, but nobody hears.
    AnswerLost,
    /// The same, and nobody hears that either for a long time.
    Hangs,
}

impl Faults {
    /// Decides the fate of a request; a `fail_next` is used up by it.
    pub fn fate(&mut self, method: &str, path: &str) -> Fate {
        let named = self.fail_next.iter_mut().find(|fault| {
            fault.times > 0
                && (fault.method.is_empty() || fault.method.eq_ignore_ascii_case(method))
                && path.contains(&fault.path_contains)
        });
        if let Some(fault) = named {
            fault.times -= 1;
            let fate = match fault.status {
                0 => Fate::AnswerLost,
                429 if fault.global => Fate::Paused,
                status => Fate::Fails(status, fault.code),
            };
            self.fail_next.retain(|fault| fault.times > 0);
            return fate;
        }
        if happens(self.rate_limit_percent) {
            return Fate::Fails(429, None);
        }
        if happens(self.fail_5xx_percent) {
            return Fate::Fails(502, None);
        }
        if happens(self.drop_answer_percent) {
            return Fate::AnswerLost;
        }
        if happens(self.hang_percent) {
            return Fate::Hangs;
        }
        Fate::Normal
    }

    /// How long this request waits, in milliseconds.
    pub fn delay_ms(&self) -> u64 {
        self.latency_ms + if self.jitter_ms == 0 { 0 } else { rand::random_range(0..=self.jitter_ms) }
    }
}

/// Whether something that happens to `percent` of all cases happens now.
pub fn happens(percent: u8) -> bool {
    percent > 0 && rand::random_range(0..100_u8) < percent
}
