//! Fault injection: what can go wrong on purpose.

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
    /// Neighboring gateway events swap places.
    pub reorder_events: bool,
    /// How many shards Discord recommends and requires: a session of fewer is closed with 4011.
    pub shards: Option<u64>,
    /// So many of the next sessions, begun or resumed, are refused as invalid (op 9).
    pub invalid_sessions: u32,
    /// How often clients have to send a heartbeat, from their next connection on. Absent: as often as Discord wants it.
    pub heartbeat_interval_ms: Option<u64>,
    /// How many sessions may still begin today.
    pub sessions_remaining: Option<u64>,
    /// How many threads of a server may be active at the same time. Absent: any number.
    pub active_threads: Option<usize>,
    /// The `date` of answers is that of the sandbox's clock and not of the machine, whose clock is wrong then.
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
    /// HTTP status of the answer. 429 also carries the headers of a rate limit. 0: the request is carried out, but the connection
    /// is closed without an answer. Absent: the one that Discord gives with `code`.
    #[serde(default)]
    pub status: Option<u16>,
    #[serde(default)]
    pub code: Option<u64>,
    /// The answer comes from what stands before Discord: a page instead of JSON, and no headers of a rate limit.
    #[serde(default)]
    pub html: bool,
    /// With status 429: the limit of the whole bot, not that of one route.
    #[serde(default)]
    pub global: bool,
    /// With `global`: how long the limit lasts.
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
    /// Answered with this status and code instead of being carried out.
    Fails(u16, Option<u64>),
    /// Answered with this status and a page; 429 asks to wait for a second.
    Page(u16),
    /// Answered 429 for the whole bot, for this many milliseconds.
    GlobalLimit(i64),
    /// Carried out, but the connection is closed without an answer.
    AnswerLost,
    /// Carried out; the connection hangs and is then closed without an answer.
    Hangs,
}

impl Faults {
    /// Chooses the fault of a request and uses up a matching `fail_next`.
    pub fn next_fault(&mut self, method: &str, path: &str, rng: &mut StdRng) -> RequestFault {
        let named = self.fail_next.iter_mut().find(|fault| {
            fault.times > 0
                && (fault.method.is_empty() || fault.method.eq_ignore_ascii_case(method))
                && path.contains(&fault.path_contains)
        });
        if let Some(fault) = named {
            fault.times -= 1;
            let status = fault.status.unwrap_or_else(|| fault.code.map_or(400, |code| Refusal::from_code(code).status));
            let chosen = match status {
                0 => RequestFault::AnswerLost,
                status if fault.html => RequestFault::Page(status),
                429 if fault.global => RequestFault::GlobalLimit(fault.retry_after_ms),
                status => RequestFault::Fails(status, fault.code),
            };
            self.fail_next.retain(|fault| fault.times > 0);
            return chosen;
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
