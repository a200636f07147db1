//! When Discord archives a thread.

/// How long nobody has to write in a thread before Discord archives it. Discord knows no other spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AutoArchive {
    Hour,
    Day,
    ThreeDays,
    Week,
}

impl AutoArchive {
    /// The shortest span that is no shorter than this time.
    pub const fn at_least(ms: i64) -> Self {
        const HOUR_MS: i64 = 60 * 60_000;
        if ms <= HOUR_MS {
            Self::Hour
        } else if ms <= 24 * HOUR_MS {
            Self::Day
        } else if ms <= 72 * HOUR_MS {
            Self::ThreeDays
        } else {
            Self::Week
        }
    }

    /// The value of `auto_archive_duration`.
    pub const fn minutes(self) -> u32 {
        match self {
            Self::Hour => 60,
            Self::Day => 1440,
            Self::ThreeDays => 4320,
            Self::Week => 10_080,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_outlasts_the_time_where_discord_has_a_span_for_it() {
        const HOUR: i64 = 60 * 60_000;
        for (ms, minutes) in [
            (15 * 60_000, 60),
            (HOUR, 60),
            (HOUR + 1, 1440),
            (24 * HOUR, 1440),
            (72 * HOUR, 4320),
            (336 * HOUR, 10_080),
        ] {
            assert_eq!(AutoArchive::at_least(ms).minutes(), minutes, "{ms}");
        }
    }
}
