//! A tournament and its rounds so far. It is independent of pairing systems, and refuses impossible events.

mod error;
mod round;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use error::TournamentError;
pub use round::{Bye, Game, Outcome, Round, Slot};

use crate::Color;

/// A player's number, 1 for the highest seed: the pairing number of the FIDE handbook (C.04.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StartNumber(pub u16);

impl fmt::Display for StartNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Points in halves, so that they are integers. Displays like TRF: `2.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub u32);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 2, if self.0 % 2 == 1 { 5 } else { 0 }))
    }
}

/// The values of results in half points. Byes of full and half a point are worth a win and a draw; a forfeit wins as
/// much as a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointSystem {
    /// A won game or forfeit.
    pub win: u16,
    pub draw: u16,
    pub loss: u16,
    /// A bye of no points or a lost forfeit.
    pub absence: u16,
    /// The bye of the one player without an opponent.
    pub pairing_allocated_bye: u16,
}

impl Default for PointSystem {
    /// 1, ½, 0, and 1 for the bye.
    fn default() -> Self {
        Self { win: 2, draw: 1, loss: 0, absence: 0, pairing_allocated_bye: 2 }
    }
}

impl PointSystem {
    /// The value of a round for a player.
    pub fn points(&self, slot: Slot) -> Score {
        let points = match slot {
            Slot::Game { outcome, color, .. } if outcome.winner() == Some(color) => self.win,
            Slot::Game { outcome: Outcome::Draw, .. } | Slot::Bye(Bye::HalfPoint) => self.draw,
            Slot::Game { outcome, .. } if outcome.is_forfeit() => self.absence,
            Slot::Game { .. } => self.loss,
            Slot::Bye(Bye::FullPoint) => self.win,
            Slot::Bye(Bye::PairingAllocated) => self.pairing_allocated_bye,
            Slot::Bye(Bye::ZeroPoint) => self.absence,
        };
        Score(points.into())
    }
}

/// The results to which [`AbnormalPoints`] apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbnormalKind {
    Win,
    Draw,
    Loss,
    ForfeitWin,
    ForfeitLoss,
    Bye(Bye),
    /// Points besides those of the result, in the given round or before the first; below zero a penalty.
    Extra,
}

impl AbnormalKind {
    pub fn of(slot: Slot) -> Self {
        match slot {
            Slot::Bye(bye) => Self::Bye(bye),
            Slot::Game { outcome, color, .. } => match (outcome.winner(), outcome.is_forfeit()) {
                (None, false) => Self::Draw,
                (winner, false) if winner == Some(color) => Self::Win,
                (_, false) => Self::Loss,
                (winner, true) if winner == Some(color) => Self::ForfeitWin,
                (_, true) => Self::ForfeitLoss,
            },
        }
    }
}

/// Points that differ from the point system for some players or in some rounds; TRF line 299.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbnormalPoints {
    pub kind: AbnormalKind,
    /// The points in halves; below zero only if they are extra.
    pub halves: i32,
    /// The round; `None` is every round.
    pub round: Option<u16>,
    /// The players; none is everyone.
    pub players: Vec<StartNumber>,
}

impl AbnormalPoints {
    fn concerns(&self, number: StartNumber) -> bool {
        self.players.is_empty() || self.players.contains(&number)
    }

    fn replaces(&self, number: StartNumber, round: u16, slot: Slot) -> bool {
        self.kind == AbnormalKind::of(slot) && self.round.is_none_or(|only| only == round) && self.concerns(number)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The start number, by seed.
    pub number: StartNumber,
    pub name: String,
    /// The rating, if there is one. Pairing ignores it; the caller seeds by it.
    pub rating: Option<u16>,
    /// The first round after the player's withdrawal.
    withdrawn_from: Option<u16>,
    /// Rounds for which the player has a bye, and its kind.
    absences: BTreeMap<u16, Bye>,
}

impl Player {
    /// The player's bye for a round; `None` if they are present.
    pub fn absence(&self, round: u16) -> Option<Bye> {
        let withdrawn = self.withdrawn_from.is_some_and(|from| round >= from);
        self.absences.get(&round).copied().or(withdrawn.then_some(Bye::ZeroPoint))
    }
}

/// Players, the rounds so far, and arrangements for future rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournament {
    /// The name for people; TRF line 012.
    pub name: String,
    /// The number of rounds, if known; the last round has other rules about colors.
    pub planned_rounds: Option<u16>,
    pub points: PointSystem,
    /// The color of the highest seed in the first round; White if not drawn. C.04.3, article 5: drawn at random.
    pub initial_color: Option<Color>,
    /// A random number that orders players who are level in everything else.
    pub lots: u64,
    players: BTreeMap<StartNumber, Player>,
    rounds: Vec<Round>,
    /// Pairs that are kept apart, with the first and the last round of that.
    forbidden: BTreeSet<([StartNumber; 2], u16, u16)>,
    abnormal: Vec<AbnormalPoints>,
}

impl Tournament {
    pub fn new(planned_rounds: u16) -> Self {
        Self {
            name: String::new(),
            planned_rounds: Some(planned_rounds),
            points: PointSystem::default(),
            initial_color: None,
            lots: 0,
            players: BTreeMap::new(),
            rounds: Vec::new(),
            forbidden: BTreeSet::new(),
            abnormal: Vec::new(),
        }
    }

    /// Adds a player after all others. After the first round that is a late entry, with the bye `missed` for each
    /// earlier round.
    pub fn add_player(
        &mut self,
        name: impl Into<String>,
        rating: Option<u16>,
        missed: Bye,
    ) -> Result<StartNumber, TournamentError> {
        let last = self.players.last_key_value().map_or(0, |(number, _)| number.0);
        let number = StartNumber(last.checked_add(1).ok_or(TournamentError::TooManyPlayers)?);
        self.insert_player(number, name, rating, missed)?;
        Ok(number)
    }

    /// Adds a player with a given start number, otherwise like [`Self::add_player`].
    pub fn insert_player(
        &mut self,
        number: StartNumber,
        name: impl Into<String>,
        rating: Option<u16>,
        missed: Bye,
    ) -> Result<(), TournamentError> {
        if number.0 == 0 {
            return Err(TournamentError::NoStartNumber);
        }
        if self.players.contains_key(&number) {
            return Err(TournamentError::PlayerTwice(number));
        }
        if missed == Bye::PairingAllocated {
            return Err(TournamentError::NotRequested(number));
        }
        for round in &mut self.rounds {
            round.byes.insert(number, missed);
        }
        let (withdrawn_from, absences) = (None, BTreeMap::new());
        self.players.insert(number, Player { number, name: name.into(), rating, withdrawn_from, absences });
        Ok(())
    }

    /// Withdraws a player from a round and all later ones.
    pub fn withdraw(&mut self, number: StartNumber, from: u16) -> Result<(), TournamentError> {
        self.check_ahead(from)?;
        self.player_mut(number)?.withdrawn_from = Some(from);
        Ok(())
    }

    /// Grants a bye that a player requested for a future round.
    pub fn grant_bye(&mut self, number: StartNumber, round: u16, bye: Bye) -> Result<(), TournamentError> {
        self.check_ahead(round)?;
        if bye == Bye::PairingAllocated {
            return Err(TournamentError::NotRequested(number));
        }
        self.player_mut(number)?.absences.insert(round, bye);
        Ok(())
    }

    /// Gives a player the pairing-allocated bye of a future round before it is paired.
    pub fn assign_bye(&mut self, number: StartNumber, round: u16) -> Result<(), TournamentError> {
        self.check_ahead(round)?;
        self.player_mut(number)?.absences.insert(round, Bye::PairingAllocated);
        Ok(())
    }

    /// Keeps two players apart in all rounds.
    pub fn forbid(&mut self, one: StartNumber, other: StartNumber) -> Result<(), TournamentError> {
        self.forbid_in(one, other, 1, u16::MAX)
    }

    /// Keeps two players apart from one round to another.
    pub fn forbid_in(
        &mut self,
        one: StartNumber,
        other: StartNumber,
        first: u16,
        last: u16,
    ) -> Result<(), TournamentError> {
        for number in [one, other] {
            self.player(number).ok_or(TournamentError::UnknownPlayer(number))?;
        }
        if one == other {
            return Err(TournamentError::AgainstOneself(one));
        }
        self.forbidden.insert(([one.min(other), one.max(other)], first, last));
        Ok(())
    }

    /// Gives points that differ from the point system. Later ones replace earlier ones.
    pub fn assign_points(&mut self, abnormal: AbnormalPoints) -> Result<(), TournamentError> {
        for number in &abnormal.players {
            self.player(*number).ok_or(TournamentError::UnknownPlayer(*number))?;
        }
        self.abnormal.push(abnormal);
        Ok(())
    }

    /// Adds the round just played: its games and the player without an opponent. Granted byes are added
    /// automatically; everyone else must be in the round.
    pub fn record_round(
        &mut self,
        games: impl IntoIterator<Item = Game>,
        bye: Option<StartNumber>,
    ) -> Result<(), TournamentError> {
        let round = self.next_round();
        let mut byes: BTreeMap<_, _> =
            self.players.values().filter_map(|player| Some((player.number, player.absence(round)?))).collect();
        if let Some(number) = bye
            && byes.insert(number, Bye::PairingAllocated).is_some_and(|bye| bye != Bye::PairingAllocated)
        {
            return Err(TournamentError::Absent { round, player: number });
        }
        self.push_round(Round { games: games.into_iter().collect(), byes })
    }

    pub(crate) fn push_round(&mut self, round: Round) -> Result<(), TournamentError> {
        let number = self.next_round();
        let mut seen = BTreeSet::new();
        let in_games = round.games.iter().flat_map(|game| [game.white, game.black]);
        for player in round.byes.keys().copied().chain(in_games) {
            if !self.players.contains_key(&player) {
                return Err(TournamentError::UnknownPlayer(player));
            }
            if !seen.insert(player) {
                return Err(match self.players[&player].absence(number) {
                    Some(_) => TournamentError::Absent { round: number, player },
                    None => TournamentError::TwiceInRound { round: number, player },
                });
            }
        }
        if let Some(&player) = self.players.keys().find(|player| !seen.contains(player)) {
            return Err(TournamentError::MissingInRound { round: number, player });
        }
        self.rounds.push(round);
        Ok(())
    }

    /// The tournament after this many rounds; byes of the next round count as granted.
    #[must_use]
    pub fn after(&self, rounds: u16) -> Self {
        let mut before = self.clone();
        for (round, later) in (1..).zip(&self.rounds).skip(rounds.into()) {
            for (number, bye) in &later.byes {
                if let (Some(player), true) = (before.players.get_mut(number), *bye != Bye::PairingAllocated) {
                    player.absences.insert(round, *bye);
                }
            }
        }
        before.rounds.truncate(rounds.into());
        before
    }

    /// All players, including withdrawn ones, by start number.
    pub fn players(&self) -> impl ExactSizeIterator<Item = &Player> {
        self.players.values()
    }

    /// All players present in the next round.
    pub fn present(&self) -> impl Iterator<Item = &Player> {
        self.players.values().filter(|player| player.absence(self.next_round()).is_none())
    }

    pub fn player(&self, number: StartNumber) -> Option<&Player> {
        self.players.get(&number)
    }

    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The number of the next round, from 1.
    pub fn next_round(&self) -> u16 {
        u16::try_from(self.rounds.len() + 1).unwrap_or(u16::MAX)
    }

    /// Pairs that are kept apart in the next round, the smaller number first.
    pub fn forbidden(&self) -> impl Iterator<Item = [StartNumber; 2]> {
        let next = self.next_round();
        self.forbidden.iter().filter(move |(_, first, last)| (*first..=*last).contains(&next)).map(|(pair, ..)| *pair)
    }

    /// All pairs that are kept apart, with the first and the last round of that.
    pub(crate) fn all_forbidden(&self) -> impl Iterator<Item = ([StartNumber; 2], u16, u16)> {
        self.forbidden.iter().copied()
    }

    /// All points that differ from the point system.
    pub(crate) fn abnormal(&self) -> &[AbnormalPoints] {
        &self.abnormal
    }

    /// Each round so far from a player's view.
    pub fn slots(&self, number: StartNumber) -> Vec<Slot> {
        self.rounds.iter().map(|round| round.slot(number)).collect()
    }

    /// A player's points for a round, without extra points.
    pub fn points_in(&self, number: StartNumber, round: u16, slot: Slot) -> Score {
        let abnormal = self.abnormal.iter().rfind(|abnormal| abnormal.replaces(number, round, slot));
        abnormal.map_or_else(|| self.points.points(slot), |abnormal| Score(abnormal.halves.max(0).cast_unsigned()))
    }

    /// A player's points before each round so far, and after the last.
    pub(crate) fn running_scores(&self, number: StartNumber) -> Vec<Score> {
        let is_extra = |abnormal: &&AbnormalPoints| abnormal.kind == AbnormalKind::Extra && abnormal.concerns(number);
        let extra = |round: Option<u16>| -> i64 {
            let extras = self.abnormal.iter().filter(is_extra).filter(|abnormal| abnormal.round == round);
            extras.map(|abnormal| i64::from(abnormal.halves)).sum()
        };
        let mut sum = extra(None);
        let mut scores = vec![sum];
        for (number_of_round, round) in (1..).zip(&self.rounds) {
            let points = self.points_in(number, number_of_round, round.slot(number));
            sum += i64::from(points.0) + extra(Some(number_of_round));
            scores.push(sum);
        }
        scores.into_iter().map(|sum| Score(u32::try_from(sum.max(0)).unwrap_or(u32::MAX))).collect()
    }

    /// A player's points after all rounds so far.
    pub fn score(&self, number: StartNumber) -> Score {
        self.running_scores(number).last().copied().unwrap_or_default()
    }

    fn player_mut(&mut self, number: StartNumber) -> Result<&mut Player, TournamentError> {
        self.players.get_mut(&number).ok_or(TournamentError::UnknownPlayer(number))
    }

    fn check_ahead(&self, round: u16) -> Result<(), TournamentError> {
        if round < self.next_round() { Err(TournamentError::RoundIsOver(round)) } else { Ok(()) }
    }
}
