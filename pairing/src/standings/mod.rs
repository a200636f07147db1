//! Who stands where: points, and the tie-breaks that the organizer chose, in their order (FIDE handbook C.07 of 2024).
//!
//! Rounds without a game follow C.07, article 16 (since 2023; there is no virtual opponent any more). For a player's own tie-breaks such a round
//! counts as one against somebody with the player's own points. For those who met the player, byes after which the player has not played again
//! count as draws. Where one result is cut, a round that the player missed of their own will is cut first.
//!
//! Players who are level in everything that was chosen share a place; the start number then only says who is written first.

mod direct_encounter;
mod strength;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use crate::{Bye, Score, Slot, StartNumber, Tournament};
use direct_encounter::split_by_encounters;
use strength::Opposition;

/// What decides between players who have as many points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The sum of the opponents' points (C.07, article 8.1).
    Buchholz,
    /// The same without the least of them (article 14.1).
    BuchholzCut1,
    /// The points of each opponent times those that were won against them (article 9.1).
    SonnebornBerger,
    /// The points from the games of those who are level, if they have all met, or if no missing game could change who is first (article 6).
    DirectEncounter,
    /// Rounds that were worth a win (article 7.1).
    Wins,
    /// Marbles pushed off, less those lost, over all games. FIDE has none.
    Marbles,
    /// The higher seed. After it nobody shares a place.
    Seed,
}

impl TieBreak {
    /// Every tie-break, as clubs like to have them in a Swiss.
    pub const ALL: [Self; 7] = [
        Self::BuchholzCut1,
        Self::Buchholz,
        Self::SonnebornBerger,
        Self::DirectEncounter,
        Self::Wins,
        Self::Marbles,
        Self::Seed,
    ];

    /// What it is called on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Buchholz => "buchholz",
            Self::BuchholzCut1 => "buchholz-cut-1",
            Self::SonnebornBerger => "sonneborn-berger",
            Self::DirectEncounter => "direct-encounter",
            Self::Wins => "wins",
            Self::Marbles => "marbles",
            Self::Seed => "seed",
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A word that is no tie-break.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no tie-break")]
pub struct NoTieBreak(String);

impl FromStr for TieBreak {
    type Err = NoTieBreak;
    fn from_str(text: &str) -> Result<Self, NoTieBreak> {
        let known = Self::ALL.into_iter().find(|tie_break| tie_break.as_str().eq_ignore_ascii_case(text));
        known.ok_or_else(|| NoTieBreak(text.to_owned()))
    }
}

/// How rounds without a game count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unplayed {
    /// As C.07, article 16 says for Swiss tournaments.
    Swiss,
    /// Where everybody meets everybody, a forfeit counts as a game, and a round of rest as nothing (article 15).
    RoundRobin,
}

/// A number with quarters: half a point of an opponent who has half a point more is one. Displays as `7`, `7.5` or `7.25`.
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

/// What a round adds to a tie-break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// From 1.
    pub round: u16,
    /// Against whom it was; `None` if the round counts without an opponent.
    pub opponent: Option<StartNumber>,
    /// What it is worth.
    pub value: Quarters,
    /// Whether it is the one that is cut, and so not in the sum.
    pub is_cut: bool,
}

/// A tie-break of a player, and how it comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TieBreakValue {
    /// Which one.
    pub tie_break: TieBreak,
    /// More is better; of a seed the start number, where less is better. `None` if nobody was level any more who could be met.
    pub value: Option<Quarters>,
    /// Round by round; empty for a seed.
    pub terms: Vec<Term>,
}

impl TieBreakValue {
    fn of(tie_break: TieBreak, terms: Vec<Term>) -> Self {
        let value = terms.iter().filter(|term| !term.is_cut).map(|term| term.value).sum();
        Self { tie_break, value: Some(value), terms }
    }
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// From 1; shared by those who are level.
    pub place: usize,
    /// Who.
    pub number: StartNumber,
    /// After all rounds so far.
    pub score: Score,
    /// In the order that was asked for.
    pub tie_breaks: Vec<TieBreakValue>,
}

/// The table after the rounds so far.
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
                let values: HashMap<_, _> = if *tie_break == TieBreak::DirectEncounter {
                    opposition.encounters(&group)
                } else {
                    group.iter().map(|number| (*number, opposition.value(*tie_break, *number))).collect()
                };
                let parts = match tie_break {
                    TieBreak::DirectEncounter => split_by_encounters(&opposition, group),
                    TieBreak::Seed => split(group, |number| *number),
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

/// Sorts a group, and parts it where the key changes. Within a part the order stays.
fn split<K: Ord>(mut group: Vec<StartNumber>, key: impl Fn(&StartNumber) -> K) -> Vec<Vec<StartNumber>> {
    group.sort_by_key(&key);
    group.chunk_by(|one, other| key(one) == key(other)).map(<[_]>::to_vec).collect()
}

/// Whether a player was away of their own will, or did not come to their game (C.07, article 16.2.5).
const fn is_missed(slot: Slot, player_won: bool) -> bool {
    match slot {
        Slot::Game { outcome, .. } => outcome.is_forfeit() && !player_won,
        Slot::Bye(bye) => matches!(bye, Bye::HalfPoint | Bye::ZeroPoint),
    }
}
