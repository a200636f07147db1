//! The shards of a process, and Discord's limit of sessions.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use serenity::all::SessionStartLimit;

/// Sessions left for other processes. Past its daily limit Discord ends all sessions and resets the token.
const RESERVE: u64 = 100;

/// Discord counts sessions for a day.
const LONGEST_RESET: Duration = Duration::from_hours(24);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum ShardSetting {
    /// `auto`: as many as Discord recommends.
    Auto,
    /// `0-3/16`: these. Other processes connect the others.
    Range(Shards),
}

impl TryFrom<String> for ShardSetting {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let range = || {
            let (range, total) = text.split_once('/')?;
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let (first, last, total) = (first.parse().ok()?, last.parse().ok()?, total.parse().ok()?);
            (first <= last && last < total).then_some(Self::Range(Shards { first, last, total }))
        };
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let refusal = "is neither `auto` nor a range of shards such as `0-3/16`, the first four of sixteen";
        range().ok_or_else(|| format!("`{text}` {refusal}"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shards {
    pub first: u32,
    pub last: u32,
    /// The number of shards in all processes.
    pub total: u32,
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.first, self.last, self.total)
    }
}

impl Shards {
    pub const fn choose(setting: ShardSetting, recommended: u32) -> Self {
        match setting {
            ShardSetting::Auto => {
                let last = recommended.saturating_sub(1);
                Self { first: 0, last, total: last + 1 }
            }
            ShardSetting::Range(shards) => shards,
        }
    }
}

/// How long to wait before one more session may begin; `None` where it may now.
pub fn wait_for_sessions(limit: &SessionStartLimit) -> Option<Duration> {
    let reset_after = Duration::from_millis(limit.reset_after);
    (limit.remaining <= RESERVE).then(|| reset_after.clamp(Duration::from_mins(1), LONGEST_RESET))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_setting_names_all_shards_or_a_range() {
        let read = |text: &str| ShardSetting::try_from(text.to_owned());
        assert_eq!(read("auto"), Ok(ShardSetting::Auto));
        assert_eq!(read("0-3/16"), Ok(ShardSetting::Range(Shards { first: 0, last: 3, total: 16 })));
        assert_eq!(read("2/3"), Ok(ShardSetting::Range(Shards { first: 2, last: 2, total: 3 })));
        for wrong in ["", "3", "0-3", "4-3/16", "0-16/16", "-1/2", "a/b", "0-3/16/2"] {
            let error = read(wrong).expect_err(wrong);
            assert!(error.contains(&format!("`{wrong}`")), "{error}");
        }
    }

    #[test]
    fn no_session_begins_below_the_reserve() {
        let hour = 3_600_000;
        for (remaining, reset_after, expected) in [
            (RESERVE + 1, 2 * hour, None),
            (RESERVE, 2 * hour, Some(Duration::from_hours(2))),
            (0, u64::MAX, Some(Duration::from_hours(24))),
            (0, 0, Some(Duration::from_mins(1))),
        ] {
            let limit =
                json!({ "max_concurrency": 1, "remaining": remaining, "reset_after": reset_after, "total": 1000 });
            let limit = serde_json::from_value(limit).expect("a limit");
            assert_eq!(wait_for_sessions(&limit), expected, "{remaining} {reset_after}");
        }
    }
}
