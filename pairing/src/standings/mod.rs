//! Standings: points, and the tie-breaks chosen by the organizer, in their order (FIDE handbook C.07).
//!
//! Rounds without a game follow C.07, article 16, in one of its [editions](Edition). For a player's own tie-breaks such
//! a round counts as one against a dummy opponent with the player's own points, which the edition of 2026 limits. For
//! the player's opponents, byes after which the player has not played again count as draws. If one result is cut, a
//! round that the player missed voluntarily is cut first.
//!
//! Players who are tied in all chosen tie-breaks share a place; the start number then only determines their order in
//! the table.

mod direct_encounter;
mod strength;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::{EnumIter, IntoEnumIterator as _};

use crate::{Bye, Score, Slot, StartNumber, Tournament};
use direct_encounter::split_by_encounters;
use strength::Opposition;

/// A criterion that orders players with equal points; in the usual order of clubs for a Swiss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter)]
pub enum TieBreak {
    /// Buchholz without the lowest term (article 14.1).
    BuchholzCut1,
    /// The sum of the opponents' points (C.07, article 8.1).
    Buchholz,
    /// The sum of each opponent's points times the points won against them (article 9.1).
    SonnebornBerger,
    /// The points from games among the tied players, if they have all met, or if no missing game could change who is
    /// first (article 6).
    DirectEncounter,
    /// Rounds that were worth a win (article 7.1).
    Wins,
    /// Rounds that were worth more than a draw, and half of those worth a draw (article 7.7).
    StandardPoints,
    /// The sum of the points after each round (article 7.5).
    Progressive,
    /// Played games won with Black, who moves second (article 7.4).
    BlackWins,
    /// The rating that the results against the opponents' ratings would mean (article 10.2). An opponent without a
    /// rating counts as 1500.
    Performance,
    /// Marbles ejected minus those lost, over all games. Not a FIDE tie-break.
    Marbles,
    /// The higher seed, which leaves no shared places.
    Seed,
    /// An order drawn by [`Tournament::lots`], which leaves no shared places.
    Lots,
}

impl TieBreak {
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Buchholz => "buchholz",
            Self::BuchholzCut1 => "buchholz-cut-1",
            Self::SonnebornBerger => "sonneborn-berger",
            Self::DirectEncounter => "direct-encounter",
            Self::Wins => "wins",
            Self::StandardPoints => "standard-points",
            Self::Progressive => "progressive",
            Self::BlackWins => "black-wins",
            Self::Performance => "performance",
            Self::Marbles => "marbles",
            Self::Seed => "seed",
            Self::Lots => "lots",
        }
    }
}

impl TieBreak {
    /// Whether its value is a rank, which leaves no shared places.
    pub const fn is_rank(self) -> bool {
        match self {
            Self::Seed | Self::Lots => true,
            Self::BuchholzCut1
            | Self::Buchholz
            | Self::SonnebornBerger
            | Self::DirectEncounter
            | Self::Wins
            | Self::StandardPoints
            | Self::Progressive
            | Self::BlackWins
            | Self::Performance
            | Self::Marbles => false,
        }
    }

    /// The code of C.07 in line 202 of a report; `None` if FIDE has none.
    pub const fn fide_code(self) -> Option<&'static str> {
        match self {
            Self::Buchholz => Some("BH"),
            Self::BuchholzCut1 => Some("BH/C1"),
            Self::SonnebornBerger => Some("SB"),
            Self::DirectEncounter => Some("DE"),
            Self::Wins => Some("WIN"),
            Self::StandardPoints => Some("STD"),
            Self::Progressive => Some("PS"),
            Self::BlackWins => Some("BWG"),
            Self::Performance => Some("TPR"),
            Self::Marbles | Self::Seed | Self::Lots => None,
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no tie-break")]
pub struct NoTieBreak(String);

impl FromStr for TieBreak {
    type Err = NoTieBreak;
    fn from_str(text: &str) -> Result<Self, NoTieBreak> {
        let is_named = |name: &str| name.eq_ignore_ascii_case(text);
        let is_it = |tie_break: &Self| is_named(tie_break.as_str()) || tie_break.fide_code().is_some_and(is_named);
        let tie_break = Self::all().find(is_it);
        tie_break.ok_or_else(|| NoTieBreak(text.to_owned()))
    }
}

/// An edition of C.07: what the dummy opponent of a round without a game is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, EnumIter)]
pub enum Edition {
    /// In force from August 2024 to February 2026: the player's own points.
    Of2024,
    /// In force since 1 March 2026: the player's own points, but no more than the adjusted points of the opponent of a
    /// forfeited game (article 16.4.1), or without an opponent half a point for each round (article 16.4.2).
    #[default]
    Of2026,
}

impl Edition {
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Of2024 => "2024",
            Self::Of2026 => "2026",
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no edition of C.07; there are 2024 and 2026")]
pub struct NoEdition(String);

impl FromStr for Edition {
    type Err = NoEdition;
    fn from_str(text: &str) -> Result<Self, NoEdition> {
        let edition = Self::all().find(|edition| edition.as_str() == text);
        edition.ok_or_else(|| NoEdition(text.to_owned()))
    }
}

/// JSON has the name, and a text that is none is refused.
macro_rules! store_by_name {
    ($($named:ident)+) => {$(
        impl Serialize for $named {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $named {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(Error::custom)
            }
        }
    )+};
}

store_by_name!(TieBreak Edition);

/// The treatment of rounds without a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unplayed {
    /// By C.07, article 16, for Swiss tournaments.
    Swiss(Edition),
    /// For round robins: a forfeit counts as a game, and a round without an opponent counts as nothing (article 15).
    RoundRobin,
}

/// A number in quarters, since half a point times half a point is one. Displays as `7`, `7.5` or `7.25`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Quarters(pub i64);

impl From<Score> for Quarters {
    fn from(score: Score) -> Self {
        Self(i64::from(score.0) * 2)
    }
}

impl std::iter::Sum for Quarters {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        Self(terms.map(|term| term.0).sum())
    }
}

impl fmt::Display for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, amount) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let fraction = ["", ".25", ".5", ".75"][(amount % 4) as usize];
        f.pad(&format!("{sign}{}{fraction}", amount / 4))
    }
}

/// The contribution of a round to a tie-break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The round, from 1.
    pub round: u16,
    /// The opponent; `None` if the round counts without one.
    pub opponent: Option<StartNumber>,
    pub value: Quarters,
    /// Whether it is cut, and therefore not in the sum.
    pub is_cut: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TieBreakValue {
    pub tie_break: TieBreak,
    /// More is better, except for the seed, which is the start number, and for lots. `None` if there was no tie with
    /// anyone left to resolve, and for the performance of a player without a game.
    pub value: Option<Quarters>,
    /// The contributions round by round; empty for a seed and lots. Those of a performance are the opponents' ratings.
    pub terms: Vec<Term>,
}

impl TieBreakValue {
    fn of(tie_break: TieBreak, terms: Vec<Term>) -> Self {
        let value = terms.iter().filter(|term| !term.is_cut).map(|term| term.value).sum();
        Self { tie_break, value: Some(value), terms }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The place from 1, shared by tied players.
    pub place: usize,
    pub number: StartNumber,
    pub score: Score,
    /// The tie-breaks in the requested order.
    pub tie_breaks: Vec<TieBreakValue>,
}

pub fn standings(tournament: &Tournament, tie_breaks: &[TieBreak], unplayed: Unplayed) -> Vec<Standing> {
    let opposition = Opposition::of(tournament, unplayed);
    let mut table: HashMap<StartNumber, Standing> = HashMap::new();
    for player in tournament.players() {
        let (number, score) = (player.number, tournament.score(player.number));
        table.insert(number, Standing { place: 0, number, score, tie_breaks: Vec::new() });
    }
    let everybody = tournament.players().map(|player| player.number).collect();
    let mut groups = split(everybody, |number| Reverse(table[number].score));
    for tie_break in tie_breaks {
        groups = groups
            .into_iter()
            .flat_map(|group| {
                let values: HashMap<_, _> = match tie_break {
                    TieBreak::DirectEncounter => opposition.encounters(&group),
                    _ => group.iter().map(|number| (*number, opposition.value(*tie_break, *number))).collect(),
                };
                let parts = match tie_break {
                    TieBreak::DirectEncounter => split_by_encounters(&opposition, group),
                    rank if rank.is_rank() => split(group, |number| values[number].value),
                    _ => split(group, |number| Reverse(values[number].value)),
                };
                for (number, value) in values {
                    table.entry(number).and_modify(|standing| standing.tie_breaks.push(value));
                }
                parts
            })
            .collect();
    }
    let mut standings = Vec::with_capacity(table.len());
    for group in groups {
        let place = standings.len() + 1;
        standings.extend(
            group.into_iter().filter_map(|number| table.remove(&number).map(|standing| Standing { place, ..standing })),
        );
    }
    standings
}

/// Sorts a group and splits it where the key changes. The sort is stable.
fn split<K: Ord>(mut group: Vec<StartNumber>, key: impl Fn(&StartNumber) -> K) -> Vec<Vec<StartNumber>> {
    group.sort_by_key(&key);
    group.chunk_by(|one, other| key(one) == key(other)).map(<[_]>::to_vec).collect()
}

/// Whether a player was absent voluntarily, or forfeited (C.07, article 16.2.5).
const fn is_missed(slot: Slot, player_won: bool) -> bool {
    match slot {
        Slot::Game { outcome, .. } => outcome.is_forfeit() && !player_won,
        Slot::Bye(bye) => matches!(bye, Bye::HalfPoint | Bye::ZeroPoint),
    }
}
