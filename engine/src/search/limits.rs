//! Limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of a search, which ends at the first one reached. Without a limit of time the result is deterministic.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Time since the beginning of the search.
    pub time: Option<Duration>,
    /// Depth in steps.
    pub depth: u32,
    /// Ends the search at once when it becomes true.
    pub stop: Arc<AtomicBool>,
}

pub(crate) const DEEPEST: u32 = 60;

impl Limits {
    fn any() -> Self {
        Self { nodes: None, time: None, depth: DEEPEST, stop: Arc::default() }
    }

    /// A limit of positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::any() }
    }

    /// A limit of time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::any() }
    }

    /// A limit of depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: depth.min(DEEPEST), ..Self::any() }
    }
}

/// Positions between two checks of the clock.
const BETWEEN_LOOKS: u64 = 512;

/// Counts positions and checks the limits.
#[derive(Debug)]
pub(super) struct Counter {
    pub nodes: u64,
    most: u64,
    until: Option<Instant>,
    stop: Arc<AtomicBool>,
    is_over: bool,
}

impl Counter {
    pub fn start(limits: &Limits) -> Self {
        Self {
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            until: limits.time.map(|time| Instant::now() + time),
            stop: Arc::clone(&limits.stop),
            is_over: false,
        }
    }

    /// Counts a position and returns whether the search must end.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            self.is_over |=
                self.stop.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until);
        }
        self.is_over |= self.nodes >= self.most;
        self.is_over
    }

    pub const fn is_over(&self) -> bool {
        self.is_over
    }
}
