//! The exercises as data: a position, a task, and accepted solutions. The reader plays Black.

use games::domain::{Preferences, UserId};
use games::{GameError, Games};
use rules::board::hex::Cell;
use rules::diagram::Stone;
use rules::summary::{self, Moved, Step, Threat};
use rules::{AnyGame, Color, Refusal, Team};

const SETUP: &str = "abalone";

#[derive(Debug)]
pub struct Exercise {
    /// The key of its texts. Progress is stored by it, so it never changes.
    pub key: &'static str,
    position: &'static str,
    goal: Goal,
    /// White's reply to the first of two moves.
    reply: Option<&'static str>,
    /// All own move sequences that reach the goal; the first one is shown as the solution.
    solutions: &'static [&'static [&'static str]],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// Bring so many marbles to these cells, and no others.
    Reach {
        cells: &'static [&'static str],
        is_sideways: bool,
    },
    /// Push so many marbles.
    Push(usize),
    Eject,
    /// Eject, and leave no own marble that White can eject next.
    EjectSafely,
    /// Leave no own marble that White can eject next.
    Save,
    Win,
}

/// The reason why a legal move misses the task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shortfall {
    /// It moves another number of marbles.
    Count {
        moved: usize,
        wanted: usize,
    },
    /// It is broadside instead of inline, or the reverse.
    Sideways {
        wanted: bool,
    },
    /// It reaches other cells than `cells`.
    Elsewhere {
        cells: String,
    },
    /// It pushes another number of marbles.
    Push {
        pushed: usize,
        wanted: usize,
    },
    NoEjection,
    /// White can eject this marble next.
    Threat {
        cell: String,
        turn: String,
    },
    /// The second move can no longer reach the goal.
    TooSlow,
}

/// The outcome of a try.
pub enum Attempt {
    Illegal(Refusal),
    Short {
        notation: String,
        shortfall: Shortfall,
    },
    /// The first of two moves is right.
    GoesOn {
        notation: String,
        reply: &'static str,
    },
    Solved {
        notation: String,
        game: Box<dyn AnyGame>,
    },
}

const fn exercise(
    key: &'static str,
    position: &'static str,
    goal: Goal,
    solutions: &'static [&'static [&'static str]],
) -> Exercise {
    Exercise { key, position, goal, reply: None, solutions }
}

pub static ALL: [Exercise; 10] = [
    exercise(
        "learn-step",
        "5/6/4w2/5w2/9/3b4/2bb3/6/5 b 0-0 10",
        Goal::Reach { cells: &["e5"], is_sideways: false },
        &[&["d4e5"]],
    ),
    exercise(
        "learn-line",
        "5/6/4w2/5w2/9/4b3/3b1b1/6/5 b 0-0 10",
        Goal::Reach { cells: &["d5", "e6"], is_sideways: false },
        &[&["c4d5"]],
    ),
    exercise(
        "learn-broadside",
        "5/6/4w2/5w2/9/8/2bbb2/6/5 b 0-0 10",
        Goal::Reach { cells: &["d3", "d4", "d5"], is_sideways: true },
        &[&["c3c5d3"]],
    ),
    exercise("learn-push", "5/6/4w2/8/2bbw4/8/3b3/6/5 b 0-0 10", Goal::Push(1), &[&["e3e4"]]),
    exercise("learn-push-two", "5/6/4w2/8/1bbbww3/8/3b3/6/5 b 0-0 10", Goal::Push(2), &[&["e2e3"]]),
    exercise("learn-pac", "5/6/4w2/8/2bbww3/3b4/2b4/6/5 b 0-0 10", Goal::Push(1), &[&["c3d4"]]),
    exercise("learn-eject", "5/6/4w2/8/6bbw/8/3b3/6/5 b 0-0 10", Goal::Eject, &[&["e7e8"]]),
    exercise("learn-choose", "5/6/6w/7w/wbb3bbw/8/3b3/6/5 b 0-0 10", Goal::EjectSafely, &[&["e3e2"]]),
    exercise("learn-defend", "5/6/4w2/8/bww6/8/3bb2/6/5 b 0-0 10", Goal::Save, &[&["e1f2"], &["e1d1"]]),
    Exercise {
        reply: Some("g3g4"),
        ..exercise(
            "learn-win",
            "5/6/w6/8/4bbbw1/8/3b3/6/5 b 4-5 60",
            Goal::Win,
            &[&["e5e6", "e6e7"], &["e5e6", "e7e8"], &["e6e7", "e7e8"]],
        )
    },
];

impl Exercise {
    pub fn of(key: &str) -> Option<&'static Self> {
        ALL.iter().find(|exercise| exercise.key == key)
    }

    /// Counted from 1.
    pub fn number(&self) -> usize {
        ALL.iter().position(|exercise| exercise.key == self.key).map_or(1, |index| index + 1)
    }

    pub fn following(&self) -> Option<&'static Self> {
        ALL.get(self.number())
    }

    pub const fn moves(&self) -> usize {
        if self.reply.is_some() { 2 } else { 1 }
    }

    /// The line shown as the solution.
    pub fn solution(&self) -> &'static [&'static str] {
        self.solutions.first().copied().unwrap_or_default()
    }

    /// The position after these own moves, with White's replies between them.
    /// An error if they are illegal: the button is from an earlier version of the exercise.
    pub fn after(&self, played: &[String]) -> Result<Box<dyn AnyGame>, Refusal> {
        let mut game = rules::open_at(SETUP, self.position)?;
        for turn in played {
            game.play(turn)?;
            if let Some(reply) = self.reply.filter(|_| game.outcome().is_none()) {
                game.play(reply)?;
            }
        }
        Ok(game)
    }

    /// Judges a move in the position after the moves already played.
    pub fn attempt(&self, played: &[String], text: &str) -> Result<Attempt, Refusal> {
        let mut game = self.after(played)?;
        let notation = match game.play(text) {
            Ok(notation) => notation,
            Err(refusal) => return Ok(Attempt::Illegal(refusal)),
        };
        let shortfall = match (self.reply, self.goal.judge(&*game)) {
            (_, Ok(())) => return Ok(Attempt::Solved { notation, game }),
            (Some(reply), Err(_)) if played.is_empty() => {
                if self.is_within_reach(&notation) {
                    return Ok(Attempt::GoesOn { notation, reply });
                }
                Shortfall::TooSlow
            }
            (_, Err(shortfall)) => shortfall,
        };
        Ok(Attempt::Short { notation, shortfall })
    }

    /// Whether a second move can reach the goal after this first one.
    fn is_within_reach(&self, first: &str) -> bool {
        let Ok(game) = self.after(&[first.to_owned()]) else { return false };
        game.legal_moves().iter().any(|turn| game.after(turn).is_ok_and(|after| self.goal.judge(&*after).is_ok()))
    }
}

impl Goal {
    /// Whether the last move of this position fulfills the task.
    fn judge(self, game: &dyn AnyGame) -> Result<(), Shortfall> {
        let diagram = game.diagram();
        let steps = summary::steps(&diagram);
        let Some(Step::Moved(moved)) = steps.last() else { return Err(Shortfall::TooSlow) };
        let ejects = if moved.ejected.is_some() { Ok(()) } else { Err(Shortfall::NoEjection) };
        match self {
            Self::Reach { cells, is_sideways } => reaches(moved, cells, is_sideways),
            Self::Push(wanted) if moved.pushed.len() != wanted => {
                Err(Shortfall::Push { pushed: moved.pushed.len(), wanted })
            }
            Self::Push(_) => Ok(()),
            Self::Eject => ejects,
            Self::EjectSafely => ejects.and_then(|()| is_safe(game)),
            Self::Save => is_safe(game),
            Self::Win if game.outcome().is_some_and(|outcome| outcome.winner == Some(Team(0))) => Ok(()),
            Self::Win => Err(Shortfall::NoEjection),
        }
    }
}

fn reaches(moved: &Moved, wanted: &[&str], is_sideways: bool) -> Result<(), Shortfall> {
    if moved.marbles.len() != wanted.len() {
        return Err(Shortfall::Count { moved: moved.marbles.len(), wanted: wanted.len() });
    }
    if moved.is_inline == is_sideways {
        return Err(Shortfall::Sideways { wanted: is_sideways });
    }
    let arrived: Vec<Cell> = moved.marbles.iter().filter_map(|(cell, _)| cell.step(moved.direction)).collect();
    let mut arrived: Vec<String> = arrived.iter().map(Cell::to_string).collect();
    arrived.sort_unstable();
    if arrived == wanted { Ok(()) } else { Err(Shortfall::Elsewhere { cells: wanted.join(" ") }) }
}

fn is_safe(game: &dyn AnyGame) -> Result<(), Shortfall> {
    let is_ours = |threat: &Threat| threat.by == Color::White && threat.stone == Stone::Owned(Color::Black);
    match game.threats().into_iter().find(is_ours) {
        Some(Threat { place, turn, .. }) => Err(Shortfall::Threat { cell: place.to_string(), turn }),
        None => Ok(()),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn is_solved(exercise: &Exercise, played: &[String], turn: &str) -> bool {
        matches!(exercise.attempt(played, turn), Ok(Attempt::Solved { .. }))
    }

    #[test]
    fn each_exercise_is_solved_by_its_solutions_and_by_nothing_else() {
        for exercise in &ALL {
            let mut found: Vec<Vec<String>> = Vec::new();
            let start = exercise.after(&[]).unwrap_or_else(|why| panic!("{}: {why}", exercise.key));
            assert_eq!(start.to_move().map(usize::from), Some(0), "{}", exercise.key);
            for first in start.legal_moves() {
                match exercise.attempt(&[], &first).unwrap_or_else(|why| panic!("{}: {why}", exercise.key)) {
                    Attempt::Solved { .. } => found.push(vec![first]),
                    Attempt::GoesOn { notation, .. } => {
                        let played = vec![notation];
                        let next = exercise.after(&played).unwrap_or_else(|why| panic!("{}: {why}", exercise.key));
                        let seconds = next.legal_moves().into_iter().filter(|turn| is_solved(exercise, &played, turn));
                        found.extend(seconds.map(|second| vec![first.clone(), second]));
                    }
                    Attempt::Short { .. } => {}
                    Attempt::Illegal(why) => panic!("{}: {first} is legal: {why}", exercise.key),
                }
            }
            found.sort();
            let mut expected: Vec<Vec<String>> =
                exercise.solutions.iter().map(|line| line.iter().map(ToString::to_string).collect()).collect();
            assert!(expected.iter().all(|line| line.len() == exercise.moves()), "{}", exercise.key);
            expected.sort();
            assert_eq!(found, expected, "{}", exercise.key);
        }
    }

    #[test]
    fn a_wrong_move_says_what_it_lacks() {
        for (key, turn, expected) in [
            ("learn-step", "c3d4", Shortfall::Count { moved: 2, wanted: 1 }),
            ("learn-step", "d4d5", Shortfall::Elsewhere { cells: "e5".into() }),
            ("learn-broadside", "c3c4", Shortfall::Sideways { wanted: true }),
            ("learn-push", "c4c5", Shortfall::Push { pushed: 0, wanted: 1 }),
            ("learn-eject", "c4c5", Shortfall::NoEjection),
            ("learn-choose", "e7e8", Shortfall::Threat { cell: "e9".into(), turn: "g9f9".into() }),
            ("learn-defend", "c4d4", Shortfall::Threat { cell: "e1".into(), turn: "e3e2".into() }),
            ("learn-win", "c4c5", Shortfall::TooSlow),
        ] {
            let exercise = Exercise::of(key).expect("it is there");
            match exercise.attempt(&[], turn) {
                Ok(Attempt::Short { shortfall, .. }) => assert_eq!(shortfall, expected, "{key} {turn}"),
                _ => panic!("{key} {turn} is legal, and not the solution"),
            }
        }
        let pac = Exercise::of("learn-pac").expect("it is there");
        let Ok(Attempt::Illegal(refusal)) = pac.attempt(&[], "e3e4") else { panic!("two do not push two") };
        assert_eq!(refusal.code, "pac");
    }
}
