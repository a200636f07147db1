//! The sandbox's clock: the machine's, moved by an offset that tests choose.

use std::time::{SystemTime, UNIX_EPOCH};

/// The first millisecond of Discord's ids: 2015-01-01T00:00:00Z.
pub const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

/// The time of day, and how far it has been moved.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Milliseconds added to the machine's time.
    pub offset_ms: i64,
}

impl Clock {
    /// Now, in milliseconds since 1970, as everyone in this sandbox sees it.
    #[allow(clippy::disallowed_methods)] // This is the sandbox's one source of time.
    pub fn now_ms(self) -> i64 {
        let machine = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        machine.saturating_add(self.offset_ms)
    }
}

/// Writes a time as Discord does: `2026-11-21T03:34:20.123000+00:00`.
pub fn iso8601(ms: i64) -> String {
    let (days, of_day) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    let (year, month, day) = civil(days);
    let (hour, minute) = (of_day / 3_600_000, of_day / 60_000 % 60);
    let (second, milli) = (of_day / 1000 % 60, of_day % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}000+00:00")
}

/// The Gregorian date of a day counted from 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    // Years are counted from March, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::iso8601;

    #[test]
    fn dates_are_written_as_discord_writes_them() {
        assert_eq!(iso8601(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(iso8601(1_420_070_400_000), "2015-01-01T00:00:00.000000+00:00");
        assert_eq!(iso8601(1_709_210_096_789), "2024-02-29T12:34:56.789000+00:00");
    }
}
