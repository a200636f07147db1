//! Which shards a process connects, and how many sessions Discord lets it begin.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;
use serenity::all::SessionStartLimit;

/// Sessions that are never begun: others may need them today. Past its daily limit Discord ends all sessions and resets the token.
const RESERVE: u64 = 100;

/// Discord counts sessions for a day.
const LONGEST_RESET: Duration = Duration::from_hours(24);

/// The setting `discord.shards`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum ShardSetting {
    /// `auto`: all shards, as many as Discord recommends.
    Auto,
    /// `0-3/16`: these of so many. Other processes connect the others.
    Range {
        first: u32,
        last: u32,
        /// How many there are in all processes.
        total: u32,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither `auto` nor a range of shards such as `0-3/16`, the first four of sixteen")]
pub struct BadShards(String);

impl FromStr for ShardSetting {
    type Err = BadShards;

    fn from_str(text: &str) -> Result<Self, BadShards> {
        let range = || {
            let (range, total) = text.split_once('/')?;
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let (first, last, total) = (first.parse().ok()?, last.parse().ok()?, total.parse().ok()?);
            (first <= last && last < total).then_some(Self::Range { first, last, total })
        };
        match text {
            "auto" => Ok(Self::Auto),
            _ => range().ok_or_else(|| BadShards(text.to_owned())),
        }
    }
}

impl TryFrom<String> for ShardSetting {
    type Error = BadShards;

    fn try_from(text: String) -> Result<Self, BadShards> {
        text.parse()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shards {
    pub first: u32,
    /// The one after the last.
    pub end: u32,
    /// How many there are in all processes.
    pub total: u32,
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.first, self.end - 1, self.total)
    }
}

impl Shards {
    /// What a setting means where Discord recommends so many shards.
    pub fn choose(setting: ShardSetting, recommended: u32) -> Self {
        match setting {
            ShardSetting::Auto => Self { first: 0, end: recommended.max(1), total: recommended.max(1) },
            ShardSetting::Range { first, last, total } => Self { first, end: last + 1, total },
        }
    }

    pub const fn count(self) -> u32 {
        self.end - self.first
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
        assert_eq!("auto".parse(), Ok(ShardSetting::Auto));
        assert_eq!("0-3/16".parse(), Ok(ShardSetting::Range { first: 0, last: 3, total: 16 }));
        assert_eq!("2/3".parse(), Ok(ShardSetting::Range { first: 2, last: 2, total: 3 }));
        for wrong in ["", "3", "0-3", "4-3/16", "0-16/16", "-1/2", "a/b", "0-3/16/2"] {
            let refused = wrong.parse::<ShardSetting>().expect_err(wrong);
            assert!(refused.to_string().contains(&format!("`{wrong}`")), "{refused}");
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
