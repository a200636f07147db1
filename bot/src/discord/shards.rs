//! Which shards a process connects, and how many sessions Discord lets it begin.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

/// Sessions that are never begun: others may need them today. Past its daily limit Discord ends all sessions and resets the token.
const RESERVE: u32 = 100;

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

/// What is wrong with the setting.
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

/// Shards that one process connects.
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

/// The answer of `GET /gateway/bot`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GatewayInfo {
    pub url: String,
    /// How many shards Discord recommends.
    pub shards: u32,
    /// Sessions that may still be begun today, by all processes.
    pub remaining: u32,
    /// When there are more.
    pub reset_after: Duration,
    /// Sessions that may begin within five seconds.
    pub max_concurrency: u32,
}

impl GatewayInfo {
    /// Reads the answer. What is missing in it limits nothing.
    pub fn read(answer: &Value) -> Self {
        let limit = &answer["session_start_limit"];
        let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
        Self {
            url: answer["url"].as_str().unwrap_or("wss://gateway.discord.gg").to_owned(),
            shards: number(&answer["shards"]).unwrap_or(1).max(1),
            remaining: number(&limit["remaining"]).unwrap_or(u32::MAX),
            reset_after: Duration::from_millis(limit["reset_after"].as_u64().unwrap_or(0)).min(LONGEST_RESET),
            max_concurrency: number(&limit["max_concurrency"]).unwrap_or(1),
        }
    }

    /// How long to wait before one more session may begin; `None` where it may now.
    pub fn wait(&self) -> Option<Duration> {
        (self.remaining <= RESERVE).then_some(self.reset_after.max(Duration::from_mins(1)))
    }
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
    fn sessions_are_not_begun_below_the_reserve() {
        let answer = |remaining: u32| {
            let limit =
                json!({ "total": 1000, "remaining": remaining, "reset_after": 7_200_000, "max_concurrency": 1 });
            GatewayInfo::read(&json!({ "url": "wss://x", "shards": 4, "session_start_limit": limit }))
        };
        let shards = Shards::choose(ShardSetting::Auto, answer(0).shards);
        assert_eq!(shards, Shards { first: 0, end: 4, total: 4 });
        assert_eq!(answer(RESERVE + 1).wait(), None);
        assert_eq!(answer(RESERVE).wait(), Some(Duration::from_hours(2)));
        assert_eq!(GatewayInfo::read(&json!({})).wait(), None, "a proxy may answer without it");
        for (reset_after, expected) in [
            (json!(u64::MAX), Duration::from_hours(24)),
            (json!(1e300), Duration::from_mins(1)),
            (json!(-5), Duration::from_mins(1)),
            (json!("NaN"), Duration::from_mins(1)),
            (Value::Null, Duration::from_mins(1)),
        ] {
            let limit = json!({ "remaining": 0, "reset_after": reset_after });
            let info = GatewayInfo::read(&json!({ "session_start_limit": limit }));
            assert_eq!(info.wait(), Some(expected), "{reset_after}");
        }
    }
}
