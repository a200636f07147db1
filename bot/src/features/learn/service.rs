//! Which exercises a person has solved.

use crate::domain::{Preferences, UserId};
use crate::features::learn::exercises::{ALL, Exercise};
use crate::games::{GameError, Games};

/// The exercises, and which of them are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress([bool; ALL.len()]);

impl Progress {
    fn of(chosen: &Preferences) -> Self {
        Self(std::array::from_fn(|index| chosen.solved.iter().any(|key| key == ALL[index].key)))
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

    /// The first that is not solved; after all of them, the first.
    pub fn next(&self) -> &'static Exercise {
        &ALL[self.0.iter().position(|is_solved| !is_solved).unwrap_or(0)]
    }
}

/// How far a person has come.
pub async fn exercises_of(games: &Games, user: UserId) -> Result<Progress, GameError> {
    Ok(Progress::of(&games.preferences(user).await?))
}

/// Notes that a person has solved an exercise; doing it twice does no harm.
pub async fn solve_exercise(games: &Games, user: UserId, exercise: &'static Exercise) -> Result<Progress, GameError> {
    let change = |chosen: &mut Preferences| {
        if !chosen.solved.iter().any(|key| key == exercise.key) {
            chosen.solved.push(exercise.key.to_owned());
        }
        Ok(())
    };
    Ok(Progress::of(&games.update_preferences(user, change).await?))
}
