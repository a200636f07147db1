//! Puzzles: days, streaks, ratings, and the choice of the next puzzle.

use base::named::named;

use crate::domain::ids::Timestamp;
use crate::domain::rating::{Rating, Score, rate_game};
use crate::domain::time_control::pace::DAY_MS;

/// A day in UTC, counted from 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i64);

impl Day {
    pub const fn of(at: Timestamp) -> Self {
        Self(at.0.div_euclid(DAY_MS))
    }

    pub const fn begins_at(self) -> Timestamp {
        Timestamp(self.0.saturating_mul(DAY_MS))
    }

    #[must_use]
    const fn before(self) -> Self {
        Self(self.0.saturating_sub(1))
    }
}

named! {
    /// The result of a player's first try at a puzzle.
    pub enum PuzzleResult, "result of a puzzle" {
        Solved = "solved",
        /// Another turn was played, or the solution was shown.
        Failed = "failed",
    }
}

/// Consecutive days on which a player solved the daily puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Streak {
    pub days: u32,
    pub best: u32,
    pub last: Option<Day>,
}

impl Streak {
    /// The running streak; a day without a solved daily puzzle ends it.
    pub fn current(&self, today: Day) -> u32 {
        if self.last.is_some_and(|last| last >= today.before()) { self.days } else { 0 }
    }

    /// The streak after solving the daily puzzle of this day; `None` if that day or a later one already counts.
    pub fn after_solving(&self, day: Day) -> Option<Self> {
        if self.last.is_some_and(|last| last >= day) {
            return None;
        }
        let days = self.current(day).saturating_add(1);
        Some(Self { days, best: self.best.max(days), last: Some(day) })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PuzzlePlayer {
    pub rating: Rating,
    pub streak: Streak,
}

/// A puzzle that was shown to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleAttempt {
    pub puzzle: u32,
    pub opened_at: Timestamp,
    /// The rated first try; `None` before it.
    pub result: Option<PuzzleResult>,
    /// When it was first solved, on any try.
    pub solved_at: Option<Timestamp>,
    pub shown_at: Option<Timestamp>,
}

impl PuzzleAttempt {
    /// Whether the solution was shown on this day, so that solving it does not count for the streak.
    pub fn is_shown_on(&self, day: Day) -> bool {
        self.shown_at.is_some_and(|at| Day::of(at) == day)
    }
}

/// The initial rating of a puzzle. The guess is rough, so the deviation is high.
pub const fn first_rating(guess: f64) -> Rating {
    Rating { rating: guess, deviation: 300.0, volatility: 0.06, at: None, games: 0 }
}

/// Ratings of player and puzzle after the first try.
pub fn rate_attempt(player: &Rating, puzzle: &Rating, result: PuzzleResult, now: Timestamp) -> (Rating, Rating) {
    let score = match result {
        PuzzleResult::Solved => Score::Win,
        PuzzleResult::Failed => Score::Loss,
    };
    rate_game(player, puzzle, score, now)
}

const NEAREST: usize = 8;

/// One of the puzzles with the nearest ratings; always the same for one `seed`.
pub fn choose_near(mut puzzles: Vec<(u32, f64)>, rating: f64, seed: u64) -> Option<u32> {
    let distance = |of: f64| (of - rating).abs();
    puzzles.sort_by(|one, two| distance(one.1).total_cmp(&distance(two.1)).then(one.0.cmp(&two.0)));
    puzzles.truncate(NEAREST);
    // Hashing gives neighboring seeds different remainders.
    let index = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    puzzles.get((index % puzzles.len().max(1) as u64) as usize).map(|(number, _)| *number)
}

/// The daily puzzle. Each of `numbers`, which are sorted, comes once before any comes again. Steps near the golden
/// ratio alternate between easy and hard ones.
pub fn daily_puzzle(day: Day, numbers: &[u32]) -> Option<u32> {
    let count = i64::try_from(numbers.len()).ok().filter(|count| *count > 0)?;
    // `count + 1` is always coprime to `count`.
    let mut steps = (count * 618 / 1000).max(1)..=count + 1;
    let step = steps.find(|step| greatest_common_divisor(*step, count) == 1)?;
    let index = (day.0.rem_euclid(count) * step).rem_euclid(count);
    numbers.get(usize::try_from(index).ok()?).copied()
}

const fn greatest_common_divisor(one: i64, two: i64) -> i64 {
    if two == 0 { one } else { greatest_common_divisor(two, one % two) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_day_begins_at_midnight_by_utc() {
        for (at, day) in [(0, 0), (DAY_MS - 1, 0), (DAY_MS, 1), (-1, -1), (-DAY_MS, -1)] {
            assert_eq!(Day::of(Timestamp(at)), Day(day), "{at}");
        }
        assert_eq!(Day::of(Day(20_000).begins_at()), Day(20_000));
    }

    #[test]
    fn a_streak_grows_by_days_in_a_row_and_its_best_stays() {
        let mut streak = Streak::default();
        for (day, days, best) in [(5, 1, 1), (6, 2, 2), (7, 3, 3), (9, 1, 3), (10, 2, 3)] {
            streak = streak.after_solving(Day(day)).expect("a new day");
            assert_eq!((streak.days, streak.best, streak.last), (days, best, Some(Day(day))), "day {day}");
            assert_eq!(streak.after_solving(Day(day)), None, "twice on day {day}");
        }
        assert_eq!(streak.after_solving(Day(8)), None, "a day that is past");
        assert_eq!([10, 11, 12].map(|day| streak.current(Day(day))), [2, 2, 0]);
        assert_eq!(Streak::default().current(Day(0)), 0);
    }

    #[test]
    fn a_first_try_moves_both_ratings_the_other_way() {
        let (player, puzzle) = (Rating::default(), first_rating(1500.0));
        let (won, beaten) = rate_attempt(&player, &puzzle, PuzzleResult::Solved, Timestamp(0));
        assert!(won.rating > 1500.0 && beaten.rating < 1500.0, "{won:?} {beaten:?}");
        let (lost, unbeaten) = rate_attempt(&player, &puzzle, PuzzleResult::Failed, Timestamp(0));
        assert!(lost.rating < 1500.0 && unbeaten.rating > 1500.0, "{lost:?} {unbeaten:?}");
        assert_eq!([won, beaten, lost, unbeaten].map(|rating| rating.games), [1; 4]);
    }

    #[test]
    fn a_puzzle_near_the_rating_is_chosen() {
        let puzzles: Vec<(u32, f64)> = (1..=100).map(|number| (number, 10.0 * f64::from(number))).collect();
        let picks: BTreeSet<u32> = (0..200).filter_map(|seed| choose_near(puzzles.clone(), 500.0, seed)).collect();
        assert_eq!(picks, (46..=53).collect(), "each of the nearest, and the smaller number where two are as near");
        assert_eq!(choose_near(puzzles.clone(), 500.0, 7), choose_near(puzzles, 500.0, 7));
        assert_eq!(choose_near(vec![(3, 900.0)], 2000.0, 7), Some(3));
        assert_eq!(choose_near(Vec::new(), 2000.0, 7), None);
    }

    #[test]
    fn each_puzzle_is_that_of_one_day_before_one_comes_again() {
        for count in [1, 2, 3, 10, 400, 401] {
            let numbers: Vec<u32> = (1..=count).collect();
            let days = (20_000..20_000 + i64::from(count)).map(Day);
            let seen: BTreeSet<Option<u32>> = days.map(|day| daily_puzzle(day, &numbers)).collect();
            assert_eq!((seen.len(), seen.contains(&None)), (count as usize, false), "{count}");
        }
        assert_eq!(daily_puzzle(Day(3), &[]), None);
    }
}
