//! Rate limits: one bucket per route, and fifty requests per second for the whole bot.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::{Value, json};

use crate::validate::Refusal;

/// The verdict of the limits on one request.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    limit: u32,
    remaining: u32,
    reset_ms: i64,
    reset_after_ms: i64,
    bucket: String,
    refused: Option<Scope>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    User,
    Global,
}

impl Verdict {
    /// A refusal injected as a fault.
    pub fn injected() -> Self {
        Self {
            limit: 5,
            remaining: 0,
            reset_ms: 0,
            reset_after_ms: 300,
            bucket: "fault".to_owned(),
            refused: Some(Scope::User),
        }
    }

    /// An injected refusal of everything but answers to interactions.
    pub fn injected_globally(reset_after_ms: i64) -> Self {
        Self { reset_after_ms, refused: Some(Scope::Global), ..Self::default() }
    }

    pub fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    pub fn refusal(&self) -> Refusal {
        let mut refusal = Refusal::with_status(429, None);
        "You are being rate limited.".clone_into(&mut refusal.message);
        refusal
    }

    pub fn headers(&self) -> Vec<(&'static str, String)> {
        let mut headers = Vec::new();
        let after = self.reset_after_ms as f64 / 1000.0;
        if !self.bucket.is_empty() && self.refused != Some(Scope::Global) {
            headers.extend([
                ("x-ratelimit-limit", self.limit.to_string()),
                ("x-ratelimit-remaining", self.remaining.to_string()),
                ("x-ratelimit-reset", format!("{:.3}", self.reset_ms as f64 / 1000.0)),
                ("x-ratelimit-reset-after", format!("{after:.3}")),
                ("x-ratelimit-bucket", self.bucket.clone()),
            ]);
        }
        if let Some(scope) = self.refused {
            headers.push(("retry-after", after.ceil().to_string()));
            headers.push((
                "x-ratelimit-scope",
                match scope {
                    Scope::User => "user",
                    Scope::Global => "global",
                }
                .to_owned(),
            ));
            if scope == Scope::Global {
                headers.push(("x-ratelimit-global", "true".to_owned()));
            }
        }
        headers
    }

    pub fn body(&self) -> Option<Value> {
        let scope = self.refused?;
        Some(json!({
            "message": "You are being rate limited.", "retry_after": self.reset_after_ms as f64 / 1000.0,
            "global": scope == Scope::Global,
        }))
    }
}

/// Requests so far, by bucket.
#[derive(Debug)]
pub struct Limits {
    strict: bool,
    buckets: HashMap<String, VecDeque<i64>>,
    all: VecDeque<i64>,
}

/// Requests per second of one bot.
const GLOBAL: usize = 50;

/// Beyond this number, idle buckets are dropped.
const MOST_BUCKETS: usize = 10_000;

/// No bucket counts older requests.
const LONGEST_WINDOW_MS: i64 = 10_000;

impl Limits {
    /// Enforces Discord's limits if `strict`; otherwise only sends their headers.
    pub fn new(strict: bool) -> Self {
        Self { strict, buckets: HashMap::new(), all: VecDeque::new() }
    }

    pub fn count(&mut self, method: &str, steps: &[&str], now_ms: i64) -> Verdict {
        let (key, most, window_ms) = bucket(method, steps);
        let most = if self.strict { most } else { 1000 };
        // Answers to interactions are exempt from the global limit.
        let exempt = matches!(steps.first(), Some(&("interactions" | "webhooks")));
        if self.strict && !exempt {
            forget(&mut self.all, now_ms, 1000);
            if self.all.len() >= GLOBAL {
                let reset_after_ms = (self.all[0] + 1000 - now_ms).max(1);
                return Verdict { reset_after_ms, refused: Some(Scope::Global), ..Verdict::default() };
            }
            self.all.push_back(now_ms);
        }
        // Each interaction has a bucket of its own.
        if self.buckets.len() > MOST_BUCKETS {
            self.buckets.retain(|_, used| used.back().is_some_and(|last| now_ms - last < LONGEST_WINDOW_MS));
        }
        let used = self.buckets.entry(key.clone()).or_default();
        forget(used, now_ms, window_ms);
        let is_refused = self.strict && used.len() >= most;
        if !is_refused {
            used.push_back(now_ms);
        }
        let reset_ms = used.front().map_or(now_ms, |first| first + window_ms);
        Verdict {
            limit: most as u32,
            remaining: most.saturating_sub(used.len()) as u32,
            reset_ms,
            reset_after_ms: (reset_ms - now_ms).max(1),
            bucket: name_of(&key),
            refused: is_refused.then_some(Scope::User),
        }
    }
}

/// Drops requests outside of the window, or in the future because the clock was set back.
fn forget(used: &mut VecDeque<i64>, now_ms: i64, window_ms: i64) {
    used.retain(|at| *at <= now_ms && now_ms - *at < window_ms);
}

/// The bucket of a route: its key, its number of requests, and its window in milliseconds.
fn bucket(method: &str, steps: &[&str]) -> (String, usize, i64) {
    // The first id of these routes has a bucket of its own; other ids share one.
    let major = match steps {
        ["channels" | "guilds" | "interactions", id, ..] => (*id).to_owned(),
        ["webhooks", application, token, ..] => format!("{application}/{token}"),
        _ => String::new(),
    };
    let shape: Vec<&str> = steps.iter().map(|step| if step.parse::<u64>().is_ok() { ":id" } else { *step }).collect();
    let shape = match shape[..] {
        ["webhooks", _, _, ..] => "webhooks".to_owned(),
        ["interactions", ..] => "interactions".to_owned(),
        _ => shape.join("/"),
    };
    let (most, window_ms) = match (method, steps) {
        ("POST" | "PATCH", ["channels", _, "messages", ..]) | (_, ["webhooks", ..]) => (5, 5000),
        ("PATCH", ["channels", _]) => (5, 10_000),
        ("PUT", [.., "@me"]) => (1, 250),
        _ => (50, 1000),
    };
    (format!("{method} {shape} {major}"), most, window_ms)
}

/// Discord names buckets by a hash.
fn name_of(key: &str) -> String {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn a_sixth_message_within_five_seconds_is_refused() {
        let mut limits = Limits::new(true);
        let steps = ["channels", "7", "messages"];
        for n in 0..5 {
            assert!(!limits.count("POST", &steps, n).is_refused());
        }
        let verdict = limits.count("POST", &steps, 10);
        assert!(verdict.is_refused());
        assert!(verdict.headers().contains(&("retry-after", "5".to_owned())));
        assert!(
            !limits.count("POST", &["channels", "8", "messages"], 10).is_refused(),
            "another channel, another bucket"
        );
        assert!(!limits.count("POST", &steps, 5001).is_refused());
    }

    #[test]
    fn the_fifty_first_request_of_a_second_is_refused_globally_but_answers_to_interactions_go_on() {
        let mut limits = Limits::new(true);
        for n in 0..50 {
            assert!(!limits.count("GET", &["channels", &n.to_string()], 0).is_refused());
        }
        let verdict = limits.count("GET", &["users", "@me"], 1);
        assert!(verdict.headers().contains(&("x-ratelimit-global", "true".to_owned())));
        assert!(!limits.count("POST", &["interactions", "1", "t", "callback"], 1).is_refused());
    }
}
