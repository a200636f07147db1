//! The sandbox's clock: the machine's time plus an offset that tests choose.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// The first millisecond of Discord's ids: 2015-01-01T00:00:00Z.
pub const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Added to the machine's time.
    pub offset_ms: i64,
}

impl Clock {
    #[allow(clippy::disallowed_methods)] // This is the sandbox's one source of time.
    pub fn now_ms(self) -> i64 {
        let machine = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        machine.saturating_add(self.offset_ms)
    }
}

/// Writes a time as Discord does: `2026-11-21T03:34:20.123000+00:00`.
pub fn iso8601(ms: i64) -> String {
    let time = Timestamp::from_millisecond(ms).unwrap_or_default();
    time.strftime("%Y-%m-%dT%H:%M:%S.%6f+00:00").to_string()
}

/// Writes a time as the header `date` has it: `Sat, 21 Nov 2026 03:34:20 GMT`.
pub fn rfc9110(ms: i64) -> String {
    Timestamp::from_millisecond(ms).unwrap_or_default().strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

#[cfg(test)]
mod tests {
    use super::{iso8601, rfc9110};

    #[test]
    fn dates_of_headers_are_in_greenwich_time() {
        assert_eq!(rfc9110(1_709_210_096_789), "Thu, 29 Feb 2024 12:34:56 GMT");
    }

    #[test]
    fn dates_are_written_as_discord_writes_them() {
        assert_eq!(iso8601(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(iso8601(1_420_070_400_000), "2015-01-01T00:00:00.000000+00:00");
        assert_eq!(iso8601(1_709_210_096_789), "2024-02-29T12:34:56.789000+00:00");
    }
}
