//! Glicko-2 ratings: a player's strength and its uncertainty.
//!
//! The system is Mark Glickman's (<http://www.glicko.net/glicko/glicko2.pdf>), computed by `skillratings` with the
//! constants of lichess. Each game is a rating period of its own; between games the deviation grows with time.

pub mod group;

pub use group::RatingGroup;

use base::named::named;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::domain::ids::{GuildId, Timestamp, UserId};
use crate::domain::time_control::pace::DAY_MS;

/// A rating period lasts 4.665 days: a deviation of 60 grows to 110 in a year without games.
const PERIODS_PER_DAY: f64 = 0.21436;

/// Ratings with at least this deviation are provisional.
pub const PROVISIONAL: f64 = 110.0;

const DEVIATIONS: std::ops::RangeInclusive<f64> = 45.0..=500.0;
const LOWEST_RATING: f64 = 400.0;
const HIGHEST_VOLATILITY: f64 = 0.1;

const LARGEST_CHANGE: f64 = 700.0;

/// Rating points per unit of Glicko-2's internal scale.
const SCALE: f64 = 173.7178;

const CONFIG: Glicko2Config = Glicko2Config { tau: 0.75, convergence_tolerance: 0.000_001 };

/// The rating of a player after their last game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    pub rating: f64,
    /// At the end of the last game; it grows afterwards.
    pub deviation: f64,
    pub volatility: f64,
    /// End of the last game; `None` before the first one.
    pub at: Option<Timestamp>,
    pub games: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RatingKey {
    pub user: UserId,
    pub group: RatingGroup,
    /// `None`: across all servers.
    pub guild: Option<GuildId>,
}

impl Default for Rating {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 500.0, volatility: 0.09, at: None, games: 0 }
    }
}

/// Rounds to millionths, the stored precision, so that a rating read back equals the computed one.
fn rounded(value: f64) -> f64 {
    from_millionths(to_millionths(value))
}

pub fn to_millionths(value: f64) -> i64 {
    (value * 1e6).round() as i64
}

pub fn from_millionths(stored: i64) -> f64 {
    stored as f64 / 1e6
}

named! {
    /// The result of a game for the first of two players.
    pub enum Score, "score" {
        Win = "win",
        Draw = "draw",
        Loss = "loss",
    }
}

impl Score {
    #[must_use]
    pub const fn of_opponent(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    const fn outcome(self) -> Outcomes {
        match self {
            Self::Win => Outcomes::WIN,
            Self::Draw => Outcomes::DRAW,
            Self::Loss => Outcomes::LOSS,
        }
    }
}

impl Rating {
    /// The deviation including its growth since the last game.
    pub fn deviation_at(&self, now: Timestamp) -> f64 {
        let Some(at) = self.at else { return self.deviation };
        let periods = now.since(at).max(0) as f64 / DAY_MS as f64 * PERIODS_PER_DAY;
        self.deviation.hypot(self.volatility * SCALE * periods.sqrt()).min(*DEVIATIONS.end())
    }

    pub fn is_provisional(&self, now: Timestamp) -> bool {
        self.deviation_at(now) >= PROVISIONAL
    }

    /// When the rating becomes provisional without further games; 0 if it already is after its last game.
    pub fn settled_until(&self) -> Timestamp {
        let Some(at) = self.at.filter(|_| self.deviation < PROVISIONAL) else { return Timestamp(0) };
        let step = self.volatility * SCALE;
        let periods = (PROVISIONAL * PROVISIONAL - self.deviation * self.deviation) / (step * step);
        // With a volatility of 0 the number of periods is infinite; the cast saturates, and `min` bounds it.
        at.plus(((periods / PERIODS_PER_DAY * DAY_MS as f64) as i64).min(i64::from(u32::MAX) * 1000))
    }

    /// Rounded for display.
    pub fn points(&self) -> i64 {
        self.rating.round() as i64
    }

    /// For display, with a question mark if provisional.
    pub fn write_points(&self, now: Timestamp) -> String {
        format!("{}{}", self.points(), if self.is_provisional(now) { "?" } else { "" })
    }

    /// Converts for the library, which adds one period of growth per game; that period is subtracted here.
    fn before_game(&self, now: Timestamp) -> Glicko2Rating {
        let (deviation, period) = (self.deviation_at(now), self.volatility * SCALE);
        let deviation = (deviation * deviation - period * period).max(1.0).sqrt();
        Glicko2Rating { rating: self.rating, deviation, volatility: self.volatility }
    }

    fn after_game(&self, computed: Glicko2Rating, now: Timestamp) -> Self {
        let Glicko2Rating { rating, deviation, volatility } = computed;
        let change = (rating - self.rating).clamp(-LARGEST_CHANGE, LARGEST_CHANGE);
        Self {
            rating: rounded((self.rating + change).max(LOWEST_RATING)),
            deviation: rounded(deviation.clamp(*DEVIATIONS.start(), *DEVIATIONS.end())),
            volatility: rounded(volatility.min(HIGHEST_VOLATILITY)),
            at: Some(now),
            games: self.games + 1,
        }
    }
}

pub fn rate_game(first: &Rating, second: &Rating, score: Score, now: Timestamp) -> (Rating, Rating) {
    let (one, two) = glicko2(&first.before_game(now), &second.before_game(now), &score.outcome(), &CONFIG);
    (first.after_game(one, now), second.after_game(two, now))
}

/// Rating points that the first player would gain by a win, a draw and a loss.
pub fn forecast(first: &Rating, second: &Rating, now: Timestamp) -> [i64; 3] {
    [Score::Win, Score::Draw, Score::Loss].map(|score| rate_game(first, second, score, now).0.points() - first.points())
}

/// Ratings of two teams after their game. Each player plays against the average of the other team.
pub fn rate_teams<const N: usize>(
    first: &[Rating; N],
    second: &[Rating; N],
    score: Score,
    now: Timestamp,
) -> ([Rating; N], [Rating; N]) {
    let (one, two) = (average(first, now), average(second, now));
    (
        first.map(|player| rate_game(&player, &two, score, now).0),
        second.map(|player| rate_game(&one, &player, score, now).1),
    )
}

/// A team's rating: the mean rating, with the root mean square of the deviations.
fn average<const N: usize>(team: &[Rating; N], now: Timestamp) -> Rating {
    let count = N as f64;
    let mean = |value: fn(&Rating) -> f64| team.iter().map(value).sum::<f64>() / count;
    let square = team.iter().map(|player| player.deviation_at(now).powi(2)).sum::<f64>() / count;
    Rating {
        rating: mean(|player| player.rating),
        deviation: square.sqrt(),
        volatility: mean(|player| player.volatility),
        at: Some(now),
        games: 0,
    }
}

/// Rated games that the same two players may play within [`PAIR_DAYS`]; further ones are casual.
pub const PAIR_GAMES: u32 = 12;

pub const PAIR_DAYS: u32 = 30;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
}

impl Tally {
    pub const fn games(self) -> u32 {
        self.won + self.lost + self.drawn
    }

    pub const fn add(&mut self, score: Score) {
        match score {
            Score::Win => self.won += 1,
            Score::Loss => self.lost += 1,
            Score::Draw => self.drawn += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    fn at_day(day: f64) -> Timestamp {
        Timestamp((day * DAY_MS as f64) as i64)
    }

    fn settled(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06, at: Some(at_day(0.0)), games: 30 }
    }

    /// The example on page 4 and following of Glickman's paper.
    #[test]
    fn the_library_computes_the_example_of_the_paper() {
        let player = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let results = [
            (player(1400.0, 30.0), Outcomes::WIN),
            (player(1550.0, 100.0), Outcomes::LOSS),
            (player(1700.0, 300.0), Outcomes::LOSS),
        ];
        let config = Glicko2Config { tau: 0.5, ..CONFIG };
        let after = glicko2_rating_period(&player(1500.0, 200.0), &results, &config);
        let figures = format!("{:.2} {:.2} {:.5}", after.rating, after.deviation, after.volatility);
        assert_eq!(figures, "1464.05 151.52 0.06000");
    }

    #[test]
    fn a_deviation_of_60_grows_to_110_in_a_year() {
        let rating = Rating { volatility: 0.06, ..settled(1500.0, 60.0) };
        let year = rating.deviation_at(at_day(365.25));
        assert!((109.0..111.0).contains(&year), "{year}");
        assert!(!rating.is_provisional(at_day(0.0)) && rating.is_provisional(at_day(400.0)));
        assert!((Rating::default().deviation_at(at_day(1e6)) - 500.0).abs() < 1e-9);
        assert!((settled(1500.0, 60.0).deviation_at(at_day(1e6)) - 500.0).abs() < 1e-9, "and no further");
    }

    #[test]
    fn two_games_on_one_day_add_no_time() {
        // 45 is the minimum. Without growth between them, games cannot raise a deviation above what one day adds.
        let (first, second) = (settled(1500.0, 45.0), settled(1500.0, 45.0));
        let after = rate_game(&first, &second, Score::Win, at_day(0.0)).0;
        assert!((after.deviation - 45.0).abs() < 0.2, "{after:?}");
    }

    #[test]
    fn forecasts_are_what_the_game_then_changes() {
        let (first, second) = (settled(1500.0, 80.0), settled(1620.0, 120.0));
        let changes = forecast(&first, &second, at_day(10.0));
        assert!(changes[0] > changes[1] && changes[1] > 0 && changes[2] < 0, "{changes:?}");
        let (won, lost) = rate_game(&first, &second, Score::Win, at_day(10.0));
        assert_eq!(won.points() - first.points(), changes[0]);
        assert_eq!((won.games, lost.games, won.at), (31, 31, Some(at_day(10.0))));
        let mirrored = rate_game(&second, &first, Score::Loss, at_day(10.0));
        assert_eq!((mirrored.1, mirrored.0), (won, lost));
    }

    #[test]
    fn a_rating_becomes_provisional_when_it_is_said_to() {
        for deviation in [45.0, 60.0, 109.9] {
            let rating = settled(1500.0, deviation);
            let until = rating.settled_until();
            assert!(!rating.is_provisional(until.plus(-1000)) && rating.is_provisional(until.plus(1000)), "{until:?}");
        }
        assert_eq!(settled(1500.0, 110.0).settled_until(), Timestamp(0));
        assert_eq!(Rating::default().settled_until(), Timestamp(0));
    }

    #[test]
    fn extremes_stay_within_their_limits() {
        let (low, high) = (Rating { rating: 400.0, ..Rating::default() }, settled(3000.0, 45.0));
        let mut player = low;
        for day in 0..50 {
            player = rate_game(&player, &high, Score::Loss, at_day(f64::from(day))).0;
            assert!(player.rating >= 400.0 && DEVIATIONS.contains(&player.deviation), "{player:?}");
            assert!(player.volatility <= HIGHEST_VOLATILITY && player.rating.is_finite());
        }
        let risen = rate_game(&low, &high, Score::Win, at_day(0.0)).0;
        assert!(risen.rating - low.rating <= LARGEST_CHANGE + 1e-9, "{risen:?}");
    }

    #[test]
    fn a_team_plays_against_the_middle_of_the_other() {
        let strong = [settled(1700.0, 60.0), settled(1500.0, 60.0)];
        let weak = [settled(1400.0, 60.0), settled(1400.0, 60.0)];
        let (winners, losers) = rate_teams(&strong, &weak, Score::Win, at_day(0.0));
        assert!(winners[1].rating - 1500.0 > winners[0].rating - 1700.0, "the weaker partner gains more");
        assert!((losers[0].rating - losers[1].rating).abs() < 1e-9);
    }
}
