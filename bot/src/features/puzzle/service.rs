//! Which puzzle a player is shown, and what their turns come to.

use std::collections::{BTreeMap, BTreeSet};

use engine::puzzle::{Puzzle, Verdict, puzzles};
use rules::{AnyGame, Refusal};

use crate::domain::clubs::rating::Rating;
use crate::domain::people::puzzle::{choose_near, daily_puzzle, first_rating, rate_attempt};
use crate::domain::{Day, PuzzleAttempt, PuzzlePlayer, PuzzleResult, Streak, UserId};
use crate::games::{GameError, Games};
use crate::store::{RatedAttempt, StoreError};

/// How often a rating is computed again when another try was faster.
const TRIES: usize = 20;

/// A puzzle, and what is known of the player who solves it.
#[derive(Debug, Clone, Copy)]
pub struct ShownPuzzle {
    pub puzzle: &'static Puzzle,
    pub rating: Rating,
    pub player: PuzzlePlayer,
    pub attempt: PuzzleAttempt,
    /// It is the puzzle of this day.
    pub today: Day,
    pub is_daily: bool,
}

/// A rating before and after a first try.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingStep {
    pub before: Rating,
    pub after: Rating,
}

/// What a first try has changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatedTry {
    pub player: RatingStep,
    pub puzzle: RatingStep,
}

/// What a turn came to.
pub enum Tried {
    Illegal(Refusal),
    Wrong {
        notation: String,
        rated: Option<RatedTry>,
    },
    /// In the canonical notation.
    GoesOn {
        notation: String,
        reply: String,
    },
    Solved {
        notation: String,
        rated: Option<RatedTry>,
        day: DayOutcome,
    },
}

/// What solving a puzzle does for the streak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayOutcome {
    /// It is no puzzle of today.
    Other,
    Counted(Streak),
    /// Today was solved before.
    Already(Streak),
    /// The solution was shown today.
    Shown,
}

pub fn puzzle_of(number: i64) -> Option<&'static Puzzle> {
    let number = u32::try_from(number).ok()?;
    let index = puzzles().binary_search_by_key(&number, |puzzle| puzzle.number).ok()?;
    puzzles().get(index)
}

/// The position after these own turns, each answered. `None`: they are not the way to the goal, or reach it.
pub fn position_after(puzzle: &Puzzle, played: &[String]) -> Option<Box<dyn AnyGame>> {
    if !played.is_empty() && !matches!(puzzle.judge(played), Ok(Verdict::GoOn { .. })) {
        return None;
    }
    position_of_line(puzzle, played.len() * 2)
}

/// The position after so many turns of the solution.
pub fn position_of_line(puzzle: &Puzzle, turns: usize) -> Option<Box<dyn AnyGame>> {
    let mut game = rules::open_at(puzzle.setup, puzzle.position).ok()?;
    for turn in puzzle.solution.iter().take(turns) {
        game.play(turn).ok()?;
    }
    Some(game)
}

/// The puzzle of this day. It is chosen when somebody asks for the first time, and stays.
pub async fn puzzle_of_day(games: &Games, day: Day) -> Result<Option<&'static Puzzle>, GameError> {
    let chosen = match games.store.puzzle_of_day(day).await? {
        Some(number) => Some(number),
        // A past day that nobody has asked for had none.
        None if day < Day::of(games.clock.now()) => None,
        None => {
            let numbers: Vec<u32> = puzzles().iter().map(|puzzle| puzzle.number).collect();
            match daily_puzzle(day, &numbers) {
                Some(number) => Some(games.store.choose_puzzle_of_day(day, number).await?),
                None => None,
            }
        }
    };
    Ok(chosen.and_then(|number| puzzle_of(number.into())))
}

/// Shows the daily puzzle of this day; `None` where it had none.
pub async fn open_day(games: &Games, user: UserId, day: Day) -> Result<Option<ShownPuzzle>, GameError> {
    // A day to come is nobody's business.
    let today = Day::of(games.clock.now());
    let Some(puzzle) = (if day <= today { puzzle_of_day(games, day).await? } else { None }) else { return Ok(None) };
    open(games, user, puzzle).await.map(Some)
}

/// Shows the puzzle that the player has begun, else one near their rating that they have not tried, else one that they have not solved;
/// `None` when all are solved. The daily puzzle is kept for its command.
pub async fn open_next(games: &Games, user: UserId) -> Result<Option<ShownPuzzle>, GameError> {
    let daily = puzzle_of_day(games, Day::of(games.clock.now())).await?.map(|puzzle| puzzle.number);
    let attempts = games.store.puzzle_attempts(user).await?;
    let is_open = |attempt: &&PuzzleAttempt| attempt.result.is_none() && Some(attempt.puzzle) != daily;
    if let Some(begun) = attempts.iter().filter(is_open).find_map(|attempt| puzzle_of(attempt.puzzle.into())) {
        return open(games, user, begun).await.map(Some);
    }
    let tried: BTreeSet<u32> = attempts.iter().map(|attempt| attempt.puzzle).collect();
    let solved = attempts.iter().filter(|attempt| attempt.solved_at.is_some());
    let solved: BTreeSet<u32> = solved.map(|attempt| attempt.puzzle).collect();
    let ratings: BTreeMap<u32, Rating> = games.store.puzzle_ratings().await?.into_iter().collect();
    let player = games.store.puzzle_player(user).await?;
    let without = |left_out: &BTreeSet<u32>| -> Vec<(u32, f64)> {
        let left = puzzles().iter().filter(|puzzle| Some(puzzle.number) != daily);
        let left = left.filter(|puzzle| !left_out.contains(&puzzle.number));
        left.map(|puzzle| {
            let rating = ratings.get(&puzzle.number).map_or(puzzle.rating, |rating| rating.rating);
            (puzzle.number, rating)
        })
        .collect()
    };
    let seed = user.0 ^ u64::from(player.rating.games) << 32;
    let choose = |puzzles| choose_near(puzzles, player.rating.rating, seed);
    let chosen =
        choose(without(&tried)).or_else(|| {
            // Again, and for practice: the one that was shown longest ago comes first.
            attempts.iter().rev().map(|attempt| attempt.puzzle).find(|number| {
                !solved.contains(number) && Some(*number) != daily && puzzle_of((*number).into()).is_some()
            })
        });
    match chosen.and_then(|number| puzzle_of(number.into())) {
        Some(puzzle) => open(games, user, puzzle).await.map(Some),
        None => Ok(None),
    }
}

async fn open(games: &Games, user: UserId, puzzle: &'static Puzzle) -> Result<ShownPuzzle, GameError> {
    games.store.open_puzzle(user, puzzle.number, games.clock.now()).await?;
    // Only a deletion of the player's data comes in between.
    find_shown(games, user, puzzle).await?.ok_or_else(changed_too_often)
}

/// A puzzle that the player has been shown before; `None` for another one.
pub async fn find_shown(
    games: &Games,
    user: UserId,
    puzzle: &'static Puzzle,
) -> Result<Option<ShownPuzzle>, GameError> {
    let Some(attempt) = games.store.puzzle_attempt(user, puzzle.number).await? else { return Ok(None) };
    let rating = rating_of(games, puzzle).await?;
    let player = games.store.puzzle_player(user).await?;
    let today = Day::of(games.clock.now());
    let is_daily = games.store.puzzle_of_day(today).await? == Some(puzzle.number);
    Ok(Some(ShownPuzzle { puzzle, rating, player, attempt, today, is_daily }))
}

async fn rating_of(games: &Games, puzzle: &Puzzle) -> Result<Rating, GameError> {
    Ok(games.store.puzzle_rating(puzzle.number).await?.unwrap_or_else(|| first_rating(puzzle.rating)))
}

/// Judges a turn after those that are played already. The first one that ends the puzzle, or is another one than it needs, is rated.
pub async fn try_turn(
    games: &Games,
    user: UserId,
    of: &ShownPuzzle,
    played: &[String],
    typed: &str,
) -> Result<Tried, GameError> {
    let turns = [played, &[typed.to_owned()]].concat();
    let verdict = match of.puzzle.judge(&turns) {
        Ok(verdict) => verdict,
        Err(refusal) => return Ok(Tried::Illegal(refusal)),
    };
    let notation = match position_after(of.puzzle, played).map(|mut game| game.play(typed)) {
        Some(Ok(notation)) => notation,
        Some(Err(refusal)) => return Ok(Tried::Illegal(refusal)),
        None => typed.to_owned(),
    };
    Ok(match verdict {
        Verdict::GoOn { reply } => Tried::GoesOn { notation, reply },
        Verdict::Wrong => {
            let rated = rate(games, user, of.puzzle, PuzzleResult::Failed, false).await?;
            Tried::Wrong { notation, rated }
        }
        Verdict::Solved => {
            let rated = rate(games, user, of.puzzle, PuzzleResult::Solved, false).await?;
            if rated.is_none() {
                games.store.note_puzzle(user, of.puzzle.number, false, games.clock.now()).await?;
            }
            let day = if of.is_daily { count_day(games, user, of).await? } else { DayOutcome::Other };
            Tried::Solved { notation, rated, day }
        }
    })
}

/// Notes that the solution is shown, which fails a puzzle that has not been tried; gives what that changes.
pub async fn give_up(games: &Games, user: UserId, puzzle: &'static Puzzle) -> Result<Option<RatedTry>, GameError> {
    let rated = rate(games, user, puzzle, PuzzleResult::Failed, true).await?;
    if rated.is_none() {
        games.store.note_puzzle(user, puzzle.number, true, games.clock.now()).await?;
    }
    Ok(rated)
}

/// Rates a first try, once; `None` where it is not the first one.
async fn rate(
    games: &Games,
    user: UserId,
    puzzle: &Puzzle,
    result: PuzzleResult,
    is_shown: bool,
) -> Result<Option<RatedTry>, GameError> {
    for _ in 0..TRIES {
        let attempt = games.store.puzzle_attempt(user, puzzle.number).await?;
        if attempt.is_none_or(|attempt| attempt.result.is_some()) {
            return Ok(None);
        }
        let at = games.clock.now();
        let (player, rating) = (games.store.puzzle_player(user).await?.rating, rating_of(games, puzzle).await?);
        let (player_rating, puzzle_rating) = rate_attempt(&player, &rating, result, at);
        let rated = RatedAttempt { user, puzzle: puzzle.number, result, is_shown, at, player_rating, puzzle_rating };
        if games.store.rate_puzzle(&rated).await? {
            let player = RatingStep { before: player, after: player_rating };
            return Ok(Some(RatedTry { player, puzzle: RatingStep { before: rating, after: puzzle_rating } }));
        }
        // Somebody else has tried this puzzle meanwhile, or the same person another one.
    }
    Err(changed_too_often())
}

/// Counts today for the streak, once.
async fn count_day(games: &Games, user: UserId, of: &ShownPuzzle) -> Result<DayOutcome, GameError> {
    let attempt = games.store.puzzle_attempt(user, of.puzzle.number).await?;
    for _ in 0..TRIES {
        let streak = games.store.puzzle_player(user).await?.streak;
        if streak.last.is_some_and(|last| last >= of.today) {
            return Ok(DayOutcome::Already(streak));
        }
        if attempt.is_some_and(|attempt| attempt.is_shown_on(of.today)) {
            return Ok(DayOutcome::Shown);
        }
        let Some(after) = streak.after_solving(of.today) else { return Ok(DayOutcome::Already(streak)) };
        if games.store.extend_puzzle_streak(user, &streak, &after).await? {
            return Ok(DayOutcome::Counted(after));
        }
    }
    Err(changed_too_often())
}

fn changed_too_often() -> GameError {
    let problem = "what is stored of a puzzle changed again and again while a change was made".to_owned();
    StoreError::Database { problem, transient: true }.into()
}
