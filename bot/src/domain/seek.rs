//! Open challenges: who may accept one, and which two are equal.

use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::domain::game::setup::Setup;
use crate::domain::time_control::control::TimeControl;

/// People with fewer finished games count as new.
pub const NEW_PLAYER_GAMES: u32 = 5;

/// Longest time that an open challenge may wait, in days.
pub const LONGEST_SEEK_DAYS: u32 = 30;

/// What makes a challenge an open one: whoever fits takes the seat that is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seek {
    /// Who may accept it.
    pub filter: SeekFilter,
    /// 1, 2, 3 … in its server. Of two that are made at the same time one finds its number taken, so the later one sees the
    /// earlier one and can be matched with it.
    pub number: u32,
}

/// Who may accept an open challenge. Stored as JSON, so a new condition is a field with a default, its case in
/// [`SeekMismatch`] and its line on the card. A range of ratings belongs here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SeekFilter {
    /// Least reliability in percent. It says nothing about people who have none yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reliability: Option<u32>,
    /// Not for people with fewer than [`NEW_PLAYER_GAMES`] finished games.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub experienced_only: bool,
}

/// What a filter asks about a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Finished games; more than [`NEW_PLAYER_GAMES`] need not be counted.
    pub finished: u32,
    /// In percent; `None` for a new player.
    pub reliability: Option<u32>,
}

/// Why a filter leaves a person out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeekMismatch {
    /// Too few finished games.
    #[error("{finished} of {needed} finished games")]
    New { needed: u32, finished: u32 },
    /// Lost too many games on time.
    #[error("{reliability} of {needed} percent reliability")]
    Unreliable { needed: u32, reliability: u32 },
}

impl SeekFilter {
    /// Whether this person may accept.
    ///
    /// # Errors
    /// The first condition that they do not meet.
    pub fn check(self, standing: Standing) -> Result<(), SeekMismatch> {
        if self.experienced_only && standing.finished < NEW_PLAYER_GAMES {
            return Err(SeekMismatch::New { needed: NEW_PLAYER_GAMES, finished: standing.finished });
        }
        match (self.reliability, standing.reliability) {
            (Some(needed), Some(reliability)) if reliability < needed => {
                Err(SeekMismatch::Unreliable { needed, reliability })
            }
            _ => Ok(()),
        }
    }
}

/// The game that a person looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoughtGame<'a> {
    pub setup: &'a Setup,
    pub time_control: TimeControl,
    pub is_rated: bool,
    /// The seat that they want; `None` when it may be drawn.
    pub seat: Option<Seat>,
}

impl SoughtGame<'_> {
    /// Whether one game would do for both. A random layout is the same whatever it is drawn from.
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
        let of = |finished, reliability| Standing { finished, reliability };
        for (filter, standing, admits) in [
            (SeekFilter::default(), of(0, None), true),
            (SeekFilter::default(), of(9, Some(0)), true),
            (reliable(80), of(9, Some(80)), true),
            (reliable(80), of(9, Some(79)), false),
            // Nothing is known of a new player; that is what the other condition is for.
            (reliable(80), of(2, None), true),
            (experienced, of(4, Some(100)), false),
            (experienced, of(5, Some(0)), true),
            (SeekFilter { reliability: Some(50), experienced_only: true }, of(5, Some(49)), false),
        ] {
            assert_eq!(filter.check(standing).is_ok(), admits, "{filter:?} {standing:?}");
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
    fn a_filter_is_stored_without_what_it_does_not_ask() {
        let text = |filter: SeekFilter| serde_json::to_string(&filter).expect("plain data");
        assert_eq!(text(SeekFilter::default()), "{}");
        let full = SeekFilter { reliability: Some(80), experienced_only: true };
        assert_eq!(text(full), r#"{"reliability":80,"experienced_only":true}"#);
        assert_eq!(serde_json::from_str::<SeekFilter>(&text(full)).expect("read"), full);
    }
}
