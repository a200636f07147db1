//! Random numbers, injected like the clock, so that a simulation can seed them.

use std::sync::{Mutex, PoisonError};

use rules::rng::SeededRng;

pub trait Random: Send + Sync + 'static {
    fn bits(&self) -> u64;

    /// A number below `limit`, which must not be 0.
    fn below(&self, limit: u64) -> u64 {
        self.bits() % limit
    }
}

#[derive(Debug, Clone, Copy)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn bits(&self) -> u64 {
        rand::random()
    }
}

#[derive(Debug)]
pub struct SeededRandom(Mutex<SeededRng>);

impl SeededRandom {
    pub const fn new(seed: u64) -> Self {
        Self(Mutex::new(SeededRng::new(seed)))
    }
}

impl Random for SeededRandom {
    fn bits(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).below(usize::MAX) as u64
    }
}
