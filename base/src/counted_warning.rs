//! Log lines that can repeat quickly: the first is logged at once, the following ones are counted each minute.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const INTERVAL: Duration = Duration::from_mins(1);

type Line = Box<dyn FnOnce(Count) + Send>;

#[derive(Clone)]
pub struct CountedWarning {
    interval: Duration,
    /// `None` if nothing was logged within the interval.
    recent: Arc<Mutex<Option<Unlogged>>>,
}

#[derive(Default)]
struct Unlogged {
    count: u64,
    last: Option<Line>,
}

/// The number of lines that one stands for. Displays at the end of a sentence, as empty text for a single one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(pub u64);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 1 { write!(f, ", {} times within a minute", self.0) } else { Ok(()) }
    }
}

impl Default for CountedWarning {
    fn default() -> Self {
        Self { interval: INTERVAL, recent: Arc::default() }
    }
}

impl CountedWarning {
    /// Logs a line now or, for repetitions, at the end of the minute, when the last one stands for all.
    pub fn add(&self, line: impl FnOnce(Count) + Send + 'static) {
        let mut recent = self.lock();
        if let Some(unlogged) = &mut *recent {
            unlogged.count += 1;
            unlogged.last = Some(Box::new(line));
            return;
        }
        *recent = Some(Unlogged::default());
        drop(recent);
        line(Count(1));
        let this = self.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(this.interval).await;
                let Some((count, line)) = this.end_interval() else { return };
                line(count);
            }
        });
    }

    /// The line for the repetitions within the interval. If there is one, another interval begins.
    fn end_interval(&self) -> Option<(Count, Line)> {
        let mut recent = self.lock();
        let Unlogged { count, last } = recent.take()?;
        let line = last?;
        *recent = Some(Unlogged::default());
        Some((Count(count), line))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Unlogged>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_first_line_is_logged_at_once_and_the_others_with_their_count() {
        let (log, mut lines) = tokio::sync::mpsc::unbounded_channel();
        let warning = CountedWarning { interval: Duration::ZERO, ..CountedWarning::default() };
        for _ in 0..2 {
            for number in 1..=300 {
                let log = log.clone();
                warning.add(move |count| log.send(format!("Frame {number} was unreadable{count}")).expect("a reader"));
            }
            assert_eq!(lines.try_recv().expect("at once"), "Frame 1 was unreadable");
            assert_eq!(lines.recv().await.expect("a line"), "Frame 300 was unreadable, 299 times within a minute");
            while warning.lock().is_some() {
                tokio::task::yield_now().await;
            }
            assert!(lines.try_recv().is_err());
        }
    }
}
