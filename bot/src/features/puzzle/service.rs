//! Choosing a player's puzzles, and judging their turns.

use std::collections::{BTreeMap, BTreeSet};

use engine::puzzle::{Puzzle, Verdict, puzzles};
use games::domain::people::puzzle::{choose_near, daily_puzzle, first_rating, rate_attempt};
use games::domain::rating::Rating;
use games::domain::{Day, PuzzleAttempt, PuzzlePlayer, PuzzleResult, Streak, UserId};
use games::store::{RatedAttempt, StoreError};
use games::{GameError, Games};
use rules::{AnyGame, Refusal};

/// Attempts to compute a rating when concurrent tries win.
const TRIES: usize = 20;

/// A puzzle, with the solver's state.
#[derive(Debug, Clone, Copy)]
pub struct ShownPuzzle {
    pub puzzle: &'static Puzzle,
    pub rating: Rating,
    pub player: PuzzlePlayer,
    pub attempt: PuzzleAttempt,
    pub today: Day,
    pub is_daily: bool,
}

/// A rating before and after a first try.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingStep {
    pub before: Rating,
    pub after: Rating,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatedTry {
    pub player: RatingStep,
    pub puzzle: RatingStep,
}

pub enum AttemptOutcome {
    Illegal(Refusal),
    Wrong {
        notation: String,
        rated: Option<RatedTry>,
    },
    /// In canonical notation.
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

/// The effect of solving a puzzle on the streak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayOutcome {
    /// Not the puzzle of today.
    Other,
    Counted(Streak),
    /// Today's puzzle was already solved.
    Already(Streak),
    /// The solution was shown today.
    Shown,
}

pub fn puzzle_of(number: i64) -> Option<&'static Puzzle> {
    let number = u32::try_from(number).ok()?;
    let index = puzzles().binary_search_by_key(&number, |puzzle| puzzle.number).ok()?;
    puzzles().get(index)
}

/// The position after these own turns with their replies. `None` if they leave the solution or complete it.
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

/// The puzzle of this day. The first request chooses it permanently.
pub async fn puzzle_of_day(games: &Games, day: Day) -> Result<Option<&'static Puzzle>, GameError> {
    let number = match games.store.puzzle_of_day(day).await? {
        Some(number) => Some(number),
        // No puzzle is chosen for a past day afterwards.
        None if day < Day::of(games.clock.now()) => None,
        None => {
            let numbers: Vec<u32> = puzzles().iter().map(|puzzle| puzzle.number).collect();
            match daily_puzzle(day, &numbers) {
                Some(number) => Some(games.store.choose_puzzle_of_day(day, number).await?),
                None => None,
            }
        }
    };
    Ok(number.and_then(|number| puzzle_of(number.into())))
}

/// Shows the daily puzzle of this day; `None` if there is none.
pub async fn open_day(games: &Games, user: UserId, day: Day) -> Result<Option<ShownPuzzle>, GameError> {
    // Puzzles of future days stay secret.
    let today = Day::of(games.clock.now());
    let Some(puzzle) = (if day <= today { puzzle_of_day(games, day).await? } else { None }) else { return Ok(None) };
    open(games, user, puzzle).await.map(Some)
}

/// Shows the player's unfinished puzzle, else an untried one near their rating, else an unsolved one; `None` if all
/// are solved. The daily puzzle is left to its command.
pub async fn open_next(games: &Games, user: UserId) -> Result<Option<ShownPuzzle>, GameError> {
    let daily = puzzle_of_day(games, Day::of(games.clock.now())).await?.map(|puzzle| puzzle.number);
    let attempts = games.store.puzzle_attempts(user).await?;
    let is_open = |attempt: &&PuzzleAttempt| attempt.result.is_none() && Some(attempt.puzzle) != daily;
    if let Some(unfinished_puzzle) =
        attempts.iter().filter(is_open).find_map(|attempt| puzzle_of(attempt.puzzle.into()))
    {
        return open(games, user, unfinished_puzzle).await.map(Some);
    }
    let tried_puzzles: BTreeSet<u32> = attempts.iter().map(|attempt| attempt.puzzle).collect();
    let solved_puzzles = attempts.iter().filter(|attempt| attempt.solved_at.is_some());
    let solved_puzzles: BTreeSet<u32> = solved_puzzles.map(|attempt| attempt.puzzle).collect();
    let ratings: BTreeMap<u32, Rating> = games.store.puzzle_ratings().await?.into_iter().collect();
    let player = games.store.puzzle_player(user).await?;
    let without = |left_out: &BTreeSet<u32>| -> Vec<(u32, f64)> {
        let remaining = puzzles().iter().filter(|puzzle| Some(puzzle.number) != daily);
        let remaining = remaining.filter(|puzzle| !left_out.contains(&puzzle.number));
        remaining
            .map(|puzzle| {
                let rating = ratings.get(&puzzle.number).map_or(puzzle.rating, |rating| rating.rating);
                (puzzle.number, rating)
            })
            .collect()
    };
    let seed = user.0 ^ u64::from(player.rating.games) << 32;
    let choose = |puzzles| choose_near(puzzles, player.rating.rating, seed);
    let number = choose(without(&tried_puzzles)).or_else(|| {
        // Practice without rating: the puzzle shown longest ago comes first.
        attempts.iter().rev().map(|attempt| attempt.puzzle).find(|number| {
            !solved_puzzles.contains(number) && Some(*number) != daily && puzzle_of((*number).into()).is_some()
        })
    });
    match number.and_then(|puzzle_number| puzzle_of(puzzle_number.into())) {
        Some(puzzle) => open(games, user, puzzle).await.map(Some),
        None => Ok(None),
    }
}

async fn open(games: &Games, user: UserId, puzzle: &'static Puzzle) -> Result<ShownPuzzle, GameError> {
    games.store.open_puzzle(user, puzzle.number, games.clock.now()).await?;
    // Only a deletion of the player's data can come in between.
    find_shown(games, user, puzzle).await?.ok_or_else(changed_too_often)
}

/// A puzzle that the player has been shown before; `None` for others.
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

/// Judges a turn after the turns already played. The first turn that ends the puzzle or is wrong is rated.
pub async fn try_turn(
    games: &Games,
    user: UserId,
    of: &ShownPuzzle,
    played: &[String],
    typed: &str,
) -> Result<AttemptOutcome, GameError> {
    let turns = [played, &[typed.to_owned()]].concat();
    let verdict = match of.puzzle.judge(&turns) {
        Ok(verdict) => verdict,
        Err(refusal) => return Ok(AttemptOutcome::Illegal(refusal)),
    };
    let notation = match position_after(of.puzzle, played).map(|mut game| game.play(typed)) {
        Some(Ok(notation)) => notation,
        Some(Err(refusal)) => return Ok(AttemptOutcome::Illegal(refusal)),
        None => typed.to_owned(),
    };
    Ok(match verdict {
        Verdict::GoOn { reply } => AttemptOutcome::GoesOn { notation, reply },
        Verdict::Wrong => {
            let rated = rate(games, user, of.puzzle, PuzzleResult::Failed, false).await?;
            AttemptOutcome::Wrong { notation, rated }
        }
        Verdict::Solved => {
            let rated = rate(games, user, of.puzzle, PuzzleResult::Solved, false).await?;
            if rated.is_none() {
                games.store.note_puzzle(user, of.puzzle.number, false, games.clock.now()).await?;
            }
            let day = if of.is_daily { count_day(games, user, of).await? } else { DayOutcome::Other };
            AttemptOutcome::Solved { notation, rated, day }
        }
    })
}

/// Records that the solution is shown, which fails an untried puzzle; returns the rating change.
pub async fn give_up(games: &Games, user: UserId, puzzle: &'static Puzzle) -> Result<Option<RatedTry>, GameError> {
    let rating_change = rate(games, user, puzzle, PuzzleResult::Failed, true).await?;
    if rating_change.is_none() {
        games.store.note_puzzle(user, puzzle.number, true, games.clock.now()).await?;
    }
    Ok(rating_change)
}

/// Rates a first try once; `None` for later tries.
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
        // A concurrent try changed the puzzle's or the player's rating.
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
