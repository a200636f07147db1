//! Puzzles shown to people, their results, and the puzzle of each day.

use crate::domain::rating::{Rating, from_millionths, to_millionths};
use crate::domain::{Day, PuzzleAttempt, PuzzlePlayer, PuzzleResult, Streak, Timestamp, UserId};
use crate::store::connection::engine::{Arg, Statement, args};
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

/// A first try with the ratings after it, which were computed from ratings with one game less.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatedAttempt {
    pub user: UserId,
    pub puzzle: u32,
    pub result: PuzzleResult,
    /// The result is *failed* because the solution was shown.
    pub is_shown: bool,
    pub at: Timestamp,
    pub player_rating: Rating,
    pub puzzle_rating: Rating,
}

const READ_ATTEMPT: &str = "select puzzle, opened_at, result, solved_at, shown_at from puzzle_attempt \
                            where user_id = $1 and puzzle = $2";

fn read_attempt(read: &mut Reader) -> Result<PuzzleAttempt> {
    Ok(PuzzleAttempt {
        puzzle: read.small()?,
        opened_at: read.time()?,
        result: read.opt_parse()?,
        solved_at: read.opt_time()?,
        shown_at: read.opt_time()?,
    })
}

fn read_rating(read: &mut Reader) -> Result<Rating> {
    let mut value = || read.int().map(from_millionths);
    let (rating, deviation, volatility) = (value()?, value()?, value()?);
    let games = read.count()?;
    Ok(Rating { rating, deviation, volatility, games, at: Some(read.time()?) })
}

fn rating_args(key: Arg, rating: &Rating) -> Vec<Arg> {
    let [points, deviation, volatility] =
        [rating.rating, rating.deviation, rating.volatility].map(|value| Arg::from(to_millionths(value)));
    let at = rating.at.unwrap_or(Timestamp(0)).into();
    vec![key, points, deviation, volatility, rating.games.into(), at]
}

impl Store {
    /// Puzzles shown to a player, newest first.
    pub async fn puzzle_attempts(&self, user: UserId) -> Result<Vec<PuzzleAttempt>> {
        let sql = "select puzzle, opened_at, result, solved_at, shown_at from puzzle_attempt where user_id = $1 \
                   order by opened_at desc, puzzle";
        self.list("puzzle_attempt", sql, args![user], read_attempt).await
    }

    pub async fn puzzle_attempt(&self, user: UserId, puzzle: u32) -> Result<Option<PuzzleAttempt>> {
        self.first("puzzle_attempt", READ_ATTEMPT, args![user, puzzle], read_attempt).await
    }

    /// Records that a puzzle was shown to a player; repeating it changes nothing.
    pub async fn open_puzzle(&self, user: UserId, puzzle: u32, now: Timestamp) -> Result<()> {
        let sql = "insert into puzzle_attempt (user_id, puzzle, opened_at, result, solved_at, shown_at) \
                   values ($1, $2, $3, null, null, null) on conflict (user_id, puzzle) do nothing";
        self.change(sql, args![user, puzzle, now]).await.map(drop)
    }

    pub async fn puzzle_ratings(&self) -> Result<Vec<(u32, Rating)>> {
        let sql = "select puzzle, rating, deviation, volatility, games, at from puzzle_rating order by puzzle";
        let read = |read: &mut Reader| Ok((read.small()?, read_rating(read)?));
        self.list("puzzle_rating", sql, Vec::new(), read).await
    }

    /// The rating of a puzzle; `None` if nobody has tried it.
    pub async fn puzzle_rating(&self, puzzle: u32) -> Result<Option<Rating>> {
        let sql = "select rating, deviation, volatility, games, at from puzzle_rating where puzzle = $1";
        self.first("puzzle_rating", sql, args![puzzle], read_rating).await
    }

    /// A player's puzzle rating and streak; the default before the first puzzle.
    pub async fn puzzle_player(&self, user: UserId) -> Result<PuzzlePlayer> {
        let sql = "select rating, deviation, volatility, games, at, streak, best_streak, solved_on from puzzle_player \
                   where user_id = $1";
        let read = |read: &mut Reader| {
            let rating = read_rating(read)?;
            let (days, best) = (read.count()?, read.count()?);
            Ok(PuzzlePlayer { rating, streak: Streak { days, best, last: read.opt_int()?.map(Day) } })
        };
        Ok(self.first("puzzle_player", sql, args![user], read).await?.unwrap_or_default())
    }

    /// Writes a first try. Returns `false` without writing if it is not the first one, or if a rating has changed
    /// since it was read.
    pub async fn rate_puzzle(&self, entry: &RatedAttempt) -> Result<bool> {
        let attempt = "update puzzle_attempt set result = $3, solved_at = case when $3 = 'solved' then $4 else solved_at end, \
                       shown_at = case when $5 = 1 then $4 else shown_at end \
                       where user_id = $1 and puzzle = $2 and result is null returning puzzle";
        let puzzle = "insert into puzzle_rating (puzzle, rating, deviation, volatility, games, at) \
                      values ($1, $2, $3, $4, $5, $6) on conflict (puzzle) do update set rating = $2, deviation = $3, \
                      volatility = $4, games = $5, at = $6 where puzzle_rating.games = $5 - 1 returning puzzle";
        let player = "insert into puzzle_player (user_id, rating, deviation, volatility, games, at) \
                      values ($1, $2, $3, $4, $5, $6) on conflict (user_id) do update set rating = $2, deviation = $3, \
                      volatility = $4, games = $5, at = $6 where puzzle_player.games = $5 - 1 returning user_id";
        let RatedAttempt { user, puzzle: number, result, is_shown, at, player_rating, puzzle_rating } = entry;
        // In this order everywhere, so that no two transactions wait for each other.
        let steps: [Statement; 3] = [
            (attempt, args![*user, *number, result.as_str(), *at, *is_shown]),
            (puzzle, rating_args(Arg::from(*number), puzzle_rating)),
            (player, rating_args(Arg::from(*user), player_rating)),
        ];
        self.write_all_or_nothing("rate_puzzle", &steps).await
    }

    /// Records that a player solved a puzzle after its rated first try, or was shown its solution.
    pub async fn note_puzzle(&self, user: UserId, puzzle: u32, is_shown: bool, now: Timestamp) -> Result<()> {
        let sql = if is_shown {
            "update puzzle_attempt set shown_at = $3 where user_id = $1 and puzzle = $2 and result is not null"
        } else {
            "update puzzle_attempt set solved_at = coalesce(solved_at, $3) where user_id = $1 and puzzle = $2 \
             and result is not null"
        };
        self.change(sql, args![user, puzzle, now]).await.map(drop)
    }

    /// Writes the streak of a player who solved the puzzle of its last day, and counts one more solver on that day.
    /// Returns `false` without writing if that day or a later one already counts.
    pub async fn extend_puzzle_streak(&self, user: UserId, from: &Streak, to: &Streak) -> Result<bool> {
        let Some(day) = to.last else { return Ok(false) };
        let player = "update puzzle_player set streak = $2, best_streak = $3, solved_on = $4 \
                      where user_id = $1 and coalesce(solved_on, -1) = $5 returning user_id";
        let count = "update puzzle_day set solved = solved + 1 where day = $1 returning day";
        let before = from.last.map_or(-1, |last| last.0);
        let steps = [(player, args![user, to.days, to.best, day.0, before]), (count, args![day.0])];
        self.write_all_or_nothing("extend_puzzle_streak", &steps).await
    }

    /// The puzzle of a day; `None` if nobody has asked for it.
    pub async fn puzzle_of_day(&self, day: Day) -> Result<Option<u32>> {
        let sql = "select puzzle from puzzle_day where day = $1";
        self.first("puzzle_day", sql, args![day.0], Reader::small).await
    }

    /// Number of people who solved the puzzle of a day on that day.
    pub async fn puzzle_solvers(&self, day: Day) -> Result<u32> {
        self.count("select solved from puzzle_day where day = $1", args![day.0]).await
    }

    /// Sets the puzzle of a day unless it is set. Returns the one in effect.
    pub async fn choose_puzzle_of_day(&self, day: Day, puzzle: u32) -> Result<u32> {
        let sql = "insert into puzzle_day (day, puzzle) values ($1, $2) on conflict (day) do nothing";
        self.change(sql, args![day.0, puzzle]).await?;
        Ok(self.puzzle_of_day(day).await?.unwrap_or(puzzle))
    }

    /// Runs statements in one transaction, each of which has to find a row. Retries after a transient failure.
    async fn write_all_or_nothing(&self, name: &'static str, steps: &[Statement]) -> Result<bool> {
        let write = async || {
            let mut connection = self.write.begin().await?;
            let run_all = async {
                for (sql, args) in steps {
                    if connection.run(*sql, args.clone()).await?.is_empty() {
                        return Ok(false);
                    }
                }
                Ok(true)
            };
            let result = run_all.await;
            connection.end(result).await
        };
        self.change_with_retries(name, write).await
    }
}
