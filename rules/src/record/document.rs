//! A game and when its moves were played.

use super::{Moment, Record};

/// A game with the times of its moves: all that a JSON document keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub(super) record: Record,
    /// As many as moves.
    pub(super) times: Vec<Option<Moment>>,
}

impl From<Record> for Document {
    /// Nothing is known of the times.
    fn from(record: Record) -> Self {
        Self { times: vec![None; record.moves().len()], record }
    }
}

impl Document {
    /// Sets the time of each move; missing ones are not known, more than there are moves are left out.
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
    /// When each move was played, as far as that is known.
    pub fn times(&self) -> &[Option<Moment>] {
        &self.times
    }
}
