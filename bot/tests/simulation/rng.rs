//! Random decisions of the simulation, from its seed.

use rules::rng::SeededRng;

#[derive(Debug, Clone)]
pub struct Rng(SeededRng);

impl Rng {
    pub const fn new(seed: u64) -> Self {
        Self(SeededRng::new(seed))
    }

    pub const fn below(&mut self, limit: u64) -> u64 {
        self.0.below(if limit == 0 { 1 } else { limit as usize }) as u64
    }

    pub const fn bits(&mut self) -> u64 {
        self.below(u64::MAX)
    }

    /// A number from `from` to below `to`.
    pub fn between(&mut self, from: i64, to: i64) -> i64 {
        from + self.below(to.saturating_sub(from).max(1).cast_unsigned()).cast_signed()
    }

    /// True in one of `times` cases.
    pub const fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub fn choose<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u64) as usize]
    }
}
