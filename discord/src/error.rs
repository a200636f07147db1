//! Discord's refusals, and what the bot does about each.

use std::time::Duration;

use base::metrics::Limit;

#[derive(Debug, Clone, thiserror::Error)]
pub enum DiscordError {
    #[error("{}: {message}", describe_answer(*.status, *.code))]
    Refused {
        status: u16,
        /// Discord's own code; 0 when it gave none.
        code: u64,
        message: String,
    },
    #[error("{}: wait {pause:?}", match .limit { Limit::Own => "Discord's limits are reached".to_owned(), _ => describe_answer(429, *.code) })]
    RateLimited {
        pause: Duration,
        /// Discord's own code; 0 when it gave none, or was not asked.
        code: u64,
        limit: Limit,
    },
    /// No answer, or none that can be read; whether it was done is unknown.
    #[error("Discord did not answer: {0}")]
    NoResponse(String),
}

/// An answer without a code may come from a proxy or Cloudflare.
fn describe_answer(status: u16, code: u64) -> String {
    match code {
        0 => format!("HTTP status {status} without a code of Discord's"),
        code => format!("Discord answered {status}, code {code}"),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorClass {
    /// Try again, with growing pauses.
    Retry,
    /// The bot cannot write there. Another place may be open: the channel instead of the thread, direct messages instead of both.
    Reroute,
    /// The person takes no direct messages.
    Unreachable,
    /// The message or channel is gone. For a new post: the message with its nonce was deleted, so post with another nonce.
    Gone,
    /// The same request is refused at any time and place.
    GiveUp,
    /// Try a few times, then treat the place as closed.
    Unknown,
}

/// The remedies of Discord's codes, whose meanings stand in docs/reference/discord-errors.md. Source: Discord's documentation, "Opcodes
/// and Status Codes".
const fn class_of(code: u64) -> ErrorClass {
    match code {
        20_016 | 20_022 | 20_026 | 20_028 | 20_029 | 30_034 | 30_046 | 40_003 | 40_004 | 40_333 | 130_000 => {
            ErrorClass::Retry
        }
        10_003 | 10_004 | 30_033 | 40_067 | 50_001 | 50_008 | 50_013 | 50_024 | 50_055 | 50_083 | 160_005 | 160_006
        | 160_007 | 200_000 | 200_001 | 240_000 => ErrorClass::Reroute,
        10_013 | 20_009 | 50_007 | 50_033 | 50_278 => ErrorClass::Unreachable,
        10_008 => ErrorClass::Gone,
        20_012 | 40_005 | 50_005 | 50_006 | 50_021 | 50_035 | 50_045 | 50_046 | 50_068 | 50_109 | 50_240 | 160_002 => {
            ErrorClass::GiveUp
        }
        _ => ErrorClass::Unknown,
    }
}

pub const THREAD_ARCHIVED: u64 = 50_083;

impl DiscordError {
    pub const fn rate_limited(pause: Duration) -> Self {
        Self::RateLimited { pause, code: 0, limit: Limit::Own }
    }

    pub const fn code(&self) -> u64 {
        match self {
            Self::Refused { code, .. } | Self::RateLimited { code, .. } => *code,
            Self::NoResponse(_) => 0,
        }
    }

    /// Temporary are also answers without a code, by a proxy or Cloudflare, and the refusal of a token (401), which the host will mend.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::RateLimited { .. }
            | Self::NoResponse(_)
            | Self::Refused { code: 0, .. }
            | Self::Refused { status: 401 | 429 | 500.., .. } => ErrorClass::Retry,
            Self::Refused { code, .. } => class_of(*code),
        }
    }

    pub fn is_temporary(&self) -> bool {
        self.class() == ErrorClass::Retry
    }

    /// The host may have to act: the token is refused, or the answer is not Discord's.
    pub fn needs_host(&self) -> bool {
        match self {
            Self::Refused { status: 401, .. } | Self::Refused { status: 400..500, code: 0, .. } => true,
            Self::Refused { status: 400..500, .. } => !self.is_temporary(),
            _ => false,
        }
    }

    /// The bot cannot write to this place; another one may be open.
    pub fn is_place_closed(&self) -> bool {
        matches!(self.class(), ErrorClass::Reroute | ErrorClass::Unreachable)
    }

    pub fn refuses_direct_messages(&self) -> bool {
        self.class() == ErrorClass::Unreachable
    }

    pub const fn is_thread_limit(&self) -> bool {
        matches!(self.code(), 160_006 | 160_007)
    }

    pub const fn is_not_a_member(&self) -> bool {
        matches!(self.code(), 10_007 | 10_013)
    }

    /// The person shares no server with the bot, or their account is deleted.
    pub const fn has_left(&self) -> bool {
        self.is_not_a_member() || self.code() == 50_278
    }

    pub const fn is_outcome_unknown(&self) -> bool {
        matches!(self, Self::NoResponse(_) | Self::Refused { status: 500.., .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(status: u16, code: u64) -> DiscordError {
        DiscordError::Refused { status, code, message: String::new() }
    }

    #[test]
    fn the_reference_for_hosts_has_the_same_codes() {
        let page = include_str!("../../docs/reference/discord-errors.md");
        let mut documented = std::collections::BTreeMap::new();
        for row in page.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit()) {
            let [_, code, _, remedy, _] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            assert_eq!(documented.insert(code.parse::<u64>().expect("a code"), remedy), None, "{row}");
        }
        for code in 0..1_000_000 {
            let expected = match class_of(code) {
                ErrorClass::Retry => Some("retry"),
                ErrorClass::Reroute => Some("another place"),
                ErrorClass::Unreachable => Some("no direct messages"),
                ErrorClass::Gone => Some("gone"),
                ErrorClass::GiveUp => Some("give up"),
                ErrorClass::Unknown => None,
            };
            assert_eq!(documented.get(&code).copied(), expected, "{code}");
        }
    }

    #[test]
    fn an_answer_is_told_with_its_code_or_its_status() {
        assert_eq!(refusal(403, 50_278).to_string(), "Discord answered 403, code 50278: ");
        assert_eq!(refusal(502, 0).to_string(), "HTTP status 502 without a code of Discord's: ");
        let pause = Duration::from_secs(2);
        let rate_limit = |code| DiscordError::RateLimited { pause, code, limit: Limit::Route }.to_string();
        assert_eq!(rate_limit(30_046), "Discord answered 429, code 30046: wait 2s");
        assert_eq!(rate_limit(0), "HTTP status 429 without a code of Discord's: wait 2s");
        assert_eq!(DiscordError::rate_limited(pause).to_string(), "Discord's limits are reached: wait 2s");
    }

    #[test]
    fn the_status_decides_before_the_code() {
        for (status, code, remedy) in [
            (401, 0, ErrorClass::Retry),
            (401, 40_001, ErrorClass::Retry),
            (403, 0, ErrorClass::Retry),
            (404, 0, ErrorClass::Retry),
            (429, 30_046, ErrorClass::Retry),
            (500, 0, ErrorClass::Retry),
            (503, 50_001, ErrorClass::Retry),
            (403, 40_003, ErrorClass::Retry),
            (403, 50_013, ErrorClass::Reroute),
            (403, 50_007, ErrorClass::Unreachable),
            (404, 10_008, ErrorClass::Gone),
            (400, 50_035, ErrorClass::GiveUp),
            // A rule of one server.
            (400, 200_000, ErrorClass::Reroute),
            (400, 99_999, ErrorClass::Unknown),
        ] {
            assert_eq!(refusal(status, code).class(), remedy, "{status} {code}");
        }
        for (status, code, needs_host) in
            [(401, 0, true), (403, 0, true), (400, 99_999, true), (403, 40_003, false), (502, 0, false)]
        {
            assert_eq!(refusal(status, code).needs_host(), needs_host, "{status} {code}");
        }
        assert!(
            refusal(503, 50_001).is_outcome_unknown() && DiscordError::NoResponse(String::new()).is_outcome_unknown()
        );
        assert!(!DiscordError::rate_limited(Duration::from_secs(1)).is_outcome_unknown());
    }
}
