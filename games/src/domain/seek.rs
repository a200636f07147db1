//! Open challenges: conditions for accepting one, and matching two.

use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::domain::game::setup::Setup;
use crate::domain::time_control::control::TimeControl;

/// Players with fewer finished games count as new.
pub const NEW_PLAYER_GAMES: u32 = 5;

/// Longest time an open challenge may wait, in days.
pub const LONGEST_SEEK_DAYS: u32 = 30;

/// Makes a challenge an open one: the first player who fits takes the free seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seek {
    pub filter: SeekFilter,
    /// Counts from 1 in each server. Of two challenges made at the same time, one finds its number taken, so the later
    /// one sees the earlier one and can be matched with it.
    pub number: u32,
}

/// Conditions for accepting an open challenge. Stored as JSON, so a new condition needs a field with a default, a case
/// in [`SeekMismatch`] and a line on the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SeekFilter {
    /// Minimum reliability in percent. Players who have none yet pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reliability: Option<u32>,
    /// Excludes players with fewer than [`NEW_PLAYER_GAMES`] finished games.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub experienced_only: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingRange>,
}

/// An inclusive range of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingRange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowest: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highest: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WantedRatings {
    Range(RatingRange),
    /// This many points around one's own rating.
    Around(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeekerRecord {
    /// Finished games; counting may stop at [`NEW_PLAYER_GAMES`].
    pub finished: u32,
    /// In percent; `None` for a new player.
    pub reliability: Option<u32>,
    /// The displayed rating for the requested game, even if provisional.
    pub rating: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeekMismatch {
    #[error("{finished} of {needed} finished games")]
    New { needed: u32, finished: u32 },
    #[error("{reliability} of {needed} percent reliability")]
    Unreliable { needed: u32, reliability: u32 },
    #[error("a rating of {rating} for {range}")]
    Rating { range: RatingRange, rating: i64 },
}

impl RatingRange {
    pub fn has(self, rating: i64) -> bool {
        self.lowest.is_none_or(|lowest| rating >= i64::from(lowest))
            && self.highest.is_none_or(|highest| rating <= i64::from(highest))
    }
}

impl std::fmt::Display for RatingRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.lowest, self.highest) {
            (Some(lowest), Some(highest)) => write!(f, "{lowest}-{highest}"),
            (Some(lowest), None) => write!(f, "{lowest}+"),
            (None, Some(highest)) => write!(f, "-{highest}"),
            (None, None) => f.write_str("-"),
        }
    }
}

impl WantedRatings {
    /// Resolves the range for a player with this rating.
    pub fn of(self, own: i64) -> RatingRange {
        match self {
            Self::Range(range) => range,
            Self::Around(points) => {
                let at = |rating: i64| u32::try_from(rating.max(0)).ok();
                RatingRange { lowest: at(own - i64::from(points)), highest: at(own + i64::from(points)) }
            }
        }
    }
}

/// Ratings that a range may name; no player comes near the limits.
pub const POSSIBLE_RATINGS: std::ops::RangeInclusive<u32> = 100..=4000;

/// Distances around one's own rating that still exclude somebody.
pub const POINTS_AROUND: std::ops::RangeInclusive<u32> = 10..=1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RatingRangeError {
    #[error("not a range of ratings")]
    Unreadable,
    /// No player can have this rating.
    #[error("nobody has a rating of {0}")]
    Impossible(u32),
    /// Hardly anybody has a rating up to this one, so a distance was probably meant.
    #[error("-{0} is no distance")]
    NegativeNumber(u32),
    /// The distance around one's own rating is too small or too large.
    #[error("±{0} is out of range")]
    Around(u32),
}

/// Accepts `1400-1700` in either order; `1400+`, `1400-` and `>1400`; `-1700` and `<1700`; `±200` around one's own
/// rating. `-200` is refused.
impl std::str::FromStr for WantedRatings {
    type Err = RatingRangeError;

    fn from_str(text: &str) -> Result<Self, RatingRangeError> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let text = text.replace(['–', '—', '−', '…'], "-").replace("..", "-");
        let number = |text: &str| {
            let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| is_number).ok_or(RatingRangeError::Unreadable)
        };
        let rating = |text: &str| {
            let rating = number(text)?;
            if POSSIBLE_RATINGS.contains(&rating) { Ok(rating) } else { Err(RatingRangeError::Impossible(rating)) }
        };
        let range = |lowest, highest| Ok(Self::Range(RatingRange { lowest, highest }));
        let strip = |signs: &[&str]| signs.iter().find_map(|sign| text.strip_prefix(sign));
        if let Some(points) = strip(&["±", "+-", "+/-"]) {
            let points = number(points)?;
            let is_near = POINTS_AROUND.contains(&points);
            return if is_near { Ok(Self::Around(points)) } else { Err(RatingRangeError::Around(points)) };
        }
        if let Some(lowest) = strip(&[">=", "≥", ">"]) {
            return range(Some(rating(lowest)?), None);
        }
        if let Some(highest) = strip(&["<=", "≤", "<"]) {
            return range(None, Some(rating(highest)?));
        }
        match text.split_once('-') {
            Some(("", highest)) => match number(highest)? {
                points if POINTS_AROUND.contains(&points) => Err(RatingRangeError::NegativeNumber(points)),
                _ => range(None, Some(rating(highest)?)),
            },
            Some((lowest, "")) => range(Some(rating(lowest)?), None),
            Some((one, other)) => {
                let (one, other) = (rating(one)?, rating(other)?);
                range(Some(one.min(other)), Some(one.max(other)))
            }
            None => range(Some(rating(text.strip_suffix('+').ok_or(RatingRangeError::Unreadable)?)?), None),
        }
    }
}

impl SeekFilter {
    /// Returns the first condition that the player does not meet.
    pub fn check(self, seeker: SeekerRecord) -> Result<(), SeekMismatch> {
        if self.experienced_only && seeker.finished < NEW_PLAYER_GAMES {
            return Err(SeekMismatch::New { needed: NEW_PLAYER_GAMES, finished: seeker.finished });
        }
        if let (Some(needed), Some(reliability)) = (self.reliability, seeker.reliability)
            && reliability < needed
        {
            return Err(SeekMismatch::Unreliable { needed, reliability });
        }
        match self.ratings {
            Some(range) if !range.has(seeker.rating) => Err(SeekMismatch::Rating { range, rating: seeker.rating }),
            _ => Ok(()),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoughtGame<'a> {
    pub setup: &'a Setup,
    pub time_control: TimeControl,
    pub is_rated: bool,
    /// The requested seat; `None` if it may be random.
    pub seat: Option<Seat>,
}

impl SoughtGame<'_> {
    /// Whether one game would suit both players. Random layouts are equal whatever their seed.
    pub fn is_equal_to(&self, other: &Self) -> bool {
        self.time_control == other.time_control
            && self.is_rated == other.is_rated
            && (self.seat.is_none() || self.seat != other.seat)
            && self.setup.before_the_draw() == other.setup.before_the_draw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_admits_who_meets_all_its_conditions() {
        let reliable = |needed| SeekFilter { reliability: Some(needed), ..SeekFilter::default() };
        let experienced = SeekFilter { experienced_only: true, ..SeekFilter::default() };
        let rated =
            |lowest, highest| SeekFilter { ratings: Some(RatingRange { lowest, highest }), ..SeekFilter::default() };
        let of = |finished, reliability| SeekerRecord { finished, reliability, rating: 1500 };
        for (filter, seeker, admits) in [
            (SeekFilter::default(), of(0, None), true),
            (SeekFilter::default(), of(9, Some(0)), true),
            (reliable(80), of(9, Some(80)), true),
            (reliable(80), of(9, Some(79)), false),
            // New players have no reliability; the other condition covers them.
            (reliable(80), of(2, None), true),
            (experienced, of(4, Some(100)), false),
            (experienced, of(5, Some(0)), true),
            (SeekFilter { reliability: Some(50), experienced_only: true, ratings: None }, of(5, Some(49)), false),
            (rated(Some(1500), Some(1500)), of(0, None), true),
            (rated(Some(1501), Some(1700)), of(0, None), false),
            (rated(Some(1501), None), of(0, None), false),
            (rated(Some(1400), Some(1499)), of(0, None), false),
            (rated(None, Some(1499)), of(0, None), false),
            (rated(None, Some(1500)), of(0, None), true),
        ] {
            assert_eq!(filter.check(seeker).is_ok(), admits, "{filter:?} {seeker:?}");
        }
    }

    #[test]
    fn equal_games_differ_in_nothing_but_what_is_drawn_and_have_a_seat_for_each() {
        let days = |text: &str| text.parse::<TimeControl>().expect("a time control");
        let game = |setup: &'static str, pace, seat: Option<u8>| (Setup::stored(setup), days(pace), seat.map(Seat));
        for (one, other, equal) in [
            (game("abalone", "days:3", None), game("abalone", "days:3", None), true),
            (game("abalone", "days:3", Some(0)), game("abalone", "days:3", Some(1)), true),
            (game("abalone", "days:3", Some(0)), game("abalone", "days:3", Some(0)), false),
            (game("abalone", "days:3", Some(0)), game("abalone", "days:3", None), true),
            (game("abalone", "days:3", None), game("abalone", "days:3", Some(1)), true),
            (game("abalone", "days:3", None), game("abalone", "days:2", None), false),
            (game("abalone", "days:3", None), game("abalone", "days:3 weekends=pause", None), false),
            (game("abalone", "days:3", None), game("abalone sprint=20", "days:3", None), false),
            (
                game("abalone layout=random seed=1 board=b8/9", "days:3", None),
                game("abalone layout=random seed=2 board=9/b8", "days:3", None),
                true,
            ),
            (
                game("abalone layout=custom board=b8/9", "days:3", None),
                game("abalone layout=custom board=9/b8", "days:3", None),
                false,
            ),
        ] {
            let [one, other] = [&one, &other].map(|(setup, time_control, seat)| SoughtGame {
                is_rated: true,
                setup,
                time_control: *time_control,
                seat: *seat,
            });
            assert_eq!((one.is_equal_to(&other), other.is_equal_to(&one)), (equal, equal), "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_range_of_ratings_is_read_as_players_write_it() {
        use RatingRangeError::{Around, Impossible, NegativeNumber, Unreadable};
        for (typed, own, range) in [
            ("1400-1700", 1500, Ok("1400-1700")),
            (" 1400 – 1700 ", 1500, Ok("1400-1700")),
            ("1400..1700", 1500, Ok("1400-1700")),
            ("1700-1400", 1500, Ok("1400-1700")),
            ("1400+", 1500, Ok("1400+")),
            ("1400-", 1500, Ok("1400+")),
            (">=1400", 1500, Ok("1400+")),
            ("-1700", 1500, Ok("-1700")),
            ("< 1700", 1500, Ok("-1700")),
            ("±200", 1523, Ok("1323-1723")),
            ("+-200", 100, Ok("0-300")),
            ("1400", 1500, Err(Unreadable)),
            ("-200", 1500, Err(NegativeNumber(200))),
            ("−10", 1500, Err(NegativeNumber(10))),
            ("-1000", 1500, Err(NegativeNumber(1000))),
            ("-1001", 1500, Ok("-1001")),
            ("<900", 1500, Ok("-900")),
            ("-5", 1500, Err(Impossible(5))),
            ("0-10", 1500, Err(Impossible(0))),
            ("1400-17000", 1500, Err(Impossible(17_000))),
            ("±5000", 1500, Err(Around(5000))),
            ("±1", 1500, Err(Around(1))),
            ("±", 1500, Err(Unreadable)),
            ("-", 1500, Err(Unreadable)),
            ("strong", 1500, Err(Unreadable)),
            ("1400-1700-1800", 1500, Err(Unreadable)),
            ("-99999999999", 1500, Err(Unreadable)),
        ] {
            let text = typed.parse::<WantedRatings>().map(|wanted| wanted.of(own).to_string());
            assert_eq!(text.as_deref().map_err(|problem| *problem), range, "{typed}");
        }
    }

    #[test]
    fn a_filter_is_stored_without_what_it_does_not_ask() {
        let text = |filter: SeekFilter| serde_json::to_string(&filter).expect("plain data");
        assert_eq!(text(SeekFilter::default()), "{}");
        let ratings = Some(RatingRange { lowest: Some(1400), highest: None });
        let full = SeekFilter { reliability: Some(80), experienced_only: true, ratings };
        assert_eq!(text(full), r#"{"reliability":80,"experienced_only":true,"ratings":{"lowest":1400}}"#);
        assert_eq!(serde_json::from_str::<SeekFilter>(&text(full)).expect("read"), full);
    }
}
