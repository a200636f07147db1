//! A warning that many may cause at once: one line in the log for all of a while, with their count.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[derive(Debug, Clone)]
pub struct CountedWarning {
    every: Duration,
    waiting: Arc<AtomicU64>,
}

impl CountedWarning {
    pub fn every(every: Duration) -> Self {
        Self { every, waiting: Arc::default() }
    }

    /// Counts one. `warn` is called with the count when the while that the first one began is over.
    pub fn add(&self, warn: impl FnOnce(u64) + Send + 'static) {
        if self.waiting.fetch_add(1, Ordering::Relaxed) > 0 {
            return;
        }
        let Self { every, waiting } = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(every).await;
            warn(waiting.swap(0, Ordering::Relaxed));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn many_within_a_while_are_one_line() {
        let (told, mut lines) = tokio::sync::mpsc::unbounded_channel();
        let warning = CountedWarning::every(Duration::ZERO);
        for count in [3, 2] {
            for _ in 0..count {
                let told = told.clone();
                warning.add(move |count| told.send(count).expect("somebody reads"));
            }
            assert_eq!(lines.recv().await, Some(count));
        }
        assert!(lines.try_recv().is_err());
    }
}
