//! A game with the times of its moves.

use super::{Moment, Record};

/// A game with the times of its moves: the contents of a JSON document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub(super) record: Record,
    /// One per move.
    pub(super) times: Vec<Option<Moment>>,
}

impl From<Record> for Document {
    /// All times are unknown.
    fn from(record: Record) -> Self {
        Self { times: vec![None; record.moves().len()], record }
    }
}

impl Document {
    /// Sets the time of each move. Missing ones are unknown; excess ones are ignored.
    #[must_use]
    pub fn with_times(mut self, mut times: Vec<Option<Moment>>) -> Self {
        times.resize(self.record.moves().len(), None);
        self.times = times;
        self
    }

    /// The game.
    pub const fn record(&self) -> &Record {
        &self.record
    }
    /// The time of each move, if known.
    pub fn times(&self) -> &[Option<Moment>] {
        &self.times
    }
}
