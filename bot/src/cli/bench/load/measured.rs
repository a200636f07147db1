//! What became of what was asked, and how it is printed.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What Discord waits for.
const IN_TIME: Duration = Duration::from_secs(3);

/// How many answers took so long, in tenths of a millisecond.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Times(BTreeMap<u64, u64>);

impl Times {
    pub(super) fn add(&mut self, time: Duration) {
        *self.0.entry(u64::try_from(time.as_micros()).unwrap_or(u64::MAX) / 100).or_default() += 1;
    }

    pub(super) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// How many took at most so long.
    fn within(&self, limit: Duration) -> u64 {
        self.0.range(..=limit.as_micros() as u64 / 100).map(|(_, count)| count).sum()
    }

    /// The time that so many of a hundred stay below.
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

/// What became of what was asked, in one process or in several.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measured {
    pub(super) sent: u64,
    /// How long each answer took that did what was asked.
    pub(super) times: Times,
    pub(super) deferred: u64,
    /// Bytes of memory of the process, the largest where there are several.
    pub(super) memory: Option<u64>,
    /// Milliseconds of processor time that it took, of all processes.
    pub(super) processor_ms: u64,
}

/// The heads of what [`Measured::line`] gives.
pub(super) const COLUMNS: &str = "offered/s  in time/s    median       p99  deferred  no answer";

/// The head of a table of [`Row`]s.
pub(super) const HEAD: &str = "\
| games | engine | processes | offered/s | in time | median | p99 | processor time of each | messages waiting | oldest | database | memory of a process |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |";

impl Measured {
    pub(super) fn in_time(&self) -> f64 {
        self.times.within(IN_TIME) as f64
    }

    /// With what another process has measured at the same time.
    pub(super) fn merge(&mut self, other: &Self) {
        self.sent += other.sent;
        self.deferred += other.deferred;
        self.memory = self.memory.max(other.memory);
        self.processor_ms += other.processor_ms;
        for (time, count) in &other.times.0 {
            *self.times.0.entry(*time).or_default() += count;
        }
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

/// A row of the table for people: one rate, and what was left in the end.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) games: u32,
    pub(super) engine: &'a str,
    pub(super) processes: u32,
    pub(super) time: Duration,
    pub(super) measured: &'a Measured,
    /// Messages in the outbox, and how long the oldest has waited.
    pub(super) waiting: u64,
    pub(super) oldest: Duration,
    /// Bytes.
    pub(super) database: u64,
}

impl Row<'_> {
    /// In Markdown.
    pub(super) fn line(&self) -> String {
        let measured = self.measured;
        let share = if measured.sent == 0 { 0.0 } else { 100.0 * measured.in_time() / measured.sent as f64 };
        let memory = measured.memory.map_or_else(|| "–".to_owned(), |bytes| format!("{:.0} MB", bytes as f64 / 1e6));
        let processor = measured.processor_ms as f64 / measured.times.count().max(1) as f64;
        format!(
            "| {} | {} | {} | {:.0} | {share:.1} % | {:.0?} | {:.0?} | {processor:.1} ms | {} | {:.0} s | {:.2} GB | {memory} |",
            thousands(self.games.into()),
            self.engine,
            self.processes,
            measured.sent as f64 / self.time.as_secs_f64(),
            measured.times.percentile(50),
            measured.times.percentile(99),
            thousands(self.waiting),
            self.oldest.as_secs_f64(),
            self.database as f64 / 1e9,
        )
    }
}

/// `1,000,000`
fn thousands(number: u64) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", thousands(number / 1_000), number % 1_000) }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn measured(times: &[u64]) -> Measured {
        let mut measured = Measured { sent: times.len() as u64, ..Measured::default() };
        for time in times {
            measured.times.add(Duration::from_millis(*time));
        }
        measured
    }

    #[test]
    fn times_of_several_processes_are_merged_after_they_were_written_and_read() -> anyhow::Result<()> {
        let mut all = measured(&[5, 1, 4]);
        let other = Measured { memory: Some(7), ..measured(&[2, 3, 4_000]) };
        all.merge(&serde_json::from_str(&serde_json::to_string(&other)?)?);
        assert_eq!((all.sent, all.times.count(), all.in_time(), all.memory), (6, 6, 5.0, Some(7)));
        let percentiles = [0, 50, 100].map(|share| all.times.percentile(share).as_millis());
        assert_eq!(percentiles, [1, 3, 4_000]);
        assert_eq!(Times::default().percentile(50), Duration::ZERO);
        Ok(())
    }

    #[test]
    fn a_row_has_as_many_columns_as_its_head() {
        let row = Row {
            games: 1_000_000,
            engine: "SQLite",
            processes: 1,
            time: Duration::from_secs(2),
            measured: &Measured { processor_ms: 10, ..measured(&[1, 2, 3, 3_500]) },
            waiting: 1_234,
            oldest: Duration::from_millis(1_600),
            database: 3_210_000_000,
        };
        let line = row.line();
        assert_eq!(line, "| 1,000,000 | SQLite | 1 | 2 | 75.0 % | 2ms | 3ms | 2.5 ms | 1,234 | 2 s | 3.21 GB | – |");
        for head in HEAD.lines() {
            assert_eq!(head.matches('|').count(), line.matches('|').count());
        }
    }
}
