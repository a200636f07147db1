//! Fault injection.

use rand::RngExt as _;
use rand::rngs::StdRng;
use serde::{Deserialize, Serialize};

use crate::validate::Refusal;

/// The active faults. All are off by default.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Faults {
    pub latency_ms: u64,
    /// Random further delay up to this.
    pub jitter_ms: u64,
    /// Share of requests answered 502, in percent.
    pub fail_5xx_percent: u8,
    /// Share of requests answered 429, in percent.
    pub rate_limit_percent: u8,
    /// Share of requests that are carried out but whose connection is closed without an answer, in percent.
    pub drop_answer_percent: u8,
    /// Share of requests that are carried out and then hang for half a minute, in percent.
    pub hang_percent: u8,
    /// Share of gateway events delivered twice, in percent.
    pub duplicate_events_percent: u8,
    /// Swaps neighboring gateway events.
    pub reorder_events: bool,
    /// The number of shards that Discord recommends and requires: a session of fewer is closed with 4011.
    pub shards: Option<u64>,
    /// The number of next sessions, begun or resumed, that are refused as invalid (op 9).
    pub invalid_sessions: u32,
    /// The interval of clients' heartbeats, from their next connection on. Absent: Discord's usual one.
    pub heartbeat_interval_ms: Option<u64>,
    /// The number of sessions that may still begin today.
    pub sessions_remaining: Option<u64>,
    /// The limit of active threads in a server. Absent: no limit.
    pub active_threads: Option<usize>,
    /// The `date` of answers follows the sandbox's clock and not the machine's, as if the machine's clock were wrong.
    pub wrong_machine_clock: bool,
    /// Requests that fail next, by method and path.
    pub fail_next: Vec<FailNext>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailNext {
    /// `GET`, `POST` …; empty means any.
    #[serde(default)]
    pub method: String,
    /// Part of the path; empty means any.
    #[serde(default)]
    pub path_contains: String,
    /// HTTP status of the answer. 429 also has the headers of a rate limit. 0: the request is executed, but the
    /// connection is closed without an answer. Absent: Discord's status for `code`.
    #[serde(default)]
    pub status: Option<u16>,
    #[serde(default)]
    pub code: Option<u64>,
    /// The answer comes from a proxy before Discord: a page instead of JSON, and no rate limit headers.
    #[serde(default)]
    pub html: bool,
    /// With status 429: the limit of the whole bot, not that of one route.
    #[serde(default)]
    pub global: bool,
    /// With `global`: the duration of the limit.
    #[serde(default = "one_second")]
    pub retry_after_ms: i64,
    #[serde(default = "once")]
    pub times: u32,
}

fn once() -> u32 {
    1
}

fn one_second() -> i64 {
    1000
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestFault {
    None,
    /// Answered with this status and code instead of being executed.
    Fails(u16, Option<u64>),
    /// Answered with this status and a page; 429 asks to wait for a second.
    Page(u16),
    /// Answered 429 for the whole bot, for this many milliseconds.
    GlobalLimit(i64),
    /// Executed, but the connection is closed without an answer.
    AnswerLost,
    /// Executed; the connection hangs and is then closed without an answer.
    Hangs,
}

impl Faults {
    /// Chooses the fault of a request and uses up a matching `fail_next`.
    pub fn next_fault(&mut self, method: &str, path: &str, rng: &mut StdRng) -> RequestFault {
        let next_fault = self.fail_next.iter_mut().find(|fault| {
            fault.times > 0
                && (fault.method.is_empty() || fault.method.eq_ignore_ascii_case(method))
                && path.contains(&fault.path_contains)
        });
        if let Some(fault) = next_fault {
            fault.times -= 1;
            let status = fault.status.unwrap_or_else(|| fault.code.map_or(400, |code| Refusal::from_code(code).status));
            let request_fault = match status {
                0 => RequestFault::AnswerLost,
                status if fault.html => RequestFault::Page(status),
                429 if fault.global => RequestFault::GlobalLimit(fault.retry_after_ms),
                status => RequestFault::Fails(status, fault.code),
            };
            self.fail_next.retain(|fault| fault.times > 0);
            return request_fault;
        }
        if happens(self.rate_limit_percent, rng) {
            return RequestFault::Fails(429, None);
        }
        if happens(self.fail_5xx_percent, rng) {
            return RequestFault::Fails(502, None);
        }
        if happens(self.drop_answer_percent, rng) {
            return RequestFault::AnswerLost;
        }
        if happens(self.hang_percent, rng) {
            return RequestFault::Hangs;
        }
        RequestFault::None
    }

    pub fn delay_ms(&self, rng: &mut StdRng) -> u64 {
        self.latency_ms + if self.jitter_ms == 0 { 0 } else { rng.random_range(0..=self.jitter_ms) }
    }
}

/// True in `percent` of all calls.
pub fn happens(percent: u8, rng: &mut StdRng) -> bool {
    percent > 0 && rng.random_range(0..100_u8) < percent
}
