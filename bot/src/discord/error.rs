//! What Discord refuses, and what the bot does about it: one table, [`CODES`].

use std::time::Duration;

use crate::metrics::Limit;

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

/// Who answered, and what. Without a code it may have been a proxy or Cloudflare.
fn describe_answer(status: u16, code: u64) -> String {
    match code {
        0 => format!("HTTP status {status} without a code of Discord's"),
        code => format!("Discord answered {status}, code {code}"),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// It is temporary: try again, with growing pauses.
    Retry,
    /// The bot cannot write there. Another place may be open: the channel instead of the thread, direct messages instead of both.
    Reroute,
    Unreachable,
    /// The message or channel is gone. To a new post Discord says so when the message with the same nonce was deleted: post again with
    /// another nonce.
    Gone,
    /// The same request will be refused whenever and wherever it is made.
    GiveUp,
    /// Not in the table: try a few times, then treat the place as closed.
    Unknown,
}

impl Remedy {
    /// The word for it in docs/reference/discord-errors.md.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Retry => "retry",
            Self::Reroute => "another place",
            Self::Unreachable => "no direct messages",
            Self::Gone => "gone",
            Self::GiveUp => "give up",
            Self::Unknown => "a few tries",
        }
    }
}

/// Discord's codes that the bot knows what to do about, ascending. Source: Discord's documentation, "Opcodes and Status Codes".
/// docs/reference/discord-errors.md shows them to hosts.
pub const CODES: [(u64, Remedy, &str); 45] = [
    (10_003, Remedy::Reroute, "Unknown channel"),
    (10_004, Remedy::Reroute, "Unknown server"),
    (10_008, Remedy::Gone, "Unknown message"),
    (10_013, Remedy::Unreachable, "Unknown user"),
    (20_009, Remedy::Unreachable, "Explicit content cannot be sent to the recipient"),
    (20_012, Remedy::GiveUp, "Not authorized to perform this action on this application"),
    (20_016, Remedy::Retry, "Slow mode"),
    (20_022, Remedy::Retry, "Announcement rate limits"),
    (20_026, Remedy::Retry, "The bot was flagged by Discord's anti-spam system"),
    (20_028, Remedy::Retry, "The channel's write rate limit"),
    (20_029, Remedy::Retry, "The server's write rate limit"),
    (30_033, Remedy::Reroute, "The thread has its maximum number of participants"),
    (30_034, Remedy::Retry, "Daily limit of application command creations"),
    (30_046, Remedy::Retry, "Too many edits to messages older than one hour"),
    (40_003, Remedy::Retry, "Opening direct messages too fast"),
    (40_004, Remedy::Retry, "Sending messages is temporarily disabled"),
    (40_005, Remedy::GiveUp, "Request too large"),
    (40_067, Remedy::Reroute, "The forum requires a tag"),
    (40_333, Remedy::Retry, "Cloudflare blocks the request: an internal network error"),
    (50_001, Remedy::Reroute, "Missing access"),
    (50_005, Remedy::GiveUp, "Cannot edit a message by another user"),
    (50_006, Remedy::GiveUp, "Empty message"),
    (50_007, Remedy::Unreachable, "Cannot send messages to this user"),
    (50_008, Remedy::Reroute, "Cannot send messages in a channel of this type"),
    (50_013, Remedy::Reroute, "Missing permissions"),
    (50_021, Remedy::GiveUp, "Cannot do this to a system message"),
    (50_024, Remedy::Reroute, "Cannot do this in a channel of this type"),
    (50_033, Remedy::Unreachable, "Invalid recipients"),
    (50_035, Remedy::GiveUp, "Invalid form body"),
    (50_045, Remedy::GiveUp, "File too large"),
    (50_046, Remedy::GiveUp, "Invalid file"),
    (50_055, Remedy::Reroute, "Invalid server"),
    (50_068, Remedy::GiveUp, "Invalid message type"),
    (50_083, Remedy::Reroute, "The thread is archived"),
    (50_109, Remedy::GiveUp, "Invalid JSON"),
    (50_240, Remedy::GiveUp, "The registration would remove the app's Entry Point command"),
    (50_278, Remedy::Unreachable, "No server in common with this user"),
    (130_000, Remedy::Retry, "API overloaded"),
    (160_002, Remedy::GiveUp, "Cannot reply without the permission to read the message history"),
    (160_005, Remedy::Reroute, "The thread is locked"),
    (160_006, Remedy::Reroute, "Maximum number of active threads"),
    (160_007, Remedy::Reroute, "Maximum number of active announcement threads"),
    (200_000, Remedy::Reroute, "Blocked by AutoMod"),
    (200_001, Remedy::Reroute, "Title blocked by AutoMod"),
    (240_000, Remedy::Reroute, "Blocked by the harmful links filter"),
];

pub(crate) const THREAD_ARCHIVED: u64 = 50_083;

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

    /// What to do about it. An answer without a code of Discord's comes from something between us (a proxy, Cloudflare), and a
    /// token that is refused (401) will be mended by the host: both are temporary.
    pub fn remedy(&self) -> Remedy {
        match self {
            Self::RateLimited { .. }
            | Self::NoResponse(_)
            | Self::Refused { code: 0, .. }
            | Self::Refused { status: 401 | 429 | 500.., .. } => Remedy::Retry,
            Self::Refused { code, .. } => {
                let known = CODES.binary_search_by_key(code, |(known, ..)| *known);
                known.map_or(Remedy::Unknown, |place| CODES[place].1)
            }
        }
    }

    /// Another try may succeed without anybody changing anything.
    pub fn is_temporary(&self) -> bool {
        self.remedy() == Remedy::Retry
    }

    /// It may need the host: a token that is refused, or an answer that is not Discord's. The table's codes pass by themselves.
    pub fn needs_host(&self) -> bool {
        match self {
            Self::Refused { status: 401, .. } | Self::Refused { status: 400..500, code: 0, .. } => true,
            Self::Refused { status: 400..500, .. } => !self.is_temporary(),
            _ => false,
        }
    }

    /// The bot cannot write to this place; another one may be open.
    pub fn is_place_closed(&self) -> bool {
        matches!(self.remedy(), Remedy::Reroute | Remedy::Unreachable)
    }

    pub fn refuses_direct_messages(&self) -> bool {
        self.remedy() == Remedy::Unreachable
    }

    pub const fn is_thread_limit(&self) -> bool {
        matches!(self.code(), 160_006 | 160_007)
    }

    /// There is no such member of the server, or no such user.
    pub const fn is_not_a_member(&self) -> bool {
        matches!(self.code(), 10_007 | 10_013)
    }

    /// This person is in no server that the bot is in, or their account is deleted.
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
    fn each_code_stands_once_and_in_order() {
        assert!(CODES.is_sorted_by(|(one, ..), (next, ..)| one < next));
    }

    #[test]
    fn the_reference_for_hosts_has_the_same_table() {
        let page = include_str!("../../../docs/reference/discord-errors.md");
        for (code, remedy, meaning) in CODES {
            let row = format!("| {code} | {meaning} | {} |", remedy.as_str());
            assert!(page.contains(&row), "docs/reference/discord-errors.md lacks: {row}");
        }
        let rows = page.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit());
        assert_eq!(rows.count(), CODES.len(), "docs/reference/discord-errors.md has rows that the table lacks");
    }

    #[test]
    fn an_answer_is_told_with_its_code_or_its_status() {
        assert_eq!(refusal(403, 50_278).to_string(), "Discord answered 403, code 50278: ");
        assert_eq!(refusal(502, 0).to_string(), "HTTP status 502 without a code of Discord's: ");
        let pause = Duration::from_secs(2);
        let asked = |code| DiscordError::RateLimited { pause, code, limit: Limit::Route }.to_string();
        assert_eq!(asked(30_046), "Discord answered 429, code 30046: wait 2s");
        assert_eq!(asked(0), "HTTP status 429 without a code of Discord's: wait 2s");
        assert_eq!(DiscordError::rate_limited(pause).to_string(), "Discord's limits are reached: wait 2s");
    }

    #[test]
    fn the_status_decides_before_the_code() {
        for (status, code, remedy) in [
            (401, 0, Remedy::Retry),
            (401, 40_001, Remedy::Retry),
            (403, 0, Remedy::Retry),
            (404, 0, Remedy::Retry),
            (429, 30_046, Remedy::Retry),
            (500, 0, Remedy::Retry),
            (503, 50_001, Remedy::Retry),
            (403, 40_003, Remedy::Retry),
            (403, 50_013, Remedy::Reroute),
            (403, 50_007, Remedy::Unreachable),
            (404, 10_008, Remedy::Gone),
            (400, 50_035, Remedy::GiveUp),
            // A rule of one server.
            (400, 200_000, Remedy::Reroute),
            (400, 99_999, Remedy::Unknown),
        ] {
            assert_eq!(refusal(status, code).remedy(), remedy, "{status} {code}");
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
