//! A puzzle or an exercise, and what becomes of its solver's turns.

use games::domain::UserId;
use rules::{AnyGame, Refusal};

use crate::board::position::Turns;
use crate::board::viewer::Viewer;
use crate::features::learn::exercises::{Attempt, solve_exercise};
use crate::features::learn::view::{self as exercise_view, Lesson};
use crate::features::puzzle::service::{self, AttemptOutcome, position_after, position_of_line};
use crate::features::puzzle::view::{self as puzzle_view, Session};
use crate::localization::{Language, localize};
use crate::web::problem::PageProblem;
use crate::web::tasks::{Kind, TaskId};

pub(super) enum Task<'a> {
    Puzzle(Session<'a>),
    Exercise(Lesson<'a>),
}

/// A position of a task, and what is said about it.
pub(super) struct TaskView {
    pub(super) game: Box<dyn AnyGame>,
    /// In Discord's markup.
    pub(super) lines: Vec<String>,
    pub(super) stage: Stage,
}

pub(super) enum Stage {
    /// The solver has to move, after these turns of theirs.
    Open(Turns),
    /// The last turn was wrong. The solver can try again after these.
    Wrong(Turns),
    Over,
}

pub(super) enum Judgement {
    Illegal(Refusal),
    Legal(TaskView),
}

impl Task<'_> {
    pub(super) fn id(&self) -> TaskId {
        match self {
            Self::Puzzle(session) => TaskId { kind: Kind::Puzzle, number: session.shown.puzzle.number },
            Self::Exercise(lesson) => TaskId { kind: Kind::Learn, number: lesson.exercise.number() as u32 },
        }
    }

    pub(super) const fn language(&self) -> Language {
        match self {
            Self::Puzzle(session) => session.language,
            Self::Exercise(lesson) => lesson.language,
        }
    }

    pub(super) const fn viewer(&self) -> &Viewer {
        match self {
            Self::Puzzle(session) => &session.viewer,
            Self::Exercise(lesson) => &lesson.viewer,
        }
    }

    /// Whether White is at the bottom.
    pub(super) fn is_turned(&self) -> bool {
        match self {
            Self::Puzzle(session) => session.is_turned(),
            Self::Exercise(lesson) => lesson.is_turned(),
        }
    }

    pub(super) fn title(&self) -> String {
        match self {
            Self::Puzzle(session) => session.title(),
            Self::Exercise(lesson) => lesson.title(),
        }
    }

    pub(super) fn hint(&self) -> Option<String> {
        match self {
            Self::Puzzle(_) => None,
            Self::Exercise(lesson) => Some(lesson.text("hint")),
        }
    }

    /// The name of the button that shows the solution.
    pub(super) const fn solution_key(&self, is_tried: bool) -> &'static str {
        match self {
            Self::Exercise(_) => "button-learn-solution",
            Self::Puzzle(session) if is_tried || session.shown.attempt.result.is_some() => "button-puzzle-solution",
            Self::Puzzle(_) => "button-puzzle-give-up",
        }
    }

    /// The address of the next task, and the name of the link.
    pub(super) fn next(&self) -> Option<(String, &'static str)> {
        match self {
            Self::Puzzle(_) => Some(("/puzzle/next".to_owned(), "button-puzzle-next")),
            Self::Exercise(lesson) => {
                let (following, _) = lesson.following()?;
                Some((format!("/learn/{}", following.number()), "button-learn-next"))
            }
        }
    }

    /// The task after these turns of its solver; `None` if they are not on the way to the goal, or if that would tell
    /// whether they are: before the first try at a puzzle is over.
    pub(super) fn resume(&self, played: Turns) -> Option<TaskView> {
        let is_tried = match self {
            Self::Puzzle(session) => session.shown.attempt.result.is_some(),
            Self::Exercise(_) => true,
        };
        if is_tried || played.0.is_empty() { self.after(played) } else { None }
    }

    /// The same, whether or not it would tell anything.
    pub(super) fn after(&self, played: Turns) -> Option<TaskView> {
        let (game, lines) = match self {
            Self::Puzzle(session) => {
                (position_after(session.shown.puzzle, &played.0)?, vec![session.goal(), session.stake()])
            }
            Self::Exercise(lesson) => {
                let is_over = played.0.len() >= lesson.exercise.moves();
                (lesson.exercise.after(&played.0).ok().filter(|_| !is_over)?, vec![lesson.text("task")])
            }
        };
        Some(TaskView { game, lines, stage: Stage::Open(played) })
    }

    pub(super) fn start(&self) -> Result<TaskView, PageProblem> {
        self.after(Turns(Vec::new())).ok_or(PageProblem::NotFound)
    }

    /// Judges a turn after these turns of its solver. The first one that ends a puzzle or is wrong is rated.
    pub(super) async fn judge(&mut self, user: UserId, played: Turns, typed: &str) -> Result<Judgement, PageProblem> {
        match self {
            Self::Puzzle(session) => judge_puzzle(session, user, played, typed).await,
            Self::Exercise(lesson) => judge_exercise(lesson, user, played, typed).await,
        }
    }

    /// The solution with its last position. It ends a first try.
    pub(super) async fn solution(&self, user: UserId) -> Result<TaskView, PageProblem> {
        let (lines, game) = match self {
            Self::Puzzle(session) => {
                let puzzle = session.shown.puzzle;
                let rated = service::give_up(&session.app.games, user, puzzle).await?;
                (puzzle_view::solution_lines(session, rated), position_of_line(puzzle, puzzle.solution.len()))
            }
            Self::Exercise(lesson) => {
                let (lines, game) = exercise_view::solution_lines(lesson).map_err(|_| PageProblem::NotFound)?;
                (lines, Some(game))
            }
        };
        Ok(TaskView { game: game.ok_or(PageProblem::NotFound)?, lines: lines.into(), stage: Stage::Over })
    }
}

async fn judge_puzzle(
    session: &Session<'_>,
    user: UserId,
    played: Turns,
    typed: &str,
) -> Result<Judgement, PageProblem> {
    let puzzle = session.shown.puzzle;
    // Before anything is answered: forged turns are a try, too.
    let outcome = service::try_turn(&session.app.games, user, &session.shown, &played.0, typed).await?;
    let (game, lines, stage) = match outcome {
        AttemptOutcome::Illegal(refusal) => return Ok(Judgement::Illegal(refusal)),
        AttemptOutcome::Wrong { notation, rated } => {
            let played = if position_after(puzzle, &played.0).is_some() { played } else { Turns(Vec::new()) };
            let before = position_after(puzzle, &played.0).ok_or(PageProblem::NotFound)?;
            let lines = puzzle_view::wrong_lines(session, &notation, rated).into();
            (before.after(&notation).unwrap_or(before), lines, Stage::Wrong(played))
        }
        AttemptOutcome::GoesOn { notation, reply } => {
            let turns = Turns([played.0, vec![notation.clone()]].concat());
            let game = position_after(puzzle, &turns.0).ok_or(PageProblem::NotFound)?;
            let sentence = puzzle_view::goes_on_sentence(session, turns.0.len(), &notation, &reply);
            (game, vec![sentence, session.goal()], Stage::Open(turns))
        }
        AttemptOutcome::Solved { notation, rated, day } => {
            let game = position_of_line(puzzle, puzzle.solution.len()).ok_or(PageProblem::NotFound)?;
            (game, puzzle_view::solved_lines(session, &notation, rated, day).into(), Stage::Over)
        }
    };
    Ok(Judgement::Legal(TaskView { game, lines, stage }))
}

async fn judge_exercise(
    lesson: &mut Lesson<'_>,
    user: UserId,
    played: Turns,
    typed: &str,
) -> Result<Judgement, PageProblem> {
    let exercise = lesson.exercise;
    if played.0.len() >= exercise.moves() {
        return Err(PageProblem::NotFound);
    }
    let after = |turns: &Turns| exercise.after(&turns.0).map_err(|_| PageProblem::NotFound);
    let (game, lines, stage) = match exercise.attempt(&played.0, typed).map_err(|_| PageProblem::NotFound)? {
        Attempt::Illegal(refusal) => return Ok(Judgement::Illegal(refusal)),
        Attempt::Short { notation, shortfall } => {
            let before = after(&played)?;
            let lines =
                vec![exercise_view::shortfall_sentence(lesson.language, &notation, &shortfall), lesson.text("task")];
            (before.after(&notation).unwrap_or(before), lines, Stage::Wrong(played))
        }
        Attempt::GoesOn { notation, reply } => {
            let turns = Turns([played.0, vec![notation]].concat());
            let lines = vec![localize!(lesson.language, "learn-goes-on", reply = reply), lesson.text("task")];
            (after(&turns)?, lines, Stage::Open(turns))
        }
        Attempt::Solved { notation, game } => {
            lesson.progress = solve_exercise(&lesson.app.games, user, exercise).await?;
            (game, exercise_view::solved_lines(lesson, &notation).into(), Stage::Over)
        }
    };
    Ok(Judgement::Legal(TaskView { game, lines, stage }))
}
