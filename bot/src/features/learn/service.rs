//! Solved exercises of a person.

use games::domain::{Preferences, UserId};
use games::{GameError, Games};

use crate::features::learn::exercises::{ALL, Exercise};

/// A flag for each exercise: whether it is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress([bool; ALL.len()]);

impl Progress {
    fn of(preferences: &Preferences) -> Self {
        Self(std::array::from_fn(|index| preferences.solved.iter().any(|key| key == ALL[index].key)))
    }

    pub fn count(&self) -> usize {
        self.0.iter().filter(|is_solved| **is_solved).count()
    }

    pub fn is_complete(&self) -> bool {
        self.count() == ALL.len()
    }

    pub fn is_solved(&self, exercise: &Exercise) -> bool {
        self.0[exercise.number() - 1]
    }

    /// The first unsolved exercise; the first one if all are solved.
    pub fn next(&self) -> &'static Exercise {
        &ALL[self.0.iter().position(|is_solved| !is_solved).unwrap_or(0)]
    }
}

pub async fn exercises_of(games: &Games, user: UserId) -> Result<Progress, GameError> {
    Ok(Progress::of(&games.preferences(user).await?))
}

/// Marks an exercise as solved. Idempotent.
pub async fn solve_exercise(games: &Games, user: UserId, exercise: &'static Exercise) -> Result<Progress, GameError> {
    let change = |preferences: &mut Preferences| {
        if !preferences.solved.iter().any(|key| key == exercise.key) {
            preferences.solved.push(exercise.key.to_owned());
        }
        Ok(())
    };
    Ok(Progress::of(&games.update_preferences(user, change).await?))
}
