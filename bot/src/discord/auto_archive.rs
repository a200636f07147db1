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
        match ms {
            ..=HOUR_MS => Self::Hour,
            ..=86_400_000 => Self::Day,
            ..=259_200_000 => Self::ThreeDays,
            _ => Self::Week,
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
