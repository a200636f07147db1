//! An engine whose moves come from a table.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use games::domain::EngineLevel;
use games::{EngineQueue, Games, ReplayedGame};

use crate::use_cases::support::fixture::{Fixture, ROUND};

/// Answers each move with its entry.
pub struct Table {
    answers: HashMap<&'static str, &'static str>,
    pub asked: AtomicU32,
}

impl Table {
    pub fn of(answers: &[(&'static str, &'static str)]) -> Arc<Self> {
        Arc::new(Self { answers: answers.iter().copied().collect(), asked: AtomicU32::new(0) })
    }

    /// Plays the second and the fourth move of [`ROUND`].
    pub fn of_round() -> Arc<Self> {
        Self::of(&[(ROUND[0], ROUND[1]), (ROUND[2], ROUND[3])])
    }
}

#[async_trait]
impl EngineQueue for Table {
    async fn choose_move(&self, _: EngineLevel, game: &ReplayedGame) -> Option<String> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.answers.get(game.record.plies.last()?.notation.as_str()).map(|answer| (*answer).to_owned())
    }
}

pub fn playing_by(fixture: &Fixture, table: &Arc<Table>) -> Games {
    fixture.games.clone().with_engine_queue(Arc::<Table>::clone(table))
}
