//! Results of requests, and their output.

use std::collections::BTreeMap;
use std::time::Duration;

/// The time that Discord waits.
const IN_TIME: Duration = Duration::from_secs(3);

/// A histogram of durations, in tenths of a millisecond.
#[derive(Debug, Clone, Default)]
pub(super) struct Times(BTreeMap<u64, u64>);

impl Times {
    pub(super) fn add(&mut self, time: Duration) {
        *self.0.entry(u64::try_from(time.as_micros()).unwrap_or(u64::MAX) / 100).or_default() += 1;
    }

    pub(super) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The number of durations up to the limit.
    fn within(&self, limit: Duration) -> u64 {
        self.0.range(..=limit.as_micros() as u64 / 100).map(|(_, count)| count).sum()
    }

    /// The given percentile.
    pub(super) fn percentile(&self, of_a_hundred: u64) -> Duration {
        let mut left = self.count().saturating_sub(1) * of_a_hundred / 100;
        for (time, count) in &self.0 {
            if left < *count {
                return Duration::from_micros(time * 100);
            }
            left -= count;
        }
        Duration::ZERO
    }
}

/// The results of the requests.
#[derive(Debug, Clone, Default)]
pub(super) struct Measured {
    pub(super) sent: u64,
    /// The duration of each successful answer.
    pub(super) times: Times,
    pub(super) deferred: u64,
    /// Bytes of memory of the process.
    pub(super) memory: Option<u64>,
    /// Processor time in milliseconds.
    pub(super) processor_ms: u64,
}

/// The column heads of [`Measured::line`].
pub(super) const COLUMNS: &str = "offered/s  in time/s    median       p99  deferred  no answer";

/// The head of a table of [`Row`]s.
pub(super) const HEAD: &str = "\
| games | engine | offered/s | in time | median | p99 | processor time of each | messages waiting | oldest | memory |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |";

impl Measured {
    pub(super) fn in_time(&self) -> f64 {
        self.times.within(IN_TIME) as f64
    }

    /// Its figures in the order of [`COLUMNS`].
    pub(super) fn line(&self, time: Duration) -> String {
        format!(
            "{:>9.0}{:>11.0}{:>10.0?}{:>10.0?}{:>10}{:>11}",
            self.sent as f64 / time.as_secs_f64(),
            self.in_time() / time.as_secs_f64(),
            self.times.percentile(50),
            self.times.percentile(99),
            self.deferred,
            self.sent - self.times.count(),
        )
    }
}

/// A table row for people: one rate, and the remaining messages at the end.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) games: u32,
    pub(super) engine: &'a str,
    pub(super) time: Duration,
    pub(super) measured: &'a Measured,
    /// Messages in the outbox, and the age of the oldest.
    pub(super) waiting: u64,
    pub(super) oldest: Duration,
}

impl Row<'_> {
    pub(super) fn line(&self) -> String {
        let measured = self.measured;
        let share = if measured.sent == 0 { 0.0 } else { 100.0 * measured.in_time() / measured.sent as f64 };
        let memory = measured.memory.map_or_else(|| "–".to_owned(), |bytes| format!("{:.0} MB", bytes as f64 / 1e6));
        let processor = measured.processor_ms as f64 / measured.times.count().max(1) as f64;
        format!(
            "| {} | {} | {:.0} | {share:.1} % | {:.0?} | {:.0?} | {processor:.1} ms | {} | {:.0} s | {memory} |",
            thousands(self.games.into()),
            self.engine,
            measured.sent as f64 / self.time.as_secs_f64(),
            measured.times.percentile(50),
            measured.times.percentile(99),
            thousands(self.waiting),
            self.oldest.as_secs_f64(),
        )
    }
}

/// Formats with separators: `1,000,000`.
fn thousands(number: u64) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", thousands(number / 1_000), number % 1_000) }
}
